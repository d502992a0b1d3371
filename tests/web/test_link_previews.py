"""What search engines and messengers read of a page that everybody may open."""

import re
from html import unescape
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from scoring.models import Group
from tests.builders.groups import thursday_group, url_of
from tests.builders.seasons import season_of
from tests.builders.standings_pages import play_ranks, season_url
from tests.builders.tables import signed_in

pytestmark = pytest.mark.django_db

SITE = ("/", "/new/", "/new/artem/", "/help/artem/", "/join/")
OF_A_GROUP = ("group", "season", "season of a game", "player", "game", "sessions", "no season")
SHORTEST, LONGEST = 20, 300  # letters; search engines cut what is longer
BRAND = "scoring/icons/512.png"


@pytest.fixture
def addresses() -> dict[str, str]:
    """Return the addresses of a public group's pages."""
    group = thursday_group(visibility="public")
    season = season_of(group)
    session = play_ranks(season, 1, 2, 3)
    empty = Group.objects.create(name="Friday", slug="friday", visibility="public")
    player = session.seats.get(place=1).player_id
    return {
        "group": url_of("group", group),
        "season": season_url(season),
        "season of a game": season_url(season, "artem"),
        "player": url_of("player", group, player),
        "game": url_of("group_game", group, "artem"),
        "sessions": url_of("sessions", group),
        "no season": url_of("current_season", empty),
    }


def described(page: str) -> str:
    (words,) = re.findall('<meta name="description" content="([^"]*)">', page)
    return unescape(words)


def check(page: str) -> None:
    assert SHORTEST <= len(described(page)) <= LONGEST
    (title,) = re.findall("<title>(.+?)</title>", page)
    assert title != "Scorefolio"
    assert len(re.findall("<h1[ >]", page)) == 1
    assert '<html lang="en">' in page
    (picture,) = re.findall('<meta property="og:image" content="([^"]+)">', page)
    address = urlsplit(picture)
    assert address.netloc == "testserver"
    name = re.sub(r"\.[0-9a-f]{12}\.", ".", address.path).removeprefix("/static/")
    assert name == BRAND
    assert finders.find(name)
    assert "noindex" not in page


@pytest.mark.parametrize("address", SITE)
def test_a_page_of_the_site_has_a_description_and_a_picture(client: Client, address: str) -> None:
    check(client.get(address).content.decode())


@pytest.mark.parametrize("name", OF_A_GROUP)
def test_a_page_of_a_public_group_has_them_too(
    client: Client, addresses: dict[str, str], name: str
) -> None:
    check(client.get(addresses[name]).content.decode())


def test_each_page_of_a_group_describes_itself(client: Client, addresses: dict[str, str]) -> None:
    pages = ("group", "season", "player", "game")
    words = [described(client.get(addresses[name]).content.decode()) for name in pages]
    assert len(set(words)) == len(words)
    assert words[1] == "The standings of Cup, Year, in Thursday. Ana leads, 0.5 ahead of Ben."


@pytest.mark.parametrize("visibility", ["link", "members"])
def test_other_groups_have_no_preview(addresses: dict[str, str], visibility: str) -> None:
    Group.objects.update(visibility=visibility)
    member = signed_in("bob")
    for name in ("group", "season", "player", "game", "sessions"):
        page = member.get(addresses[name]).content.decode()
        assert "og:image" not in page
        assert 'name="robots" content="noindex"' in page
