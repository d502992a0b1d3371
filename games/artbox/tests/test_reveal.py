"""#ARTBOX: guesses that are revealed one drawing after the other, on the board and the phones."""

import re
from typing import Any

import pytest

from games.artbox.models import Drawing, GuessSheetLine, OpenRound
from games.artbox.tests.tables import (
    NUMBERS,
    Screen,
    everyone_finishes,
    fill_in_all,
    guess_sheet,
    opened,
    rounds_of,
    show_words,
)
from scoring.models import Session
from scoring.play.screen import table_now

pytestmark = pytest.mark.django_db

# Of `fill_in_all`: drawing -> its word, its artist, and who guessed it.
ANSWERS = {
    1: ("camel", "Ben", ["Ana"]),
    2: ("lock", "Dov", ["Ana", "Ben"]),
    3: ("cactus", "Ana", ["Ben", "Dov"]),
    4: ("fork", "Cleo", ["Ben"]),
}


@pytest.fixture
def session() -> Session:
    return opened()


@pytest.fixture
def host(session: Session) -> Screen:
    screen = Screen(session, hosts=True)
    everyone_finishes(screen)
    screen.tap("way/", number=1, way="sheets")
    show_words(screen)
    return screen


@pytest.fixture
def phones(session: Session, host: Screen) -> dict[str, Screen]:
    phones = {name: Screen(session, name) for name in ("Ana", "Ben", "Cleo")}
    fill_in_all(phones, host)
    return phones


def begin(screen: Screen, **values: Any) -> Any:
    return screen.tap("reveal/begin/", number=1, **values)


def reveal_next(screen: Screen, drawing: int) -> Any:
    return screen.tap("reveal/next/", number=1, drawing=drawing)


def told(session: Session) -> dict[int, tuple[str, str, list[str]]]:
    """Return what the board tells of the drawings."""
    session.refresh_from_db()
    now = table_now(session)
    shown = now.game.play.phase(now)
    assert shown is not None
    return {
        one.number: (one.word, one.artist.name, [seat.name for seat in one.known_by])
        for one in shown.drawings
        if one.artist
    }


def question(session: Session) -> str:
    now = table_now(session)
    shown = now.game.play.phase(now)
    assert shown is not None
    return shown.title


@pytest.mark.usefixtures("phones")
def test_each_tap_tells_one_drawing(session: Session, host: Screen) -> None:
    begin(host)
    assert told(session) == {}
    for drawing in (1, 2, 3):
        assert question(session) == f"Drawing {drawing}: who drew it? Who guessed it?"
        reveal_next(host, drawing)
        assert told(session) == {at: ANSWERS[at] for at in range(1, drawing + 1)}
    reveal_next(host, 4)
    assert told(session) == ANSWERS
    assert question(session) == "The guesses are revealed"


def test_nothing_is_told_before_its_reveal(
    session: Session, phones: dict[str, Screen], host: Screen
) -> None:
    """Whatever is on the sheets about drawings 3 and 4, all pages are the same to the letter."""
    begin(host)
    reveal_next(host, 1)
    reveal_next(host, 2)
    seen = [host, *phones.values()]

    def pages() -> list[str]:
        answers = [screen.get(below) for screen in seen for below in ("", "board/", "live")]
        answers += [phones["Ben"].get("artbox/guess-sheet/2/"), host.get("result/")]
        assert {answer.status_code for answer in answers} == {200}
        new = r'name="key" value="[^"]*"|name="csrfmiddlewaretoken" value="[^"]*"'
        return [re.sub(new, "", answer.content.decode()) for answer in answers]

    before = pages()
    late = (NUMBERS["Ana"], NUMBERS["Cleo"])
    assert set(late) == {3, 4}
    GuessSheetLine.objects.filter(session=session, place__in=late).delete()
    one, other = Drawing.objects.filter(session=session, place__in=late).order_by("place")
    one.word, other.word = other.word, one.word
    Drawing.objects.bulk_update([one, other], ["word"])
    assert pages() == before


def test_the_guess_sheets_are_closed_as_soon_as_it_has_begun(
    session: Session, phones: dict[str, Screen], host: Screen
) -> None:
    begin(host)
    lines = GuessSheetLine.objects.filter(session=session)
    before = [*lines.order_by("pk").values_list("guesser", "place", "word")]
    assert guess_sheet(phones["Ana"], "Ana", "change/").status_code == 422
    assert guess_sheet(phones["Ana"], "Ana", "match/", drawing=1, word=3).status_code == 422
    phones["Ben"].client.post(phones["Ben"].address("seats/"), {"place": ""})
    assert [*lines.order_by("pk").values_list("guesser", "place", "word")] == before


def test_it_is_for_the_host_and_the_maestro(
    session: Session, phones: dict[str, Screen], host: Screen
) -> None:
    assert begin(phones["Ben"]).status_code == 403
    begin(host)
    assert reveal_next(phones["Ben"], 1).status_code == 403
    assert "reveal-next" not in phones["Ben"].text()
    assert "The host or Ana reveals one drawing after the other." in phones["Ben"].text()
    assert reveal_next(phones["Ana"], 1).status_code == 200  # the Maestro
    assert [*told(session)] == [1]


@pytest.mark.usefixtures("phones")
def test_a_tap_that_comes_twice_tells_no_more(session: Session, host: Screen) -> None:
    begin(host)
    reveal_next(host, 1)
    reveal_next(host, 1)
    begin(host)
    assert [*told(session)] == [1]
    assert reveal_next(host, 3).status_code == 422
    assert [*told(session)] == [1]


@pytest.mark.usefixtures("phones")
@pytest.mark.parametrize("taps", [(), (1,), (1, 2, 3)])
def test_the_rest_is_revealed_in_one_tap_and_brings_the_same(
    session: Session, host: Screen, taps: tuple[int, ...]
) -> None:
    begin(host)
    for drawing in taps:
        reveal_next(host, drawing)
    host.tap("reveal/", number=1)
    assert told(session) == ANSWERS
    host.tap("record/", at=0)
    (first,) = rounds_of(session)
    assert first.guesses == {
        "Ana": {"Ben": 1, "Dov": 1},
        "Ben": {"Ana": 1, "Cleo": 1, "Dov": 1},
        "Dov": {"Ana": 1},
    }


@pytest.mark.usefixtures("phones")
def test_all_at_once_takes_as_many_taps_as_ever(session: Session, host: Screen) -> None:
    host.tap("reveal/", number=1)
    assert told(session) == ANSWERS


def test_it_can_be_hidden_again_and_undone(
    session: Session, phones: dict[str, Screen], host: Screen
) -> None:
    begin(host)
    reveal_next(host, 1)
    host.tap("hide/", number=1)
    assert question(session) == "All guess sheets are in"
    assert guess_sheet(phones["Ana"], "Ana", "change/").status_code == 200
    assert reveal_next(host, 2).status_code == 422
    guess_sheet(phones["Ana"], "Ana", "hand-in/")
    begin(host)
    reveal_next(host, 1)
    entry = session.open_entries.latest("number")
    assert entry.action == "reveal_next"
    host.client.post(host.address("undo/"), {"entry": entry.number, "seen": session.revision})
    assert told(session) == {}
    assert OpenRound.objects.get(session=session).turned == 0


def test_it_begins_early_only_when_it_is_said(session: Session, host: Screen) -> None:
    phones = {name: Screen(session, name) for name in ("Ana", "Ben", "Cleo")}
    fill_in_all(phones, host)
    guess_sheet(phones["Ana"], "Ana", "change/")
    assert begin(host).status_code == 422
    begin(host, early="on")
    for drawing in (1, 2, 3, 4):
        reveal_next(host, drawing)
    assert told(session) == ANSWERS
