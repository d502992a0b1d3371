"""Text can be read on each ground that it is on, light and dark: computed from the tokens."""

import re
from collections.abc import Mapping
from itertools import product
from math import cbrt

import pytest

from tests.stylesheets import SHARED, rules_of

TEXT, LARGE = 4.5, 3.0  # WCAG 2.2, 1.4.3; 1.4.11 asks as much of fields as of large text
DARK = "@media (prefers-color-scheme: dark)"
TOKEN = re.compile(r"--([\w-]+)$")
Tokens = Mapping[str, str]
Colour = tuple[float, float, float]  # red, green and blue in linear light

GROUNDS = ("paper", "sheet", "well")
SEATS = tuple(f"seat-{number}" for number in range(1, 9))
ON_DARK = {"seat-1", "seat-8"}  # white on these, black on the others: components.css
PAIRS = [
    *((text, ground, TEXT) for text, ground in product(("ink", "muted", "accent"), GROUNDS)),
    *((text, ground, TEXT) for text, ground in product(("gold", "bad"), ("paper", "sheet"))),
    ("ink", "press", TEXT),
    ("gold", "gold-wash", TEXT),
    ("ink", "gold-wash", TEXT),
    ("on-accent", "accent", TEXT),
    ("paper", "ink", TEXT),
    *(("edge", ground, LARGE) for ground in GROUNDS),
    *(("focus", ground, LARGE) for ground in GROUNDS),
    *(("on-dark-seat" if seat in ON_DARK else "on-light-seat", seat, TEXT) for seat in SEATS),
]


def tokens_of(scheme: str) -> dict[str, str]:
    """Return the colours by name; the dark scheme changes some of the light ones."""
    colours: dict[str, str] = {}
    for rule in rules_of(re.sub(r"/\*.*?\*/", "", (SHARED / "tokens.css").read_text())):
        applies = rule.within == () or (scheme == "dark" and rule.within == (DARK,))
        if rule.selector == ":root" and applies:
            values = {name: value for name, value in rule.declarations if value.startswith("#")}
            colours |= {match[1]: values[match[0]] for match in map(TOKEN.match, values) if match}
    return colours


@pytest.fixture(params=["light", "dark"])
def tokens(request: pytest.FixtureRequest) -> Tokens:
    return tokens_of(request.param)


def linear(colour: str) -> Colour:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return light(red), light(green), light(blue)


def light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours as WCAG 2.2 defines it."""
    darker, lighter = sorted(0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2] for c in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def mixed(ground: Colour, seat: Colour, share: float) -> Colour:
    """Mix two colours as `color-mix(in oklab, …)` does."""
    parts = zip(oklab(ground), oklab(seat), strict=True)
    return from_oklab(*((1 - share) * one + share * other for one, other in parts))


def oklab(colour: Colour) -> Colour:
    red, green, blue = colour
    long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def from_oklab(lightness: float, a: float, b: float) -> Colour:
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    red, green, blue = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    return max(red, 0), max(green, 0), max(blue, 0)


@pytest.mark.parametrize(("text", "ground", "least"), PAIRS)
def test_it_can_be_read(tokens: Tokens, text: str, ground: str, least: float) -> None:
    assert contrast(linear(tokens[text]), linear(tokens[ground])) >= least


def tints() -> list[float]:
    """Return how much of a seat's colour the lanes of the board have."""
    found = re.findall(r"--tint: (\d+)%", (SHARED / "lanes.css").read_text())
    return [int(share) / 100 for share in found]


@pytest.mark.parametrize("seat", SEATS)
def test_the_lanes_of_the_board_can_be_read(tokens: Tokens, seat: str) -> None:
    ink, paper = linear(tokens["ink"]), linear(tokens["paper"])
    assert tints()
    for share in tints():
        assert contrast(ink, mixed(paper, linear(tokens[seat]), share)) >= TEXT


def test_contrast_is_that_of_wcag() -> None:
    assert contrast(linear("#000000"), linear("#ffffff")) == pytest.approx(21)
    assert contrast(linear("#777777"), linear("#ffffff")) == pytest.approx(4.48, abs=0.01)


def test_colours_are_mixed_as_browsers_do() -> None:
    """Half of red and half of blue are rgb(140, 83, 162) in every browser."""
    red, green, blue = mixed(linear("#ff0000"), linear("#0000ff"), 0.5)
    expected = linear("#8c53a2")
    assert (red, green, blue) == pytest.approx(expected, abs=0.005)
