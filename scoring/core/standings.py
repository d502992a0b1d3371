"""The standings of a season, computed from ranks alone (league rulings L-1 to L-7).

Every share is a whole number of 840ths, since a table has at most eight players (L-6)."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cache
from heapq import heapify, heappush, heappushpop, nlargest
from itertools import chain, groupby, repeat
from typing import NamedTuple

from scoring.core.rounding import rounded_quotient

WHOLE = 840
LAST_PLACE = 8
LEAST_PLAYERS = 2
EVEN = Fraction(1, 2)  # head to head, of a player who met none of those still tied

Ranks = Mapping[int, int]  # of one session: player -> rank
# The sessions in which at least two of these players met; asked for once, if some are tied.
Meetings = Callable[[Sequence[int]], Iterable[Ranks]]
Counts = Mapping["Place", int]  # how often a player came to each


class Scheme(StrEnum):
    """What a rank is worth (L-2)."""

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


class Place(NamedTuple):
    """A rank that `sharing` players share at a table of `players`."""

    players: int
    rank: int
    sharing: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    scheme: Scheme = Scheme.BEATEN
    podium: tuple[int, ...] = (5, 3, 2, 1)
    podium_of: Mapping[int, tuple[int, ...]] = field(default_factory=dict)  # by number of players
    aggregate: Aggregate = Aggregate.TOTAL
    best: int = 10
    minimum: int = 1


@dataclass(frozen=True, slots=True)
class Tally:
    """What a player's results add up to. `places` counts ranks from the first to the eighth."""

    player: int
    name: str
    plays: int
    sum: int  # in 840ths: of all results, or of the best of them
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
    """Return what each player of a session gets, in 840ths (L-2)."""
    taken = list(ranks.values())
    return {
        player: place_worth(rules, Place(len(taken), rank, taken.count(rank)))
        for player, rank in ranks.items()
    }


def place_worth(rules: Rules, place: Place) -> int:
    """Return what a place is worth, in 840ths (L-2)."""
    players, rank, sharing = place
    if rules.scheme == Scheme.WINS:
        return WHOLE if rank == 1 else 0
    if rules.scheme == Scheme.PODIUM:
        paid = podium_at(rules, players)[rank - 1 : rank - 1 + sharing]
        return sum(paid) * WHOLE // sharing
    return beaten(place)


def podium_at(rules: Rules, players: int) -> tuple[int, ...]:
    """Return the points by place at a table of so many, from the first on."""
    return rules.podium_of.get(players, rules.podium)


def points_per_head(rules: Rules, players: int) -> Fraction:
    """Return what a table of so many gives each player on average, of points by place."""
    return Fraction(sum(podium_at(rules, players)[:players]), players)


def beaten(place: Place) -> int:
    """Return the share of opponents that were beaten, in 840ths."""
    players, rank, sharing = place
    return _beaten(players - rank - sharing + 1, sharing - 1, players - 1)


def _beaten(below: int, tied: int, others: int) -> int:
    return (2 * below + tied) * (WHOLE // 2) // others


# One player


def tally(rules: Rules, player: int, name: str, counts: Counts) -> Tally:
    """Return the tally of a player from how often they came to each place (L-3)."""
    places = [0] * LAST_PLACE
    for place, times in counts.items():
        places[place.rank - 1] += times
    return Tally(player, name, sum(counts.values()), _added_up(rules, counts), tuple(places))


def _added_up(rules: Rules, counts: Counts) -> int:
    """Return the sum of all results, or of the best of them, in 840ths."""
    times_worth = _times_worth(rules, counts)
    if rules.aggregate != Aggregate.BEST:
        return sum(each * times for each, times in times_worth.items())
    cut = best_of(rules, counts)
    above = sum(each * times for each, times in times_worth.items() if each > cut.least)
    return above + cut.least * cut.taken


def _times_worth(rules: Rules, counts: Counts) -> dict[int, int]:
    """Map what a result is worth to how often the player had such a result."""
    times_worth: dict[int, int] = {}
    for place, times in counts.items():
        each = place_worth(rules, place)
        times_worth[each] = times_worth.get(each, 0) + times
    return times_worth


def gains(
    rules: Rules, days: Iterable[Iterable[Place]], before: Counts | None = None
) -> Iterator[int]:
    """Yield by how much the places of each day change a player's sum, in 840ths (L-3).

    `before`: how often the player came to each place on earlier days. Where only the best results
    are added up, what a day brings depends on them."""

    @cache
    def worth_of(place: Place) -> int:
        return place_worth(rules, place)

    if rules.aggregate != Aggregate.BEST:
        for places in days:
            yield sum(map(worth_of, places))
        return
    times_worth = _times_worth(rules, before or {}).items()
    best = nlargest(rules.best, chain.from_iterable(repeat(*each) for each in times_worth))
    heapify(best)  # the least one first
    for places in days:
        gained = 0
        for each in map(worth_of, places):
            gained += each
            if len(best) < rules.best:
                heappush(best, each)
            else:
                gained -= heappushpop(best, each)
        yield gained


def value(rules: Rules, tally: Tally) -> Fraction:
    """Return the value by which players are ordered, as a fraction: no rounding decides (L-6)."""
    return exact_value(rules, tally.sum, tally.plays)


def exact_value(rules: Rules, added: int, plays: int) -> Fraction:
    return Fraction(added, WHOLE * (plays or 1) if rules.aggregate == Aggregate.AVERAGE else WHOLE)


def thousandths(rules: Rules, added: int, plays: int) -> int:
    """Return a value rounded to thousandths, for charts and for sorting; it decides nothing."""
    whole = WHOLE * (plays or 1) if rules.aggregate == Aggregate.AVERAGE else WHOLE
    return rounded_quotient(1_000 * added, whole)


class Best(NamedTuple):
    """Which results are added up: all worth more than `least`, `taken` of the `alike` worth it."""

    least: int
    taken: int
    alike: int


def best_of(rules: Rules, counts: Counts) -> Best:
    """Return which of a player's results are the best ones (L-3)."""
    left, cut = rules.best, Best(0, 0, 0)
    for each, times in sorted(_times_worth(rules, counts).items(), reverse=True):
        cut = Best(each, min(times, left), times)
        left -= cut.taken
        if not left:
            break
    return cut


# The table


def table(rules: Rules, tallies: Sequence[Tally], meetings: Meetings) -> list[Row]:
    """Return the standings: the ranked, best first, then those with too few plays (L-4, L-5)."""
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
    def tied_by(tally: Tally) -> tuple[Fraction, tuple[int, ...]]:
        return values[tally.player], tally.places

    ordered = sorted(tallies, key=tied_by, reverse=True)
    groups = [list(group) for _key, group in groupby(ordered, key=tied_by)]
    met = _head_to_head(groups, meetings)
    rows: list[Row] = []
    for group in groups:
        rows += _rows(group, values, rows, met)
    return rows


def _rows(
    group: list[Tally],
    values: Mapping[int, Fraction],
    above: list[Row],
    met: Mapping[int, Fraction],
) -> list[Row]:
    """Return the rows of players who are tied except for their results against each other."""
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


def _head_to_head(groups: list[list[Tally]], meetings: Meetings) -> dict[int, Fraction]:
    """Return which share of each other tied players beat on average where two of them met (L-5).

    A sum would put those who met often above one who met nobody, who counts as even."""
    group_of = {tally.player: at for at, group in enumerate(groups) for tally in group}
    means = dict.fromkeys(group_of, EVEN)
    tied = [tally.player for group in groups if len(group) >= LEAST_PLAYERS for tally in group]
    if not tied:
        return means
    shares: dict[int, list[int]] = {}  # by player, in 840ths
    for ranks in meetings(tied):
        here: dict[int, dict[int, int]] = {}
        for player, rank in ranks.items():
            if player in group_of:
                here.setdefault(group_of[player], {})[player] = rank
        for among in here.values():
            for player, share in _against_each_other(among).items():
                shares.setdefault(player, []).append(share)
    for player, own in shares.items():
        means[player] = Fraction(sum(own), WHOLE * len(own))
    return means


def _against_each_other(among: Ranks) -> dict[int, int]:
    if len(among) < LEAST_PLAYERS:
        return {}
    taken = sorted(among.values())
    return {
        player: _beaten(sum(other > rank for other in taken), taken.count(rank) - 1, len(taken) - 1)
        for player, rank in among.items()
    }
