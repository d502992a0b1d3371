"""The cover of #ARTBOX: the four shapes that were rolled, the largest in the winner's colour."""

from dataclasses import replace
from typing import Any

from games.artbox.rules import DICE, State
from scoring.core.covers import (
    INK,
    PAPER,
    SEATS,
    SIZE,
    Cover,
    Dice,
    Scene,
    inks,
    layer,
    mix,
    path,
    svg,
    tally,
)
from scoring.core.outcome import Outcome

SHAPES = ("circle", "square", "triangle", "line")
STRONG_GROUND = SEATS[1]
BLACK_ON_IT = {SEATS[0], SEATS[1], SEATS[4], SEATS[7]}  # as largest area
# Where the four shapes are printed: x, y, size and angle of each, the largest first.
PLANS = (
    ((160, 170, 132, 0), (268, 262, 92, 45), (98, 318, 44, 0), (236, 128, 150, -45)),
    ((200, 300, 158, 0), (118, 118, 78, 15), (300, 112, 48, 0), (206, 206, 190, 20)),
    ((128, 128, 118, 0), (246, 246, 104, 45), (330, 92, 46, 0), (196, 206, 230, -45)),
    ((70, 330, 206, 0), (276, 138, 84, 30), (334, 312, 42, 0), (214, 216, 170, -30)),
    ((200, 128, 104, 0), (200, 262, 104, 45), (322, 326, 40, 0), (88, 200, 170, 90)),
    ((140, 205, 122, 0), (262, 205, 122, 0), (202, 78, 44, 45), (200, 326, 150, 0)),
)
TILTS = (0, 0, 15, -15, 30)
SHORTEST_LINE = 100


def show(scene: Scene, state: State, outcome: Outcome[Any]) -> Scene:
    """Print as much as the leader has of the tokens that win, in the shapes of the last round."""
    rounds = state.rounds
    target = outcome.details["target"] or len(rounds) + 1
    done = min(outcome.standings[0].points / target, 1)
    rolled = (rounds[-1].dice if rounds else None) or ()
    return replace(scene, strokes=len(rounds), done=done, motifs=rolled)


def draw(scene: Scene) -> str:
    dice = Dice(scene.seed)
    rolled = list(scene.motifs) or [dice.pick(SHAPES) for _ in range(DICE)]
    if len(set(rolled)) == 1:
        rolled = list(SHAPES)  # four of a kind say too little
    colours = inks(scene.seats)
    plan = dice.pick(PLANS)
    mirrored, upside_down, turned = dice.below(2), dice.below(2), dice.below(2)
    ground = dice.pick(_grounds(colours))
    hatched = dice.below(3)
    printed = []
    # A line crosses the others, so it comes last.
    shapes = sorted(rolled, key="line".__eq__)[: max(1, round(DICE * scene.done))]
    for at, shape in enumerate(shapes):
        x, y, size, angle = plan[at]
        if turned:
            x, y, angle = y, x, 90 - angle
        x, y = (SIZE - x if mirrored else x), (SIZE - y if upside_down else y)
        angle = -angle if mirrored != upside_down else angle
        angle += 0 if shape == "line" else dice.pick(TILTS)
        colour = INK if at == len(colours) else colours[at]
        if at == hatched and shape != "line":
            printed.append(_hatching(f"{scene.seed}{at}", colour, dice.pick((0, 45, 90))))
            colour = f"url(#{_name(f'{scene.seed}{at}')})"
        printed.append(layer(_shape(shape, size), colour, f"translate({x} {y}) rotate({angle})"))
    return svg("".join(printed) + tally(scene.strokes, 20, 366), ground)


def _grounds(colours: list[str]) -> tuple[str, ...]:
    tints = [mix(colour, PAPER, 0.74) for colour in colours[:3]]
    strong = PAPER if colours[0] in BLACK_ON_IT else STRONG_GROUND
    return (PAPER, PAPER, *tints, strong)


def _shape(shape: str, size: float) -> str:
    half = round(size * 0.86)
    length = round(max(size, SHORTEST_LINE) * 1.2)
    return {
        "circle": f'<circle r="{size}"/>',
        "square": path(f"M-{half} -{half}h{2 * half}v{2 * half}h-{2 * half}z"),
        "triangle": path(f"M0 -{size}L{size * 1.02:.0f} {size * 0.78:.0f}H-{size * 1.02:.0f}z"),
        "line": path(f"M-{length} -14h{2 * length}v28h-{2 * length}z"),
    }[shape]


def _hatching(seed: str, colour: str, angle: int) -> str:
    lines = path("M0 0h9v5.6h-9z", fill=colour)
    return (
        f'<pattern id="{_name(seed)}" width="9" height="9" patternUnits="userSpaceOnUse"'
        f' patternTransform="rotate({angle})">{lines}</pattern>'
    )


def _name(seed: str) -> str:
    """Return an id that no other cover on the same page has."""
    return f"h{Dice(seed).below(2**32):x}"


COVER: Cover[State] = Cover(
    draw=draw, show=show, example=Scene("artbox 2", (2, 4, 1, 3), motifs=SHAPES)
)
