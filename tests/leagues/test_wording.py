"""A table says in words how it is worked out (L-7), and numbers as L-6 has them."""

from collections import Counter
from fractions import Fraction

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scoring.core.standings import (
    WHOLE,
    Aggregate,
    Best,
    Place,
    Rules,
    Scheme,
    Tally,
    best_of,
    place_worth,
    tally,
    thousandths,
    value,
)
from scoring.leagues.wording import climbed, how, why, worth_shown
from scoring.web.numbers import from_thousandths


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (0, "0"),
        (1_000, "1"),
        (1_500, "1.5"),
        (333, "0.333"),
        (10_070, "10.07"),
        (12_345_600, "12345.6"),
        (-1_700, "-1.7"),
        (-50, "-0.05"),
    ],
)
def test_three_decimals_at_most_and_no_trailing_zeros(number: int, shown: str) -> None:
    """L-6"""
    assert from_thousandths(number) == shown


@pytest.mark.parametrize(
    ("worth", "shown"), [(840, "1"), (280, "0.333"), (560, "0.667"), (630, "0.75"), (0, "0")]
)
def test_it_writes_what_a_result_is_worth_in_thousandths(worth: int, shown: str) -> None:
    assert worth_shown(worth) == shown


def test_decimals_are_written_as_the_reader_writes_them() -> None:
    with translation.override("fr"):
        assert from_thousandths(1_500) == "1,5"


@pytest.mark.parametrize(
    ("added", "plays", "rounded"),
    [
        pytest.param(840, 3, 333, id="down"),
        pytest.param(1680, 3, 667, id="up"),
        pytest.param(840, 16, 63, id="half goes up: 0.0625"),
        pytest.param(0, 0, 0, id="nothing"),
    ],
)
def test_a_value_is_rounded_half_up(added: int, plays: int, rounded: int) -> None:
    """L-6"""
    assert thousandths(Rules(aggregate=Aggregate.AVERAGE), added, plays) == rounded


@given(st.sampled_from(Aggregate), st.integers(0, 10**9), st.integers(1, 10**5))
def test_it_is_never_further_from_the_value_than_half_a_thousandth(
    aggregate: Aggregate, added: int, plays: int
) -> None:
    rules = Rules(aggregate=aggregate)
    exact = value(rules, Tally(1, "Ana", plays, added))
    apart = Fraction(thousandths(rules, added, plays), 1_000) - exact
    assert -Fraction(1, 2_000) < apart <= Fraction(1, 2_000)


PLACES = st.builds(
    lambda players, rank: Place(players, min(rank, players)), st.integers(2, 8), st.integers(1, 8)
)


@given(st.sampled_from(Scheme), st.integers(1, 6), st.lists(PLACES, min_size=1, max_size=12))
def test_the_best_are_those_that_are_added_up(
    scheme: Scheme, best: int, places: list[Place]
) -> None:
    rules = Rules(scheme=scheme, aggregate=Aggregate.BEST, best=best)
    actual = best_of(rules, Counter(places))
    worths = [place_worth(rules, place) for place in places]
    over = [worth for worth in worths if worth > actual.least]
    assert sum(over) + actual.taken * actual.least == tally(rules, 1, "", Counter(places)).sum
    assert len(over) + actual.taken == min(best, len(places))
    assert worths.count(actual.least) == actual.alike


def test_of_the_results_alike_some_count() -> None:
    rules = Rules(aggregate=Aggregate.BEST, best=2)
    assert best_of(rules, Counter({Place(2, 1): 1, Place(3, 2): 3})) == Best(WHOLE // 2, 1, 3)


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        (Rules(), "1 for a clear first place, 0 for a clear last place"),
        (
            Rules(scheme=Scheme.WINS),
            "A win is worth 1 point, shared or not",
        ),
        (Rules(scheme=Scheme.PODIUM, podium=(5, 3, 1)), "the places are worth 5, 3 and 1 points"),
        (Rules(), "All results of a player are added up."),
        (
            Rules(aggregate=Aggregate.AVERAGE),
            "A player’s points are the average of all their plays.",
        ),
        (Rules(aggregate=Aggregate.BEST, best=7), "A player’s best 7 results are added up."),
        (Rules(aggregate=Aggregate.BEST, best=1), "Only a player’s best result counts."),
        (
            Rules(minimum=4),
            "You need 4 plays for a rank; players with fewer are listed without one.",
        ),
        (
            Rules(minimum=2),
            "You need 2 plays for a rank; players with fewer are listed without one.",
        ),
        (Rules(), "ranked by wins, then second places"),
    ],
)
def test_a_table_says_how_it_is_worked_out(rules: Rules, sentence: str) -> None:
    assert sentence in " ".join(how(rules))


def test_it_does_not_mention_a_minimum_that_everybody_reaches() -> None:
    assert not any("A rank needs" in sentence for sentence in how(Rules()))


@pytest.mark.parametrize(
    ("decided_by", "mine", "others", "sentence"),
    [
        ("", (1,), (1,), ""),
        ("value", (0, 1), (1, 0), ""),
        ("places", (1, 0), (2, 0), "Ana has more wins: 2 against 1."),
        ("places", (1, 0, 2), (1, 0, 3), "Ana has more third places: 3 against 2."),
        ("places", (1,), (1, 1), "Ana has more second places: 1 against 0."),
        ("places", (1, 0), (1,), ""),
        ("places", (0,) * 7 + (1,), (0,) * 7 + (2,), "Ana has more eighth places: 2 against 1."),
        (
            "head-to-head",
            (1,),
            (1,),
            "Ana did better in the sessions that tied players played against each other.",
        ),
        ("shared", (1,), (1,), "Tied with Ana on everything: they share the rank."),
    ],
)
def test_it_says_why_somebody_stands_below_another(
    decided_by: str, mine: tuple[int, ...], others: tuple[int, ...], sentence: str
) -> None:
    assert why("Ana", decided_by, mine, others) == sentence


def test_it_words_how_far_a_player_moved() -> None:
    assert [climbed(number) for number in (0, 1, 2, -1, -3)] == [
        "no change",
        "up 1 place",
        "up 2 places",
        "down 1 place",
        "down 3 places",
    ]
