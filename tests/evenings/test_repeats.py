"""Evenings that repeat: every week, every two weeks, every month on the same weekday."""

from datetime import date

import pytest

from scoring.evenings.repeats import Repeat, repeated


@pytest.mark.parametrize(
    ("repeat", "days"),
    [
        (Repeat.NEVER, ["2026-12-10"]),
        (Repeat.WEEKLY, ["2026-12-10", "2026-12-17", "2026-12-24"]),
        (Repeat.FORTNIGHTLY, ["2026-12-10", "2026-12-24", "2027-01-07"]),
        (Repeat.MONTHLY, ["2026-12-10", "2027-01-14", "2027-02-11"]),
    ],
)
def test_they_are_on_these_days(repeat: Repeat, days: list[str]) -> None:
    """The tenth of December is the second Thursday of its month."""
    assert repeated(date(2026, 12, 10), repeat, 3) == list(map(date.fromisoformat, days))


def test_where_a_month_has_no_fifth_one_it_is_the_last() -> None:
    days = repeated(date(2026, 1, 31), Repeat.MONTHLY, 4)
    assert days == [date(2026, 1, 31), date(2026, 2, 28), date(2026, 3, 28), date(2026, 4, 25)]


def test_the_first_of_a_month_leads_to_first_weekdays() -> None:
    days = repeated(date(2026, 10, 1), Repeat.MONTHLY, 3)
    assert days == [date(2026, 10, 1), date(2026, 11, 5), date(2026, 12, 3)]
