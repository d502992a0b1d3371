"""A finished session of a group, as those who add up evenings need it."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from scoring.core.outcome import Outcome
from scoring.core.standings import Place
from scoring.documents.scorer import SessionDocument
from scoring.models import Result
from scoring.models.rows import Rows, Sitting

EVERY_GAME = ""  # where sums are kept of all games together
Order = tuple[date, datetime, int]


@dataclass(frozen=True, slots=True)
class Line:
    """What one player came to."""

    player: int
    seat: int  # clockwise, from 1
    place: Place
    points: int
    decided_by: str


@dataclass(frozen=True, slots=True)
class Told:
    """What its rounds say of a player: so many times, of so many."""

    player: int
    what: str
    subject: str
    times: int
    of: int


@dataclass(frozen=True, slots=True)
class Finished:
    session: int
    group: int
    season: int | None  # for which it counts
    game: str
    played_on: date | None
    finished_at: datetime
    lines: tuple[Line, ...]
    told: tuple[Told, ...] = ()
    variants: tuple[str, ...] = ()

    def passed_on(self, old: int, new: int) -> "Finished":
        """The same, with another player in place of one."""

        def own(part: Any) -> Any:
            return replace(part, player=new) if part.player == old else part

        lines, told = tuple(map(own, self.lines)), tuple(map(own, self.told))
        return replace(self, lines=lines, told=told)

    @property
    def players(self) -> list[int]:
        return [line.player for line in self.lines]

    @property
    def order(self) -> Order:
        """Where it stands among others; first of all, if nobody knows the day."""
        return self.played_on or date.min, self.finished_at, self.session


def finished(
    session: int, played: SessionDocument[Any], outcome: Outcome[Any], sitting: Sitting, rows: Rows
) -> list[Finished]:
    """None, or the one that these rows make."""
    seats = {pk: at for at, pk in enumerate(sitting.seats.values(), 1)}
    lines, first = [], None
    for (seat,), values in rows.get(Result, {}).items():
        rank, points, decided_by, group, season, player, game, players, sharing, day, at = values
        if group is None or player is None:
            continue
        first = first or (group, season, game, day, at)
        place = Place(players, rank, sharing)
        lines.append(Line(player, seats[seat], place, points, decided_by))
    if first is None:
        return []
    variants = tuple(played.game.variants(played.state))
    return [Finished(session, *first, tuple(lines), _told(played, outcome, sitting), variants)]


def _told(
    played: SessionDocument[Any], outcome: Outcome[Any], sitting: Sitting
) -> tuple[Told, ...]:
    facts = played.game.facts(played.state, outcome)
    told = [(sitting.person(fact.player), fact) for fact in facts]
    return tuple(
        [
            Told(player, fact.what, fact.subject, fact.times, fact.of)
            for player, fact in told
            if player is not None
        ]
    )
