"""What the table of a season would be under other rules, on other days or with other games.

Nothing is written: the places that everybody came to say it all (L-1 to L-5)."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, QuerySet

from scoring.core import standings
from scoring.core.standings import LEAST_PLAYERS, Place, Ranks, Row
from scoring.models import Player, Result, Season

SHOWN = 8


@dataclass(frozen=True, slots=True)
class Prospect:
    """A player, as the season is and as it would be; None where there is no place in it."""

    name: str
    before: Row | None
    after: Row | None

    @property
    def value(self) -> Fraction | None:
        return self.after.value if self.after else None

    @property
    def value_before(self) -> Fraction | None:
        return self.before.value if self.before else None

    @property
    def moves(self) -> bool:
        before = self.before.rank if self.before else None
        return self.after is None or before != self.after.rank


@dataclass(frozen=True, slots=True)
class Prospects:
    top: tuple[Prospect, ...]
    sessions: tuple[int, int]  # that count, before and after
    changes: bool


def prospects(season: Season, games: Collection[str]) -> Prospects:
    """`season` as it would be saved, with these games; the stored one is what it is compared to."""
    stored = Season.objects.filter(pk=season.pk).first()
    now = _counting(stored, stored.games.values_list("game", flat=True)) if stored else None
    then = _counting(season, games)
    before = _table(stored, now) if stored is not None and now is not None else []
    after = _table(season, then)
    was = {row.tally.player: row for row in before}
    stays = {row.tally.player for row in after}
    lines = [Prospect(row.tally.name, was.get(row.tally.player), row) for row in after]
    lines += [
        Prospect(row.tally.name, row, None) for row in before if row.tally.player not in stays
    ]
    changes = [(line.before and _shown(line.before)) != _shown(line.after) for line in lines]
    sessions = (_number(now) if now is not None else 0, _number(then))
    return Prospects(tuple(lines[:SHOWN]), sessions, any(changes))


def _shown(row: Row | None) -> tuple[int | None, Fraction] | None:
    return (row.rank, row.value) if row else None


def _counting(season: Season, games: Iterable[str]) -> QuerySet[Result]:
    """The results that count for it (L-1)."""
    return Result.objects.filter(
        session__league=season.league_id,
        players__gte=LEAST_PLAYERS,
        played_on__range=(season.starts_on, season.ends_on),
        game__in=list(games),
        player__isnull=False,
    )


def _number(results: QuerySet[Result]) -> int:
    number: int = results.aggregate(number=Count("session", distinct=True))["number"]
    return number


def _table(season: Season, results: QuerySet[Result]) -> list[Row]:
    played: dict[int, Counter[Place]] = defaultdict(Counter)
    places = results.values_list("player_id", "players", "rank", "sharing").order_by()
    for player, *place, plays in places.annotate(plays=Count("pk")):
        played[player][Place(*place)] = plays
    names = dict(Player.objects.filter(pk__in=played).values_list("pk", "name"))
    tallies = [
        standings.tally(season.rules, player, names[player], counts)
        for player, counts in played.items()
    ]

    def met(players: Sequence[int]) -> Iterable[Ranks]:
        sessions: dict[int, dict[int, int]] = defaultdict(dict)
        found = results.filter(player__in=players)
        for session, player, rank in found.values_list("session_id", "player_id", "rank"):
            sessions[session][player] = rank
        return sessions.values()

    return standings.table(season.rules, tallies, met)
