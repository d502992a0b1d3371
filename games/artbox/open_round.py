"""#ARTBOX: read the round that is being entered."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from django.db.models import Q

from games.artbox.models import (
    BallotLine,
    Drawing,
    OpenBallot,
    OpenBroken,
    OpenFinish,
    OpenGuess,
    OpenRound,
    Word,
)
from games.artbox.rules import Round, State, is_simplified, words_on_display
from scoring.models import Seat, Session

NO_DICE = ("", "", "", "")


def fingerprint(words: Iterable[str]) -> str:
    """Return a short hash that changes with every change of a word."""
    return sha256("\n".join(words).encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Draft:
    number: int
    way: str
    dice: tuple[str, ...]
    revealed: bool
    finish: tuple[str, ...]
    broken: frozenset[str]
    right: dict[str, dict[str, int]]  # author -> guesser -> how many, as far as anybody said

    def missing_finishers(self, state: State) -> list[str]:
        if is_simplified(state):
            return []
        return [name for name in state.players if name not in self.finish]

    def missing_authors(self, state: State) -> list[str]:
        """Return the players whose drawings have no guesses yet."""
        return [name for name in state.players if name not in self.right]

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
    here = {"session": session, "number": number}
    open_round, usual_way = _open_round(session, number)
    right: dict[str, dict[str, int]] = defaultdict(dict)
    for guess in OpenGuess.objects.filter(**here).order_by("pk"):
        right[names[guess.author_id]][names[guess.guesser_id]] = guess.right
    finish = OpenFinish.objects.filter(**here).order_by("place").values_list("seat", flat=True)
    broken = OpenBroken.objects.filter(**here).values_list("seat", flat=True)
    return Draft(
        number=number,
        way=(open_round.way if open_round else "") or usual_way,
        dice=open_round.dice if open_round else NO_DICE,
        revealed=bool(open_round and open_round.revealed),
        finish=tuple([names[seat] for seat in finish]),
        broken=frozenset([names[seat] for seat in broken]),
        right=dict(right),
    )


def _open_round(session: Session, number: int) -> tuple[OpenRound | None, str]:
    """Return the round, if it has begun, and how the one before was entered: the usual way.

    The first round is entered on one phone. One query, as phones wait for it."""
    rounds = OpenRound.objects.filter(session=session, number__lte=number)
    chosen = rounds.filter(Q(number=number) | ~Q(way="")).order_by("-number")[:2]
    here = next((one for one in chosen if one.number == number), None)
    before = next((one.way for one in chosen if one.number < number), OpenRound.Way.GRID)
    return here, before


@dataclass(frozen=True, slots=True)
class EnteredDrawing:
    """What an author entered about one drawing: its number, and the number of its word."""

    author: str
    nth: int
    place: int | None
    word: int | None

    @property
    def complete(self) -> bool:
        return self.place is not None and self.word is not None


@dataclass(frozen=True, slots=True)
class Ballots:
    """All ballots of a round. They are secret: a page shows only what its reader may know."""

    words: dict[int, str]
    drawings: tuple[EnteredDrawing, ...]
    lines: dict[str, dict[int, int]]  # guesser -> drawing -> word
    handed_in: frozenset[str]
    started_over: frozenset[str]

    @property
    def placed_drawings(self) -> int:
        return sum(drawing.place is not None for drawing in self.drawings)

    def drawings_of(self, author: str) -> list[EnteredDrawing]:
        return [drawing for drawing in self.drawings if drawing.author == author]

    def has_entered_drawings(self, author: str, each: int) -> bool:
        return sum(drawing.complete for drawing in self.drawings_of(author)) == each

    def has_all_words(self, state: State) -> bool:
        return len(self.words) == words_on_display(state)


def read_ballots(session: Session, number: int) -> Ballots:
    names = {seat.pk: seat.name for seat in session.seats.all()}
    here = {"session": session, "number": number}
    lines: dict[str, dict[int, int]] = defaultdict(dict)
    for guesser, place, word in BallotLine.objects.filter(**here).values_list(
        "guesser", "place", "word__place"
    ):
        lines[names[guesser]][place] = word
    drawings = Drawing.objects.filter(**here).order_by("author__place", "nth")
    ballots = OpenBallot.objects.filter(**here).values_list("guesser", "handed_in", "started_over")
    return Ballots(
        words=dict(Word.objects.filter(**here).order_by("place").values_list("place", "text")),
        drawings=tuple(
            [
                EnteredDrawing(names[author], nth, place, word)
                for author, nth, place, word in drawings.values_list(
                    "author", "nth", "place", "word__place"
                )
            ]
        ),
        lines=dict(lines),
        handed_in=frozenset([names[seat] for seat, handed_in, _over in ballots if handed_in]),
        started_over=frozenset([names[seat] for seat, _handed_in, over in ballots if over]),
    )
