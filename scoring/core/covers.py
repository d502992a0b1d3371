"""The picture of a session: flat shapes in the colours of its players, printed over each other.

A game draws its own in cover.py, from a Scene; `blank` is for a game that does not. The same scene
is the same picture on each machine: what looks like chance are bytes of a hash of the seed. A
picture has no text, so nothing in it has a language.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import cycle
from typing import Any, Generic, TypeVar

from scoring.core.outcome import Outcome

State = TypeVar("State")
T = TypeVar("T")

SIZE = 400
PAPER, INK = "#F3ECDD", "#1D1A17"
# As --seat-1 to --seat-8 of the stylesheets.
SEATS = (
    "#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#8C7A00", "#6B6B6B",
)  # fmt: skip
FIVE = 5  # strokes of a tally: four, and one across
STROKES_SHOWN = 15


@dataclass(frozen=True, slots=True)
class Scene:
    """What a cover is drawn from."""

    seed: str
    seats: tuple[int, ...] = ()  # their numbers by rank: the first has the largest area
    strokes: int = 0  # of the tally: rounds, or paintings
    done: float = 1.0  # how much of the picture is printed: less than 1 while it is played
    motifs: tuple[str, ...] = ()  # what the game's own entries put into the picture


def of_its_seed(scene: Scene, _state: Any, _outcome: Outcome[Any]) -> Scene:
    return scene


def blank(_scene: Scene) -> str:
    """Draw an empty sheet with crop marks, where shapes could be."""
    marks = "M20 52V20H52M348 20h32v32M380 348v32h-32M52 380H20v-32"
    shapes = (
        '<circle cx="150" cy="160" r="74"/>'
        '<path d="M190 190h120v120h-120zM118 316L186 210L254 316zM96 104L316 250"/>'
    )
    dashed = f'<g stroke-dasharray="2 9" stroke-linecap="round">{shapes}</g>'
    lines = f'<g fill="none" stroke="{INK}" stroke-width="3"><path d="{marks}"/>{dashed}</g>'
    return svg(lines, PAPER)


@dataclass(frozen=True, kw_only=True)
class Cover(Generic[State]):
    """How a game draws its covers."""

    draw: Callable[[Scene], str] = blank
    example: Scene = Scene("", (1, 2, 3, 4))  # of the picture of the game itself
    # Adds what happened in a session to its scene. It reads what everybody may see.
    show: Callable[[Scene, State, Outcome[Any]], Scene] = of_its_seed


def cover(
    drawn_by: Cover[State],
    seed: str,
    state: State,
    outcome: Outcome[Any],
    seats: Mapping[str, int],
) -> str:
    """Draw the cover of a session; `seats` has the number of each player's seat."""
    by_rank = tuple([seats[standing.player] for standing in outcome.standings])
    scene = drawn_by.show(Scene(seed, by_rank), state, outcome)
    if outcome.finished:
        scene = replace(scene, done=1.0)
    return drawn_by.draw(scene)


def album(covers: Sequence[str]) -> str:
    """Put covers into one picture: one alone, or four, of which some come again."""
    if len(covers) < 2:
        return covers[0] if covers else blank(Scene(""))
    half = SIZE // 2
    corners = ((0, 0), (half, 0), (half, half), (0, half))
    placed = [
        f'<svg x="{x}" y="{y}" width="{half}" height="{half}">{drawn}</svg>'
        for (x, y), drawn in zip(corners, cycle(covers), strict=False)
    ]
    return svg("".join(placed), PAPER)


class Dice:
    """Numbers that look like chance, and are the same for the same seed."""

    def __init__(self, seed: str) -> None:
        self.seed = seed.encode()
        self.pool = b""
        self.times = 0

    def below(self, sides: int) -> int:
        if not self.pool:
            self.times += 1
            self.pool = blake2b(self.seed + self.times.to_bytes(2, "big")).digest()
        head, self.pool = self.pool[:4], self.pool[4:]
        return int.from_bytes(head, "big") % sides

    def pick(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def between(self, least: float, most: float) -> float:
        return least + (most - least) * self.below(10_000) / 10_000

    def shuffled(self, items: Sequence[T]) -> list[T]:
        rest = list(items)
        return [rest.pop(self.below(len(rest))) for _ in items]


def inks(seats: Sequence[int], least: int = 3) -> list[str]:
    """Return the colours by rank; where more are needed, those of seats that nobody took."""
    others = [seat for seat in range(1, len(SEATS) + 1) if seat not in seats]
    return [SEATS[seat - 1] for seat in [*seats, *others][: max(least, len(seats))]]


def mix(colour: str, other: str, share: float) -> str:
    """Return a colour with a share of another one in it."""
    parts = [
        round(int(colour[at : at + 2], 16) * (1 - share) + int(other[at : at + 2], 16) * share)
        for at in (1, 3, 5)
    ]
    return "#{:02X}{:02X}{:02X}".format(*parts)


def layer(shapes: str, fill: str, transform: str = "") -> str:
    """Print shapes in one ink, through which what is below can be seen."""
    moved = f' transform="{transform}"' if transform else ""
    return f'<g class="o" fill="{fill}"{moved}>{shapes}</g>'


def path(d: str, **attributes: str) -> str:
    """Draw a path; an attribute such as stroke_width is written with a hyphen."""
    others = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<path d="{d}"{others}/>'


def tally(strokes: int, x: float, y: float, *, ink: str = INK, height: float = 15) -> str:
    """Count as on paper: four strokes and one across, which is the mark of the site, too."""
    step = height * 0.42
    lines = []
    for number in range(min(strokes, STROKES_SHOWN)):
        bundle, at = divmod(number, FIVE)
        left = x + bundle * step * (FIVE + 1) + at * step
        if at < FIVE - 1:
            lines.append(f"M{left:.1f} {y:.1f}v{height}")
        else:
            across = (left - 4.7 * step, y + height * 0.86, step * 4.4, -height * 0.72)
            lines.append("M{:.1f} {:.1f}l{:.1f} {:.1f}".format(*across))
    width = f"{height * 0.15:.1f}"
    return path("".join(lines), stroke=ink, stroke_width=width, fill="none") if lines else ""


def svg(body: str, ground: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}"'
        ' preserveAspectRatio="xMidYMid slice"><style>.o{mix-blend-mode:multiply}</style>'
        f'<path fill="{ground}" d="M0 0h{SIZE}v{SIZE}h-{SIZE}z"/>{body}</svg>'
    )
