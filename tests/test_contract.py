"""The contract and the registry: what a game hands over is checked before the site serves."""

import ast
from collections.abc import Iterator
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from django.core import checks
from django.test import override_settings
from django.urls import reverse

from scoring.contract import Game, Parts
from scoring.documents.scorer import opening_value, shape_of
from scoring.registry import get_game, installed_games

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def _fresh_registry() -> Iterator[None]:
    installed_games.cache_clear()
    yield
    installed_games.cache_clear()


def test_it_lists_the_games_in_the_order_of_the_setting() -> None:
    assert list(installed_games()) == ["artbox", "canvas", "duplik", "artem"]
    assert get_game("duplik").name == "Duplik"


def test_it_knows_no_other_game() -> None:
    with pytest.raises(KeyError):
        get_game("chess")


def test_the_installed_games_keep_the_contract() -> None:
    assert checks.run_checks() == []


@pytest.mark.parametrize(
    ("package", "problem"),
    [
        pytest.param("games.chess", "No module named 'games.chess'", id="no package"),
        pytest.param("tests", "tests.game has no NAME", id="a package without a game"),
        pytest.param(
            "tests.broken_games.no_rules",
            "tests.broken_games.no_rules.rules has no SEATS",
            id="a game without a part that it must have",
        ),
    ],
)
def test_it_refuses_a_package_that_breaks_the_contract(package: str, problem: str) -> None:
    reverse("home")  # so that no address is looked for in the broken package
    with override_settings(INSTALLED_GAMES=["games.duplik", package]):
        (error,) = checks.run_checks()
    assert (error.id, error.msg) == ("scoring.E001", f"{package} is not a game: {problem}")


@pytest.mark.parametrize("package", ["games.artem", "games.canvas"])
def test_it_calls_a_game_after_its_folder(package: str) -> None:
    game: Game[Any] = Game(package)
    assert game.slug == package.rpartition(".")[2]
    assert shape_of(game).schema()["properties"]["game"]["const"] == game.slug


@pytest.mark.parametrize("game", installed_games().values(), ids=lambda game: game.slug)
def test_a_game_names_every_module_that_it_has_for_the_type_checker(game: Game[Any]) -> None:
    modules = {each.name for each in fields(Parts)} - {"fact_wording", "opening", "most_points"}
    there = {each for each in modules if find_spec(f"{game.package}.{each}")}
    tree = ast.parse((ROOT / "games" / game.slug / "game.py").read_text())
    (call,) = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Parts"
    ]
    values = [*call.args, *(each.value for each in call.keywords)]
    assert {ast.unparse(each).partition(".")[0] for each in values} & modules == there


def test_it_does_without_the_parts_that_a_game_need_not_have() -> None:
    game: Game[Any] = Game("games.artem")
    assert (game.bgg_id, game.play.hourglass, game.load_catalogue()) == (None, 0, 0)
    assert opening_value(game, ["Ana", "Ben"], notes="Late") == {
        "format": "scorefolio/session@1",
        "game": "artem",
        "players": ["Ana", "Ben"],
        "turns": [],
        "notes": "Late",
    }
