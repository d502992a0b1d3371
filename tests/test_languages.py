"""Pages are in the browser's language, or in the one that was chosen at the foot of a page."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.functional import Promise

from games.artbox import rules as artbox
from games.artem import rules as artem
from games.canvas import rules as canvas
from games.canvas.cards import Card
from games.canvas.rules import Painting
from games.duplik import rules as duplik
from scoring.contract import Game
from scoring.core.outcome import Outcome
from scoring.core.refusals import Code, Refused
from scoring.core.wording import ENDS, REFUSALS, headline, refusal_sentence, why
from scoring.models import Session
from scoring.registry import get_game, installed_games
from tests.builders.staff import new_staff
from tests.builders.tables import finished_table, phone

HOME = reverse("home")
SWITCH = reverse("set_language")


@pytest.fixture
def french() -> Client:
    return Client(headers={"accept-language": "fr-CA,fr;q=0.9,en;q=0.5"})


@pytest.fixture
def in_french() -> Iterator[None]:
    with translation.override("fr"):
        yield


# Which language


def test_a_french_browser_gets_french(french: Client) -> None:
    response = french.get(HOME)
    page = response.content.decode()
    assert '<html lang="fr">' in page
    assert "À quoi jouez-vous\u202f?" in page
    assert response.headers["Content-Language"] == "fr"


@pytest.mark.parametrize("accepted", ["en", "de-DE,de;q=0.9", ""])
def test_everybody_else_gets_english(client: Client, accepted: str) -> None:
    response = client.get(HOME, headers={"accept-language": accepted})
    assert '<html lang="en">' in response.content.decode()
    assert response.headers["Content-Language"] == "en"


def test_no_cache_gives_one_language_to_the_reader_of_another(french: Client) -> None:
    varies = french.get(HOME).headers["Vary"].split(", ")
    assert {"Accept-Language", "Cookie"} <= set(varies)


@pytest.mark.django_db
def test_the_switch_keeps_the_choice_and_returns_to_the_page(client: Client) -> None:
    page = reverse("by_code") + "?code=ABCD"
    shown = client.get(page).content.decode()
    assert f'<input name="next" type="hidden" value="{page}">' in shown
    response = client.post(SWITCH, {"language": "fr", "next": page})
    assert (response.status_code, response.headers["Location"]) == (302, page)
    assert response.cookies[settings.LANGUAGE_COOKIE_NAME].value == "fr"
    assert '<html lang="fr">' in client.get(page).content.decode()


def test_what_was_chosen_goes_before_what_the_browser_asks_for(french: Client) -> None:
    french.post(SWITCH, {"language": "en", "next": HOME})
    assert '<html lang="en">' in french.get(HOME).content.decode()


def test_the_switch_needs_no_token_so_that_one_page_serves_everybody() -> None:
    reader = Client(enforce_csrf_checks=True)
    page = reader.get(reverse("by_code"))
    assert "csrfmiddlewaretoken" not in page.content.decode()
    assert settings.CSRF_COOKIE_NAME not in page.cookies
    chosen = reader.post(SWITCH, {"language": "fr", "next": HOME})
    assert (chosen.status_code, chosen.headers["Location"]) == (302, HOME)
    assert chosen.cookies[settings.LANGUAGE_COOKIE_NAME].value == "fr"


def test_the_switch_leads_to_no_foreign_site(client: Client) -> None:
    response = client.post(SWITCH, {"language": "fr", "next": "https://example.com/"})
    assert response.headers["Location"] == "/"


def test_the_switch_names_each_language_in_itself_and_marks_the_current(french: Client) -> None:
    page = french.get(HOME).content.decode()
    buttons = re.findall(r'value="(\w+)" lang="(\w+)"( aria-current="true")?>(\S+)</button>', page)
    assert buttons == [
        ("en", "en", "", "English"),
        ("fr", "fr", ' aria-current="true"', "Français"),
    ]


# Nothing is put into words before the reader's language is known


@pytest.mark.parametrize("game", installed_games().values(), ids=lambda game: game.slug)
def test_what_a_game_says_waits_for_the_language(game: Game[Any]) -> None:
    wording = game.wording
    tables = (wording.ends, wording.refusals, wording.awards, wording.actions, wording.decisions)
    every = [wording.about, wording.order, *(text for table in tables for text in table.values())]
    assert [text for text in every if not isinstance(text, Promise)] == []
    with translation.override("fr"):
        spoken = [str(text) for text in every]
    assert [a for a, b in zip(every, spoken, strict=True) if str(a) == b] == []


@pytest.mark.parametrize("table", [ENDS, REFUSALS], ids=["ends", "refusals"])
def test_what_all_games_say_waits_for_the_language(table: dict[str, Any]) -> None:
    english = [str(text) for text in table.values()]
    with translation.override("fr"):
        assert not set(english) & {str(text) for text in table.values()}


def test_what_constraints_say_waits_for_the_language() -> None:
    ours = {"scoring", *installed_games()}
    sentences = [
        constraint.violation_error_message
        for model in apps.get_models()
        if model._meta.app_label in ours
        for constraint in model._meta.constraints
    ]
    assert len(sentences) > 40
    assert [text for text in sentences if not isinstance(text, Promise)] == []


# The reasons of a result, one decided tie for each game


def whys(outcome: Outcome[Any], slug: str) -> list[str]:
    wording = get_game(slug).wording
    return [why(reason, wording, finished=outcome.finished) for reason in outcome.reasons()]


def artbox_tie() -> Outcome[Any]:
    def played(*finish: str, **guesses: dict[str, int]) -> artbox.Round:
        return artbox.Round(guesses=guesses, finish=finish)

    first = played("Ana", "Ben", "Cleo", "Dov", Ben={"Ana": 1, "Cleo": 1}, Dov={"Ana": 1})
    last = played(
        "Cleo", "Ben", "Ana", "Dov",
        Ana={"Ben": 1, "Cleo": 1}, Ben={"Ana": 1}, Cleo={"Ben": 1}, Dov={"Ben": 1, "Ana": 1},
    )  # fmt: skip
    players = ("Ana", "Ben", "Cleo", "Dov")
    return artbox.score(artbox.State(players=players, rounds=(*[first] * 4, last)))


def canvas_tie() -> Outcome[Any]:
    bonus = {"Abby": 9, "Bo": 1, "Cy": 9}
    cards = ("Unity", "Space", "Variety", "Movement")
    return canvas.score(
        canvas.State(
            players=tuple(bonus),
            cards=tuple(Card(name, points=(1,)) for name in cards),
            paintings={name: (Painting(bonus=points),) for name, points in bonus.items()},
            inspiration={"Abby": 1, "Cy": 1},
            judge_choice="Cy",
            stopped=True,
        )
    )


def duplik_tie() -> Outcome[Any]:
    drawn = duplik.Round("Sam", 10, {"Amy": (1,), "Mika": (1,)})
    return duplik.score(duplik.State(("Sam", "Amy", "Mika"), rounds=(drawn,), stopped=True))


def artem_tie() -> Outcome[Any]:
    turns = (
        artem.Turn("Ida", ()),
        artem.Turn("Joe", ()),
        artem.Turn("Ida", (artem.Claim(play=1, length=4),)),
        artem.Turn("Joe", (artem.Claim(play=1, length=2),)),
    )
    return artem.score(artem.State(players=("Ida", "Joe"), turns=turns, stopped=True))


@pytest.mark.usefixtures("in_french")
@pytest.mark.parametrize(
    ("slug", "outcome", "first", "sentence"),
    [
        (
            "artbox",
            artbox_tie(),
            "Ben gagne",
            (
                "Ben finit devant Ana\u00a0: égalité (5 jetons), mais Ben a 3 bonnes réponses sur "
                "le dessin à la dernière manche contre 2."
            ),
        ),
        (
            "canvas",
            canvas_tie(),
            "Cy gagne",
            (
                "Cy finit devant Abby\u00a0: égalité (9 points et 1 jeton Inspiration), mais la "
                "personne classée juste derrière a choisi Cy."
            ),
        ),
        (
            "duplik",
            duplik_tie(),
            "Sam, Amy et Mika gagnent ensemble",
            "Sam, Amy et Mika partagent la victoire\u00a0: égalité avec 1 point.",
        ),
        (
            "artem",
            artem_tie(),
            "Ida gagne",
            "Ida finit devant Joe\u00a0: 5 points contre 1.",
        ),
    ],
    ids=["artbox", "canvas", "duplik", "artem"],
)
def test_it_says_why_in_french(slug: str, outcome: Outcome[Any], first: str, sentence: str) -> None:
    assert headline(outcome) == first
    assert whys(outcome, slug)[0] == sentence


@pytest.mark.usefixtures("in_french")
@pytest.mark.parametrize(
    ("refused", "slug", "sentence"),
    [
        (
            Refused(("cards",), Code.WRONG_COUNT, count=5, wanted=range(2, 5)),
            "canvas",
            "Il faut 2 à 4 éléments dans cette liste\u202f; elle en compte 5.",
        ),
        (
            Refused(("rounds", 0), duplik.Refusal.MISSING_SHEET, names=("Amy", "Bo", "Cy")),
            "duplik",
            "Il manque encore une feuille pour Amy, Bo et Cy.",
        ),
        (
            Refused(("rounds", 0), artbox.Refusal.OWN_DRAWING, name="Ana"),
            "artbox",
            "Ana ne peut pas deviner son propre dessin.",
        ),
        (
            Refused(("turns", 0), artem.Refusal.NOT_YOUR_TURN, expected="Ida", name="Joe"),
            "artem",
            "C’est ici à Ida de jouer, pas à Joe.",
        ),
    ],
    ids=["canvas", "duplik", "artbox", "artem"],
)
def test_it_refuses_in_french(refused: Refused, slug: str, sentence: str) -> None:
    assert refusal_sentence(refused, get_game(slug).wording) == sentence


# At the table and in the admin


def open_table(client: Client, *names: str) -> Any:
    chosen = {"variant": "standard", "directions": "universal"}
    fields = {"key": str(uuid4()), "begins": "0", "name": list(names), "do": "open", **chosen}
    return client.post(reverse("new", args=["artem"]), fields)


@pytest.mark.django_db
def test_a_table_is_played_in_french(french: Client) -> None:
    open_table(french, "Ida", "Joe")
    table = Session.objects.get()
    page = french.get(reverse("table", args=[table.uuid])).content.decode()
    assert "À Ida de jouer" in page
    assert "Pas de prise au premier tour." in page


@pytest.mark.django_db
def test_a_new_table_is_refused_in_french(french: Client) -> None:
    page = open_table(french, "Ida").content.decode()
    assert "Ce jeu se joue de 2 à 4 joueurs." in page


@pytest.mark.django_db
def test_days_are_written_as_in_french(french: Client) -> None:
    open_table(french, "Ida", "Joe")
    Session.objects.update(expires_at=datetime(2031, 2, 3, 12, tzinfo=UTC))
    table = Session.objects.get()
    page = french.get(reverse("about", args=[table.uuid])).content.decode()
    assert "gardée jusqu’au 3 février 2031" in page


@pytest.mark.django_db
def test_the_admin_speaks_french(french: Client) -> None:
    open_table(french, "Ida", "Joe")
    french.force_login(new_staff("alice", is_superuser=True))
    page = french.get(reverse("admin:scoring_session_changelist")).content.decode()
    assert '<html lang="fr"' in page
    assert "Importer des parties" in page
    assert "Télécharger les résultats en CSV" in page
    assert "Scoring" not in page


@pytest.mark.parametrize("below", ["artem/turn/", "undo/", "remove/"])
def test_the_switch_leads_on_from_a_page_that_only_a_post_shows(db: None, below: str) -> None:  # noqa: ARG001
    session = finished_table()
    host = phone(session, hosts=True)
    page = host.post(f"/table/{session.uuid}/{below}", {"at": "5"}).content.decode()
    here = page.partition('name="next" type="hidden" value="')[2].partition('"')[0]
    answer = host.post("/language/", {"language": "fr", "next": here}, follow=True)
    assert answer.status_code == 200
