"""The cover of Canvas: three layers in inks that show through, above the icons of five slots."""

from collections.abc import Sequence
from dataclasses import replace
from math import cos, pi, sin
from typing import Any

from games.canvas.conditions import SLOTS, Slots
from games.canvas.rules import LAYERS, PAINTINGS, State, paintings_of, visible
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
)
from scoring.core.outcome import Outcome

COLOURS = ("#C8402B", "#E2A610", "#23784A", "#2C6FB7", "#8450A0")  # of the slots
ON_COLOURS = ("#FFFFFF", INK, "#FFFFFF", "#FFFFFF", "#FFFFFF")
SKY = SEATS[4]
FOOT = 352  # where the slots begin
BETWEEN = ","  # icons of one slot
USUAL = ("hue", "hue", "shape", "texture", "texture", "texture", "tone", "", "")
ICONS = {
    "hue": path("M0 -11c6 8 9 11 9 15a9 9 0 0 1 -18 0c0 -4 3 -7 9 -15z"),
    "shape": path("M0 -10L11 9H-11z"),
    "texture": path("M-10 4L4 -10M-10 10L10 -10M-4 10L10 -4", stroke_width="3.2"),
    "tone": '<circle r="9" fill="none" stroke-width="3"/>'
    + path("M0 -9a9 9 0 0 1 0 18z", stroke="none"),
}
BONUS = "bonus-"  # an icon that counts twice is printed as the icon


def show(scene: Scene, state: State, outcome: Outcome[Any]) -> Scene:
    """Print a layer for each third of the paintings, with the icons of the leader's latest one."""
    painted = [painting for name in state.players for painting in paintings_of(state, name)]
    done = len(painted) / (PAINTINGS * len(state.players))
    theirs = [
        slots
        for painting in paintings_of(state, outcome.standings[0].player)
        if (slots := visible(painting)) is not None
    ]
    motifs = icons_of(theirs[-1]) if theirs else ()
    return replace(scene, strokes=len(painted), done=done, motifs=motifs)


def icons_of(slots: Slots) -> tuple[str, ...]:
    """Return the motifs of a painting: for each slot, from the left, its icons."""
    return tuple([BETWEEN.join(icons) for icons in slots])


def draw(scene: Scene) -> str:
    ground, printed = _layers(scene)
    return svg(printed, ground)


def paint(seed: str, seat: int, slots: Slots) -> tuple[str, str]:
    """Return the ground of a painting that is being entered and what is printed on it: a little
    more with each slot that has icons. A page puts both into a picture of its own."""
    done = sum(map(bool, slots)) / SLOTS
    return _layers(Scene(seed, (seat,), done=done, motifs=icons_of(slots)))


def _layers(scene: Scene) -> tuple[str, str]:
    dice = Dice(scene.seed)
    colours = inks(scene.seats, 5)
    tints = [mix(colours[1], PAPER, 0.72), mix(colours[2], PAPER, 0.74), mix(SKY, PAPER, 0.6)]
    ground = dice.pick([PAPER, *tints])
    layers = [
        layer(_far(dice, colours[1]), colours[1]),
        layer(path(_lying(dice)), colours[2]),
        layer(path(_standing(dice)), colours[0]),
    ]
    printed = layers[: max(1, round(LAYERS * scene.done))]
    return ground, "".join(printed) + _foot(scene.motifs or _icons(dice))


def _far(dice: Dice, colour: str) -> str:
    """Draw what is far away: a sun, rings, haze or rays."""
    x, y, size = dice.between(100, 300), dice.between(95, 165), dice.between(62, 112)
    middle = f'cx="{x:.0f}" cy="{y:.0f}"'
    ring = f'fill="none" stroke="{colour}" stroke-width="15"'
    y += 60
    rays = "".join(
        f"M{x:.0f} {y:.0f}L{_ray(x, y, angle)}L{_ray(x, y, angle + 0.14)}z"
        for angle in [number * pi / 9 for number in range(18)]
    )
    return dice.pick(
        [
            f'<circle {middle} r="{size:.0f}"/>',
            "".join(
                f'<circle {middle} r="{size * share:.0f}" {ring}/>'
                for share in (0.3, 0.75, 1.2, 1.65)
            ),
            path("".join(f"M0 {40 + 34 * n}h400v{4 + 4.4 * n:.0f}h-400z" for n in range(6))),
            path(rays),
        ]
    )


def _ray(x: float, y: float, angle: float) -> str:
    return f"{x + 560 * cos(angle):.0f} {y + 560 * sin(angle):.0f}"


def _lying(dice: Dice) -> str:
    """Return the outline of what lies: hills, mountains, waves or roofs."""
    start, high, swing = dice.between(0, 6.3), dice.between(215, 265), dice.between(20, 58)
    hills = "L".join(f"{20 * n} {high + swing * sin(start + n / 3.2):.0f}" for n in range(21))
    peaks = [
        (dice.between(60, 150), high - 90),
        (dice.between(180, 230), high + 10),
        (dice.between(270, 340), high - 60),
        (SIZE, high + 40),
    ]
    mountains = "".join(f"L{x:.0f} {y:.0f}" for x, y in peaks)
    wave = "q50 -26 100 0t100 0t100 0t100 0v13q-50 -26 -100 0t-100 0t-100 0t-100 0z"
    return dice.pick(
        [
            f"M0 360L{hills}V360z",
            f"M0 360V{high:.0f}{mountains}V360z",
            "".join(f"M0 {high + 24 * n:.0f}{wave}" for n in range(6)),
            f"M0 360V{high:.0f}h90v-40h70v70h60v-110h80v60h100v140z",
        ]
    )


def _standing(dice: Dice) -> str:
    """Return the outline of what stands: a gate, a tree, a boat, a tower, a cactus or stairs."""
    x = round(dice.between(110, 290))
    gate = f"M{x - 58} 352V150a58 58 0 0 1 116 0V352h-34V156a24 24 0 0 0 -48 0V352z"
    crown = f"M{x} 62c64 20 92 76 70 128c-20 42 -120 42 -140 0c-22 -52 6 -108 70 -128z"
    tree = f"M{x - 9} 352V190h18V352z{crown}"
    boat = f"M{x - 96} 262h192l-40 62h-112zM{x - 4} 252V96l92 150zM{x - 14} 250V128l-66 120z"
    roof = f"V84L{x} 58L{x + 26} 84v28"
    tower = f"M{x - 52} 352L{x - 26} 132h-16v-20h16{roof}h16v20h-16L{x + 52} 352z"
    arms = "q-60 -6 -70 -80q40 -6 70 30V104a34 34 0 0 1 68 0v60q30 -36 70 -30q-10 74 -70 80"
    cactus = f"M{x - 34} 352V250{arms}v138z"
    stairs = f"M{x - 92} 352v-58h46v-58h46v-58h46v-58h46v232z"
    return dice.pick([gate, tree, boat, tower, cactus, stairs])


def _icons(dice: Dice) -> list[str]:
    """Return the icons of a picture that shows no painting in particular."""
    return [BETWEEN.join(dice.shuffled(USUAL)[: dice.pick((1, 1, 2))]) for _ in range(SLOTS)]


def _foot(motifs: Sequence[str]) -> str:
    width = SIZE // SLOTS
    drawn = []
    for slot, (colour, ink) in enumerate(zip(COLOURS, ON_COLOURS, strict=True)):
        drawn.append(path(f"M{slot * width} {FOOT}h{width}v48h-{width}z", fill=colour))
        icons = [name.removeprefix(BONUS) for name in motifs[slot].split(BETWEEN) if name]
        for at, icon in enumerate(icons):
            x = slot * width + width / 2 + (at - (len(icons) - 1) / 2) * 30
            drawn.append(_icon(icon, x, ink))
    return "".join(drawn)


def _icon(name: str, x: float, ink: str) -> str:
    where = f"translate({x:.0f} 376)"
    return f'<g transform="{where}" fill="{ink}" stroke="{ink}" stroke-width="0">{ICONS[name]}</g>'


COVER: Cover[State] = Cover(draw=draw, show=show, example=Scene("canvas", (1, 2, 3, 4)))
