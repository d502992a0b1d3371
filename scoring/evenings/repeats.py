"""The days of evenings that are entered at once, because they repeat. [pure]"""

from datetime import date, timedelta
from enum import StrEnum

MOST_TIMES = 12
A_WEEK = 7


class Repeat(StrEnum):
    NEVER = "never"
    WEEKLY = "weekly"
    FORTNIGHTLY = "fortnightly"
    MONTHLY = "monthly"


WEEKS = {Repeat.WEEKLY: 1, Repeat.FORTNIGHTLY: 2}


def repeated(first: date, repeat: Repeat, times: int) -> list[date]:
    """Return the first day and those after it: `times` days, or only the first."""
    if repeat == Repeat.NEVER:
        return [first]
    if repeat == Repeat.MONTHLY:
        return [_months_later(first, number) for number in range(times)]
    return [first + timedelta(weeks=WEEKS[repeat] * number) for number in range(times)]


def _months_later(first: date, months: int) -> date:
    """Return the same weekday of a later month: a second Thursday leads to second Thursdays.

    Where the month has no fifth one, it is the last."""
    month = first.month - 1 + months
    begin = date(first.year + month // 12, month % 12 + 1, 1)
    same_weekday = begin + timedelta((first.weekday() - begin.weekday()) % A_WEEK)
    day = same_weekday + timedelta(weeks=(first.day - 1) // A_WEEK)
    return day if day.month == begin.month else day - timedelta(weeks=1)
