"""Links to a table use an address that the phones can reach."""

import pytest
from django.test import RequestFactory, override_settings

from scoring.models import Group, Session
from scoring.web.links import canonical_address, join_link, path_with_key, why_phones_do_not_reach

SESSION = Session(game="artem", code="ABCDEFGHJKLM")


def requests_to(host: str) -> RequestFactory:
    return RequestFactory(headers={"host": host})


@override_settings(PHONES_ADDRESS="http://192.0.2.7:8000")
def test_it_sends_phones_to_the_network_address_when_the_host_sits_at_the_machine() -> None:
    for name in ("localhost:8000", "127.0.0.1:8000", "[::1]:8000"):
        request = requests_to(name).get("/")
        assert join_link(request, SESSION) == "http://192.0.2.7:8000/join/ABCDEFGHJKLM/"
        assert not why_phones_do_not_reach(request)


@override_settings(PUBLIC_ADDRESS="https://scores.example.org")
def test_it_leads_to_the_address_that_the_site_is_known_by() -> None:
    request = requests_to("localhost:8000").get("/")
    assert join_link(request, SESSION) == "https://scores.example.org/join/ABCDEFGHJKLM/"


@override_settings(PHONES_ADDRESS="http://192.0.2.7:8000", ALLOWED_HOSTS=["scores.example.org"])
def test_it_keeps_the_name_that_the_host_came_by() -> None:
    request = requests_to("scores.example.org").get("/")
    assert join_link(request, SESSION) == "http://scores.example.org/join/ABCDEFGHJKLM/"


@override_settings(PHONES_ADDRESS="")
def test_it_says_when_no_phone_can_follow_the_link() -> None:
    sentence = why_phones_do_not_reach(requests_to("localhost:8000").get("/"))
    assert sentence.endswith("the site is not served to the network.")


@override_settings(PHONES_ADDRESS="", HOME_HOSTS=True)
def test_a_container_opened_as_localhost_says_how_phones_reach_it() -> None:
    sentence = why_phones_do_not_reach(requests_to("localhost:8000").get("/"))
    assert "set PUBLIC_ADDRESS to it" in sentence


@override_settings(PHONES_ADDRESS="")
def test_without_a_network_address_a_link_leads_where_the_host_is() -> None:
    request = requests_to("localhost:8000").get("/")
    assert join_link(request, SESSION) == "http://localhost:8000/join/ABCDEFGHJKLM/"


@override_settings(PHONES_ADDRESS="", ALLOWED_HOSTS=["scores.example.org"])
def test_phones_reach_a_host_that_has_a_name_of_its_own() -> None:
    assert not why_phones_do_not_reach(requests_to("scores.example.org").get("/"))


@pytest.mark.parametrize(
    ("visibility", "link"),
    [("public", "/g/thursday/"), ("link", "/g/thursday/?key=secret"), ("members", "/g/thursday/")],
)
def test_a_link_brings_the_key_of_a_group_that_asks_for_one(visibility: str, link: str) -> None:
    group = Group(visibility=visibility, link_token="secret")  # noqa: S106
    assert path_with_key(group, "/g/thursday/") == link


@override_settings(PHONES_ADDRESS="", PORT="8000", CSRF_TRUSTED_ORIGINS=["https://localhost:8443"])
@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("localhost", "http://localhost/g/thursday/"),
        ("localhost:8000", "http://localhost:8000/g/thursday/"),
        ("LOCALHOST:8443", "http://localhost:8443/g/thursday/"),
        ("localhost:666", "http://localhost/g/thursday/"),
        ("[::1]:667", "http://[::1]/g/thursday/"),
    ],
)
def test_nobody_makes_another_page_by_a_port_of_their_own(host: str, address: str) -> None:
    assert canonical_address(requests_to(host).get("/"), "/g/thursday/") == address
