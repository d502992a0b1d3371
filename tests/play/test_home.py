"""The home page."""

import re

import pytest
from django.test import Client, override_settings

from scoring.models import Group
from scoring.registry import installed_games


def test_it_names_every_game_and_says_who_wins(client: Client) -> None:
    page = client.get("/").content.decode()
    for game in installed_games().values():
        assert game.name in page
        assert str(game.wording.about) in page
        assert f"{game.least_players} to {game.most_players} players" in page


def test_it_asks_no_database(client: Client) -> None:
    assert client.get("/").status_code == 200


def test_it_allows_no_inline_script_or_style(client: Client) -> None:
    response = client.get("/")
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    page = response.content.decode()
    assert not re.search(r"<script>|<style|\sstyle=|\son\w+=", page)


def test_it_names_hashed_static_files(client: Client) -> None:
    page = client.get("/").content.decode()
    assert re.search(r'href="/static/scoring/css/base\.[0-9a-f]{12}\.css"', page)


def test_it_answers_no_other_method(client: Client) -> None:
    assert client.post("/").status_code == 405


def test_it_does_not_answer_for_a_foreign_host(client: Client) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


def test_a_page_without_an_icon_of_its_own_gets_the_mark(client: Client) -> None:
    assert re.fullmatch(
        r"/static/scoring/mark\.\w+\.svg", client.get("/favicon.ico").headers["location"]
    )


@pytest.mark.django_db
@override_settings(DEMO=True)
def test_it_leads_to_the_group_that_lives(client: Client) -> None:
    group = Group.objects.create(name="Club", slug="demo", visibility=Group.Visibility.PUBLIC)
    assert '<a class="button" href="/g/demo/">See an example league</a>' in page_of(client)
    Group.objects.filter(pk=group.pk).update(visibility=Group.Visibility.LINK)
    assert "See an example league" not in page_of(client)


@pytest.mark.django_db
def test_it_leads_to_no_group_that_merely_sits_at_that_address(client: Client) -> None:
    Group.objects.create(name="Club", slug="demo", visibility=Group.Visibility.PUBLIC)
    assert "See an example league" not in page_of(client)


def page_of(client: Client) -> str:
    return client.get("/").content.decode()
