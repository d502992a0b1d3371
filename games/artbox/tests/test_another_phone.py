"""A player goes on with another phone: what was entered in secret counts, and stays hidden."""

from typing import Any

import pytest
from django.urls import reverse

from games.artbox.models import Drawing, GuessSheetLine, HiddenEntry, OpenGuess
from games.artbox.tests.tables import (
    NUMBERS,
    WORDS,
    Screen,
    deal,
    everyone_finishes,
    fill_in,
    fill_in_all,
    guess_sheet,
    opening_of,
    own_words,
    page_of,
    show_words,
)
from scoring.models import SeatRequest, Session
from scoring.play.joining import free_seat, take_seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def phones(phones: dict[str, Screen], host: Screen) -> dict[str, Screen]:
    """Everyone is done drawing, the words are out."""
    everyone_finishes(host)
    host.tap("way/", number=1, way="sheets")
    show_words(phones["Ana"])
    return phones


def new_phone_of(name: str, host: Screen) -> Screen:
    """Return the phone with which a player goes on, as the host confirmed."""
    session, screen = host.session, Screen(host.session)
    at = place_of(host, name)
    screen.client.post(reverse("ask_for_seat", args=[session.uuid, at]))
    asked = reverse("answer_seat_request", args=[session.uuid, SeatRequest.objects.get().pk])
    host.client.post(asked, {"agree": "1"})
    return screen


def lines_of(name: str) -> dict[int, str]:
    lines = GuessSheetLine.objects.filter(guesser__name=name)
    return dict(lines.values_list("place", "word__text"))


def entries() -> tuple[object, ...]:
    drawings = Drawing.objects.order_by("pk").values_list("place", "word")
    return lines_of("Ana"), [*drawings]


def shown(screen: Screen, name: str) -> Any:
    return screen.get(f"artbox/guess-sheet/{place_of(screen, name)}/").context


def place_of(screen: Screen, name: str) -> int:
    return int(screen.session.seats.get(name=name).place)


def says_hidden(answer: Any) -> bool:
    return (
        "It counts, but stays hidden here until the guesses are revealed."
        in answer.content.decode()
    )


def test_nothing_tells_what_the_other_phone_entered(
    phones: dict[str, Screen], host: Screen
) -> None:
    fill_in(phones["Ana"], "Ana", {"Ben": 2})
    new = new_phone_of("Ana", host)
    page = shown(new, "Ana")
    assert [(one["place"], one["word"]) for one in page["own"]] == [(None, None)]
    assert page["drawings_entered"]
    # The own drawing is among the others, and so is its word.
    assert [line["place"] for line in page["lines"]] == [1, 2, 3, 4]
    assert {line["word"] for line in page["lines"]} == {""}
    assert tuple(word["text"] for word in page["words"]) == WORDS
    assert {word["used"] for word in page["words"]} == {None}
    assert page["hidden"]["guess"] == {NUMBERS["Ana"], NUMBERS["Ben"]}
    assert page["left"] == 2
    assert "entered on the other phone" in page_of(new, "Ana")


def test_before_the_first_guess_no_drawing_differs_from_the_others(
    phones: dict[str, Screen], host: Screen
) -> None:
    """The own one has no mark then, and takes a word like the others, which is no guess."""
    for name in ("Ana", "Ben", "Cleo"):
        fill_in(phones[name], name, {})
    fill_in(host, "Dov", {}, opening=opening_of(guess_sheet(host, "Dov", "take/")))
    new = new_phone_of("Ana", host)
    page = shown(new, "Ana")
    assert (page["hidden"]["guess"], page["left"]) == (set(), 3)
    for drawing in NUMBERS.values():
        answer = guess_sheet(new, "Ana", "match/", drawing=drawing, word=5)
        assert answer.status_code == 200
        assert (shown(new, "Ana")["left"], says_hidden(answer)) == (2, False)
    guess_sheet(new, "Ana", "match/", drawing=NUMBERS["Ana"], word=1)
    assert host.tap("reveal/", number=1, early=1).status_code == 200
    assert OpenGuess.objects.exists()
    assert not OpenGuess.objects.filter(guesser__name="Ana", right__gt=0).exists()


def test_a_complete_guess_sheet_does_not_tell_which_drawing_is_the_own_one(
    phones: dict[str, Screen], host: Screen
) -> None:
    fill_in(phones["Ana"], "Ana", {"Ben": 2, "Cleo": 5, "Dov": 4})
    page = shown(new_phone_of("Ana", host), "Ana")
    assert (page["hidden"]["guess"], page["left"], page["current"]) == ({1, 2, 3, 4}, 0, 0)


def test_what_is_missing_is_entered_on_the_new_phone_and_what_was_entered_counts(
    phones: dict[str, Screen], host: Screen
) -> None:
    fill_in_all(phones, host)
    guess_sheet(phones["Ana"], "Ana", "change/")
    for author in ("Cleo", "Dov"):
        guess_sheet(phones["Ana"], "Ana", "match/", drawing=NUMBERS[author], word=0)
    new = new_phone_of("Ana", host)
    guess_sheet(new, "Ana", "match/", drawing=NUMBERS["Cleo"], word=3)
    assert [line["word"] for line in shown(new, "Ana")["lines"]] == ["", "", "", "fork"]
    guess_sheet(new, "Ana", "hand-in/")
    host.tap("reveal/", number=1)
    right = OpenGuess.objects.filter(guesser__name="Ana", right=1)
    assert {*right.values_list("author__name", flat=True)} == {"Ben", "Cleo"}
    assert not HiddenEntry.objects.exists()


@pytest.mark.parametrize(
    ("below", "values"),
    [
        ("number/", {"nth": 1, "place": 0}),
        ("number/", {"nth": 1, "place": 2}),
        ("word/", {"nth": 1, "word": 5}),
        ("match/", {"drawing": 1, "word": 5}),
        ("match/", {"drawing": 1, "word": 0}),
        ("match/", {"drawing": 3, "word": 5}),  # the own one, which is not said
    ],
)
def test_what_is_hidden_cannot_be_changed_and_the_refusal_says_no_more(
    phones: dict[str, Screen], host: Screen, below: str, values: dict[str, int]
) -> None:
    fill_in(phones["Ana"], "Ana", {"Ben": 2})
    before = entries()
    new = new_phone_of("Ana", host)
    answer = guess_sheet(new, "Ana", below, **values)
    assert (answer.status_code, says_hidden(answer)) == (422, True)
    assert entries() == before


def test_a_word_that_was_given_to_a_hidden_drawing_moves_without_a_sign(
    phones: dict[str, Screen], host: Screen
) -> None:
    fill_in(phones["Ana"], "Ana", {"Ben": 2})
    new = new_phone_of("Ana", host)
    pages = []
    for word in (2, 5):  # that of the hidden drawing, and another one
        assert (
            guess_sheet(new, "Ana", "match/", drawing=NUMBERS["Cleo"], word=word).status_code == 200
        )
        page = shown(new, "Ana")
        pages.append((page["hidden"], page["left"], [one["place"] for one in page["lines"]]))
    assert pages[0] == pages[1]


def test_a_guess_sheet_that_was_handed_in_is_taken_back_without_showing_it(
    phones: dict[str, Screen], host: Screen
) -> None:
    fill_in(phones["Ana"], "Ana", {"Ben": 2})
    guess_sheet(phones["Ana"], "Ana", "hand-in/")
    new = new_phone_of("Ana", host)
    guess_sheet(new, "Ana", "change/")
    page = shown(new, "Ana")
    assert {line["word"] for line in page["lines"]} == {""}


@pytest.mark.usefixtures("words_of_no_page")
def test_a_word_that_was_dealt_stays_hidden_until_another_one_is_dealt(
    session: Session, host: Screen
) -> None:
    phones = {"Ana": Screen(session, "Ana")}
    deal(host)
    before = own_words()["Ana"]
    assert before in page_of(phones["Ana"], "Ana")
    new = new_phone_of("Ana", host)
    page = page_of(new, "Ana")
    assert before not in page
    assert "stays hidden here" in page
    guess_sheet(new, "Ana", "own-word/other/", nth=1, seen="")
    after = own_words()["Ana"]
    assert after != before
    assert after in page_of(new, "Ana")
    guess_sheet(new, "Ana", "own-word/other/", nth=1, seen="")  # the same tap again
    assert own_words()["Ana"] == after


@pytest.mark.usefixtures("words_of_no_page")
def test_an_undo_hides_a_word_that_was_replaced_again(session: Session, host: Screen) -> None:
    Screen(session, "Ana")
    deal(host)
    before = own_words()["Ana"]
    new = new_phone_of("Ana", host)
    guess_sheet(new, "Ana", "own-word/other/", nth=1, seen="")
    number = session.open_entries.latest("number").number
    undone = new.tap("guess-sheet/1/undo/", entry=number)
    assert own_words()["Ana"] == before
    assert before not in undone.content.decode()
    assert before not in page_of(new, "Ana")


def test_nobody_undoes_what_is_hidden(phones: dict[str, Screen], host: Screen) -> None:
    """Its number would be missing without a sign, and nobody could enter it."""
    fill_in(phones["Ana"], "Ana", {"Ben": 2})
    new = new_phone_of("Ana", host)
    assert not host.session.open_entries.exclude(secret_of=None).exists()
    assert 'id="undo"' not in page_of(new, "Ana")


def test_the_old_phone_reads_nothing_any_longer(phones: dict[str, Screen], host: Screen) -> None:
    fill_in(phones["Ana"], "Ana", {"Ben": 2})
    new_phone_of("Ana", host)
    assert phones["Ana"].get("artbox/guess-sheet/1/").status_code in {302, 403}


def test_who_sits_down_there_later_begins_a_new_guess_sheet(
    phones: dict[str, Screen], host: Screen, session: Session
) -> None:
    fill_in(phones["Ana"], "Ana", {"Ben": 2})
    new_phone_of("Ana", host)
    seat = session.seats.get(name="Ana")
    free_seat(seat=seat)
    assert not HiddenEntry.objects.exists()
    assert lines_of("Ana") == {}
    other = Screen(session)
    take_seat(phone=session.phones.order_by("-pk")[0], seat=seat)
    assert [(one["place"], one["word"]) for one in shown(other, "Ana")["own"]] == [(3, None)]
