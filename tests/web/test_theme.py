"""Light, dark or as the device: chosen at the foot of each page and kept in the browser."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from tests.builders.groups import thursday_group, url_of
from tests.builders.seasons import season_of
from tests.builders.standings_pages import play_ranks, season_url

pytestmark = pytest.mark.django_db

SCHEMES = {"": "light dark", "light": "light", "dark": "dark"}
FILES = {"": "scoring/css/tokens", "light": "themes/light", "dark": "themes/dark"}
LIGHT, DARK = "#f5f2ec", "#161412"
BROWSER = {"": [LIGHT, DARK], "light": [LIGHT], "dark": [DARK]}


def choose(client: Client, theme: str, back: str = "/join/") -> str:
    answer = client.post(reverse("set_theme"), {"theme": theme, "next": back})
    assert answer.status_code == 302
    return str(answer.headers["Location"])


def check(page: str, theme: str) -> None:
    assert f'<meta name="color-scheme" content="{SCHEMES[theme]}">' in page
    (first, *_others) = re.findall(r'<link rel="stylesheet" href="/static/([^.]+)', page)
    assert first == FILES[theme]
    assert re.findall('name="theme-color" content="([^"]+)"', page) == BROWSER[theme]
    assert re.findall('name="theme" value="(\\w*)" aria-current="true"', page) == [theme]


@pytest.mark.parametrize("theme", SCHEMES)
def test_a_browser_keeps_what_was_chosen(client: Client, theme: str) -> None:
    check(client.get("/join/").content.decode(), "")
    assert choose(client, theme) == "/join/"
    check(client.get("/join/").content.decode(), theme)
    choose(client, "")
    check(client.get("/join/").content.decode(), "")


def test_it_keeps_nothing_else(client: Client) -> None:
    choose(client, "dark")
    choose(client, "pink")
    check(client.get("/join/").content.decode(), "")
    client.cookies["theme"] = "pink"
    check(client.get("/join/").content.decode(), "")


def test_it_leads_back_to_no_other_site(client: Client) -> None:
    assert choose(client, "dark", "https://evil.example/") == "/"


def test_pages_that_are_kept_are_kept_for_each_theme() -> None:
    group = thursday_group(visibility="public")
    season = season_of(group)
    play_ranks(season, 1, 2)
    readers = {theme: Client() for theme in SCHEMES}
    for address in (season_url(season), url_of("group", group)):
        for _time in ("rendered", "kept"):
            for theme, reader in readers.items():
                choose(reader, theme)
                check(reader.get(address).content.decode(), theme)
        tag = readers["dark"].get(address).headers["ETag"]
        light = readers["light"].get(address, headers={"If-None-Match": tag})
        assert light.status_code == 200


@pytest.mark.parametrize(
    ("theme", "condition"), [("dark", "@media screen"), ("light", "@media not all")]
)
def test_a_theme_has_the_colours_by_night_under_its_own_condition(
    theme: str, condition: str
) -> None:
    made = Path(str(finders.find(f"themes/{theme}.css"))).read_text()
    tokens = Path(str(finders.find("scoring/css/tokens.css"))).read_text()
    day, _query, night = tokens.partition("@media (prefers-color-scheme: dark)")
    assert "--paper" in night.partition("}")[0]
    assert made == f"{day}{condition}{night}".replace("../../fonts/", "../fonts/")
    for font in set(re.findall(r"fonts/[\w.-]+", made)):
        assert finders.find(font)
