"""The contract and the registry: what a game hands over is checked before the site serves."""

from collections.abc import Iterator

import pytest
from django.core import checks
from django.test import override_settings

from scoring.registry import get_game, installed_games


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
        pytest.param("tests", "scoring.E001", id="a package without a game"),
        pytest.param("tests.broken_games.no_contract", "scoring.E002", id="something else as GAME"),
        pytest.param("tests.broken_games.renamed", "scoring.E003", id="a slug unlike its folder"),
    ],
)
def test_it_refuses_a_package_that_breaks_the_contract(package: str, problem: str) -> None:
    with override_settings(INSTALLED_GAMES=["games.duplik", package]):
        assert [error.id for error in checks.run_checks()] == [problem]
