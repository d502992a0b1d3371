"""Who sits at which table: sizes that the game allows, and people who met as little as possible.

Pure: the same people who met as often get the same tables. Two tables swap players as long as that
brings fewer repeated meetings; that is not always the best of all ways, and always quick."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

Pair = frozenset[int]
Meetings = Mapping[Pair, int]  # how often two players sat at one table; nobody: never
MOST_ROUNDS = 30  # of swapping; each makes it better, so few are needed


def table_sizes(players: int, least: int, most: int) -> list[int]:
    """Return the sizes of as few tables as possible, as even as possible, the largest first.

    Whoever is too few for a table stays over."""
    if players < least:
        return []
    tables = -(-players // most)
    if tables * least > players:
        tables = players // least
    size, larger = divmod(min(players, tables * most), tables)
    return [size + (at < larger) for at in range(tables)]


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
    """Return first whoever is hardest to seat."""
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
