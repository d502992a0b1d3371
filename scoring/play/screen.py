"""A table as it stands now, for everything that shows it: phones, the board, the result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import Any

from django.utils.translation import get_language

from scoring.contract import Game
from scoring.core.entries import score_change
from scoring.core.outcome import Outcome
from scoring.core.wording import why
from scoring.models import Revision, Seat, Session
from scoring.models.locks import lock_session_by_new_version
from scoring.models.revisions import CHANGE_PLAYERS
from scoring.sessions.effects import Moved, effect
from scoring.sessions.history import earlier_document
from scoring.sessions.loading import StoredSession, load_stored
from scoring.sessions.recording import Played, Recorded
from scoring.web.etag import digest

SHORT_NAME, LONG_NAME = 8, 16  # letters


@dataclass(frozen=True)
class TableNow:
    latest: Revision
    played: Played
    outcome: Outcome[Any]
    seats: dict[str, Seat]
    other_names: Mapping[str, str]  # names at the table -> names that the reader sees instead
    stored: StoredSession | None  # as it was read; None after a change of just now

    @property
    def session(self) -> Session:
        return self.latest.session

    @property
    def game(self) -> Game[Any]:
        return self.played.game

    @property
    def state(self) -> Any:
        return self.played.state

    @cached_property
    def has_begun(self) -> bool:
        return self.game.has_begun(self.state, self.outcome)

    @cached_property
    def in_turn(self) -> Seat | None:
        """Return whose turn it is: nobody's after the end, or where the game has no turns."""
        whose_turn = self.game.play.whose_turn
        return None if self.outcome.finished else self.seats.get(whose_turn(self.state))

    def if_stopped(self) -> "TableNow":
        """Return the table as it would be if it stopped now. Raises Refused if it cannot."""
        stopped = self.game.stop(self.state, True)
        state, outcome = score_change(self.game.score, self.state, stopped)
        self.game.play.check_end(state, outcome)
        return replace(self, played=replace(self.played, state=state), outcome=outcome)

    @cached_property
    def fragment_key(self) -> str:
        """Return what `{% cache %}` keeps a part of a page by that is the same for all phones.

        Such a part depends on the State and on what the game stores beside it, on the names that
        the reader sees, and on the language. Only what is stored beside may change without a new
        revision, and then there is a new version."""
        session = self.session
        number = "" if self.extra is None else session.version
        names = sorted(self.other_names.items())
        return digest(session.uuid, session.revision, number, names, get_language())

    @cached_property
    def extra(self) -> Any:
        """Return what the game stores beside the State, with the names that the reader sees."""
        return self.game.store.load_extra(self.session, self.state, [*self.seats.values()])


def table_now(
    session: Session,
    other_names: Mapping[str, str] | None = None,
    recorded: Recorded | None = None,
) -> TableNow:
    """Read and score a session as it is now, in two queries, however long it is.

    `recorded`, a change of just now, is neither read nor scored again: it has a version of its own,
    so the next poll asks for whatever followed."""
    other_names, stored = other_names or {}, None
    if recorded and recorded.latest:
        latest, seats = recorded.latest, recorded.seats
        played, outcome = recorded.played, recorded.outcome
    else:
        stored = load_stored(session)
        latest = Revision.objects.latest_of(stored.row)
        seats = stored.seats
        for seat in seats:
            seat.name = other_names.get(seat.name, seat.name)
        played = stored.called([seat.name for seat in seats])
        outcome = played.game.score(played.state)
    by_name = {seat.name: seat for seat in seats}
    return TableNow(latest, played, outcome, by_name, other_names, stored)


def outcome_before(now: TableNow) -> Outcome[Any] | None:
    """Return the outcome before the latest change; None if nothing had been played then."""
    number = now.session.revision - 1
    if now.stored is None or number < 1 or now.latest.action == CHANGE_PLAYERS:
        return None
    before = earlier_document(now.stored, number)
    outcome = before.game.score(before.state)
    return outcome if before.game.play.steps(before.state, outcome) else None


def name_size(letters: int) -> str:
    """Return the class of a large name, which is then smaller also where no script fits it."""
    return "longest" if letters > LONG_NAME else "long" if letters > SHORT_NAME else ""


@dataclass(frozen=True, slots=True)
class Plate:
    """A player's row in the standings of a table: the same on phones, the board and the result."""

    place: int  # the seat, which chooses the player's mark
    name: str
    rank: int
    points: int | None  # none where only the places were noted
    why: str  # what put the player below the one above; empty for the first
    needs: str  # what is still missing, or can still come
    begun: bool  # until then there is nothing to rank
    moved: Moved | None = None  # by the latest change, where the page marks it

    @property
    def name_size(self) -> str:
        return name_size(len(self.name))

    @property
    def gained(self) -> int:
        return self.moved.gained if self.moved else 0

    @property
    def rises(self) -> bool:
        return self.gained > 0

    @property
    def climbs(self) -> bool:
        return self.moved is not None and self.moved.climbed > 0

    @property
    def came_from(self) -> int | None:
        """Return the rank before the latest change, if it was another one."""
        return self.moved.rank[0] if self.moved and self.moved.climbed else None


def plates(now: TableNow, before: Outcome[Any] | None = None) -> list[Plate]:
    """Return the rows in the order of the standings; with `before`, also who has moved since."""
    outcome = now.outcome
    sentences = {
        why(reason, now.game.wording, finished=outcome.finished): reason.below
        for reason in reversed(outcome.reasons())
    }
    # A sentence about all who share a place is shown once, at the first of them.
    reasons = {name: sentence for sentence, name in sentences.items()}
    needs = now.game.play.needs(now.state, outcome)
    moved = {player.name: player for player in effect(before, outcome).moved} if before else {}
    return [
        Plate(
            place=now.seats[standing.player].place,
            name=standing.player,
            rank=standing.rank,
            points=standing.known_points,
            why=reasons.get(standing.player, "") if now.has_begun else "",
            needs=str(needs.get(standing.player, "")),
            begun=now.has_begun,
            moved=moved.get(standing.player),
        )
        for standing in outcome.standings
    ]


@dataclass(frozen=True, slots=True)
class Choice:
    """The radio button that shows what is entered about a player, where a game has one for each."""

    id: str
    is_entered: bool = False


@dataclass(frozen=True, slots=True)
class Score:
    """A player's points as phones show them above what is entered, in the order of the seats."""

    plate: Plate
    choice: str = ""  # the id of a radio button
    is_entered: bool = False


def scores(plates: Sequence[Plate], choices: Mapping[str, Choice]) -> list[Score]:
    """Return the points by seat; `choices`: by name, what a tap on a player's points shows."""
    none = Choice("")
    return [
        Score(plate, choice.id, choice.is_entered)
        for plate in sorted(plates, key=attrgetter("place"))
        for choice in [choices.get(plate.name, none)]
    ]


def refresh_screens(session: Session, **columns: object) -> None:
    """Lock the session and raise its version, so that every screen that polls gets it again.

    Call it in the transaction of what changes; `columns`: what changes in the session itself."""
    lock_session_by_new_version(session.pk, **columns)
