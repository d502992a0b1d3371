"""Numbers as people read them: as many decimals as there are, and never more than three."""

from fractions import Fraction

import pytest
from django.utils import translation

from scoring.web.numbers import (
    ValueColumn,
    decimals,
    from_thousandths,
    hundredths,
    ordinal,
    percent,
)


@pytest.mark.parametrize(
    ("thousandths", "text"),
    [
        (0, "0"),
        (1, "0.001"),
        (999, "0.999"),
        (1000, "1"),
        (1010, "1.01"),
        (-1500, "-1.5"),
        (1_234_500, "1234.5"),
    ],
)
def test_thousandths(thousandths: int, text: str) -> None:
    assert from_thousandths(thousandths) == text


@pytest.mark.parametrize(
    ("value", "in_thousandths", "in_hundredths", "in_percent"),
    [
        (Fraction(1, 3), "0.333", "0.33", "33%"),
        (Fraction(2, 3), "0.667", "0.67", "67%"),
        (Fraction(1, 8), "0.125", "0.13", "13%"),
        (Fraction(1, 2000), "0.001", "0", "1%"),
        (Fraction(999, 1000), "0.999", "1", "99%"),
        (Fraction(1), "1", "1", "100%"),
        (Fraction(0), "0", "0", "0%"),
        (None, "–", "–", "–"),
    ],
)
def test_halves_go_up_and_only_all_is_a_hundred_percent(
    value: Fraction | None, in_thousandths: str, in_hundredths: str, in_percent: str
) -> None:
    assert (decimals(value), hundredths(value), percent(value)) == (
        in_thousandths,
        in_hundredths,
        in_percent,
    )


def test_french_has_a_comma() -> None:
    with translation.override("fr"):
        assert decimals(Fraction(1, 2)) == "0,5"


def test_a_place_is_written_as_people_say_it() -> None:
    numbers = (1, 2, 3, 4, 11, 12, 13, 21, 22, 101)
    written = ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st"]
    assert [ordinal(number) for number in numbers] == written
    with translation.override("fr"):
        assert [ordinal(number) for number in (1, 2, 3, 21)] == ["1er", "2e", "3e", "21e"]


@pytest.mark.parametrize(
    ("values", "shown"),
    [
        pytest.param(["10", "6"], ["10", "6"], id="L-6: none if all are whole"),
        pytest.param(["10", "5/2", "0"], ["10.0", "2.5", "0.0"], id="L-6: the same in all rows"),
        pytest.param(["181/25", "719/100"], ["7.24", "7.19"], id="L-6: as many as are needed"),
        pytest.param(
            ["5001/10000", "1/2", "1/2"],
            ["0.500 (higher)", "0.500", "0.500"],
            id="L-6: three are too few",
        ),
    ],
)
def test_a_column_shows_what_differs(values: list[str], shown: list[str]) -> None:
    column = [Fraction(value) for value in values]
    assert ValueColumn.of(column).values(column) == shown
