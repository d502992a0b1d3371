"""Who sits at which table: sizes that the games allow, and people who met as little as possible.

Pure: the same people who met as often get the same tables. Two tables swap players as long as that
brings fewer repeated meetings; that is not always the best of all ways, and always quick."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, cycle, islice

Pair = frozenset[int]
Meetings = Mapping[Pair, int]  # how often two players sat at one table; nobody: never
Limits = tuple[int, int]  # the fewest and the most players of a table's game
MOST_ROUNDS = 30  # of swapping; each makes it better, so few are needed


def enough_tables(players: int, limits: Sequence[Limits]) -> list[int]:
    """Return which games are played at as few tables as seat everyone, by their indexes here.

    Each has a table first; then they take turns. Nobody gets a table that is too small for a
    game, so that some may stay over."""
    tables = list(range(len(limits)))
    for at in islice(cycle(tables[:]), players):
        fewest = sum(limits[table][0] for table in tables)
        most = sum(limits[table][1] for table in tables)
        if most < players and fewest + limits[at][0] <= players:
            tables.append(at)
    return tables


def table_sizes(players: int, limits: Sequence[Limits]) -> list[int]:
    """Return how many sit at each table: as even as its game allows, the first ones the most.

    A table for which too few are left has 0; players who do not fit are left over."""
    sizes: list[int] = []
    for fewest, _most in limits:
        sizes.append(fewest if fewest <= players - sum(sizes) else 0)
    for _player in range(players - sum(sizes)):
        free = [at for at, size in enumerate(sizes) if 0 < size < limits[at][1]]
        if free:
            sizes[min(free, key=sizes.__getitem__)] += 1
    return sizes


def count_meetings(seated: Iterable[tuple[int, int]]) -> Counter[Pair]:
    """Count how often two players met, from pairs of a session and a player who sat there."""
    at_tables: dict[int, list[int]] = {}
    for session, player in seated:
        at_tables.setdefault(session, []).append(player)
    return Counter(
        frozenset(pair) for players in at_tables.values() for pair in combinations(set(players), 2)
    )


def assign(players: Sequence[int], sizes: Sequence[int], met: Meetings) -> list[list[int]]:
    """Return the players of each table, in the order in which they were given.

    The first so many get seats. A pair that met twice counts for more than two that met once."""
    seated = players[: sum(sizes)]
    tables: list[list[int]] = [[] for _size in sizes]
    for player in _most_met_first(seated, met):
        free = [at for at, size in enumerate(sizes) if len(tables[at]) < size]
        best = min(free, key=lambda at: (_cost(player, tables[at], met), len(tables[at]), at))
        tables[best].append(player)
    for _round in range(MOST_ROUNDS):
        if not _swap_players(tables, met):
            break
    return [sorted(table, key=seated.index) for table in tables]


def repeated(tables: Iterable[Sequence[int]], met: Meetings) -> int:
    """Return how many meetings of the season are repeated at these tables."""
    return sum(met.get(frozenset(pair), 0) for table in tables for pair in combinations(table, 2))


def _most_met_first(players: Sequence[int], met: Meetings) -> list[int]:
    """Return the players, the hardest to seat first."""
    return sorted(players, key=lambda player: -_cost(player, players, met))


def _cost(player: int, others: Iterable[int], met: Meetings) -> int:
    return sum(met.get(frozenset((player, other)), 0) ** 2 for other in others if other != player)


def _swap_players(tables: Sequence[list[int]], met: Meetings) -> bool:
    """Swap two players wherever that is better; return whether any two were."""
    swapped = False
    for one, other in combinations(tables, 2):
        for at in range(len(one)):
            for other_at in range(len(other)):
                if _gain(one, at, other, other_at, met) > 0:
                    one[at], other[other_at] = other[other_at], one[at]
                    swapped = True
    return swapped


def _gain(one: Sequence[int], at: int, other: Sequence[int], other_at: int, met: Meetings) -> int:
    """Return how much less the two tables cost after these two players have swapped."""
    mine, theirs = one[at], other[other_at]
    beside_me = [player for player in one if player != mine]
    beside_them = [player for player in other if player != theirs]
    before = _cost(mine, beside_me, met) + _cost(theirs, beside_them, met)
    return before - _cost(theirs, beside_me, met) - _cost(mine, beside_them, met)
