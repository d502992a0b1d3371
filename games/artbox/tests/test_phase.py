"""#ARTBOX: what the board says of the round that is being played, and what it keeps secret."""

import pytest

from games.artbox.tests.tables import (
    NAMES,
    WORDS,
    Screen,
    everyone_finishes,
    fill_in_all,
    opened,
    play_a_round,
    say,
    show_words,
)
from scoring.contract import Drawing, Phase
from scoring.models import Session
from scoring.play.screen import table_now

pytestmark = pytest.mark.django_db


def phase(session: Session) -> Phase | None:
    session.refresh_from_db()
    now = table_now(session)
    return now.game.play.phase(now)


def test_it_names_who_is_still_drawing() -> None:
    session = opened()
    screen = Screen(session, hosts=True)
    everyone_finishes(screen, names="Ben Dov")
    notes = {"Ben": "Number token 1", "Dov": "Number token 2"}
    notes |= dict.fromkeys(("Ana", "Cleo"), "still drawing")
    assert phase(session) == Phase("Everyone draws", notes, awaited=["Ana", "Cleo"])


def test_it_goes_through_the_drawings_one_after_the_other() -> None:
    session = opened()
    screen = Screen(session, hosts=True)
    everyone_finishes(screen, names="Dov Ana Ben Cleo")
    assert phase(session) == Phase(
        "Who guessed Ana’s drawing?",
        about=("Ana",),
        figure=2,
        figure_label="Number token",
        facts=["Guesses entered: 0 of 4 drawings"],
    )
    say(screen, "Ana: Ben")
    shown = phase(session)
    assert shown is not None
    assert shown.notes == {"Ben": "guessed it"}
    say(screen, "Ana:; Ben:; Cleo:")
    shown = phase(session)
    assert shown is not None
    assert (shown.title, shown.facts) == (
        "Who guessed Dov’s drawing?",
        ["Guesses entered: 3 of 4 drawings"],
    )
    say(screen, "Dov:")
    assert phase(session) == Phase("All guesses are in")


def test_without_number_tokens_nobody_is_waited_for() -> None:
    session = opened(edition="en-2020", options={"variant": "simplified"})
    assert phase(session) == Phase("Everyone draws and guesses")


def test_nothing_of_a_guess_sheet_is_said_before_all_are_opened() -> None:
    session = opened()
    host = Screen(session, hosts=True)
    everyone_finishes(host)
    host.tap("way/", number=1, way="sheets")
    assert phase(session) == Phase("Ana enters the words", about=("Ana",))
    show_words(host)
    numbers = [Drawing(1), Drawing(2), Drawing(3), Drawing(4)]
    guessing = dict.fromkeys(NAMES, "still guessing")
    assert phase(session) == Phase(
        "Everyone guesses", guessing, awaited=[*NAMES], words=[*WORDS], drawings=numbers
    )
    phones = {name: Screen(session, name) for name in ("Ana", "Ben", "Cleo")}
    fill_in_all(phones, host)
    handed_in = dict.fromkeys(NAMES, "handed in")
    assert phase(session) == Phase(
        "All guess sheets are in", handed_in, awaited=[], words=[*WORDS], drawings=numbers
    )
    host.tap("reveal/", number=1)
    shown = phase(session)
    assert shown is not None
    assert (shown.title, shown.notes, shown.words) == ("The guesses are revealed", {}, ())
    assert told(shown)[2] == (3, "cactus", "Ana", ["Ben", "Dov"])


def told(shown: Phase) -> list[tuple[int, str, str, list[str]]]:
    return [
        (one.number, one.word, one.artist.name, [seat.name for seat in one.known_by])
        for one in shown.drawings
        if one.artist
    ]


def test_the_tokens_are_pieces_up_to_those_that_win() -> None:
    session = opened()
    play_a_round(Screen(session, hosts=True))
    session.refresh_from_db()
    now = table_now(session)
    assert now.game.play.pieces(now.state, now.outcome) == {
        "Ana": ["gray", "", "", "", ""],
        "Ben": ["red", "", "", "", ""],
        "Cleo": ["", "", "", "", ""],
        "Dov": ["", "", "", "", ""],
    }
