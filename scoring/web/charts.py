"""The points over the rounds as a drawing: lines, marks and labels, and where each of them lies.

Whole numbers only: a language that writes 1,5 would not draw the same picture."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.contract import Step

WIDTH, HEIGHT = 720, 440
LEFT, RIGHT, TOP, BOTTOM = 64, 500, 24, 384  # of the drawing itself; names stand to its right
LABEL_GAP = 34
LOWEST_LABEL = 408
NAME_AT = RIGHT + 48
LONGEST_NAME = 12
MOST_TICKS = 5
MOST_MARKS = 12  # on one line; more would hide it
# A line is told from the others without its colour; by seat.
DASHES = ("none", "18 8", "4 8", "18 8 4 8", "10 6", "28 8", "18 6 4 6 4 6", "2 6")


@dataclass(frozen=True, slots=True)
class Dot:
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Line:
    """A player's points, from nothing to the last step."""

    place: int
    name: str
    short_name: str
    dash: str
    points: int  # at the end
    dots: tuple[Dot, ...]
    marks: tuple[Dot, ...]
    label: Dot

    @property
    def path(self) -> str:
        return " ".join(f"{dot.x},{dot.y}" for dot in self.dots)


@dataclass(frozen=True, slots=True)
class Tick:
    value: int
    y: int


@dataclass(frozen=True, slots=True)
class Row:
    """The same numbers for those who do not see the drawing."""

    label: str
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    lines: tuple[Line, ...]
    ticks: tuple[Tick, ...]
    rows: tuple[Row, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    bottom: int = BOTTOM

    @property
    def last(self) -> str:
        return self.rows[-1].label


def chart(steps: "Sequence[Step]", places: Mapping[str, int]) -> Chart | None:
    """`places`: player -> seat, in their order. Nothing is drawn before the first step."""
    if not steps:
        return None
    courses = {name: (0, *[step.points[name] for step in steps]) for name in places}
    everything = [points for course in courses.values() for points in course]
    values = tick_values(min(everything), max(everything))
    low, high = values[0], values[-1]
    drawn = {
        name: tuple(
            [
                Dot(
                    between(LEFT, RIGHT, at, len(steps)),
                    between(BOTTOM, TOP, points - low, high - low),
                )
                for at, points in enumerate(course)
            ]
        )
        for name, course in courses.items()
    }
    labels = dict(zip(drawn, apart([dots[-1].y for dots in drawn.values()]), strict=True))
    return Chart(
        lines=tuple(
            [
                _line(name, place, courses[name][-1], drawn[name], labels[name])
                for name, place in places.items()
            ]
        ),
        ticks=tuple(
            [Tick(value, between(BOTTOM, TOP, value - low, high - low)) for value in values]
        ),
        rows=tuple(
            [Row(str(step.label), tuple([step.points[name] for name in places])) for step in steps]
        ),
    )


def _line(name: str, place: int, points: int, dots: tuple[Dot, ...], label_y: int) -> Line:
    every = -(-(len(dots) - 1) // MOST_MARKS)
    return Line(
        place=place,
        name=name,
        short_name=shortened(name),
        dash=DASHES[(place - 1) % len(DASHES)],
        points=points,
        dots=dots,
        # Counted from the end: the last one is always marked, the common start never.
        marks=dots[:0:-every][::-1],
        label=Dot(NAME_AT, label_y),
    )


def between(start: int, end: int, part: int, whole: int) -> int:
    return start + round((end - start) * part / whole)


def shortened(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"


def tick_values(least: int, most: int) -> list[int]:
    """Round numbers that hold all points between the first and the last of them."""
    low, high = min(least, 0), max(most, 1)
    step = 1
    while (high - low) / step > MOST_TICKS - 1:
        step = _next_round(step)
    first = low // step * step
    last = -(-high // step) * step
    return list(range(first, last + 1, step))


def _next_round(step: int) -> int:
    """1, 2, 5, 10, 20, 50 …"""
    return step * 5 // 2 if str(step).startswith("2") else step * 2


def apart(wanted: Sequence[int]) -> list[int]:
    """As near to where they are wanted as they can be without covering each other."""
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
