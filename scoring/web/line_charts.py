"""Line charts: where their lines, marks and labels lie, and the same numbers as rows of a table.

Coordinates are whole numbers: a language that writes 1,5 would not draw the same picture."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.contract import Step

WIDTH, HEIGHT = 720, 440
LEFT, RIGHT, TOP, BOTTOM = 64, 500, 24, 384  # of the drawing itself; names are to its right
LABEL_GAP = 34
LOWEST_LABEL = 408
NAME_AT = RIGHT + 48
LONGEST_NAME = 12
MOST_TICKS = 5
MOST_MARKS = 12  # on one line; more would hide it
HALF_A_MARK = 10
# A line is told from the others without its colour; by seat.
DASHES = ("none", "18 8", "4 8", "18 8 4 8", "10 6", "28 8", "18 6 4 6 4 6", "2 6")


@dataclass(frozen=True, slots=True)
class ChartLine:
    """One player in a chart: a value for each column, None before the first."""

    name: str
    place: int  # a seat or a place in the standings: it has a colour and a mark
    values: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Column:
    label: str
    position: int  # along the axis, in any unit


@dataclass(frozen=True, slots=True)
class Dot:
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Mark:
    """The top left corner of a mark on a line, as text: templates format numbers slowly."""

    x: str
    y: str


@dataclass(frozen=True, slots=True)
class DrawnLine:
    place: str
    name: str
    short_name: str
    dash: str
    last_value: str
    dots: tuple[Dot, ...]
    marks: tuple[Mark, ...]
    label: Dot

    @property
    def path(self) -> str:
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots)


@dataclass(frozen=True, slots=True)
class Tick:
    value: str
    y: int


@dataclass(frozen=True, slots=True)
class ChartRow:
    """The values of one column, for readers who do not see the drawing."""

    label: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    courses: tuple[DrawnLine, ...]
    ticks: tuple[Tick, ...]
    rows: tuple[ChartRow, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    bottom: int = BOTTOM

    @property
    def first(self) -> str:
        return self.rows[0].label

    @property
    def last(self) -> str:
        return self.rows[-1].label


def points_chart(steps: "Sequence[Step]", places: Mapping[str, int]) -> Chart | None:
    """Draw the points of a session after each step; `places` maps players to their seats."""
    courses = [
        ChartLine(name, place, tuple([step.points[name] for step in steps]))
        for name, place in places.items()
    ]
    columns = [Column(str(step.label), number) for number, step in enumerate(steps, 1)]
    return line_chart(courses, columns, start=0)


def line_chart(
    courses: Sequence[ChartLine],
    columns: Sequence[Column],
    *,
    start: int | None,
    most_marks: int = MOST_MARKS,
    write: Callable[[int], str] = str,
) -> Chart | None:
    """Draw courses that end with a value; return None if there is nothing to draw.

    `start` is the position at which all lines begin with nothing, if they do."""
    courses = [course for course in courses if course.values and course.values[-1] is not None]
    if not courses:
        return None
    values = {value for course in courses for value in course.values if value is not None}
    tick_numbers = tick_values(min(values), max(values))
    heights = {
        value: between(BOTTOM, TOP, value - tick_numbers[0], tick_numbers[-1] - tick_numbers[0])
        for value in {*values, *tick_numbers}
    }
    first = columns[0].position if start is None else start
    length = columns[-1].position - first or 1
    across = [between(LEFT, RIGHT, column.position - first, length) for column in columns]
    common_start = [] if start is None else [Dot(LEFT, heights[0])]
    lines = [
        (
            *common_start,
            *(
                Dot(x, heights[value])
                for x, value in zip(across, course.values, strict=True)
                if value is not None
            ),
        )
        for course in courses
    ]
    labels = apart([dots[-1].y for dots in lines])
    return Chart(
        courses=tuple(
            [
                _course_drawn(course, dots, Dot(NAME_AT, y), most_marks, write)
                for course, dots, y in zip(courses, lines, labels, strict=True)
            ]
        ),
        ticks=tuple([Tick(write(value), heights[value]) for value in tick_numbers]),
        rows=_rows(courses, columns, write),
    )


def _course_drawn(
    course: ChartLine,
    dots: tuple[Dot, ...],
    label: Dot,
    most_marks: int,
    write: Callable[[int], str],
) -> DrawnLine:
    every = -(-(len(dots) - 1) // most_marks) or 1
    # Counted from the end: the last dot is always marked, the first only if there is no other.
    marked = dots[:0:-every][::-1] or dots
    return DrawnLine(
        place=str(course.place),
        name=course.name,
        short_name=shortened(course.name),
        dash=DASHES[(course.place - 1) % len(DASHES)],
        last_value=_written(course.values[-1], write),
        dots=dots,
        marks=tuple([Mark(str(dot.x - HALF_A_MARK), str(dot.y - HALF_A_MARK)) for dot in marked]),
        label=label,
    )


def _rows(
    courses: Sequence[ChartLine], columns: Sequence[Column], write: Callable[[int], str]
) -> tuple[ChartRow, ...]:
    in_columns = zip(*[course.values for course in courses], strict=True)
    return tuple(
        [
            ChartRow(column.label, tuple([_written(value, write) for value in values]))
            for column, values in zip(columns, in_columns, strict=True)
        ]
    )


def _written(value: int | None, write: Callable[[int], str]) -> str:
    return "–" if value is None else write(value)


def between(start: int, end: int, part: int, whole: int) -> int:
    return start + round((end - start) * part / whole)


def shortened(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"


def tick_values(least: int, most: int) -> list[int]:
    """Return round numbers, evenly spaced, from `least` or below to `most` or above."""
    low, high = min(least, 0), max(most, 1)
    step = 1
    while (high - low) / step > MOST_TICKS - 1:
        step = _next_round(step)
    first = low // step * step
    last = -(-high // step) * step
    return list(range(first, last + 1, step))


def _next_round(step: int) -> int:
    """Return the next of 1, 2, 5, 10, 20, 50 …"""
    return step * 5 // 2 if str(step).startswith("2") else step * 2


def apart(wanted: Sequence[int]) -> list[int]:
    """Return heights for labels: as near to these as they can be without covering each other."""
    order = sorted(range(len(wanted)), key=lambda at: wanted[at])
    settled = list(wanted)
    floor = TOP
    for at in order:
        settled[at] = max(settled[at], floor)
        floor = settled[at] + LABEL_GAP
    ceiling = LOWEST_LABEL
    for at in reversed(order):
        settled[at] = min(settled[at], ceiling)
        ceiling = settled[at] - LABEL_GAP
    return settled
