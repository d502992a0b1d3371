"""The page that says how a game is scored, and the links to its paragraphs."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from scoring.registry import help_template, installed_games
from tests.builders.tables import artem_table, phone

GAMES = sorted(installed_games())
LINK = re.compile(r'"play/help/_why\.html" with about="([\w-]+)"')


def help_page(client: Client, slug: str, language: str = "en") -> str:
    response = client.get(reverse("help", args=[slug]), headers={"accept-language": language})
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("slug", GAMES)
def test_it_has_every_paragraph_that_pages_of_the_game_link_to(client: Client, slug: str) -> None:
    folder = Path(settings.BASE_DIR) / "games" / slug / "templates"
    linked = {about for path in folder.rglob("*.html") for about in LINK.findall(path.read_text())}
    assert linked
    assert linked - set(re.findall(r' id="([\w-]+)"', help_page(client, slug))) == set()


@pytest.mark.parametrize("slug", GAMES)
def test_it_says_who_wins_with_an_example(client: Client, slug: str) -> None:
    _before, ties = help_page(client, slug).split('<section class="sheet" id="ties">')
    assert '<p class="example">Example: ' in ties.partition("</section>")[0]


def test_it_is_in_french_for_a_french_reader(client: Client) -> None:
    page = help_page(client, "artem", "fr")
    assert "<h2>Ce que vaut une prise</h2>" in page
    assert "Example" not in page


@pytest.mark.django_db
def test_a_new_table_leads_to_what_its_rules_change(client: Client) -> None:
    page = client.get(reverse("new", args=["artem"])).content.decode()
    assert '<a class="why-link" href="/help/artem/#variants">Why?</a>' in page


@pytest.mark.django_db
def test_the_rules_of_a_table_lead_back_to_it_and_open_no_other() -> None:
    session = artem_table()
    host = phone(session, hosts=True)
    table = host.get(f"/table/{session.uuid}/").content.decode()
    rules = f"/table/{session.uuid}/help/"
    assert f'<a class="button" href="{rules}" data-keep>Rules</a>' in table
    assert f'<a class="why-link" href="{rules}#first-turn">Why?</a>' in table
    page = host.get(rules).content.decode()
    assert page.count(f'href="/table/{session.uuid}/">Back to the table</a>') == 2
    assert 'href="/new/artem/"' not in page


@pytest.mark.django_db
def test_the_rules_without_a_table_offer_one(client: Client) -> None:
    assert 'href="/new/artem/">Play Artem</a>' in help_page(client, "artem")


@pytest.mark.parametrize("slug", ["chess", "admin"])
def test_there_is_none_of_a_game_that_is_not_installed(client: Client, slug: str) -> None:
    assert client.get(reverse("help", args=[slug])).status_code == 404


def test_a_game_without_one_has_no_page() -> None:
    assert help_template("doubles") == ""
