"""Ranking: points, then a ladder of tie-breaks, then shared places (R-1, R-5)."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from scoring.core.outcome import POINTS, SHARED, Standing
from scoring.core.ranking import Rung, after_each, leaders, rank

SEATS = ("Ana", "Ben", "Cleo", "Dov")


def by_seat(*numbers: int) -> dict[str, int]:
    return dict(zip(SEATS, numbers, strict=False))


def places(standings: tuple[Standing, ...]) -> list[tuple[str, int, str | None]]:
    return [(standing.player, standing.rank, standing.decided_by) for standing in standings]


def test_it_ranks_by_points_first() -> None:
    assert places(rank(SEATS, [Rung(POINTS, by_seat(1, 4, 2, 3))])) == [
        ("Ben", 1, None),
        ("Dov", 2, "points"),
        ("Cleo", 3, "points"),
        ("Ana", 4, "points"),
    ]


def test_it_shares_places_and_leaves_out_the_next_ones() -> None:
    assert places(rank(SEATS, [Rung(POINTS, by_seat(5, 7, 5, 1))])) == [
        ("Ben", 1, None),
        ("Ana", 2, "points"),
        ("Cleo", 2, "shared"),
        ("Dov", 4, "points"),
    ]


def test_it_goes_down_the_ladder_only_as_far_as_it_must() -> None:
    ladder = [
        Rung(POINTS, by_seat(5, 5, 5, 4)),
        Rung("tokens", by_seat(1, 2, 1, 9)),
        Rung("token", by_seat(3, 1, 2, 4), low_wins=True),
    ]
    assert places(rank(SEATS, ladder)) == [
        ("Ben", 1, None),
        ("Cleo", 2, "tokens"),
        ("Ana", 3, "token"),
        ("Dov", 4, "points"),
    ]


def test_every_rung_leaves_its_number() -> None:
    ladder = [Rung(POINTS, by_seat(5, 4)), Rung("token", by_seat(2, 1), low_wins=True)]
    first, second = rank(SEATS[:2], ladder)
    assert (first.numbers, second.numbers) == ((5, 2), (4, 1))
    assert (first.points, second.points) == (5, 4)


def test_nobody_to_rank_is_nobody_ranked() -> None:
    assert rank((), [Rung(POINTS, {})]) == ()
    assert leaders((), [Rung(POINTS, {})]) == []


def test_leaders_are_all_on_the_first_place_in_seat_order() -> None:
    assert leaders(SEATS, [Rung(POINTS, by_seat(2, 3, 3, 1))]) == ["Ben", "Cleo"]
    tie_broken = [Rung(POINTS, by_seat(2, 3, 3, 1)), Rung("token", by_seat(1, 4, 3, 2), True)]
    assert leaders(SEATS, tie_broken) == ["Cleo"]


numbers = st.lists(st.integers(0, 3), min_size=4, max_size=4).map(lambda row: by_seat(*row))


@given(numbers, numbers, st.permutations(SEATS))
def test_ranks_are_competition_ranks_whatever_the_seats(
    points: dict[str, int], tokens: dict[str, int], seats: list[str]
) -> None:
    standings = rank(seats, [Rung(POINTS, points), Rung("tokens", tokens)])
    for standing in standings:
        better = sum((points[name], tokens[name]) > standing.numbers for name in seats)
        assert standing.rank == better + 1
    shared = [standing.decided_by == SHARED for standing in standings[1:]]
    tied = [above.numbers == below.numbers for above, below in pairwise(standings)]
    assert shared == tied


def test_it_adds_up_after_each_round_also_for_whom_it_brought_nothing() -> None:
    assert after_each(("Ida", "Joe"), [{"Ida": 3}, {}, {"Joe": 1, "Ida": -1}]) == [
        {"Ida": 3, "Joe": 0},
        {"Ida": 3, "Joe": 0},
        {"Ida": 2, "Joe": 1},
    ]
    assert after_each(("Ida",), []) == []
