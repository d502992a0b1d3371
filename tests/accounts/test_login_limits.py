"""Limits on trying: counted for all processes, whatever the request says of itself."""

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from scoring.models.site import CachedValue
from tests.builders.staff import with_second_factor
from tests.test_error_pages import check_look

pytestmark = pytest.mark.django_db

PASSWORD = "a gallery of one"  # noqa: S105 (of nobody)
LOGIN, SIGNUP = reverse("account_login"), reverse("account_signup")
CODE = reverse("mfa_authenticate")


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("alice", password=PASSWORD)


def try_passwords(client: Client, times: int = 5) -> None:
    for number in range(times):
        host = f"testserver:{8000 + number}"
        client.post(LOGIN, {"login": "alice", "password": "wrong"}, headers={"host": host})


def is_refused(client: Client) -> bool:
    answer = client.post(LOGIN, {"login": "alice", "password": PASSWORD})
    return "Too many failed login attempts" in answer.content.decode()


@pytest.mark.usefixtures("alice")
def test_passwords_cannot_be_tried_forever(client: Client) -> None:
    try_passwords(client, times=4)
    assert not is_refused(Client())
    try_passwords(client, times=5)
    assert is_refused(Client())


@pytest.mark.usefixtures("alice")
def test_another_port_in_the_host_starts_no_other_count(client: Client) -> None:
    try_passwords(client)
    assert is_refused(client)


@pytest.mark.usefixtures("alice")
def test_opening_pages_evicts_no_count(client: Client) -> None:
    try_passwords(client)
    counted = set(CachedValue.objects.values_list("cache_key", flat=True))
    assert counted
    for address in ("/", LOGIN, SIGNUP, "/join/", "/g/nowhere/"):
        client.get(address)
    caches["pages"].set_many({f"page-{number}": "html" for number in range(500)})
    assert set(CachedValue.objects.values_list("cache_key", flat=True)) == counted
    assert is_refused(client)


def test_the_admin_counts_as_the_site_does(client: Client, alice: User) -> None:
    alice.is_staff = True
    alice.save(update_fields=["is_staff"])
    for _ in range(60):
        fields = {"username": "alice", "password": "wrong", "next": "/admin/"}
        answer = client.post("/admin/login/", fields)
        assert answer.headers["Location"].startswith(LOGIN)
    answer = client.post("/admin/login/", {**fields, "password": PASSWORD})
    assert answer.headers["Location"] == f"{LOGIN}?next=%2Fadmin%2F"
    assert "_auth_user_id" not in client.session


def test_codes_of_the_second_factor_cannot_be_tried_forever(client: Client, alice: User) -> None:
    with_second_factor(alice)
    client.post(LOGIN, {"login": "alice", "password": PASSWORD})
    pages = [client.post(CODE, {"code": "abcdef"}).content.decode() for _ in range(6)]
    assert ["Too many failed" in page for page in pages] == [False] * 5 + [True]


def test_what_was_done_too_often_is_refused_on_a_page_of_ours(client: Client) -> None:
    for _ in range(20):
        client.post(SIGNUP, {"username": ""})
    answer = client.post(SIGNUP, {"username": ""})
    assert answer.status_code == 429
    check_look(answer.content.decode())
    assert "Too many attempts" in answer.content.decode()
