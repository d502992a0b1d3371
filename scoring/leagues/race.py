"""The race over a season: what its first players had after each day, sampled to a few points."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from django.core.cache import cache as cached
from django.templatetags.static import static
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.safestring import SafeString

from scoring.core.standings import Aggregate, Rules, thousandths
from scoring.leagues import queries
from scoring.models import Season
from scoring.web.charts import (
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
from scoring.web.numbers import decimal_separator, from_thousandths

MOST_MARKS = 5  # on one line
KEPT_FOR = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Line:
    """A player's; `drawn` is its course, its marks and its name."""

    place: int
    name: str
    value: str  # at the end
    dash: str
    path: str
    base: str  # of its name
    drawn: SafeString


@dataclass(frozen=True, slots=True)
class Race:
    lines: tuple[Line, ...]
    ticks: tuple[str, ...]
    grid: SafeString
    rows: SafeString  # of the same numbers, for those who do not see the drawing
    last: str
    width: str = str(WIDTH)
    height: str = str(HEIGHT)
    right: str = str(RIGHT)
    foot: str = str(BOTTOM + 40)


@dataclass(frozen=True, slots=True)
class Courses:
    """Values in thousandths after each of the days; None before a player's first."""

    days: tuple[date, ...]
    values: Mapping[int, tuple[int | None, ...]]


def race(season: Season, game: str, last_day: date | None, names: Mapping[int, str]) -> Race | None:
    """`names`: player -> name, from the first in the table on. Nothing before the first day."""
    if last_day is None or not names:
        return None
    courses = _kept(season, game, last_day, list(names))
    return _drawn(season.rules, courses, names) if courses.days else None


def _kept(season: Season, game: str, last_day: date, players: Sequence[int]) -> Courses:
    """Adding up the days takes longer the longer a season is: done once for a version of it."""
    secret = season.league.group.link_token
    key = f"race-{season.pk}-{season.version}-{game}-{secret}"
    courses: Courses | None = cached.get(key)
    if courses is None:
        courses = sampled(season, game, last_day, players)
        cached.set(key, courses, KEPT_FOR)
    return courses


def sampled(season: Season, game: str, last_day: date, players: Sequence[int]) -> Courses:
    """After the last day that was played in each part of the season."""
    gains: dict[int, dict[int, tuple[int, int]]] = defaultdict(dict)
    days: dict[int, date] = {}
    for gain in queries.gains(season.pk, game, players, season.starts_on, last_day):
        days[gain.part] = max(gain.last_day, days.get(gain.part, gain.last_day))
        gains[gain.player][gain.part] = (gain.plays, gain.added)
    parts = sorted(days)
    values = {player: _course(season.rules, gains[player], parts) for player in players}
    return Courses(tuple([days[part] for part in parts]), values)


def _course(
    rules: Rules, gains: Mapping[int, tuple[int, int]], parts: Sequence[int]
) -> tuple[int | None, ...]:
    values: list[int | None] = []
    plays = added = 0
    for part in parts:
        played, gained = gains.get(part, (0, 0))
        plays, added = plays + played, added + gained
        begun = plays or rules.aggregate != Aggregate.AVERAGE
        values.append(thousandths(rules, added, plays) if begun else None)
    return tuple(values)


# Drawn


def _drawn(rules: Rules, courses: Courses, names: Mapping[int, str]) -> Race:
    there = {player: course for player, course in courses.values.items() if course[-1] is not None}
    held = [value for course in there.values() for value in course if value is not None]
    values = tick_values(min(held), max(held))
    heights = {value: _height(value, values) for value in {*held, *values, 0}}
    nothing = [Dot(LEFT, heights[0])] if rules.aggregate != Aggregate.AVERAGE else []
    across = _across(courses.days, len(nothing))
    drawn = {
        player: [
            *nothing,
            *(Dot(x, heights[at]) for x, at in zip(across, course, strict=True) if at is not None),
        ]
        for player, course in there.items()
    }
    labels = apart([dots[-1].y for dots in drawn.values()])
    return Race(
        lines=tuple(
            [
                _line(place, names[player], drawn[player], there[player][-1], label)
                for place, (player, label) in enumerate(zip(drawn, labels, strict=True), 1)
            ]
        ),
        ticks=tuple([from_thousandths(at) for at in values]),
        grid=_grid([(heights[at], from_thousandths(at)) for at in values]),
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
    dash, base = DASHES[place - 1], str(label + 9)
    path = " ".join(f"{dot.x},{dot.y}" for dot in dots)
    drawn = (
        f'<polyline points="{path}" fill="none" stroke-dasharray="{dash}"/>'
        f"{_marks(place, [*marked, Dot(NAME_AT - 20, label)])}"
        f'<text x="{NAME_AT}" y="{base}">{escape(shortened(name))}</text>'
    )
    return Line(place, name, from_thousandths(last or 0), dash, path, base, SafeString(drawn))


# As text: by a template all of this would cost more than the table.


def _grid(ticks: Iterable[tuple[int, str]]) -> SafeString:
    return SafeString(
        "".join(
            f'<line class="grid" x1="{LEFT}" x2="{RIGHT}" y1="{y}" y2="{y}"/>'
            f'<text class="tick" x="{LEFT - 12}" y="{y + 8}" text-anchor="end">{said}</text>'
            for y, said in ticks
        )
    )


def _marks(place: int, dots: Sequence[Dot]) -> str:
    href = escape(f"{static('scoring/marks.svg')}#seat-{place}")
    return "".join(
        f'<use class="mark" href="{href}" x="{dot.x - 10}" y="{dot.y - 10}"'
        ' width="20" height="20"/>'
        for dot in dots
    )


def _rows(courses: Courses) -> SafeString:
    columns, separator = list(courses.values.values()), decimal_separator()
    months = cache(_month)
    return SafeString(
        "".join(
            f'<tr><th scope="row">{day.day} {months(day.year, day.month)}</th>'
            + "".join(
                f"<td>{'–' if value is None else from_thousandths(value, separator)}</td>"
                for value in (course[at] for course in columns)
            )
            + "</tr>"
            for at, day in enumerate(courses.days)
        )
    )


def _month(year: int, month: int) -> str:
    """Asked once: there are as many days as rows."""
    return escape(date_format(date(year, month, 1), "M Y"))


def _day(day: date) -> str:
    return date_format(day, "j M Y")
