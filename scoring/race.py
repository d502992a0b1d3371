"""The race over a season: what its first players had after each day, sampled to a few points."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import connection
from django.templatetags.static import static
from django.utils.formats import date_format
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from scoring.charts import (
    BOTTOM,
    DASHES,
    HEIGHT,
    LEFT,
    NAME_AT,
    RIGHT,
    TOP,
    WIDTH,
    Dot,
    apart,
    between,
    shortened,
    tick_values,
)
from scoring.models import Season
from scoring.standings import Aggregate, Rules, thousandths
from scoring.standings_wording import shown

MOST_POINTS = 30
MOST_MARKS = 5  # on one line
# In which part of the season a day lies; no ORM says it on both databases.
PART = {
    "sqlite": "CAST((julianday(day) - julianday(%s)) * {points} / %s AS INTEGER)",
    "postgresql": "(day - %s::date) * {points} / %s",
}


@dataclass(frozen=True, slots=True)
class Tick:
    text: str
    y: int


@dataclass(frozen=True, slots=True)
class Line:
    place: int
    name: str
    short_name: str
    dash: str
    value: str  # at the end
    path: str
    marks: SafeString
    label: Dot


@dataclass(frozen=True, slots=True)
class Race:
    lines: tuple[Line, ...]
    ticks: tuple[Tick, ...]
    rows: SafeString  # of the same numbers, for those who do not see the drawing
    last: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    bottom: int = BOTTOM


@dataclass(frozen=True, slots=True)
class Courses:
    """Values in thousandths after each of the days; None before a player's first."""

    days: tuple[date, ...]
    values: Mapping[int, tuple[int | None, ...]]


def race(season: Season, game: str, last_day: date | None, names: Mapping[int, str]) -> Race | None:
    """`names`: player -> name, from the first in the table on. Nothing before the first day."""
    if last_day is None or not names:
        return None
    courses = sampled(season, game, last_day, list(names))
    return _drawn(season.rules, courses, names) if courses.days else None


def sampled(season: Season, game: str, last_day: date, players: Sequence[int]) -> Courses:
    """After the last day that was played in each part of the season."""
    gains: dict[int, dict[int, tuple[int, int]]] = defaultdict(dict)
    days: dict[int, date] = {}
    with connection.cursor() as cursor:
        cursor.execute(*_statement(season, game, last_day, players))
        for player, part, day, plays, gained in cursor.fetchall():
            there = date.fromisoformat(day) if isinstance(day, str) else day
            days[part] = max(there, days.get(part, there))
            gains[player][part] = (plays, gained)
    parts = sorted(days)
    values = {player: _course(season.rules, gains[player], parts) for player in players}
    return Courses(tuple([days[part] for part in parts]), values)


def _statement(
    season: Season, game: str, last_day: date, players: Sequence[int]
) -> tuple[str, list[Any]]:
    part = PART[connection.vendor].format(points=MOST_POINTS)
    held = ", ".join(["%s"] * len(players))
    statement = (
        "SELECT player_id, part, MAX(day), SUM(plays), SUM(gained) FROM"  # noqa: S608 (no value)
        f" (SELECT player_id, day, plays, gained, {part} AS part FROM scoring_playerday"
        f" WHERE season_id = %s AND game = %s AND player_id IN ({held})) AS days"
        " GROUP BY player_id, part"
    )
    first = season.starts_on
    span = (last_day - first).days + 1
    return statement, [first.isoformat(), span, season.pk, game, *players]


def _course(
    rules: Rules, gains: Mapping[int, tuple[int, int]], parts: Sequence[int]
) -> tuple[int | None, ...]:
    values: list[int | None] = []
    plays = added = 0
    for part in parts:
        played, gained = gains.get(part, (0, 0))
        plays, added = plays + int(played), added + int(gained)
        begun = plays or rules.aggregate != Aggregate.AVERAGE
        values.append(thousandths(rules, added, plays) if begun else None)
    return tuple(values)


# Drawn


def _drawn(rules: Rules, courses: Courses, names: Mapping[int, str]) -> Race:
    held = [value for course in courses.values.values() for value in course if value is not None]
    values = tick_values(min(held), max(held))
    heights = {value: _height(value, values) for value in {*held, *values, 0}}
    nothing = [Dot(LEFT, heights[0])] if rules.aggregate != Aggregate.AVERAGE else []
    across = _across(courses.days, len(nothing))
    drawn = {
        player: [
            *nothing,
            *(Dot(x, heights[at]) for x, at in zip(across, course, strict=True) if at is not None),
        ]
        for player, course in courses.values.items()
    }
    labels = apart([dots[-1].y for dots in drawn.values()])
    return Race(
        lines=tuple(
            [
                _line(place, names[player], drawn[player], courses.values[player][-1], label)
                for place, (player, label) in enumerate(zip(drawn, labels, strict=True), 1)
            ]
        ),
        ticks=tuple([Tick(shown(value), heights[value]) for value in values]),
        rows=_rows(courses),
        last=_day(courses.days[-1]),
    )


def _height(value: int, ticks: Sequence[int]) -> int:
    return between(BOTTOM, TOP, value - ticks[0], ticks[-1] - ticks[0])


def _across(days: Sequence[date], before: int) -> list[int]:
    """By the calendar; a day before the first, where all start from nothing."""
    start = days[0].toordinal() - before
    span = days[-1].toordinal() - start
    return [between(LEFT, RIGHT, day.toordinal() - start, span or 1) for day in days]


def _line(place: int, name: str, dots: Sequence[Dot], last: int | None, label: int) -> Line:
    every = -(-len(dots) // MOST_MARKS)
    marked = dots[:0:-every][::-1] or dots  # never the common start
    return Line(
        place=place,
        name=name,
        short_name=shortened(name),
        dash=DASHES[place - 1],
        value=shown(last or 0),
        path=" ".join(f"{dot.x},{dot.y}" for dot in dots),
        marks=_marks(place, [*marked, Dot(NAME_AT - 20, label)]),
        label=Dot(NAME_AT, label),
    )


def _marks(place: int, dots: Sequence[Dot]) -> SafeString:
    """As text: by a template they would cost more than the table."""
    href = conditional_escape(f"{static('scoring/marks.svg')}#seat-{place}")
    return SafeString(
        "".join(
            f'<use class="mark" href="{href}" x="{dot.x - 10}" y="{dot.y - 10}"'
            ' width="20" height="20"/>'
            for dot in dots
        )
    )


def _rows(courses: Courses) -> SafeString:
    """As text, likewise; days and numbers alone."""
    columns = list(courses.values.values())
    return SafeString(
        "".join(
            f'<tr><th scope="row">{conditional_escape(_day(day))}</th>'
            + "".join(
                f"<td>{'–' if course[at] is None else shown(course[at] or 0)}</td>"
                for course in columns
            )
            + "</tr>"
            for at, day in enumerate(courses.days)
        )
    )


def _day(day: date) -> str:
    return date_format(day, "j M Y")
