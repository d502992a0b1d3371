"""Correcting a round that was recorded."""

from typing import Any

import pytest

from games.artbox.tests.tables import (
    Screen,
    everyone_finishes,
    opened,
    play_a_round,
    rounds_of,
    say,
)

pytestmark = pytest.mark.django_db

AS_PLAYED = {
    "finish_1": "Ana", "finish_2": "Ben", "finish_3": "Cleo", "finish_4": "Dov",
    "right_2_1": "on", "right_1_2": "on", "right_3_2": "on",
}  # fmt: skip


@pytest.fixture
def ana() -> Screen:
    screen = Screen(opened(), "Ana")
    play_a_round(screen)
    return screen


def correct(screen: Screen, number: int = 1, **said: Any) -> Any:
    return screen.tap(f"round/{number}/", htmx=False, **{**AS_PLAYED, **said})


def test_it_comes_with_the_round_as_it_stands(ana: Screen) -> None:
    page = ana.text("artbox/round/1/")
    assert '<option value="Cleo" selected>' in page
    assert page.count(" checked>") == 3


def test_it_is_there_for_those_who_enter_and_for_no_other_round(ana: Screen) -> None:
    assert ana.get("artbox/round/2/").status_code == 404
    assert Screen(ana.session).get("artbox/round/1/").status_code == 302
    assert Screen(ana.session).tap("round/1/", save="1").status_code == 403
    assert Screen(ana.session, hosts=True).get("artbox/round/1/").status_code == 200


def test_it_first_says_what_a_correction_would_change(ana: Screen) -> None:
    page = correct(ana, invalid="Ben").content.decode()
    assert "Ben" in page
    assert "1 → 0 points" in page
    assert "Save the correction" in page
    assert rounds_of(ana.session)[0].invalid == ()


def test_it_corrects_everything_that_a_round_holds(ana: Screen) -> None:
    answer = correct(
        ana, save="1", finish_1="Dov", finish_4="Ana", invalid="Ben", right_4_3="on",
        die_1="line", die_2="line", die_3="circle", die_4="square",
    )  # fmt: skip
    assert answer.status_code == 302
    (played,) = rounds_of(ana.session)
    assert played.finish == ("Dov", "Ben", "Cleo", "Ana")
    assert played.invalid == ("Ben",)
    assert played.dice == ("line", "line", "circle", "square")
    assert played.guesses["Dov"] == {"Cleo": 1}


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"finish_1": "Ben"}, "“Ben” is listed twice."),
        ({"die_1": "line"}, "Say what all four dice show, or none of them."),
    ],
)
def test_it_says_what_cannot_be(ana: Screen, said: dict[str, Any], told: str) -> None:
    answer = correct(ana, save="1", **said)
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert rounds_of(ana.session)[0].finish == ("Ana", "Ben", "Cleo", "Dov")


def test_it_corrects_two_drawings_each() -> None:
    screen = Screen(opened("Ana", "Ben", "Cleo"), "Ana")
    everyone_finishes(screen, names="Ana Ben Cleo")
    say(screen, "Ana: Ben; Ben:; Cleo:")
    screen.tap("record/", at=0)
    names: dict[str, Any] = {"finish_1": "Ana", "finish_2": "Ben", "finish_3": "Cleo"}
    right = {f"right_{guesser}_{author}": "0" for guesser in (1, 2, 3) for author in (1, 2, 3)}
    screen.tap("round/1/", save="1", **{**names, **right, "right_2_1": "2"})
    assert rounds_of(screen.session)[0].guesses == {"Ben": {"Ana": 2}}


def test_it_takes_a_round_out_and_keeps_what_is_being_entered(ana: Screen) -> None:
    play_a_round(ana, 2)
    everyone_finishes(ana, 3, "Dov Cleo")
    correct(ana, out="on")
    assert len(rounds_of(ana.session)) == 2
    correct(ana, out="on", save="1")
    assert len(rounds_of(ana.session)) == 1
    page = ana.text()
    assert "still drawing" in page
    assert page.index("Take back: Dov") < page.index("Take back: Cleo")
    assert "Take back: Ana" not in page
