"""Canvas at the table, over HTTP."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.canvas.rules import Painting, State
from games.canvas.tests.builders import slots
from scoring.models import Session
from scoring.sessions.loading import load
from tests.builders.tables import phone
from tests.pages import page_words, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("printed")]
Page = Any

FIRST_GAME = {"edition": "r2i-2021", "cards_of": "r2i-2021"}
CARDS = ["Composition", "Emphasis", "Repetition", "Variety"]
HTMX = {"HX-Request": "true"}
FULL = {
    f"slots_{slot}": [icon]
    for slot, icon in enumerate(["hue", "shape", "shape", "tone", "texture"], 1)
}


def opened(client: Client, *names: str, **options: Any) -> Session:
    """A table that this phone hosts."""
    data = {**FIRST_GAME, "cards": CARDS, **options, "name": names, "do": "open", "key": uuid4()}
    answer = client.post("/new/canvas/", data)
    assert answer.status_code == 302, answer.content.decode()
    return Session.objects.latest("pk")


def at(session: Session, path: str = "") -> str:
    return f"/table/{session.uuid}/{path}"


def sit(session: Session, place: int) -> Client:
    """Another phone, in that seat; 0 only watches."""
    return phone(session, place=place or None)


def paint(client: Client, session: Session, player: str, number: int, **values: Any) -> Page:
    headers = values.pop("headers", {})
    data = {"player": player, "at": number - 1, "way": "slots", "key": uuid4(), **values}
    return client.post(at(session, "canvas/painting/"), data, headers=headers)


def state(session: Session) -> State:
    state: State = load(session).state
    return state


def test_it_opens_with_a_named_set_and_takes_a_painting_by_its_icons(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    assert [card.name for card in state(session).cards] == CARDS
    answer = paint(client, session, "Ana", 1, **FULL, title="Rain")
    assert answer.status_code == 302
    assert state(session).paintings["Ana"] == (Painting(slots=slots("h|s|s|o|x"), title="Rain"),)
    assert "1 of 6 paintings" in client.get(at(session)).content.decode()
    assert "Rain" in client.get(at(session, "entries/")).content.decode()


def test_it_says_the_effect_of_a_correction_before_it_saves_it(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    paint(client, session, "Ana", 1, **FULL)
    again = at(session, "canvas/painting/1/1/")
    assert 'value="hue" id="id_slots_1_0" checked' in client.get(again).content.decode().replace(
        'class="" ', ""
    )
    fewer = {"way": "slots", "slots_1": ["hue"], "key": uuid4()}
    response = client.post(again, fewer)
    assert "9 → 1 point" in response.content.decode()
    assert state(session).paintings["Ana"][0].slots == slots("h|s|s|o|x")
    assert client.post(again, {**fewer, "save": "1"}).status_code == 302
    assert state(session).paintings["Ana"][0].slots == slots("h||||")


# Who may


WAYS = {
    "canvas/painting/": {"player": "Ana", "at": 0, "way": "slots", **FULL},
    "canvas/painting/preview/": {"player": "Ana", "at": 0, "way": "slots", **FULL},
    "canvas/painting/1/1/": {"way": "hand", "bonus": 2},
    "canvas/inspiration/": {"tokens_1": 2},
    "canvas/judge/": {"choice": "Ana"},
}


@pytest.mark.parametrize("path", WAYS)
def test_strangers_get_nothing(client: Client, path: str) -> None:
    session = opened(client, "Ana", "Ben")
    paint(client, session, "Ana", 1, **FULL)
    assert Client().post(at(session, path), WAYS[path]).status_code == 404


@pytest.mark.parametrize("path", WAYS)
def test_whoever_only_watches_enters_nothing(client: Client, path: str) -> None:
    session = opened(client, "Ana", "Ben")
    paint(client, session, "Ana", 1, **FULL)
    before = state(session)
    assert sit(session, 0).post(at(session, path), WAYS[path]).status_code == 403
    assert state(session) == before


def test_a_seat_may_enter_the_painting_of_another(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    assert paint(sit(session, 2), session, "Ana", 1, **FULL).status_code == 302
    assert len(state(session).paintings["Ana"]) == 1


def test_another_game_has_no_paintings(client: Client) -> None:
    client.post(
        "/new/artem/",
        {
            "name": ["Ana", "Ben"],
            "variant": "standard",
            "directions": "universal",
            "do": "open",
            "key": uuid4(),
        },
    )
    session = Session.objects.latest("pk")
    assert paint(client, session, "Ana", 1, **FULL).status_code == 404


# Entering


def test_it_answers_htmx_with_the_table_alone(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    answer = paint(client, session, "Ana", 1, headers=HTMX, **FULL)
    assert answer.status_code == 200
    assert answer.content.decode().strip().startswith('<div id="table"')
    assert 'id="easel-1-2"' in answer.content.decode()


def test_the_same_tap_twice_is_one_painting(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    key = uuid4()
    for _tap in range(2):
        assert paint(client, session, "Ana", 1, key=key, **FULL).status_code == 302
    assert len(state(session).paintings["Ana"]) == 1


def test_it_refuses_the_second_phone_because_the_painting_is_there(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    paint(client, session, "Ana", 1, **FULL)
    answer = paint(sit(session, 1), session, "Ana", 1, way="hand", bonus=3)
    assert answer.status_code == 422
    assert "Number 1 has already been entered" in answer.content.decode()
    assert len(state(session).paintings["Ana"]) == 1


def test_it_takes_three_art_cards_and_offers_them_no_more(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    art = {"art_1": "Precious", "art_2": "Dreams", "art_3": "Truth"}
    paint(client, session, "Ana", 1, way="art", **art)
    assert state(session).paintings["Ana"] == (Painting(art=("Precious", "Dreams", "Truth")),)
    assert "Precious Truth" in client.get(at(session, "entries/")).content.decode()
    page = client.get(at(session)).content.decode()
    assert '<option value="Precious">' not in page
    assert '<option value="Peaceful">' in page
    again = client.get(at(session, "canvas/painting/1/1/")).content.decode()
    assert '<option value="Precious">' in again


def test_a_refused_entry_comes_back_as_it_was_typed(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    three = {"slots_1": ["hue", "shape", "tone"], "title": "After the rain"}
    answer = paint(client, session, "Ana", 1, headers=HTMX, **three)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Slot 1:" in page
    assert "After the rain" in page
    easel = page[page.index('id="easel-1-1"') :].partition(">")[0]
    assert re.search(r'id="easel-1"[^>]* checked', page)
    assert "hx-preserve" not in easel  # or the phone would keep the form without its errors


def test_an_empty_painting_asks_for_its_icons(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    answer = paint(client, session, "Ana", 1)
    assert answer.status_code == 422
    assert "Tap the visible icons" in answer.content.decode()


def test_what_a_phone_is_entering_survives_a_poll(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    page = client.get(at(session)).content.decode()
    assert "hx-preserve" in page[page.index('id="easel-1-1"') :].partition(">")[0]


def test_the_forms_of_a_table_are_kept_until_they_would_be_others(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    french = {"Accept-Language": "fr"}
    for headers, asked in (
        ({}, "How do you want to enter it?"),
        (french, "Comment voulez-vous le saisir"),
        ({}, "How"),
    ):
        assert asked in client.get(at(session), headers=headers).content.decode()
    paint(client, session, "Ana", 1, way="hand", bonus=3)
    page = client.get(at(session)).content.decode()
    assert re.search(r'name="at" value="1"[^>]*id="p1-at"', page)
    assert re.search(r'name="at" value="0"[^>]*id="p2-at"', page)
    ways = re.findall(r'name="way" value="(\w+)"[^>]*checked', page)
    assert ways == ["hand", "hand"]


# Looking before it is saved


def looked(client: Client, session: Session, **values: Any) -> str:
    data = {"player": "Ana", "at": 0, "way": "slots", **values}
    answer = client.get(at(session, "canvas/painting/preview/"), data, headers=HTMX)
    assert answer.status_code == 200
    return answer.content.decode()


def test_it_shows_what_a_painting_earns_and_changes_nothing(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    page = looked(client, session, **FULL)
    assert "+9" in page
    assert "Composition <b>1</b>" in page
    assert state(session).paintings == {}
    session.refresh_from_db()
    assert (session.revision, session.version) == (1, 1)


def test_it_explains_a_ribbon_that_is_not_there_to_take(client: Client) -> None:
    session = opened(client, "Ana", "Ben", cards=["Composition", "Repetition"])
    four = {f"slots_{slot}": ["shape"] for slot in range(1, 5)}
    paint(client, session, "Ana", 1, **four)
    paint(client, session, "Ana", 2, way="hand", ribbons_2=1)
    page = looked(client, session, at=2, **four)
    assert "Repetition: earned 2, but only 1 is left to take." in page


def test_without_javascript_the_look_is_a_page_that_can_be_saved(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    data = {"player": "Ana", "at": 0, "way": "slots", **FULL}
    page = client.post(at(session, "canvas/painting/preview/"), data).content.decode()
    assert "<!doctype html>" in page
    assert "+9" in page
    assert 'value="shape"' in page
    assert f'action="{at(session, "canvas/painting/")}"' in page


# The end


def finished(client: Client, *points: int) -> Session:
    names = ("Ana", "Ben", "Cy")[: len(points)]
    session = opened(client, *names)
    for name, bonus in zip(names, points, strict=True):
        for number in (1, 2, 3):
            worth = bonus if number == 1 else 0
            paint(client, session, name, number, way="hand", bonus=worth)
    return session


def test_it_counts_the_tokens_left_in_one_go(client: Client) -> None:
    session = finished(client, 5, 5)
    client.post(at(session, "canvas/inspiration/"), {"tokens_1": 8, "tokens_2": ""})
    assert state(session).inspiration == {"Ana": 8}
    client.post(at(session, "canvas/inspiration/"), {"tokens_1": 1, "tokens_2": 7})
    assert state(session).inspiration == {"Ana": 1, "Ben": 7}
    assert "Ben wins" in page_words(client, at(session))


def test_it_refuses_more_tokens_than_are_in_play(client: Client) -> None:
    session = finished(client, 5, 5)
    answer = client.post(at(session, "canvas/inspiration/"), {"tokens_1": 5, "tokens_2": 4})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Only 8 Inspiration tokens are in play" in page
    assert 'value="5"' in page
    assert state(session).inspiration == {}


def test_the_runner_up_decides_with_one_tap_and_may_decide_again(client: Client) -> None:
    session = finished(client, 5, 5, 1)
    client.post(at(session, "canvas/inspiration/"), {"tokens_1": 0, "tokens_2": 0})
    assert (
        "It is up to Cy to choose between Ana and Ben" in client.get(at(session)).content.decode()
    )
    judge = phone(session, place=3)
    assert "You choose between Ana and Ben" in judge.get(at(session)).content.decode()
    client.post(at(session, "canvas/judge/"), {"choice": "Ben"})
    page = client.get(at(session)).content.decode()
    assert "Ben wins" in words(page)
    assert "The runner-up picked Ben." in page
    client.post(at(session, "canvas/judge/"), {"choice": ""})
    assert (
        "It is up to Cy to choose between Ana and Ben" in client.get(at(session)).content.decode()
    )


def test_it_asks_the_tied_for_their_tokens_before_anybody_picks(client: Client) -> None:
    """R-C10: tokens may still break the tie."""
    session = finished(client, 5, 5, 1)
    page = client.get(at(session)).content.decode()
    assert "Ana and Ben are tied. How many tokens does each of them have left?" in page
    assert "to choose between" not in page
    answer = client.post(at(session, "canvas/judge/"), {"choice": "Ben"})
    assert answer.status_code == 422
    assert state(session).judge_choice is None
    client.post(at(session, "canvas/inspiration/"), {"tokens_1": 1, "tokens_2": ""})
    page = client.get(at(session)).content.decode()
    assert "Ana wins" in words(page)
    assert "to choose between" not in page


def test_tokens_that_break_the_tie_drop_the_pick_and_say_so(client: Client) -> None:
    """R-C10: they are not refused because somebody has picked."""
    session = finished(client, 5, 5, 1)
    client.post(at(session, "canvas/inspiration/"), {"tokens_1": 0, "tokens_2": 0})
    client.post(at(session, "canvas/judge/"), {"choice": "Ben"})
    client.post(at(session, "canvas/inspiration/"), {"tokens_1": 2, "tokens_2": 1})
    page = client.get(at(session)).content.decode()
    assert "Ana wins" in words(page)
    assert "<p>The tokens end the tie; the runner-up’s pick no longer counts.</p>" in page
    board = client.get(at(session, "board/")).content.decode()
    assert "the runner-up’s pick no longer counts" in board
    assert (
        "the runner-up’s pick no longer counts"
        in client.get(at(session, "history/")).content.decode()
    )


def test_alone_it_names_the_award(client: Client) -> None:
    session = opened(client, "Ana")
    for number, bonus in enumerate((30, 6, 1), 1):
        paint(client, session, "Ana", number, way="hand", bonus=bonus)
    assert "Runner-Up: 35 to 39 points." in client.get(at(session, "result/")).content.decode()


def test_a_painting_that_never_was_is_taken_out(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    paint(client, session, "Ana", 1, **FULL)
    client.post(at(session, "canvas/painting/1/1/"), {"way": "slots", "out": "on", "save": "1"})
    assert state(session).paintings["Ana"] == ()


@pytest.mark.parametrize("path", ["canvas/painting/1/2/", "canvas/painting/3/1/"])
def test_there_is_nothing_to_correct_where_nothing_hangs(client: Client, path: str) -> None:
    session = opened(client, "Ana", "Ben")
    paint(client, session, "Ana", 1, **FULL)
    assert client.get(at(session, path)).status_code == 404
