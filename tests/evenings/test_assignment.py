"""Free players get tables of sizes that the game allows, beside those whom they met least."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.evenings.assignment import (
    assign,
    count_meetings,
    enough_tables,
    repeated,
    table_sizes,
)

DUPLIK, ARTBOX, ARTEM = (3, 6), (3, 8), (2, 4)


@pytest.mark.parametrize(
    ("players", "least", "most", "sizes"),
    [
        (0, 2, 5, []),
        (1, 2, 5, []),
        (2, 2, 5, [2]),
        (5, 2, 5, [5]),
        (6, 2, 5, [3, 3]),
        (7, 2, 5, [4, 3]),
        (11, 3, 8, [6, 5]),
        (16, 3, 8, [8, 8]),
        (17, 3, 8, [6, 6, 5]),
        (5, 4, 4, [4]),
        (7, 4, 4, [4]),
        (9, 1, 4, [3, 3, 3]),
    ],
)
def test_tables_are_few_and_even(players: int, least: int, most: int, sizes: list[int]) -> None:
    tables = enough_tables(players, [(least, most)])
    found = table_sizes(players, [(least, most)] * len(tables))
    assert [size for size in found if size] == sizes


@pytest.mark.parametrize(
    ("players", "limits", "sizes"),
    [
        pytest.param(14, [DUPLIK, ARTBOX, ARTEM], [5, 5, 4], id="three games, all even"),
        pytest.param(18, [DUPLIK, ARTBOX, ARTEM], [6, 8, 4], id="every seat is taken"),
        pytest.param(19, [DUPLIK, ARTBOX, ARTEM], [6, 8, 4], id="one is too many"),
        pytest.param(7, [DUPLIK, ARTBOX, ARTEM], [4, 3, 0], id="too few for the third table"),
        pytest.param(3, [ARTEM, ARTBOX], [3, 0], id="too few for the second"),
        pytest.param(4, [], [], id="no game"),
    ],
)
def test_tables_of_several_games_are_as_even_as_the_games_allow(
    players: int, limits: list[tuple[int, int]], sizes: list[int]
) -> None:
    assert table_sizes(players, limits) == sizes


@pytest.mark.parametrize(
    ("players", "limits", "tables"),
    [
        (14, [DUPLIK, ARTBOX, ARTEM], [0, 1, 2]),
        (19, [DUPLIK, ARTBOX, ARTEM], [0, 1, 2, 0]),
        (33, [ARTEM, DUPLIK], [0, 1, 0, 1, 0, 1, 0]),
        (1, [ARTEM], [0]),
        (5, [], []),
    ],
)
def test_games_take_turns_until_everyone_has_a_seat(
    players: int, limits: list[tuple[int, int]], tables: list[int]
) -> None:
    assert enough_tables(players, limits) == tables


@given(st.integers(0, 64), st.integers(1, 4), st.integers(0, 6))
def test_no_table_is_larger_or_smaller_than_the_game_allows(
    players: int, least: int, more: int
) -> None:
    limits = (least, least + more)
    tables = enough_tables(players, [limits])
    sizes = [size for size in table_sizes(players, [limits] * len(tables)) if size]
    assert all(least <= size <= least + more for size in sizes)
    assert players - sum(sizes) < max(least, 1) or len(sizes) == players // least
    assert sum(sizes) <= players


def test_meetings_are_counted_by_table() -> None:
    met = count_meetings([(1, 10), (1, 11), (1, 12), (2, 10), (2, 11), (3, 12)])
    assert met == {frozenset((10, 11)): 2, frozenset((10, 12)): 1, frozenset((11, 12)): 1}


def test_those_who_met_are_parted() -> None:
    """1 and 2 met three times, and 3 and 4 did; nobody else met."""
    met = {frozenset((1, 2)): 3, frozenset((3, 4)): 3}
    tables = assign([1, 2, 3, 4], [2, 2], met)
    assert repeated(tables, met) == 0
    assert tables == [[1, 3], [2, 4]]


def test_after_one_evening_of_three_tables_nobody_meets_again() -> None:
    first = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    met = count_meetings((at, player) for at, table in enumerate(first) for player in table)
    tables = assign(list(range(1, 10)), [3, 3, 3], met)
    assert repeated(tables, met) == 0


def test_nobody_met_so_they_sit_in_order() -> None:
    assert assign([5, 3, 1, 4], [2, 2], {}) == [[5, 1], [3, 4]]


def test_who_came_last_stays_over() -> None:
    assert assign([1, 2, 3, 4, 5], [4], {}) == [[1, 2, 3, 4]]


PLAYERS = range(9)
PAIRS = [frozenset(pair) for pair in combinations(PLAYERS, 2)]


@given(st.dictionaries(st.sampled_from(PAIRS), st.integers(0, 5)), st.integers(2, 9))
def test_everybody_sits_once_and_no_swap_of_two_is_better(
    met: dict[frozenset[int], int], most: int
) -> None:
    sizes = table_sizes(len(PLAYERS), [(2, most)] * len(enough_tables(9, [(2, most)])))
    tables = assign(PLAYERS, sizes, met)
    assert [len(table) for table in tables] == sizes
    seated = [player for table in tables for player in table]
    assert len(seated) == len(set(seated)) == sum(sizes)
    cost = squares(tables, met)
    for one, other in combinations(range(len(tables)), 2):
        for at, there in [(a, b) for a in range(sizes[one]) for b in range(sizes[other])]:
            swapped = [list(table) for table in tables]
            swapped[one][at], swapped[other][there] = swapped[other][there], swapped[one][at]
            assert squares(swapped, met) >= cost


def squares(tables: list[list[int]], met: dict[frozenset[int], int]) -> int:
    pairs = [frozenset(pair) for table in tables for pair in combinations(table, 2)]
    return sum(met.get(pair, 0) ** 2 for pair in pairs)
