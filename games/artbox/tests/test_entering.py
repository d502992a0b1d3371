"""Entering a round, tap by tap, on phones."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.artbox.models import OpenFinish, OpenGuess, OpenRound
from games.artbox.tests.tables import (
    Screen,
    everyone_finishes,
    opened,
    place,
    play_a_round,
    rounds_of,
    say,
)
from scoring.models import Session

pytestmark = pytest.mark.django_db

TAPS: dict[str, dict[str, Any]] = {
    "finish/": {"number": 1, "seat": 1},
    "unfinish/": {"number": 1, "seat": 1},
    "judge/": {"number": 1, "seat": 1, "broken": "yes"},
    "die/": {"number": 1, "die": 1, "shape": "line"},
    "roll/": {"number": 1},
    "dice/take-up/": {"number": 1},
    "way/": {"number": 1, "way": "sheets"},
    "guess/": {"number": 1, "author": 1, "right": "2x1"},
}


@pytest.fixture
def session() -> Session:
    return opened()


@pytest.fixture
def ana(session: Session) -> Screen:
    return Screen(session, "Ana")


def version(session: Session) -> int:
    return int(Session.objects.get(pk=session.pk).version)


@pytest.mark.parametrize("below", [*TAPS, "record/"])
def test_it_is_not_there_for_a_stranger(session: Session, below: str) -> None:
    data = {**TAPS.get(below, {}), "at": 0}
    assert Client().post(f"/table/{session.uuid}/artbox/{below}", data).status_code == 404


@pytest.mark.parametrize("below", [*TAPS, "record/"])
def test_it_takes_nothing_from_a_watcher(session: Session, below: str) -> None:
    before = version(session)
    assert Screen(session).tap(below, **TAPS.get(below, {"at": 0})).status_code == 403
    assert version(session) == before


@pytest.mark.parametrize("below", TAPS)
@pytest.mark.parametrize("hosts", [True, False])
def test_it_shows_a_tap_of_the_host_or_a_seat_on_every_screen(
    session: Session, below: str, *, hosts: bool
) -> None:
    screen = Screen(session, "" if hosts else "Ben", hosts=hosts)
    before = version(session)
    answer = screen.tap(below, **TAPS[below])
    assert answer.status_code == 200
    assert 'id="table"' in answer.content.decode()
    assert "<html" not in answer.content.decode()
    assert version(session) > before


@pytest.mark.parametrize("below", TAPS)
def test_it_works_without_a_script(session: Session, ana: Screen, below: str) -> None:
    answer = ana.tap(below, htmx=False, **TAPS[below])
    assert answer.status_code == 302
    assert answer.url == f"/table/{session.uuid}/"


@pytest.mark.parametrize("below", TAPS)
def test_it_refuses_what_was_tapped_for_a_round_that_is_over(ana: Screen, below: str) -> None:
    play_a_round(ana)
    answer = ana.tap(below, **TAPS[below])
    assert answer.status_code == 422
    assert "Number 1 has already been entered" in answer.content.decode()


def test_it_says_that_a_page_is_too_old(ana: Screen) -> None:
    answer = ana.tap("finish/", number=1)
    assert answer.status_code == 422
    assert "This page is out of date." in answer.content.decode()


def test_it_gives_number_tokens_in_the_order_of_the_taps_once_each(ana: Screen) -> None:
    for name in ("Cleo", "Ana", "Cleo", "Cleo"):
        ana.tap("finish/", number=1, seat=place(ana.session, name))
    finished = OpenFinish.objects.order_by("place").values_list("place", "seat__name")
    assert list(finished) == [(1, "Cleo"), (2, "Ana")]


def test_the_last_number_token_goes_to_who_is_left(ana: Screen) -> None:
    for name in ("Cleo", "Ana", "Ben"):
        ana.tap("finish/", number=1, seat=place(ana.session, name))
    finished = OpenFinish.objects.order_by("place").values_list("place", "seat__name")
    assert list(finished) == [(1, "Cleo"), (2, "Ana"), (3, "Ben"), (4, "Dov")]


def test_it_takes_a_finish_back_and_moves_the_others_up(ana: Screen) -> None:
    everyone_finishes(ana, names="Dov Ben Cleo")
    for _again in range(2):
        ana.tap("unfinish/", number=1, seat=place(ana.session, "Ben"))
    finished = OpenFinish.objects.order_by("place").values_list("place", "seat__name")
    assert list(finished) == [(1, "Dov"), (2, "Cleo")]  # the last token was nobody's tap
    assert "Whose drawing is finished?" in ana.text()


def test_it_takes_only_the_last_finish_back(ana: Screen) -> None:
    everyone_finishes(ana, names="Dov Ben Cleo")
    ana.tap("unfinish/", number=1, seat=place(ana.session, "Ana"))
    finished = OpenFinish.objects.order_by("place").values_list("place", "seat__name")
    assert list(finished) == [(1, "Dov"), (2, "Ben"), (3, "Cleo")]


def test_it_asks_first_for_the_drawing_of_this_phone(session: Session, ana: Screen) -> None:
    assert "My drawing is finished" in ana.text()
    assert "My drawing is finished" not in Screen(session, hosts=True).text()
    ana.tap("finish/", number=1, seat=1)
    assert "My drawing is finished" not in ana.text()


def test_it_offers_to_record_only_once_everything_is_entered(ana: Screen) -> None:
    everyone_finishes(ana)
    say(ana, "Ana: Ben; Ben: Ana Cleo; Cleo:")
    assert "Record the round" not in ana.text()
    say(ana, "Dov:")
    assert "Record the round" in ana.text()


def test_it_says_who_would_get_which_token_and_why(ana: Screen) -> None:
    everyone_finishes(ana, names="Cleo Ben Ana Dov")
    say(ana, "Ana: Ben; Ben: Ana Cleo; Cleo: Ben Dov; Dov:")
    page = ana.text()
    assert "Drawing token: <strong>Cleo</strong>" in page
    assert (
        "Cleo beats Ben: both have 2 right guesses of the drawing, "
        "but Cleo has Number token 1 against 2."
    ) in page
    assert "Sheet token: <strong>Ben</strong>" in page
    assert "Ben beats Ana: 2 right guesses against 1." in page


def test_it_says_that_a_better_drawing_broke_the_requirements(ana: Screen) -> None:
    """R-A4: Ben has three guesses, Cleo two."""
    everyone_finishes(ana, names="Cleo Ben Ana Dov")
    say(ana, "Ana:; Ben: Ana Cleo Dov; Cleo: Ben Dov; Dov: Ana")
    assert "breaks the drawing rules." not in ana.text()
    ana.tap("judge/", number=1, seat=2, broken="yes")
    page = ana.text()
    assert "Drawing token: <strong>Cleo</strong>" in page
    assert (
        "Cleo beats Dov: 2 right guesses of the drawing against 1. "
        "Ben’s drawing was ahead, but it breaks the drawing rules."
    ) in page


def test_it_says_that_nobody_kept_to_the_requirements(ana: Screen) -> None:
    everyone_finishes(ana)
    say(ana, "Ana: Ben; Ben:; Cleo:; Dov:")
    for seat in range(1, 5):
        ana.tap("judge/", number=1, seat=seat, broken="yes")
    assert "No drawing kept to the drawing rules, so nobody gets this token." in ana.text()


@pytest.mark.parametrize("missing", ["finish", "guesses"])
def test_it_refuses_to_record_half_a_round(session: Session, ana: Screen, missing: str) -> None:
    if missing == "guesses":
        everyone_finishes(ana)
        say(ana, "Ana:; Ben:; Cleo:")
    answer = ana.tap("record/", at=0)
    assert answer.status_code == 422
    expected = {
        "finish": "Still drawing: Ana, Ben, Cleo and Dov.",
        "guesses": "the drawings of Dov",
    }
    assert expected[missing] in answer.content.decode()
    assert rounds_of(session) == ()


def test_it_records_that_nobody_guessed_the_other_drawings(session: Session, ana: Screen) -> None:
    everyone_finishes(ana)
    assert "nobody guessed the other drawings" not in ana.text()
    say(ana, "Ana: Ben")
    assert "Record: nobody guessed the other drawings" in ana.text()
    ana.tap("record/", at=0, others_by_nobody="on")
    assert [dict(round.guesses) for round in rounds_of(session)] == [{"Ben": {"Ana": 1}}]


def step_shown(page: str) -> str:
    """Return the seat whose drawing the page shows."""
    (place,) = re.findall(r'id="drawing-1-(\d)"[^>]* checked', page)
    return str(place)


def test_it_asks_about_one_drawing_after_the_other(ana: Screen) -> None:
    everyone_finishes(ana)
    assert step_shown(ana.text()) == "1"
    say(ana, "Ana: Ben")
    assert step_shown(ana.text()) == "1"
    say(ana, "Ana:")
    assert step_shown(ana.text()) == "2"
    say(ana, "Ben:; Cleo:; Dov:")
    assert step_shown(ana.text()) == "4"


def test_it_goes_on_to_the_drawings_that_were_left_out(ana: Screen) -> None:
    everyone_finishes(ana)
    say(ana, "Ben:; Dov:")
    then = dict(zip("1234", re.findall(r'data-then="([^"]*)"', ana.text()), strict=False))
    assert then == {"1": "drawing-1-3", "2": "drawing-1-1"}  # Ana's and Cleo's, which are left


def test_nobody_else_keeps_who_guessed_it(ana: Screen) -> None:
    everyone_finishes(ana)
    say(ana, "Ben: Ana")
    ana.tap("guess/", number=1, author=2, right="0x0")
    guesses = OpenGuess.objects.order_by("guesser__place").values_list("guesser__name", "right")
    assert [*guesses] == [("Ana", 1), ("Cleo", 0), ("Dov", 0)]


def test_it_says_so_far_who_would_get_the_tokens(ana: Screen) -> None:
    everyone_finishes(ana)
    assert "So far:" not in ana.text()
    say(ana, "Ana: Ben")
    page = ana.text()
    assert "So far:" in page
    assert "Drawing token: <strong>Ana</strong>" in page


def test_it_records_what_was_tapped(session: Session, ana: Screen) -> None:
    for die, shape in enumerate(("circle", "line", "line", "square"), 1):
        ana.tap("die/", number=1, die=die, shape=shape)
    ana.tap("judge/", number=1, seat=3, broken="yes")
    play_a_round(ana)
    (played,) = rounds_of(session)
    assert played.finish == ("Ana", "Ben", "Cleo", "Dov")
    assert played.invalid == ("Cleo",)
    assert played.dice == ("circle", "line", "line", "square")
    assert played.guesses == {"Ben": {"Ana": 1}, "Ana": {"Ben": 1}, "Cleo": {"Ben": 1}}


def test_it_leaves_dice_out_that_nobody_noted(session: Session, ana: Screen) -> None:
    ana.tap("die/", number=1, die=1, shape="line")
    play_a_round(ana)
    assert rounds_of(session)[0].dice is None


def test_it_takes_a_tap_back_by_tapping_again(ana: Screen) -> None:
    everyone_finishes(ana)
    say(ana, "Ben: Ana; Ben: Ana")
    assert OpenGuess.objects.get(author__place=2, guesser__place=1).right == 1
    assert 'name="right" value="1x0" aria-pressed="true"' in ana.text()
    ana.tap("guess/", number=1, author=2, right="1x0")
    assert OpenGuess.objects.get(author__place=2, guesser__place=1).right == 0


def test_the_buttons_that_are_kept_of_a_drawing_are_those_of_its_guesses_and_the_language(
    ana: Screen,
) -> None:
    everyone_finishes(ana)
    assert ana.text().count("not entered yet") == 4 * 3
    say(ana, "Ben: Ana")
    assert ana.text().count('name="right" value="1x0" aria-pressed="true"') == 1
    french = ana.client.get(ana.address(), headers={"accept-language": "fr"}).content.decode()
    assert "not entered yet" not in french
    assert french.count("guess-2-1") == 1


@pytest.mark.parametrize("right", ["2x1", "3x2", "9x1", "banana"])
def test_it_refuses_an_impossible_guess(ana: Screen, right: str) -> None:
    assert ana.tap("guess/", number=1, author=2, right=right).status_code == 422
    assert not OpenGuess.objects.exists()


def test_it_counts_both_drawings_with_three_players() -> None:
    screen = Screen(opened("Ana", "Ben", "Cleo"), "Ana")
    everyone_finishes(screen, names="Ana Ben Cleo")
    screen.tap("guess/", number=1, author=1, right="2x2")
    say(screen, "Ben:; Cleo: Ben")
    assert 'name="right" value="2x0" aria-pressed="true"' in screen.text()
    screen.tap("record/", at=0)
    assert rounds_of(screen.session)[0].guesses == {"Ben": {"Ana": 2, "Cleo": 1}}


def test_it_knows_no_number_tokens_in_the_simplified_rules() -> None:
    screen = Screen(opened(options={"variant": "simplified"}), "Ana")
    page = screen.text()
    assert "Whose drawing is finished?" not in page
    assert "breaks the drawing rules" not in page
    assert screen.tap("finish/", number=1, seat=1).status_code == 422
    assert screen.tap("judge/", number=1, seat=1, broken="yes").status_code == 422
    say(screen, "Ana: Ben; Ben: Ana; Cleo:; Dov:")
    screen.tap("record/", at=0)
    (played,) = rounds_of(screen.session)
    assert played.finish is None
    assert played.invalid is None


def test_it_rolls_only_the_dice_that_do_not_lie_yet(ana: Screen) -> None:
    ana.tap("die/", number=1, die=2, shape="line")
    ana.tap("roll/", number=1)
    rolled = OpenRound.objects.get().dice
    assert rolled[1] == "line"
    assert all(rolled)
    ana.tap("roll/", number=1)
    assert OpenRound.objects.get().dice == rolled
    ana.tap("dice/take-up/", number=1)
    assert not any(OpenRound.objects.get().dice)


def test_it_asks_for_one_die_after_the_other_until_all_four_lie(ana: Screen) -> None:
    asked_for = []
    for die in (1, 2, 4, 3):
        asked_for += re.findall(r'name="die" type="hidden" value="(\d)"', ana.text())
        ana.tap("die/", number=1, die=die, shape="line")
    assert asked_for == ["1", "2", "3", "3"]
    page = ana.text()
    assert 'name="die" type="hidden"' not in page
    assert "Pick the dice up" in page
    assert re.findall(r'id="die-(\d)"[^>]* aria-label="(Die \d: Line)', page) == [
        (str(die), f"Die {die}: Line") for die in (1, 2, 3, 4)
    ]


def test_it_records_a_round_once_however_often_the_tap_arrives(
    session: Session, ana: Screen
) -> None:
    everyone_finishes(ana)
    say(ana, "Ana:; Ben:; Cleo:; Dov:")
    key = str(uuid4())
    assert [ana.tap("record/", at=0, key=key).status_code for _ in range(2)] == [200, 200]
    assert len(rounds_of(session)) == 1


def test_it_tells_the_second_phone_that_the_round_is_recorded(
    session: Session, ana: Screen
) -> None:
    play_a_round(ana)
    answer = Screen(session, "Ben").tap("record/", at=0)
    assert answer.status_code == 422
    assert "Number 1 has already been entered" in answer.content.decode()
    assert len(rounds_of(session)) == 1


def test_it_keeps_everything_when_a_round_is_taken_back(session: Session, ana: Screen) -> None:
    play_a_round(ana)
    session.refresh_from_db()
    undone = ana.client.post(ana.address("undo/"), {"seen": session.revision})
    assert undone.status_code == 302
    assert rounds_of(session) == ()
    assert "Record the round" in ana.text()
    ana.tap("record/", at=0)
    assert rounds_of(session)[0].guesses == {
        "Ben": {"Ana": 1},
        "Ana": {"Ben": 1},
        "Cleo": {"Ben": 1},
    }
