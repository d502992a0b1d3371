"""The cover of Duplik: a figure and its copies, as drawn by people who only heard of it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from games.duplik.figures import FIGURES, Line
from games.duplik.rules import State, rounds_to_play
from scoring.core.covers import INK, PAPER, Cover, Dice, Scene, inks, layer, mix, path, svg, tally
from scoring.core.outcome import Outcome

PRINTS, WINDOWS = 3, 4
SHIFTS = ((26, 14), (-26, 14), (24, -16))


def show(scene: Scene, state: State, _outcome: Outcome[Any]) -> Scene:
    """Print as many copies as rounds were played."""
    rounds = len(state.rounds)
    return replace(scene, strokes=rounds, done=min(rounds / rounds_to_play(state), 1))


def draw(scene: Scene) -> str:
    dice = Dice(scene.seed)
    figure = FIGURES[dice.pick(sorted(FIGURES))]
    return (_draw_over_each_other if dice.below(2) else _draw_windows)(scene, dice, figure)


def _draw_over_each_other(scene: Scene, dice: Dice, figure: tuple[Line, ...]) -> str:
    colours = inks(scene.seats)
    tints = [mix(colours[2], PAPER, 0.74), mix(colours[1], PAPER, 0.76)]
    ground = dice.pick([PAPER, *tints])
    right, down = dice.pick(SHIFTS)
    body = []
    for number in range(min(PRINTS, max(1, round(PRINTS * scene.done)))):
        x, y = 48 + right * (number - 0.8), 48 + down * (number - 0.8)
        wobble = 1.5 + 3 * number
        if number == PRINTS - 1:
            copy = path(_trace(figure, dice, wobble, 300, x, y), **_pen(colours[2], 11))
            body.append(layer(copy, "none"))
        else:
            filled = [line for line in figure if line.closed]
            ink = mix(colours[number], PAPER, 0.34 * number)
            body.append(layer(path(_trace(filled, dice, wobble, 300, x, y)), ink))
    body.append(path(_trace(figure, dice, 0, 300, 48, 48), **_pen(INK, 6.5)))
    return svg("".join(body) + tally(scene.strokes, 20, 366), ground)


def _draw_windows(scene: Scene, dice: Dice, figure: tuple[Line, ...]) -> str:
    colours = inks(scene.seats, WINDOWS)
    body = []
    for number in range(WINDOWS):
        x, y = number % 2 * 200, number // 2 * 200
        printed = number < max(1, WINDOWS * scene.done)
        ink = colours[number] if printed else PAPER
        body.append(path(f"M{x} {y}h200v200h-200z", fill=ink))
        if printed:
            wobble = number * 2.6
            filled = [line for line in figure if line.closed]
            light = PAPER if number % 3 == 0 else mix(colours[(number + 1) % WINDOWS], PAPER, 0.25)
            at = (x + 28 + number * 3, y + 30 - number * 2)
            body.append(path(_trace(filled, dice, wobble, 144, *at), fill=light))
            body.append(path(_trace(figure, dice, wobble, 144, x + 28, y + 28), **_pen(INK, 5)))
    return svg("".join(body), PAPER)


def _pen(colour: str, width: float) -> dict[str, str]:
    ends = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    return {"fill": "none", "stroke": colour, "stroke_width": str(width), **ends}


def _trace(
    lines: Iterable[Line], dice: Dice, wobble: float, size: float, x: float, y: float
) -> str:
    """Return lines as a path; each point is where somebody believed that it was."""

    def believed(at: float) -> float:
        return (at + dice.between(-wobble, wobble)) * size / 100

    return "".join(
        _path(line, [(x + believed(right), y + believed(down)) for right, down in line.points])
        for line in lines
    )


def _path(line: Line, points: Sequence[tuple[float, float]]) -> str:
    x, y = points[0]
    parts = [f"M{x:.1f} {y:.1f}"]
    before, after = (points[-1], points[:2]) if line.closed else (points[0], points[-1:])
    run = [before, *points, *after]
    # The neighbours of each stretch say how it bends.
    for first, (start, end), last in zip(run, pairwise(run[1:]), run[3:], strict=False):
        if line.round:
            bend = (
                start[0] + (end[0] - first[0]) / 6,
                start[1] + (end[1] - first[1]) / 6,
                end[0] - (last[0] - start[0]) / 6,
                end[1] - (last[1] - start[1]) / 6,
            )
            parts.append("C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}".format(*bend, *end))
        else:
            parts.append("L{:.1f} {:.1f}".format(*end))
    return "".join(parts) + ("z" if line.closed else "")


COVER: Cover[State] = Cover(draw=draw, show=show, example=Scene("duplik 9", (4, 2, 1, 3)))
