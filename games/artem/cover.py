"""The cover of Artem: six by six shapes, of which one row slides out in the winner's colour."""

from dataclasses import replace
from typing import Any

from games.artem.rules import State
from scoring.core.covers import INK, PAPER, Cover, Dice, Scene, inks, mix, path, svg, tally
from scoring.core.outcome import Outcome

SQUARES = 6
UNIT = EDGE = 50
# How many squares have the colour of each rank; the rest, and there are five, a tint.
COUNTS = (7, 9, 8, 7)
PAST_THE_EDGE = (96, -96, 132, -132)


def show(scene: Scene, state: State, outcome: Outcome[Any]) -> Scene:
    """Print as many squares as the leader has of the points that end the game."""
    done = min(outcome.standings[0].points / outcome.details["target"], 1)
    return replace(scene, strokes=len(state.turns) // len(state.players), done=done)


def draw(scene: Scene) -> str:
    dice = Dice(scene.seed)
    colours = inks(scene.seats, 4)
    tints = [mix(colours[0], PAPER, 0.8), mix(colours[3], PAPER, 0.74)]
    ground = dice.pick([PAPER, *tints, INK])
    pen = PAPER if ground == INK else INK
    row = 1 + dice.below(SQUARES - 2)
    out = dice.pick(PAST_THE_EDGE)
    upright = dice.below(2)
    rare = dice.below(3)
    counted = [colour for colour, count in zip(colours, COUNTS, strict=False) for _ in range(count)]
    spare = mix(colours[1], PAPER, 0.55)
    squares = dice.shuffled(counted + [spare] * (SQUARES**2 - len(counted)))
    body = [_gap(row, upright, mix(ground, pen, 0.25))]
    for number, mixed in enumerate(squares):
        down, across = divmod(number, SQUARES)
        slides = down == row
        # So that the row can be told from its neighbours.
        beside = mixed == colours[0] and abs(down - row) == 1
        colour = colours[0] if slides else mix(colours[2], PAPER, 0.3) if beside else mixed
        x, y = EDGE + across * UNIT + (out if slides else 0), EDGE + down * UNIT
        if upright:
            x, y = y, x
        if number >= SQUARES**2 * scene.done:
            line = mix(ground, pen, 0.3)
            body.append(
                path(f"M{x + 4} {y + 4}h42v42h-42z", fill="none", stroke=line, stroke_width="1.5")
            )
            continue
        turn = 90 * dice.below(4)
        is_square = slides or dice.below(5) < 3
        body.append(_shape(0 if is_square else rare, x, y, turn, colour))
    return svg("".join(body) + tally(scene.strokes, 20, 374, ink=pen, height=13), ground)


def _gap(row: int, upright: int, colour: str) -> str:
    """Draw the line along which the row slid out."""
    at = EDGE + row * UNIT + UNIT // 2 - 1
    line = f"M{at} {EDGE}v300h2v-300z" if upright else f"M{EDGE} {at}h300v2h-300z"
    return path(line, fill=colour)


def _shape(kind: int, x: int, y: int, turn: int, colour: str) -> str:
    """Draw a square, a circle, or a quarter of one."""
    middle = f"{x + 25} {y + 25}"
    return (
        path(f"M{x + 1.5} {y + 1.5}h47v47h-47z", fill=colour),
        f'<circle cx="{x + 25}" cy="{y + 25}" r="23.5" fill="{colour}"/>',
        path(
            f"M{x + 1.5} {y + 1.5}h47a47 47 0 0 1 -47 47z",
            fill=colour,
            transform=f"rotate({turn} {middle})",
        ),
    )[kind]


COVER: Cover[State] = Cover(draw=draw, show=show, example=Scene("artem 1", (1, 2, 3, 4)))
