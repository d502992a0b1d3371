"""A guess sheet's page: what it shows of a secret, to whom, and until when."""

from typing import Any

import pytest

from games.artbox.models import Drawing, GuessSheetLine, OpenGuess, OpenGuessSheet
from games.artbox.tests.tables import (
    NUMBERS,
    Screen,
    everyone_finishes,
    fill_in,
    fill_in_all,
    guess_sheet,
    opening_of,
    rounds_of,
    show_words,
)
from scoring.models import Session

pytestmark = pytest.mark.django_db


@pytest.fixture
def phones(phones: dict[str, Screen], host: Screen) -> dict[str, Screen]:
    """Everyone is done drawing, the words are out."""
    everyone_finishes(host)
    host.tap("way/", number=1, way="sheets")
    show_words(phones["Ana"])
    return phones


def lines_of(name: str) -> dict[int, str]:
    """The words that somebody gave, by the number of the drawing."""
    lines = GuessSheetLine.objects.filter(guesser__name=name)
    return dict(lines.values_list("place", "word__text"))


def words_drawn() -> dict[str, str | None]:
    return dict(Drawing.objects.values_list("author__name", "word__text"))


def handed_in() -> set[str]:
    guess_sheets = OpenGuessSheet.objects.filter(handed_in=True)
    return set(guess_sheets.values_list("guesser__name", flat=True))


# A guess sheet that was handed in


def test_a_guess_sheet_that_was_handed_in_is_not_shown_again(phones: dict[str, Screen]) -> None:
    ana = phones["Ana"]
    fill_in(ana, "Ana", {"Ben": 2})
    assert "camel" in ana.text("artbox/guess-sheet/1/")
    for answer in (guess_sheet(ana, "Ana", "hand-in/"), ana.get("artbox/guess-sheet/1/")):
        assert not [name for name in ("own", "words", "lines") if name in answer.context]
        page = answer.content.decode()
        assert "Ana’s guess sheet is in." in page
        assert "cactus" not in page  # what Ana drew
        assert "camel" not in page  # what Ana guessed


def test_a_guess_sheet_that_was_handed_in_can_be_changed_no_more(phones: dict[str, Screen]) -> None:
    ana = phones["Ana"]
    fill_in(ana, "Ana", {"Ben": 2})
    guess_sheet(ana, "Ana", "hand-in/")
    for below, values in {
        "number/": {"nth": 1, "place": 2},
        "word/": {"nth": 1, "word": 7},
        "match/": {"drawing": NUMBERS["Ben"], "word": 5},
    }.items():
        assert guess_sheet(ana, "Ana", below, **values).status_code == 422
    assert Drawing.objects.get().place == NUMBERS["Ana"]
    assert words_drawn() == {"Ana": "cactus"}
    assert lines_of("Ana") == {NUMBERS["Ben"]: "camel"}


def test_taking_a_guess_sheet_back_leaves_the_others_where_they_are(
    phones: dict[str, Screen], host: Screen
) -> None:
    fill_in_all(phones, host)
    assert guess_sheet(phones["Ana"], "Ana", "change/").status_code == 200
    assert handed_in() == {"Ben", "Cleo", "Dov"}


def test_only_its_player_takes_a_guess_sheet_back(phones: dict[str, Screen], host: Screen) -> None:
    fill_in_all(phones, host)
    for screen, name in ((host, "Ana"), (phones["Ben"], "Ana"), (phones["Ben"], "Dov")):
        assert guess_sheet(screen, name, "change/").status_code == 403
    assert handed_in() == {"Ana", "Ben", "Cleo", "Dov"}


@pytest.mark.usefixtures("phones")
def test_a_passed_phone_takes_no_guess_sheet_back(host: Screen) -> None:
    """Nor while it is in that player's hands: it starts over."""
    opening = opening_of(guess_sheet(host, "Dov", "take/"))
    assert guess_sheet(host, "Dov", "change/", opening=opening).status_code == 403
    fill_in(host, "Dov", {"Ana": 6}, opening=opening)
    guess_sheet(host, "Dov", "hand-in/", opening=opening)
    assert guess_sheet(host, "Dov", "change/", opening=opening).status_code == 403
    assert handed_in() == {"Dov"}


@pytest.mark.usefixtures("phones")
def test_a_passed_phone_is_in_nobodys_hands_once_the_guess_sheet_is_in(host: Screen) -> None:
    opening = opening_of(guess_sheet(host, "Dov", "take/"))
    fill_in(host, "Dov", {"Ana": 6}, opening=opening)
    guess_sheet(host, "Dov", "hand-in/", opening=opening)
    assert OpenGuessSheet.objects.get().opening is None
    assert guess_sheet(host, "Dov", "match/", drawing=1, word=1, opening=opening).status_code == 403


def test_what_a_passed_phone_was_given_opens_nothing_on_another_phone(
    phones: dict[str, Screen], host: Screen
) -> None:
    opening = opening_of(guess_sheet(host, "Dov", "take/"))
    fill_in(host, "Dov", {"Ana": 6}, opening=opening)
    answer = guess_sheet(phones["Ben"], "Dov", "match/", drawing=1, word=1, opening=opening)
    assert answer.status_code == 403
    assert guess_sheet(host, "Dov", "match/", drawing=1, word=1, opening=opening).status_code == 200


# A phone that is handed on


def test_a_phone_that_is_handed_on_begins_a_new_guess_sheet(
    phones: dict[str, Screen], host: Screen
) -> None:
    """Half of one would tell the next reader what was written."""
    fill_in(phones["Ana"], "Ana", {"Ben": 2, "Dov": 4})
    fill_in(host, "Dov", {"Ana": 6}, opening=opening_of(guess_sheet(host, "Dov", "take/")))
    answer = guess_sheet(host, "Dov", "take/")
    assert lines_of("Dov") == {}
    assert words_drawn() == {"Ana": "cactus", "Dov": None}
    assert lines_of("Ana") == {NUMBERS["Ben"]: "camel", NUMBERS["Dov"]: "lock"}
    own = answer.context["own"]
    assert own == [{"nth": 1, "place": NUMBERS["Dov"], "word": None}]
    assert [line["word"] for line in answer.context["lines"]] == ["", "", ""]


@pytest.mark.usefixtures("phones")
def test_only_the_phone_that_was_handed_on_last_is_in_that_players_hands(host: Screen) -> None:
    first = opening_of(guess_sheet(host, "Dov", "take/"))
    second = opening_of(guess_sheet(host, "Dov", "take/"))
    assert "Hand the phone to Dov." in host.text(f"artbox/guess-sheet/4/?opening={first}")
    assert guess_sheet(host, "Dov", "number/", nth=1, place=1, opening=first).status_code == 403
    assert guess_sheet(host, "Dov", "number/", nth=1, place=1, opening=second).status_code == 200


def test_what_opened_one_guess_sheet_opens_no_other(host: Screen) -> None:
    everyone_finishes(host)
    host.tap("way/", number=1, way="sheets")
    show_words(host)
    opening = opening_of(guess_sheet(host, "Dov", "take/"))
    assert guess_sheet(host, "Cleo", "number/", nth=1, place=1, opening=opening).status_code == 403
    assert not host.get(f"artbox/guess-sheet/3/?opening={opening}").context["is_open"]
    assert not Drawing.objects.exists()


@pytest.mark.usefixtures("phones")
def test_the_round_that_comes_does_not_open_by_what_opened_the_last(host: Screen) -> None:
    opening = opening_of(guess_sheet(host, "Dov", "take/"))
    OpenGuessSheet.objects.update(number=2)
    assert guess_sheet(host, "Dov", "number/", nth=1, place=1, opening=opening).status_code == 403


# The reveal


def test_a_second_reveal_leaves_what_was_put_right_since_the_first(
    session: Session, phones: dict[str, Screen], host: Screen
) -> None:
    fill_in_all(phones, host)
    host.tap("reveal/", number=1)
    assert host.tap("guess/", number=1, author=3, right="1x1").status_code == 200
    assert host.tap("reveal/", number=1).status_code == 200
    host.tap("record/", at=0)
    assert rounds_of(session)[0].guesses["Ana"] == {"Ben": 1, "Cleo": 1, "Dov": 1}


def test_what_is_closed_again_has_no_guesses_and_can_be_revealed_anew(
    session: Session, phones: dict[str, Screen], host: Screen
) -> None:
    fill_in_all(phones, host)
    host.tap("reveal/", number=1)
    host.tap("hide/", number=1)
    assert not OpenGuess.objects.exists()
    guess_sheet(phones["Ana"], "Ana", "change/")
    guess_sheet(phones["Ana"], "Ana", "match/", drawing=NUMBERS["Cleo"], word=3)
    guess_sheet(phones["Ana"], "Ana", "hand-in/")
    host.tap("reveal/", number=1)
    host.tap("record/", at=0)
    assert rounds_of(session)[0].guesses["Ana"] == {"Ben": 1, "Cleo": 1, "Dov": 1}


@pytest.mark.usefixtures("phones")
def test_closing_what_is_not_open_takes_away_nothing(host: Screen) -> None:
    host.tap("way/", number=1, way="grid")
    host.tap("guess/", number=1, author=1, right="2x1")
    host.tap("hide/", number=1)
    assert OpenGuess.objects.get().right == 1


# What a guess sheet offers


def test_it_offers_the_drawings_and_the_words_of_the_others(phones: dict[str, Screen]) -> None:
    fill_in(phones["Ana"], "Ana", {"Ben": 5})
    shown: Any = phones["Ana"].get("artbox/guess-sheet/1/").context
    assert shown["places"] == [1, 2, 4]
    assert [word["text"] for word in shown["words"]] == [
        "camel",
        "fork",
        "lock",
        "mast",
        "nose",
        "oven",
    ]
    assert {word["text"]: word["used"] for word in shown["words"] if word["used"]} == {"mast": 1}
    assert shown["lines"] == [
        {"place": 1, "word": "mast"},
        {"place": 2, "word": ""},
        {"place": 4, "word": ""},
    ]
    assert (shown["left"], shown["current"], shown["current_word"]) == (2, 2, 0)


def test_a_drawing_can_be_gone_back_to(phones: dict[str, Screen]) -> None:
    fill_in(phones["Ana"], "Ana", {"Ben": 5})
    shown: Any = phones["Ana"].get("artbox/guess-sheet/1/?drawing=1").context
    assert (shown["current"], shown["current_word"]) == (1, 5)


def test_a_guess_sheet_for_a_seat_that_is_not_there_is_not_found(host: Screen) -> None:
    assert host.get("artbox/guess-sheet/9/").status_code == 404


def test_it_refuses_a_tap_of_an_old_page_as_too_old(phones: dict[str, Screen]) -> None:
    answer = guess_sheet(phones["Ana"], "Ana", "match/", drawing="x", word=1)
    assert answer.status_code == 422
    assert answer.context["refusal"] == "This page is out of date. Open the table again."


# A guess sheet belongs to the phone that filled it in


def secrets_of(name: str) -> tuple[int, int]:
    """Return how many matches, and how many words of own drawings, are stored for a player."""
    matches = GuessSheetLine.objects.filter(guesser__name=name)
    return matches.count(), Drawing.objects.filter(author__name=name, word__isnull=False).count()


def test_a_phone_that_sits_down_starts_the_guess_sheet_of_that_seat_over(
    session: Session, phones: dict[str, Screen], host: Screen
) -> None:
    fill_in_all(phones, host)
    assert secrets_of("Dov") == (1, 1)
    curious = Screen(session)
    curious.client.post(curious.address("seats/"), {"place": 4})
    assert secrets_of("Dov") == (0, 0)
    assert curious.get("artbox/guess-sheet/4/").context["handed_in"] is False
    assert secrets_of("Ana") == (3, 1)
    assert host.tap("reveal/", number=1).status_code == 422


def test_freeing_a_seat_discards_its_guess_sheet(phones: dict[str, Screen], host: Screen) -> None:
    fill_in_all(phones, host)
    host.client.post(host.address("seats/1/free/"))
    assert secrets_of("Ana") == (0, 0)


def test_a_guess_sheet_that_was_revealed_stays_when_its_seat_is_freed(
    phones: dict[str, Screen], host: Screen
) -> None:
    fill_in_all(phones, host)
    host.tap("reveal/", number=1)
    host.client.post(host.address("seats/1/free/"))
    assert secrets_of("Ana") == (3, 1)


def test_only_the_maestro_and_the_host_close_guess_sheets_again(
    phones: dict[str, Screen], host: Screen
) -> None:
    fill_in_all(phones, host)
    host.tap("reveal/", number=1)
    assert phones["Ben"].tap("hide/", number=1).status_code == 403
    assert "hide the guesses again" not in phones["Ben"].text()
    assert "hide the guesses again" in phones["Ana"].text()
    assert phones["Ana"].tap("hide/", number=1).status_code == 200


OVER = "This guess sheet was started over on another phone."


def test_the_table_is_told_when_a_guess_sheet_starts_over(
    session: Session, phones: dict[str, Screen], host: Screen
) -> None:
    fill_in_all(phones, host)
    assert OVER not in host.text()
    curious = Screen(session)
    curious.client.post(curious.address("seats/"), {"place": 4})
    for screen in (host, phones["Ana"], curious):
        (row,) = [row for row in screen.text().split("<li") if OVER in row]
        assert '<span class="name">Dov</span>' in row
    host.client.post(host.address("seats/1/free/"))
    assert host.text().count(OVER) == 2


def test_the_table_is_told_when_a_passed_phone_starts_a_guess_sheet_over(
    phones: dict[str, Screen], host: Screen
) -> None:
    fill_in(host, "Dov", {"Ana": 6}, opening=opening_of(guess_sheet(host, "Dov", "take/")))
    assert OVER not in host.text()
    guess_sheet(phones["Ben"], "Dov", "take/")
    assert host.text().count(OVER) == 1


def test_nobody_is_told_of_a_guess_sheet_that_was_empty(
    session: Session, phones: dict[str, Screen], host: Screen
) -> None:
    late = Screen(session)
    late.client.post(late.address("seats/"), {"place": 4})
    host.client.post(host.address("seats/4/free/"))
    assert OVER not in phones["Ana"].text()


def test_the_history_says_who_closed_the_guess_sheets_again_and_undo_passes_over_it(
    session: Session, phones: dict[str, Screen], host: Screen
) -> None:
    fill_in_all(phones, host)
    host.tap("reveal/", number=1)
    phones["Ana"].tap("hide/", number=1)
    host.tap("reveal/", number=1)
    host.tap("hide/", number=1)
    host.tap("hide/", number=1)
    newest, before, *earlier = host.text("history/").split('<li class="row change"')[1:]
    assert "The guesses were hidden again" in newest
    assert "the host’s phone" in newest
    assert "The guesses were hidden again" in before
    assert "Ana" in before
    assert "<time" in before
    assert len(earlier) == 1
    host.tap("reveal/", number=1)
    host.tap("record/", at=0)
    session.refresh_from_db()
    phones["Ana"].tap("hide/", number=1)
    seen = session.revision
    host.client.post(host.address("undo/"), {"seen": seen})
    assert len(rounds_of(session)) == 0
