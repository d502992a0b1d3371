"""Results without rounds of #ARTBOX: how many points are possible, and who breaks ties."""

from typing import Any

import pytest

from scoring.documents.scorer import score_value


def noted(*players: dict[str, Any]) -> dict[str, Any]:
    rows = [{"name": f"Player {at}", **player} for at, player in enumerate(players)]
    return score_value({"format": "scorefolio/result@1", "game": "artbox", "players": rows})


@pytest.mark.parametrize(("players", "most"), [(3, 8), (4, 8), (5, 7), (6, 7), (7, 6), (8, 6)])
def test_a_player_has_no_more_points_than_the_game_gives(players: int, most: int) -> None:
    """R-6"""
    others = [{"points": 0}] * (players - 1)
    assert noted({"points": most}, *others)["standings"][0]["points"] == most
    assert noted({"points": most + 1}, *others)["error"]["path"] == "players[0].points"


def test_places_may_separate_players_with_equal_points() -> None:
    """R-6"""
    level = [{"points": 3, "place": place} for place in (2, 1, 3)]
    assert noted(*level)["winners"] == ["Player 1"]
