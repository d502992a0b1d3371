"""A table as it stands now, for everything that shows it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import transaction

from scoring.contract import Game
from scoring.core.outcome import Outcome
from scoring.core.wording import action_sentence, why
from scoring.documents.scorer import dump_document, read_document
from scoring.groups.visibility import rename_players
from scoring.models import Revision, Seat, Session
from scoring.models.locks import lock_session
from scoring.sessions.effects import Moved, effect
from scoring.sessions.loading import load
from scoring.sessions.recording import Played


@dataclass(frozen=True)
class TableNow:
    session: Session
    played: Played
    outcome: Outcome[Any]
    seats: dict[str, Seat]
    called: Mapping[str, str]  # whom it names in another way than the table does

    @property
    def game(self) -> Game[Any]:
        return self.played.game

    @property
    def state(self) -> Any:
        return self.played.state

    @cached_property
    def kept(self) -> Any:
        if not self.called:
            return self.game.play.kept(self.session, self.state)
        kept = self.game.play.kept(self.session, load(self.session).state)
        return rename_players(kept, self.called)


@dataclass(frozen=True, slots=True)
class Plate:
    """A player's row: the same on the phone, on the board and in the result."""

    place: int  # the seat, and so the mark
    name: str
    rank: int
    points: int
    why: str  # against the one right above; nothing for the first
    needs: str  # what is still missing, or can still come
    begun: bool  # until then there is nothing to rank
    moved: Moved | None = None  # by the latest change, where the page marks it
    plays: bool = False  # it is this player's turn

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
        """The place before the latest change, where it was another."""
        return self.moved.rank[0] if self.moved and self.moved.climbed else None


def look(session: Session, called: Mapping[str, str] | None = None) -> TableNow:
    """Two queries, however long the session is. `called`: whom to name in another way; refused,
    where a name is a word of the game's too."""
    played, called = load(session), called or {}
    if called:
        played = read_document(rename_players(dump_document(played), called))
    seats = list(session.seats.order_by("place"))
    for seat in seats:
        seat.name = called.get(seat.name, seat.name)
    there = {seat.name: seat for seat in seats}
    return TableNow(session, played, played.game.score(played.state), there, called)


def before(now: TableNow) -> Outcome[Any] | None:
    """As it stood before the latest change; None when nothing had been played then."""
    earlier = now.session.revisions.filter(number=now.session.revision - 1).first()
    if earlier is None:
        return None
    state = read_document(earlier.document).state
    outcome = now.game.score(state)
    return outcome if now.game.play.course(state, outcome) else None


def plates(now: TableNow, then: Outcome[Any] | None = None) -> list[Plate]:
    """In the order of the standings; with `then`, also what has moved since."""
    outcome = now.outcome
    reasons = {
        reason.below: why(reason, now.game.wording, finished=outcome.finished)
        for reason in outcome.reasons()
    }
    needs = now.game.play.needs(now.state, outcome)
    moved = {player.name: player for player in effect(then, outcome).moved} if then else {}
    whose = now.game.play.whose(now.state, outcome)
    begun = has_begun(now)
    return [
        Plate(
            place=now.seats[standing.player].place,
            name=standing.player,
            rank=standing.rank,
            points=standing.points,
            why=reasons.get(standing.player, "") if begun else "",
            needs=str(needs.get(standing.player, "")),
            begun=begun,
            moved=moved.get(standing.player),
            plays=standing.player == whose,
        )
        for standing in outcome.standings
    ]


def has_begun(now: TableNow) -> bool:
    return now.outcome.finished or bool(now.game.play.course(now.state, now.outcome))


@dataclass(frozen=True, slots=True)
class Latest:
    """The last thing that was recorded: what one tap takes back."""

    revision: Revision
    sentence: str

    @property
    def who(self) -> str:
        return who(self.revision)


def latest(now: TableNow) -> Latest:
    revision = now.session.revisions.with_people().latest("number")
    return Latest(revision, action_sentence(revision.action, now.game.wording))


def who(revision: Revision) -> str:
    """Whose phone it was; an account's name before a seat's, and nothing for the host's."""
    return str(revision.actor or revision.seat or "")


@transaction.atomic
def refresh_screens(session: Session) -> Session:
    """Lock the session and raise its version, so that every screen that polls gets it anew."""
    locked = lock_session(session.pk)
    locked.version += 1
    locked.save(update_fields=["version"])
    return locked
