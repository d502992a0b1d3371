"""No ruling goes without a test: every number stands in the id of at least one."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
RULINGS = {
    "artbox": [f"R-A{number}" for number in range(1, 10)],
    "artem": [f"R-M{number}" for number in range(1, 9)],
    "canvas": [f"R-C{number}" for number in range(1, 13)],
    "duplik": [f"R-D{number}" for number in range(1, 7)],
}
LEAGUES = [f"L-{number}" for number in range(1, 11)]
EVERY_GAME = [f"R-{number}" for number in range(1, 6)]


def numbers_in_ids(folder: Path) -> set[str]:
    text = "".join(path.read_text() for path in sorted(folder.rglob("test_*.py")))
    return set(re.findall(r"""id=f?["']([RL]-[A-Z]?\d+): """, text))


@pytest.mark.parametrize("game", RULINGS)
def test_every_ruling_of_a_game_has_a_test(game: str) -> None:
    found = numbers_in_ids(ROOT / "games" / game / "tests")
    assert [number for number in RULINGS[game] if number not in found] == []


def test_every_ruling_for_all_games_has_a_test() -> None:
    found = set[str]().union(*(numbers_in_ids(ROOT / "games" / game / "tests") for game in RULINGS))
    assert [number for number in EVERY_GAME if number not in found] == []


def test_every_ruling_for_leagues_has_a_test() -> None:
    found = numbers_in_ids(ROOT / "tests")
    assert [number for number in LEAGUES if number not in found] == []
