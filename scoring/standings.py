"""A season's table from what its sessions said: placement alone counts. League rulings L-1 to L-7.

Every share is a whole number of 840ths, since a table has at most eight players (L-6).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

WHOLE = 840
LAST_PLACE = 8
LEAST_PLAYERS = 2

Ranks = Mapping[int, int]  # of one session: player -> rank
# The sessions in which at least two of these players met.
Meetings = Callable[[Sequence[int]], Iterable[Ranks]]


class Scheme(StrEnum):
    """What a place is worth (L-2)."""

    BEATEN = "beaten"
    PODIUM = "podium"
    WINS = "wins"


class Aggregate(StrEnum):
    """How the results of a player add up (L-3)."""

    TOTAL = "total"
    AVERAGE = "average"
    BEST = "best"


class Decision(StrEnum):
    """What puts a player below the one right above (L-5)."""

    VALUE = "value"
    PLACES = "places"
    HEAD_TO_HEAD = "head-to-head"
    SHARED = "shared"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    scheme: Scheme = Scheme.BEATEN
    podium: tuple[int, ...] = (5, 3, 2, 1)
    aggregate: Aggregate = Aggregate.TOTAL
    best: int = 10
    minimum: int = 1


@dataclass(frozen=True, slots=True)
class Tally:
    """What a player's results come to. `places`: how often first, second, … eighth."""

    player: int
    name: str
    plays: int = 0
    sum: int = 0  # in 840ths: of all results, or of the best of them
    places: tuple[int, ...] = (0,) * LAST_PLACE


@dataclass(frozen=True, slots=True)
class Row:
    tally: Tally
    value: Fraction
    rank: int | None  # None below the line (L-4)
    decided_by: Decision | None = None  # None for the first, and below the line
    missing: int = 0  # plays, until the minimum is reached


# One session


def worth(rules: Rules, ranks: Ranks) -> dict[int, int]:
    """What each player gets for it, in 840ths (L-2)."""
    taken = sorted(ranks.values())
    return {player: _worth(rules, rank, taken) for player, rank in ranks.items()}


def _worth(rules: Rules, rank: int, taken: Sequence[int]) -> int:
    sharing = taken.count(rank)
    if rules.scheme == Scheme.WINS:
        return WHOLE if rank == 1 else 0
    if rules.scheme == Scheme.PODIUM:
        paid = rules.podium[rank - 1 : rank - 1 + sharing]
        return sum(paid) * WHOLE // sharing
    below = sum(other > rank for other in taken)
    return _beaten(below, sharing - 1, len(taken) - 1)


def _beaten(below: int, level: int, others: int) -> int:
    return (2 * below + level) * (WHOLE // 2) // others


# One player


def tally(rules: Rules, player: int, name: str, sessions: Iterable[Ranks]) -> Tally:
    """Of the sessions that count and in which the player sat."""
    values: list[int] = []
    places = [0] * LAST_PLACE
    for ranks in sessions:
        values.append(worth(rules, ranks)[player])
        places[ranks[player] - 1] += 1
    counted = values
    if rules.aggregate == Aggregate.BEST:
        counted = sorted(values, reverse=True)[: rules.best]
    return Tally(player, name, len(values), sum(counted), tuple(places))


def value(rules: Rules, tally: Tally) -> Fraction:
    """Compared as a fraction, so no rounding decides a rank (L-6)."""
    plays = tally.plays if rules.aggregate == Aggregate.AVERAGE else 1
    return Fraction(tally.sum, WHOLE * (plays or 1))


# The table


def table(rules: Rules, tallies: Sequence[Tally], meetings: Meetings) -> list[Row]:
    """The ranked, best first, then those below the line (L-4, L-5)."""
    values = {tally.player: value(rules, tally) for tally in tallies}
    ranked = [tally for tally in tallies if tally.plays >= rules.minimum]
    below = [tally for tally in tallies if 0 < tally.plays < rules.minimum]
    below.sort(key=lambda tally: (-values[tally.player], tally.name, tally.player))
    return [
        *_ranked(ranked, values, meetings),
        *(
            Row(tally, values[tally.player], None, missing=rules.minimum - tally.plays)
            for tally in below
        ),
    ]


def _ranked(tallies: list[Tally], values: Mapping[int, Fraction], meetings: Meetings) -> list[Row]:
    def level(tally: Tally) -> tuple[Fraction, tuple[int, ...]]:
        return values[tally.player], tally.places

    rows: list[Row] = []
    for _key, group in groupby(sorted(tallies, key=level, reverse=True), key=level):
        rows += _rows(list(group), values, rows, meetings)
    return rows


def _rows(
    group: list[Tally], values: Mapping[int, Fraction], above: list[Row], meetings: Meetings
) -> list[Row]:
    """Of players who are level but for what they did against each other."""
    met = _head_to_head([tally.player for tally in group], meetings)
    group.sort(key=lambda tally: (-met[tally.player], tally.name, tally.player))
    rows: list[Row] = []
    for tally in group:
        here = len(above) + len(rows) + 1
        mine = values[tally.player]
        if rows and met[rows[-1].tally.player] == met[tally.player]:
            rows.append(Row(tally, mine, rows[-1].rank, Decision.SHARED))
        elif rows:
            rows.append(Row(tally, mine, here, Decision.HEAD_TO_HEAD))
        elif above:
            apart = Decision.VALUE if above[-1].value != mine else Decision.PLACES
            rows.append(Row(tally, mine, here, apart))
        else:
            rows.append(Row(tally, mine, here))
    return rows


def _head_to_head(players: Sequence[int], meetings: Meetings) -> dict[int, int]:
    """What they beat of each other, in 840ths, only where at least two of them met (L-5)."""
    sums = dict.fromkeys(players, 0)
    if len(players) < LEAST_PLAYERS:
        return sums
    for ranks in meetings(players):
        here = {player: rank for player, rank in ranks.items() if player in sums}
        for player, rank in here.items():
            below = sum(other > rank for other in here.values())
            level = sum(other == rank for other in here.values()) - 1
            if len(here) >= LEAST_PLAYERS:
                sums[player] += _beaten(below, level, len(here) - 1)
    return sums
