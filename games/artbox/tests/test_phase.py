"""#ARTBOX: what the board says of the round that is being played, and what it keeps secret."""

import pytest

from games.artbox.tests.tables import (
    WORDS,
    Screen,
    everyone_finishes,
    fill_in_all,
    opened,
    say,
    show_words,
)
from scoring.contract import Phase
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
    assert phase(session) == Phase("Everyone draws", "Still drawing: Ana, Cleo")


def test_it_counts_the_drawings_whose_guesses_are_entered() -> None:
    session = opened()
    screen = Screen(session, hosts=True)
    everyone_finishes(screen)
    assert phase(session) == Phase("Who guessed it?", "Guesses entered: 0 of 4 drawings")
    say(screen, "Ana: Ben; Ben:; Cleo:")
    assert phase(session) == Phase("Who guessed it?", "Guesses entered: 3 of 4 drawings")
    say(screen, "Dov:")
    assert phase(session) == Phase("All guesses are in", "Guesses entered: 4 of 4 drawings")


def test_without_number_tokens_nobody_is_waited_for() -> None:
    session = opened(edition="en-2020", options={"variant": "simplified"})
    assert phase(session) == Phase("Everyone draws and guesses")


def test_nothing_of_a_guess_sheet_is_said_before_all_are_opened() -> None:
    session = opened()
    host = Screen(session, hosts=True)
    everyone_finishes(host)
    host.tap("way/", number=1, way="sheets")
    assert phase(session) == Phase("Ana enters the words")
    show_words(host)
    waiting_for = "Not handed in yet: Ana, Ben, Cleo, Dov"
    assert phase(session) == Phase("Everyone guesses", waiting_for, words=[*WORDS])
    phones = {name: Screen(session, name) for name in ("Ana", "Ben", "Cleo")}
    fill_in_all(phones, host)
    assert phase(session) == Phase("All guess sheets are in", words=[*WORDS])
    host.tap("reveal/", number=1)
    shown = phase(session)
    assert shown is not None
    assert (shown.title, shown.waiting_for, shown.words) == ("The guesses are revealed", "", ())
    assert "cactus, by Ana: guessed by Ben, Dov" in shown.facts
