"""Health checks: what a load balancer asks, without knowing the name of the site."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from config.caches import cache_settings
from scoring.monitoring import health
from tests.redis import free_port
from tests.test_settings import with_environment

LIVE, READY = "/health/live", "/health/ready"
ALL_WELL = {"database": "ok", "migrations": "ok", "static": "ok", "disk": "ok", "cache": "ok"}


def test_a_process_that_answers_is_alive_without_asking_the_database(client: Client) -> None:
    answer = client.get(LIVE)
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.django_db
@pytest.mark.parametrize("path", [LIVE, READY])
@pytest.mark.parametrize("host", ["10.0.0.7:8000", "unknown.example", "in valid"])
def test_it_answers_any_host_also_without_tls(
    client: Client, settings: Any, path: str, host: str
) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert client.get(path, headers={"host": host}).status_code == 200
    assert client.get("/", headers={"host": host}).status_code in {301, 400}


@pytest.mark.django_db
def test_it_is_ready_when_all_is_well(client: Client, django_assert_max_num_queries: Any) -> None:
    client.get(READY)
    with django_assert_max_num_queries(5):
        answer = client.get(READY)
    assert (answer.status_code, answer.json()) == (200, ALL_WELL)


@pytest.mark.django_db
def test_it_is_not_ready_when_the_disk_is_full(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "MIN_FREE_BYTES", 2**80)
    answer = client.get(READY)
    assert (answer.status_code, answer.json()) == (503, {**ALL_WELL, "disk": "full"})


@pytest.mark.django_db
def test_it_is_ready_without_its_cache_but_says_so(client: Client, settings: Any) -> None:
    settings.CACHES = cache_settings(f"redis://127.0.0.1:{free_port()}")
    answer = client.get(READY)
    assert (answer.status_code, answer.json()) == (200, {**ALL_WELL, "cache": "down"})


@pytest.mark.django_db
def test_it_is_not_ready_before_its_static_files_are_collected(
    client: Client, settings: Any, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = tmp_path
    answer = client.get(READY)
    assert (answer.status_code, answer.json()) == (503, {**ALL_WELL, "static": "missing"})


def ready_of(tmp_path: Path, database: str) -> tuple[int, dict[str, str]]:
    """Ask another process, with a database of its own."""
    code = (
        "import django; django.setup()\n"
        "from django.test import Client\n"
        f"answer = Client().get({READY!r})\n"
        "print(answer.status_code, answer.content.decode())"
    )
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / health.MANIFEST).touch()
    done = with_environment(code, VAR_DIR=str(tmp_path), DATABASE_URL=database)
    status, _, content = done.stdout.partition(" ")
    return int(status), json.loads(content)


def test_it_is_not_ready_before_its_database_is_migrated(tmp_path: Path) -> None:
    status, states = ready_of(tmp_path, "")
    assert status == 503
    assert (states["database"], states["migrations"]) == ("ok", "pending")


@pytest.mark.parametrize("url", ["sqlite:////nowhere/at/all", "postgres://nobody@127.0.0.1:1/none"])
def test_it_is_not_ready_without_its_database(tmp_path: Path, url: str) -> None:
    assert ready_of(tmp_path, url) == (
        503,
        {
            "database": "failed",
            "migrations": "failed",
            "static": "ok",
            "disk": "ok",
            "cache": "failed",
        },
    )
