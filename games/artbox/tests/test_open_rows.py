"""#ARTBOX: the rows that each change of the round being entered adds and removes, and no others.

The next round of the same table and the same round of another table are full of rows too."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from games.artbox import entering, guess_sheets
from games.artbox.entering import renumber_rounds
from games.artbox.models import (
    Drawing,
    GuessSheetLine,
    OpenBroken,
    OpenFinish,
    OpenGuess,
    OpenGuessSheet,
    OpenRound,
    Word,
)
from games.artbox.rules import Round, State
from games.artbox.table import guesser_key
from games.artbox.tests.builders import simple_round
from games.artbox.tests.tables import DRAWN, NAMES, NUMBERS, WORDS, opened
from scoring.core.refusals import Refused
from scoring.models import Session
from scoring.models.revisions import By

pytestmark = pytest.mark.django_db

MODELS = (
    GuessSheetLine,
    Drawing,
    OpenGuessSheet,
    OpenBroken,
    OpenFinish,
    OpenGuess,
    OpenRound,
    Word,
)


def fill(session: Session, number: int, **columns: Any) -> None:
    """Store every entry of phones for a round; Dov is not done, Ben handed in his guess sheet."""
    here: dict[str, Any] = {"session": session, "number": number}
    seats = {seat.name: seat for seat in session.seats.all()}
    OpenRound.objects.create(**here, way="sheets", die_1="line", die_2="circle", **columns)
    OpenBroken.objects.create(**here, seat=seats["Ben"])
    words = [Word.objects.create(**here, place=at, text=text) for at, text in enumerate(WORDS, 1)]
    for place, name in enumerate(NAMES[:3], 1):
        OpenFinish.objects.create(**here, seat=seats[name], place=place)
    for name, seat in seats.items():
        word = words[DRAWN[name] - 1]
        Drawing.objects.create(**here, author=seat, nth=1, place=NUMBERS[name], word=word)
        OpenGuessSheet.objects.create(**here, guesser=seat, handed_in=name == "Ben")
    for guesser, author, at in (("Ana", "Ben", 2), ("Ana", "Cleo", 5), ("Ben", "Ana", 1)):
        line = {"guesser": seats[guesser], "place": NUMBERS[author], "word": words[at - 1]}
        GuessSheetLine.objects.create(**here, **line)
    for guesser, author in (("Ben", "Ana"), ("Cleo", "Ana"), ("Ana", "Ben")):
        OpenGuess.objects.create(**here, guesser=seats[guesser], author=seats[author], right=1)


def rows(**only: Any) -> set[str]:
    """Return every row in words: its model, and its columns without keys."""
    return {
        " ".join([model.__name__, *map(str, _columns(row))])
        for model in MODELS
        for row in model._default_manager.filter(**only)
    }


def _columns(row: Any) -> list[object]:
    names = [field.name for field in row._meta.concrete_fields]
    return [getattr(row, name) for name in names if name not in {"id", "session", "opening"}]


TAKEN, FREE = (
    "OpenRound 1 line circle   sheets   False None",
    "OpenRound 1     sheets   False None",
)
CHANGES: dict[str, tuple[Callable[..., object], dict[str, Any], set[str], set[str]]] = {
    "the last one is done": (entering.finish, {"seat": 4}, set(), {"OpenFinish 1 4 Dov"}),
    "one who is done is done again": (entering.finish, {"seat": 1}, set(), set()),
    "the first one is not done": (
        entering.unfinish,
        {"seat": 1},
        {"OpenFinish 1 1 Ana", "OpenFinish 1 2 Ben", "OpenFinish 1 3 Cleo"},
        {"OpenFinish 1 1 Ben", "OpenFinish 1 2 Cleo"},
    ),
    "one more drawing is invalid": (
        entering.judge,
        {"seat": 1, "broken": True},
        set(),
        {"OpenBroken 1 Ana"},
    ),
    "a drawing is valid": (
        entering.judge,
        {"seat": 2, "broken": False},
        {"OpenBroken 1 Ben"},
        set(),
    ),
    "a die is set": (
        entering.set_die,
        {"die": 2, "shape": "triangle"},
        {TAKEN},
        {"OpenRound 1 line triangle   sheets   False None"},
    ),
    "dice are rolled": (
        entering.roll,
        {"random": Random(1)},
        {TAKEN},
        {"OpenRound 1 line circle square circle sheets   False None"},
    ),
    "dice are taken up": (entering.take_up_dice, {}, {TAKEN}, {FREE}),
    "another way": (
        entering.choose_way,
        {"way": "grid"},
        {TAKEN},
        {"OpenRound 1 line circle   grid   False None"},
    ),
    "a guess is wrong": (
        entering.guess,
        {"author": 1, "guesser": 2, "right": 0},
        {"OpenGuess 1 Ben Ana 1"},
        {"OpenGuess 1 Ben Ana 0"},
    ),
    "nobody else guessed it": (
        entering.guess,
        {"author": 2, "guesser": 0, "right": 0},
        set(),
        {"OpenGuess 1 Cleo Ben 0", "OpenGuess 1 Dov Ben 0"},
    ),
    "a word is another one": (
        guess_sheets.set_words,
        {"words": ["cactus", "horse"]},
        {"Word 1 2 camel", "Drawing 1 Ben 1 1 camel", "GuessSheetLine 1 Ana 1 camel"},
        {"Word 1 2 horse", "Drawing 1 Ben 1 1 horse", "GuessSheetLine 1 Ana 1 horse"},
    ),
    "a number is taken back": (
        guess_sheets.tell_place,
        {"seat": 1, "nth": 1, "place": 0},
        {"Drawing 1 Ana 1 3 cactus"},
        {"Drawing 1 Ana 1 None cactus"},
    ),
    "what one drew is no guess of theirs": (
        guess_sheets.tell_word,
        {"seat": 1, "nth": 1, "word": 5},
        {"Drawing 1 Ana 1 3 cactus", "GuessSheetLine 1 Ana 4 mast"},
        {"Drawing 1 Ana 1 3 mast"},
    ),
    "a word moves to another drawing": (
        guess_sheets.match,
        {"seat": 1, "drawing": 1, "word": 5},
        {"GuessSheetLine 1 Ana 1 camel", "GuessSheetLine 1 Ana 4 mast"},
        {"GuessSheetLine 1 Ana 1 mast"},
    ),
    "a word is taken away": (
        guess_sheets.match,
        {"seat": 1, "drawing": 1, "word": 0},
        {"GuessSheetLine 1 Ana 1 camel"},
        set(),
    ),
    "a guess sheet is handed in": (
        guess_sheets.hand_in,
        {"seat": 1},
        {"OpenGuessSheet 1 Ana False False"},
        {"OpenGuessSheet 1 Ana True False"},
    ),
    "a guess sheet is taken in hand": (
        guess_sheets.take_in_hand,
        {"seat": 2},
        {"OpenGuessSheet 1 Ben True False"},
        {"OpenGuessSheet 1 Ben False False"},
    ),
    "a phone is handed on": (
        guess_sheets.open_for,
        {"seat": 1},
        {
            "GuessSheetLine 1 Ana 1 camel",
            "GuessSheetLine 1 Ana 4 mast",
            "Drawing 1 Ana 1 3 cactus",
            "OpenGuessSheet 1 Ana False False",
        },
        {"Drawing 1 Ana 1 3 None", "OpenGuessSheet 1 Ana False True"},
    ),
    "guess sheets are revealed": (
        guess_sheets.reveal,
        {"early": True},
        {"OpenGuess 1 Cleo Ana 1", TAKEN},
        {
            "OpenRound 1 line circle   sheets   True None",
            *(f"OpenGuess 1 {guesser} Cleo 0" for guesser in ("Ana", "Ben", "Dov")),
            *(f"OpenGuess 1 {guesser} Dov 0" for guesser in ("Ana", "Ben", "Cleo")),
            *(f"OpenGuess 1 {guesser} Ana 0" for guesser in ("Cleo", "Dov")),
            *(f"OpenGuess 1 {guesser} Ben 0" for guesser in ("Cleo", "Dov")),
        },
    ),
}


@pytest.mark.parametrize(("change", "fields", "removed", "added"), CHANGES.values(), ids=CHANGES)
def test_it_changes_these_rows_alone(
    change: Callable[..., object], fields: dict[str, Any], removed: set[str], added: set[str]
) -> None:
    session, other = opened(), opened()
    for one, number in ((session, 1), (session, 2), (other, 1)):
        fill(one, number)
    before, elsewhere = rows(session=session), rows(session=other)
    change(session=session, number=1, **fields)
    after = rows(session=session)
    assert (before - after, after - before) == (removed, added)
    assert rows(session=other) == elsewhere


def test_who_leaves_a_seat_leaves_no_secret_behind() -> None:
    """What was revealed stays, and so do the numbers of the drawings: they are on the wall."""
    session, other = opened(), opened()
    fill(session, 1, revealed=True)
    for one, number in ((session, 2), (other, 2)):
        fill(one, number)
    before, elsewhere = rows(session=session), rows(session=other)
    with transaction.atomic():
        guess_sheets.discard(session, session.seats.get(name="Ana"))
    after = rows(session=session)
    assert before - after == {
        "GuessSheetLine 2 Ana 1 camel",
        "GuessSheetLine 2 Ana 4 mast",
        "OpenGuessSheet 2 Ana False False",
        "Drawing 2 Ana 1 3 cactus",
    }
    assert after - before == {"Drawing 2 Ana 1 3 None", "OpenGuessSheet 2 Ana False True"}
    assert rows(session=other) == elsewhere


def test_a_reveal_that_is_taken_back_takes_its_guesses_along() -> None:
    session, other = opened(), opened()
    fill(session, 1, revealed=True)
    for one, number in ((session, 2), (other, 1)):
        fill(one, number, revealed=True)
    before, elsewhere = rows(session=session), rows(session=other)
    guess_sheets.hide(session=session, number=1, by=By(at=timezone.now()))
    after = rows(session=session)
    guesses = {f"OpenGuess 1 {pair} 1" for pair in ("Ben Ana", "Cleo Ana", "Ana Ben")}
    assert before - after == {*guesses, "OpenRound 1 line circle   sheets   True None"}
    assert after - before == {"OpenRound 1 line circle   sheets   False None"}
    assert rows(session=other) == elsewhere


A, B, C = (simple_round(f"{name}: Dov") for name in ("Ana", "Ben", "Cleo"))


@pytest.mark.parametrize(
    ("before", "after", "action", "left"),
    [
        pytest.param([A, B, C], [B, C], "correct", {1: 2, 2: 3, 3: 4}, id="the first is out"),
        pytest.param([A, B, C], [A, C], "correct", {1: 1, 2: 3, 3: 4}, id="the second is out"),
        pytest.param([A, B, C], [A, B], "correct", {1: 1, 2: 2, 3: 4}, id="the last is out"),
        pytest.param(
            [B, C], [A, B, C], "correct", {2: 1, 3: 2, 4: 3, 5: 4}, id="the first returns"
        ),
        pytest.param(
            [A, C], [A, B, C], "correct", {1: 1, 3: 2, 4: 3, 5: 4}, id="the second returns"
        ),
        pytest.param([A, B], [A, B, C], "round", {1: 1, 2: 2, 3: 3, 4: 4}, id="one is recorded"),
        pytest.param([A, B], [A, B, C], "restore", {1: 1, 2: 2, 3: 3, 4: 4}, id="one is restored"),
        pytest.param([A, B, C], [A], "restore", {1: 1, 2: 2, 3: 3, 4: 4}, id="two are out"),
        pytest.param([A, B, C], [B, A], "restore", {1: 1, 2: 2, 3: 3, 4: 4}, id="they are others"),
    ],
)
def test_what_was_entered_moves_with_its_round(
    before: list[Round], after: list[Round], action: str, left: dict[int, int]
) -> None:
    """Each round has a word that names the number under which it was entered."""
    session, other = opened(), opened()
    for number in range(1, 5):
        for one in (session, other):
            Word.objects.create(session=one, number=number, place=1, text=str(number))
    was, now = (State(NAMES, rounds=tuple(rounds)) for rounds in (before, after))
    with transaction.atomic():
        renumber_rounds(session, was, now, action)
    words = Word.objects.filter(session=session).values_list("number", "text")
    assert {number: int(text) for number, text in words} == left
    assert {f"Word {number} 1 {number}" for number in range(1, 5)} == rows(session=other)


@pytest.mark.parametrize(
    ("each", "taps"),
    [
        (1, {None: "2x1", 0: "2x1", 1: "2x0"}),
        (2, {None: "2x1", 0: "2x1", 1: "2x2", 2: "2x0"}),
    ],
)
def test_a_tap_on_a_guesser_counts_up_and_begins_again(
    each: int, taps: dict[int | None, str]
) -> None:
    seat = opened().seats.get(place=2)
    assert {right: guesser_key(seat, right, each)["tap"] for right in taps} == taps


REFUSALS: dict[str, tuple[Callable[..., object], dict[str, Any], str]] = {
    "the round is not yet there": (entering.finish, {"number": 2, "seat": 1}, "rounds[1]"),
    "no such seat": (entering.finish, {"seat": 5}, "players"),
    "no such die": (entering.set_die, {"die": 5, "shape": "line"}, "dice"),
    "no die before the first": (entering.set_die, {"die": 0, "shape": "line"}, "dice"),
    "one drawing each": (
        entering.guess,
        {"author": 1, "guesser": 2, "right": 2},
        "rounds[0].guesses",
    ),
    "own drawing": (entering.guess, {"author": 1, "guesser": 1, "right": 1}, "rounds[0].guesses"),
    "the words are others": (guess_sheets.set_words, {"words": ["A"], "seen": "x"}, "rounds[0]"),
    "no second drawing": (guess_sheets.tell_place, {"seat": 1, "nth": 2, "place": 1}, "rounds[0]"),
    "no drawing before": (guess_sheets.tell_place, {"seat": 1, "nth": 0, "place": 1}, "rounds[0]"),
    "no fifth number": (guess_sheets.tell_place, {"seat": 1, "nth": 1, "place": 5}, "rounds[0]"),
    "the number is taken": (
        guess_sheets.tell_place,
        {"seat": 1, "nth": 1, "place": 4},
        "rounds[0]",
    ),
    "the guess sheet is handed in": (
        guess_sheets.tell_place,
        {"seat": 2, "nth": 1, "place": 0},
        "rounds[0]",
    ),
    "no second word": (guess_sheets.tell_word, {"seat": 1, "nth": 2, "word": 1}, "rounds[0]"),
    "the word is handed in": (
        guess_sheets.tell_word,
        {"seat": 2, "nth": 1, "word": 1},
        "rounds[0]",
    ),
    "no such word": (guess_sheets.tell_word, {"seat": 1, "nth": 1, "word": 8}, "rounds[0]"),
    "no such drawing": (guess_sheets.match, {"seat": 1, "drawing": 5, "word": 1}, "rounds[0]"),
    "no drawing nought": (guess_sheets.match, {"seat": 1, "drawing": 0, "word": 1}, "rounds[0]"),
    "the own number": (guess_sheets.match, {"seat": 1, "drawing": 3, "word": 1}, "rounds[0]"),
    "guesses are handed in": (
        guess_sheets.match,
        {"seat": 2, "drawing": 2, "word": 1},
        "rounds[0]",
    ),
    "others have not handed in": (guess_sheets.reveal, {"early": False}, "rounds[0]"),
}


@pytest.mark.parametrize(("change", "fields", "where"), REFUSALS.values(), ids=REFUSALS)
def test_it_refuses_with_the_place_and_changes_nothing(
    change: Callable[..., object], fields: dict[str, Any], where: str
) -> None:
    session = opened()
    fill(session, 1)
    before = rows(session=session)
    with pytest.raises(Refused) as caught:
        change(**{"session": session, "number": 1, **fields})
    assert caught.value.where == where
    assert rows(session=session) == before


REVEALED: dict[str, tuple[Callable[..., object], dict[str, Any]]] = {
    "another way": (entering.choose_way, {"way": "grid"}),
    "words": (guess_sheets.set_words, {"words": ["A"]}),
    "numbers": (guess_sheets.hang, {"random": Random(1)}),
    "a number": (guess_sheets.tell_place, {"seat": 1, "nth": 1, "place": 0}),
    "a word": (guess_sheets.tell_word, {"seat": 1, "nth": 1, "word": 0}),
    "a match": (guess_sheets.match, {"seat": 1, "drawing": 1, "word": 0}),
    "a guess sheet": (guess_sheets.hand_in, {"seat": 1}),
    "the hand": (guess_sheets.take_in_hand, {"seat": 2}),
    "the phone": (guess_sheets.open_for, {"seat": 1}),
}


@pytest.mark.parametrize(("change", "fields"), REVEALED.values(), ids=REVEALED)
def test_it_changes_no_guess_sheet_after_the_reveal(
    change: Callable[..., object], fields: dict[str, Any]
) -> None:
    session = opened()
    fill(session, 1, revealed=True)
    before = rows(session=session)
    with pytest.raises(Refused) as caught:
        change(session=session, number=1, **fields)
    assert (caught.value.where, caught.value.code) == ("rounds[0]", "revealed")
    assert rows(session=session) == before


@pytest.mark.parametrize(
    ("change", "fields", "where"),
    [
        (entering.finish, {"seat": 1}, "rounds[0].finish"),
        (entering.judge, {"seat": 1, "broken": True}, "rounds[0].invalid"),
    ],
)
def test_a_simplified_round_has_neither_order_nor_validity(
    change: Callable[..., object], fields: dict[str, Any], where: str
) -> None:
    session = opened(options={"variant": "simplified"})
    with pytest.raises(Refused) as caught:
        change(session=session, number=1, **fields)
    assert caught.value.where == where


def test_a_reveal_waits_for_words_of_all_that_are_not_the_same() -> None:
    session = opened()
    fill(session, 1)
    Drawing.objects.filter(session=session, author__name="Dov").update(
        word=Word.objects.get(session=session, text="cactus")
    )
    with pytest.raises(Refused) as caught:
        guess_sheets.reveal(session=session, number=1, early=True)
    assert (caught.value.where, caught.value.values) == ("rounds[0]", {"names": ("Ana", "Dov")})
    Drawing.objects.filter(session=session, author__name="Cleo").update(word=None)
    with pytest.raises(Refused) as caught:
        guess_sheets.reveal(session=session, number=1, early=True)
    assert (caught.value.where, caught.value.values) == ("rounds[0]", {"names": ("Cleo",)})
