"""#ARTBOX: read the round that is being entered, and undo taps on it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.db.models import OuterRef, Subquery

from games.artbox.models import (
    Drawing,
    GuessSheetLine,
    HiddenEntry,
    OpenBroken,
    OpenFinish,
    OpenGuess,
    OpenGuessSheet,
    OpenRound,
    Word,
)
from games.artbox.rules import EntryRefusal, Round, State, is_simplified, words_on_display
from games.artbox.words.spelling import key_of
from scoring import contract
from scoring.core.refusals import Refused
from scoring.models import Seat, Session
from scoring.models.rows import Row, Rows, Table
from scoring.sessions import rows
from scoring.sessions.open_rounds import as_dicts, rows_by_id

HIDE = "close-guess sheets"
COLLECT, PUT_BACK = "collect-words", "put-words-back"

NO_DICE = ("", "", "", "")
ROUNDS = Table(
    OpenRound,
    key=("number",),
    columns=("way", "dealt", "revealed", "turned", "die_1", "die_2", "die_3", "die_4"),
)
FINISHES = Table(OpenFinish, key=("number", "place"), columns=("seat_id",))
BROKEN = Table(OpenBroken, key=("number", "seat_id"))
GUESSES = Table(OpenGuess, key=("number", "guesser_id", "author_id"), columns=("right",))


def fingerprint(words: Iterable[str]) -> str:
    """Return a short hash that changes with every change of a word."""
    return sha256("\n".join(words).encode()).hexdigest()[:12]


def alphabetical(word: str) -> tuple[str, str]:
    return key_of(word), word


def in_order(words: Iterable[str]) -> list[str]:
    """Return words as they are shown: in an order that does not tell where they come from."""
    return sorted(words, key=alphabetical)


@dataclass(frozen=True, slots=True)
class Draft:
    number: int
    way: str
    dealt: str
    dice: tuple[str, ...]
    revealed: bool
    turned: int | None  # drawings told in a reveal one after the other; None: it has not begun
    finish: tuple[str, ...]
    broken: frozenset[str]
    right: dict[str, dict[str, int]]  # author -> guesser -> how many, as far as anybody said

    @property
    def is_told_in_turn(self) -> bool:
        """Return whether a reveal one drawing after the other is under way."""
        return self.turned is not None and not self.revealed

    def missing_finishers(self, state: State) -> list[str]:
        if is_simplified(state):
            return []
        return [name for name in state.players if name not in self.finish]

    def missing_authors(self, state: State) -> list[str]:
        """Return the players whose drawings have no guesses yet."""
        return [name for name in state.players if name not in self.right]

    def unfinished_authors(self, state: State) -> list[str]:
        """Return the players whose drawings someone may still have guessed."""
        others = len(state.players) - 1
        return [name for name in state.players if len(self.right.get(name, {})) < others]

    def is_complete(self, state: State) -> bool:
        return not self.missing_finishers(state) and not self.missing_authors(state)

    def round(self, state: State) -> Round:
        """Return the round as it would be recorded."""
        simplified = is_simplified(state)
        broken = tuple([name for name in state.players if name in self.broken])
        return Round(
            guesses=self._guesses(),
            finish=None if simplified else self.finish,
            invalid=None if simplified else broken,
            dice=self.dice if all(self.dice) else None,  # type: ignore[arg-type]
        )

    def _guesses(self) -> dict[str, dict[str, int]]:
        guesses: dict[str, dict[str, int]] = defaultdict(dict)
        for author, guessers in self.right.items():
            for guesser, number in guessers.items():
                if number:
                    guesses[guesser][author] = number
        return dict(guesses)


def read_draft(session: Session, number: int, seats: Iterable[Seat] | None = None) -> Draft:
    """Read the round that is being entered; `seats`: of the session, where they were read."""
    names = {seat.pk: seat.name for seat in seats or session.seats.all()}
    rounds = rows.read((ROUNDS,), session.pk)[OpenRound]
    entered = rows.read((FINISHES, BROKEN, GUESSES), session.pk, number=number)
    right: dict[str, dict[str, int]] = defaultdict(dict)
    for (_number, guesser, author), (guessed,) in entered[OpenGuess].items():
        right[names[author]][names[guesser]] = guessed
    way, dealt, revealed, turned, *dice = rounds.get((number,), ("", "", False, None, *NO_DICE))
    return Draft(
        number=number,
        way=way or _usual_way(rounds, number),
        dealt=dealt,
        dice=tuple(dice),
        revealed=revealed,
        turned=turned,
        finish=tuple([names[seat] for _key, (seat,) in sorted(entered[OpenFinish].items())]),
        broken=frozenset([names[seat] for _number, seat in entered[OpenBroken]]),
        right=dict(right),
    )


def _usual_way(rounds: Mapping[Row, Row], number: int) -> str:
    """Return how the round before was entered; for the first round, on one phone."""
    before = [(at, way) for (at,), (way, *_more) in rounds.items() if way and at < number]
    return max(before)[1] if before else OpenRound.Way.GRID


@dataclass(frozen=True, slots=True)
class EnteredDrawing:
    """One drawing as its artist entered it: its number, and the number of its word."""

    author: str
    nth: int
    place: int | None
    word: int | None

    @property
    def complete(self) -> bool:
        return self.place is not None and self.word is not None


@dataclass(frozen=True, slots=True)
class GuessSheets:
    """All guess sheets of a round. They are secret: a page shows only what its reader may know."""

    words: dict[int, str]  # on display, by the alphabet: that tells nothing of who wrote which
    dealt: str  # whether and how authors came to words that are not
    own_words: dict[tuple[str, int], str]  # of the drawings: author, nth -> word, until then
    drawings: tuple[EnteredDrawing, ...]
    lines: dict[str, dict[int, int]]  # guesser -> drawing -> word
    handed_in: frozenset[str]
    started_over: frozenset[str]

    def drawings_of(self, author: str) -> list[EnteredDrawing]:
        return [drawing for drawing in self.drawings if drawing.author == author]

    def has_entered_drawings(self, author: str, each: int) -> bool:
        return sum(drawing.complete for drawing in self.drawings_of(author)) == each

    def own_words_of(self, author: str) -> dict[int, str]:
        """Return the words of an author that are not on display yet, by `nth`."""
        return {nth: text for (name, nth), text in self.own_words.items() if name == author}

    def still_writing(self, state: State) -> list[str]:
        """Return the authors who have not written down a word yet that is theirs to write."""
        return [name for name in state.players if "" in self.own_words_of(name).values()]

    def has_all_words(self, state: State) -> bool:
        return len(self.words) == words_on_display(state)


def read_guess_sheets(session: Session, number: int) -> GuessSheets:
    names = {seat.pk: seat.name for seat in session.seats.all()}
    here = {"session": session, "number": number}
    lines: dict[str, dict[int, int]] = defaultdict(dict)
    for guesser, place, word in GuessSheetLine.objects.filter(**here).values_list(
        "guesser", "place", "word__place"
    ):
        lines[names[guesser]][place] = word
    drawings = list(
        Drawing.objects.filter(**here)
        .order_by("author__place", "nth")
        .values_list("author", "nth", "place", "word__place")
    )
    guess_sheets = OpenGuessSheet.objects.filter(**here).values_list(
        "guesser", "handed_in", "started_over"
    )
    its_round = OpenRound.objects.filter(session=OuterRef("session"), number=OuterRef("number"))
    stored = Word.objects.filter(**here).annotate(dealt=Subquery(its_round.values("dealt")))
    rows_of_words = [*stored.order_by("place").values_list("place", "text", "dealt")]
    words = {place: text for place, text, _dealt in rows_of_words}
    dealt = rows_of_words[0][2] or "" if rows_of_words else ""
    own = {(names[author], nth): words.get(word, "") for author, nth, _place, word in drawings}
    on_display = sorted(words.items(), key=lambda word: alphabetical(word[1]))
    return GuessSheets(
        words={} if dealt else dict(on_display),
        dealt=dealt,
        own_words=own if dealt else {},
        drawings=tuple(
            [
                EnteredDrawing(names[author], nth, place, word)
                for author, nth, place, word in drawings
            ]
        ),
        lines=dict(lines),
        handed_in=frozenset([names[seat] for seat, handed_in, _over in guess_sheets if handed_in]),
        started_over=frozenset([names[seat] for seat, _handed_in, over in guess_sheets if over]),
    )


# Undoing a tap on it


ROUND_ROWS = rows_by_id(OpenRound)
WORDS = rows_by_id(Word)
DRAWINGS = rows_by_id(Drawing)
LINES = rows_by_id(GuessSheetLine)
FINISH_ROWS = rows_by_id(OpenFinish)
# Nobody gets a guess sheet back that was open on a phone which was handed on.
GUESS_SHEETS = rows_by_id(OpenGuessSheet, without=("opening",))
BROKEN_ROWS, GUESS_ROWS = rows_by_id(OpenBroken), rows_by_id(OpenGuess)
# Of a word that was replaced: with it, it is hidden again.
HIDDEN = rows_by_id(HiddenEntry)
SECRET = (WORDS, DRAWINGS, LINES, GUESS_SHEETS)


def round_number(state: State) -> int:
    return len(state.rounds) + 1


def after_undo(before: Rows, after: Rows) -> None:
    """Refuse an undo of what guess sheets were when they were handed in or revealed; let those who
    finished later move up, but for one who never said so."""
    if _is_closed(before) and _is_closed(after) and _differ(before, after):
        raise Refused((), EntryRefusal.REVEALED)
    for guesser in _handed_in(before) & _handed_in(after):
        if _entered_by(guesser, before) != _entered_by(guesser, after):
            raise Refused((), EntryRefusal.HANDED_IN)
    _move_up(_finishes(before), _finishes(after))


def _finishes(rows: Rows) -> list[dict[str, Any]]:
    return sorted(as_dicts(FINISH_ROWS, rows), key=lambda one: one["place"])


def _move_up(before: Sequence[dict[str, Any]], after: Sequence[dict[str, Any]]) -> None:
    left = [one["seat_id"] for one in after]
    seats_before = [one["seat_id"] for one in before]
    if len(left) < len(seats_before):
        seats = Seat.objects.filter(session__seats=seats_before[-1]).count()
        left = still_finished(seats_before, left, seats)
    for row in after:
        if row["seat_id"] not in left:
            OpenFinish.objects.filter(pk=row["id"]).delete()
    for place, row in enumerate([row for row in after if row["seat_id"] in left], 1):
        if row["place"] != place:
            OpenFinish.objects.filter(pk=row["id"]).update(place=place)


def still_finished(before: Sequence[int], left: Sequence[int], seats: int) -> list[int]:
    """Return who has a Number token after someone gave theirs back.

    Of a complete row the last one got theirs only because nobody else was left."""
    implied = before[-1] if len(before) == seats else None
    return [seat for seat in left if seat != implied]


def _is_closed(rows: Rows) -> bool:
    rounds = as_dicts(ROUND_ROWS, rows)
    return any(one["revealed"] or one["turned"] is not None for one in rounds)


def _differ(before: Rows, after: Rows) -> bool:
    return any(before[table.model] != after[table.model] for table in SECRET)


def _handed_in(rows: Rows) -> set[int]:
    return {one["guesser_id"] for one in as_dicts(GUESS_SHEETS, rows) if one["handed_in"]}


def _entered_by(seat: int, rows: Rows) -> list[dict[str, Any]]:
    lines = [one for one in as_dicts(LINES, rows) if one["guesser_id"] == seat]
    return lines + [one for one in as_dicts(DRAWINGS, rows) if one["author_id"] == seat]


OPEN_ROUND = contract.OpenRound(
    tables=(
        *(ROUND_ROWS, WORDS, DRAWINGS, LINES, GUESS_SHEETS, FINISH_ROWS, BROKEN_ROWS, GUESS_ROWS),
        HIDDEN,
    ),
    number=round_number,
    after_undo=after_undo,
    # A player who sees all guesses must not change theirs, so only the host can hide them again.
    hosts_only=frozenset({"reveal", "begin_reveal", "reveal_next", "hide"}),
    history={"reveal": HIDE, "reveal_next": HIDE, "collect_words": PUT_BACK},
)
