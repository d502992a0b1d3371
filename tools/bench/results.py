"""Print the figures: a line each, with its limit and a verdict."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

WITHIN, OVER = "within", "OVER"


@dataclass(frozen=True, slots=True)
class Line:
    """A figure; `limit` is the most that it may be, or the least with `at_least`."""

    where: str  # the database
    what: str
    figure: float
    unit: str
    limit: float
    at_least: bool = False

    @property
    def is_within(self) -> bool:
        return self.figure >= self.limit if self.at_least else self.figure <= self.limit

    def __str__(self) -> str:
        sign = "≥" if self.at_least else "≤"
        verdict = WITHIN if self.is_within else OVER
        figure, limit = _number(self.figure), _number(self.limit)
        return f"  {self.what:<58}{figure:>9}  {sign} {limit:>7} {self.unit:<11}{verdict}"


def _number(number: float) -> str:
    if number == int(number) or number >= 1_000:
        return f"{number:,.0f}"
    return f"{number:.1f}" if number >= 10 else f"{number:.2f}"


def table(lines: Iterable[Line]) -> Iterator[str]:
    for where, of_one in groupby(lines, key=lambda line: line.where):
        yield where
        yield from map(str, of_one)


def limit_of(limits: Mapping[str, tuple[float, float]], what: str, database: str) -> float:
    """Return the limit of one of the two databases."""
    on_sqlite, on_postgresql = limits[what]
    return on_sqlite if database == "sqlite" else on_postgresql
