"""Installing the site as an app: the manifest, its icons, the worker, the offline page."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.builders.staff import new_staff


def test_the_manifest_names_icons_of_the_sizes_that_they_have(client: Client) -> None:
    response = client.get(reverse("manifest"))
    assert response.headers["Content-Type"] == "application/manifest+json"
    for icon in response.json()["icons"]:
        if icon["src"].endswith(".png"):
            name = re.sub(r"\.[0-9a-f]{12}\.png$", ".png", icon["src"].removeprefix("/static/"))
            path = finders.find(name)
            assert path is not None
            width, height = Image.open(BytesIO(Path(path).read_bytes())).size
            assert icon["sizes"] == f"{width}x{height}"


def test_every_page_names_the_manifest(client: Client) -> None:
    page = client.get(reverse("by_code")).content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page


def test_the_worker_is_asked_for_again_each_time(client: Client) -> None:
    response = client.get(reverse("service_worker"))
    assert response.headers["Content-Type"] == "text/javascript"
    assert response.headers["Cache-Control"] == "public, no-cache"


def test_pages_may_start_workers_of_the_site_alone(client: Client) -> None:
    policy = client.get(reverse("by_code")).headers["Content-Security-Policy"]
    assert "worker-src 'self'" in policy


@pytest.mark.django_db
def test_what_is_kept_for_later_says_nothing_about_the_reader() -> None:
    client = Client()
    client.force_login(new_staff("zacharias"))
    page = client.get(reverse("offline")).content.decode()
    assert "zacharias" not in page
    assert "csrfmiddlewaretoken" not in page
