"""A site in a container answers to the names of a home network, and to no others."""

import pytest
from django.test import Client, override_settings

from scoring.web.proxies import is_of_a_home


@pytest.mark.parametrize(
    "host",
    [
        *("192.168.1.20", "10.0.0.7", "100.64.3.2", "[fd00::7]", "127.0.0.1"),
        *("localhost", "nas", "nas.local", "scores.fritz.box", "scores.home.arpa"),
    ],
)
def test_a_home_network_has_such_names(host: str) -> None:
    assert is_of_a_home(host)


@pytest.mark.parametrize(
    "host", ["8.8.8.8", "[2001:4860::1]", "scores.example.org", "local.example.org"]
)
def test_others_have_such_names(host: str) -> None:
    assert not is_of_a_home(host)


@pytest.mark.parametrize(
    ("host", "status"),
    [("192.168.1.20:8000", 200), ("scores.example.org", 200), ("evil.example.org", 400)],
)
@override_settings(ALLOWED_HOSTS=["*"], HOME_HOSTS=True, NAMED_HOSTS=["scores.example.org"])
def test_only_the_network_and_the_given_name_are_answered(host: str, status: int) -> None:
    assert Client(headers={"host": host}).get("/join/").status_code == status


@override_settings(ALLOWED_HOSTS=["*"], HOME_HOSTS=True)
def test_monitors_are_answered_by_any_name() -> None:
    assert Client(headers={"host": "evil.example.org"}).get("/health/live").status_code == 200
