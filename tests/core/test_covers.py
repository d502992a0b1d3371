"""The pictures of sessions: the same scene is the same picture, in the colours of its seats."""

import re
import subprocess
import sys
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given

from scoring.core.covers import (
    PAPER,
    SEATS,
    STROKES_SHOWN,
    Dice,
    Scene,
    blank,
    inks,
    mix,
    svg,
    tally,
)
from scoring.registry import get_game, installed_games
from tests.builders.dice import DICE

ROOT = Path(__file__).resolve().parents[2]
SLUGS = sorted(installed_games())
LIGHT = 7_000  # bytes
TOKENS = ROOT / "scoring/static/scoring/css/tokens.css"
AGAIN = """
import sys
from importlib import import_module
from scoring.core.covers import Scene
print(import_module(f"games.{sys.argv[1]}.cover").draw(Scene("Ada", (2, 1, 3), 4, 0.6)))
"""

each_game = pytest.mark.parametrize("slug", SLUGS)


def any_scene(dice: Random) -> Scene:
    seats = dice.sample(range(1, 9), dice.randint(0, 8))
    done = dice.choice([0, 1, dice.random()])
    return Scene(str(dice.random()), tuple(seats), dice.randint(0, 1_000), done)


@each_game
@given(dice=DICE)
def test_any_scene_is_a_light_picture_of_nothing_but_shapes(slug: str, dice: Random) -> None:
    scene = any_scene(dice)
    drawn = get_game(slug).cover.draw(scene)
    picture = ElementTree.fromstring(drawn)  # noqa: S314 (ours)
    tags = {element.tag.rpartition("}")[2] for element in picture.iter()}
    assert tags <= {"svg", "style", "path", "g", "circle", "pattern"}
    assert len(drawn) < LIGHT
    assert "nan" not in drawn
    assert not re.search(r"\d\.\d{4}", drawn), "no digit that nobody sees"


@each_game
def test_another_interpreter_draws_the_same_picture(slug: str) -> None:
    command = [sys.executable, "-c", AGAIN, slug]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    here = get_game(slug).cover.draw(Scene("Ada", (2, 1, 3), 4, 0.6))
    assert done.stdout.strip() == here


@each_game
def test_pictures_of_different_sessions_differ(slug: str) -> None:
    draw = get_game(slug).cover.draw
    drawn = {draw(Scene(f"session {number}", (1, 2, 3))) for number in range(200)}
    assert len(drawn) > 150


@each_game
def test_the_winner_changes_the_colours(slug: str) -> None:
    draw = get_game(slug).cover.draw
    seeds = [f"session {number}" for number in range(20)]
    assert [draw(Scene(seed, (1, 2, 3))) for seed in seeds] != [
        draw(Scene(seed, (3, 2, 1))) for seed in seeds
    ]
    for seed in seeds:
        assert SEATS[6] in draw(Scene(seed, (7, 2, 3)))


@each_game
def test_more_of_it_is_printed_the_further_the_game_is(slug: str) -> None:
    def areas(done: float) -> int:
        drawn = "".join(
            get_game(slug).cover.draw(Scene(f"session {number}", (1, 2, 3), 4, done))
            for number in range(20)
        )
        return len(re.findall(r'fill="(?:#(?!F3ECDD)|url)', drawn))

    assert areas(0) < areas(0.5) < areas(1)


def test_the_seats_have_the_colours_of_the_stylesheets() -> None:
    colours = re.findall(r"--seat-\d: (#\w{6});", TOKENS.read_text())
    assert tuple(colour.upper() for colour in colours) == SEATS


def test_colours_go_by_rank_and_are_filled_up() -> None:
    assert inks((4, 2), 3) == [SEATS[3], SEATS[1], SEATS[0]]
    assert inks((4, 2, 1, 3), 3) == [SEATS[3], SEATS[1], SEATS[0], SEATS[2]]


def test_colours_are_mixed_by_their_share() -> None:
    assert mix("#000000", "#FFFFFF", 0) == "#000000"
    assert mix("#000000", "#FFFFFF", 0.2) == "#333333"
    assert mix("#000000", "#FF8000", 1) == "#FF8000"


def test_the_fifth_stroke_crosses_the_four_before_it() -> None:
    drawn = re.findall(r"M([\d.]+) [\d.]+(v|l)", tally(6, 20, 366))
    assert [kind for _x, kind in drawn] == ["v", "v", "v", "v", "l", "v"]
    xs = [float(x) for x, _kind in drawn]
    assert xs[4] < xs[0], "from the left of the bundle"
    assert xs[5] > xs[3], "the next bundle follows"
    assert tally(0, 20, 366) == ""
    assert tally(10_000, 20, 366) == tally(STROKES_SHOWN, 20, 366)


def test_dice_are_fair_enough_and_keep_their_order() -> None:
    dice = Dice("Ada")
    rolled = [dice.below(6) for _ in range(600)]
    again = Dice("Ada")
    assert rolled == [again.below(6) for _ in range(600)]
    assert all(60 < rolled.count(number) < 140 for number in range(6))
    assert sorted(dice.shuffled(range(20))) == list(range(20))
    assert all(2 <= dice.between(2, 3) <= 3 for _ in range(50))


def test_a_game_without_a_picture_of_its_own_has_an_empty_sheet() -> None:
    drawn = blank(Scene("Ada"))
    assert "stroke-dasharray" in drawn
    assert svg("", PAPER) in drawn.replace(drawn[drawn.index('z"/>') + 4 : -6], "")
