"""What a table wants to know before it draws: ruling R-A9."""

import pytest

from games.artbox.rules import Round, decoys, maestro, score
from games.artbox.tests.builders import a_round, awarding, table


@pytest.mark.parametrize(
    ("seats", "cards"),
    [
        pytest.param(seats, cards, id=f"R-A9: {seats} players add {cards} word cards")
        for seats, cards in [(3, 3), (4, 3), (5, 2), (6, 2), (7, 1), (8, 1)]
    ],
)
def test_decoys(seats: int, cards: int) -> None:
    assert decoys(table(seats)) == cards


@pytest.mark.parametrize(
    ("seats", "at", "name"),
    [
        pytest.param(4, 0, "Ana", id="R-A9: the first player is the first Maestro"),
        pytest.param(4, 1, "Ben", id="R-A9: then the next seat"),
        pytest.param(4, 3, "Dov", id="R-A9: up to the last seat"),
        pytest.param(4, 4, "Ana", id="R-A9: and round again"),
        pytest.param(3, 7, "Ben", id="R-A9: the third lap of three"),
        pytest.param(8, 7, "Hal", id="R-A9: the last of eight"),
    ],
)
def test_maestro(seats: int, at: int, name: str) -> None:
    assert maestro(table(seats), at) == name


def test_every_round_says_who_leads_it() -> None:
    """R-A9"""
    rounds = score(table(3, awarding("AB BC CA AB", 3))).details["rounds"]
    assert [worth["maestro"] for worth in rounds] == ["Ana", "Ben", "Cleo", "Ana"]


def test_dice_score_nothing() -> None:
    """R-A9: they are noted, and may as well be left out."""
    bare = a_round("Ana: Ben")
    rolled = Round(
        guesses=bare.guesses, finish=bare.finish, dice=("line", "line", "circle", "square")
    )
    assert score(table(4, [rolled])) == score(table(4, [bare]))
