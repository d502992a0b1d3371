"""R-6: what a result without rounds says, and where it contradicts itself."""

from typing import Any

import pytest

from scoring.documents.scorer import dump_document, read_document, score_value
from scoring.registry import installed_games

Player = tuple[str, dict[str, Any]]


def noted(game: str, *players: dict[str, Any], **values: Any) -> dict[str, Any]:
    names = ("Ana", "Ben", "Cleo", "Dov")
    rows = [{"name": name, **player} for name, player in zip(names, players, strict=False)]
    return {"format": "scorefolio/result@1", "game": game, "players": rows, **values}


def points(*numbers: int) -> list[dict[str, Any]]:
    return [{"points": number} for number in numbers]


def places(*numbers: int) -> list[dict[str, Any]]:
    return [{"place": number} for number in numbers]


def shown(document: dict[str, Any]) -> list[tuple[str, int, int | None, str | None]]:
    standings = score_value(document)["standings"]
    return [(row["player"], row["rank"], row["points"], row["decided_by"]) for row in standings]


def refused_at(document: dict[str, Any]) -> str:
    path: str = score_value(document)["error"]["path"]
    return path


def test_more_points_are_a_better_place_and_equal_ones_share_it() -> None:
    """R-6"""
    assert shown(noted("duplik", *points(28, 30, 28))) == [
        ("Ben", 1, 30, None),
        ("Ana", 2, 28, "points"),
        ("Cleo", 2, 28, "shared"),
    ]


def test_places_tell_equal_points_apart_where_the_game_does() -> None:
    """R-6"""
    level = [{"points": 3, "place": 2}, {"points": 3, "place": 1}, {"points": 1}]
    assert shown(noted("artbox", *level)) == [
        ("Ben", 1, 3, None),
        ("Ana", 2, 3, "noted"),
        ("Cleo", 3, 1, "points"),
    ]


def test_a_winner_is_marked_among_those_with_the_most_points() -> None:
    """R-6"""
    level = [{"points": 3}, {"points": 3, "winner": True}, {"points": 3}]
    assert shown(noted("canvas", *level)) == [
        ("Ben", 1, 3, None),
        ("Ana", 2, 3, "noted"),
        ("Cleo", 2, 3, "shared"),
    ]


def test_places_alone_are_enough() -> None:
    """R-6"""
    assert shown(noted("artem", *places(2, 1, 2))) == [
        ("Ben", 1, None, None),
        ("Ana", 2, None, "noted"),
        ("Cleo", 2, None, "shared"),
    ]


def test_who_won_is_enough() -> None:
    """R-6"""
    assert shown(noted("duplik", {}, {"winner": True}, {})) == [
        ("Ben", 1, None, None),
        ("Ana", 2, None, "noted"),
        ("Cleo", 2, None, "shared"),
    ]


@pytest.mark.parametrize(
    ("document", "path"),
    [
        pytest.param(noted("duplik", {}, {}, {}), "players", id="nothing is said"),
        pytest.param(noted("duplik", *points(1, 2)), "players", id="too few players"),
        pytest.param(noted("duplik", {"points": 1}, {}, {}), "players[1]", id="points of some"),
        pytest.param(noted("duplik", *places(1, 2), {}), "players[2]", id="places of some"),
        pytest.param(noted("duplik", *places(1, 2, 2, 3)), "players[3].place", id="places skip"),
        pytest.param(noted("duplik", *places(2, 3, 4)), "players[0].place", id="nobody is first"),
        pytest.param(
            noted("canvas", {"points": 9, "place": 2}, {"points": 8, "place": 1}),
            "players[0].place",
            id="a better place with fewer points",
        ),
        pytest.param(
            noted("canvas", {"points": 9, "place": 1}, {"points": 9}, {"points": 1}),
            "players[1]",
            id="one of two who are tied",
        ),
        pytest.param(
            noted("artem", {"points": 9, "place": 1}, {"points": 9, "place": 2}),
            "players[1].place",
            id="a place that the game shares",
        ),
        pytest.param(
            noted("canvas", {"points": 9, "winner": True}, {"points": 8}),
            "players[0].winner",
            id="a winner whom points say",
        ),
        pytest.param(
            noted("canvas", {"points": 9}, {"points": 9, "winner": True}, {"points": 8})
            | {"game": "duplik"},
            "players[1].winner",
            id="a winner where the game shares",
        ),
        pytest.param(
            noted("canvas", *points(9, 9), {"points": 8, "winner": True}),
            "players[2].winner",
            id="a winner with fewer points",
        ),
        pytest.param(
            noted("canvas", {"place": 1, "winner": True}, {"place": 2}),
            "players[0].winner",
            id="a winner beside places",
        ),
        pytest.param(
            noted("canvas", *places(1, 2)) | {"players": [{"name": "Ana", "place": 1}] * 2},
            "players[1].name",
            id="a name twice",
        ),
        pytest.param(noted("canvas", *points(1, 2), stopped=True), "stopped", id="stopped"),
        pytest.param(noted("canvas", *points(1, 2), rounds=[]), "rounds", id="rounds"),
        pytest.param(noted("canvas", *points(1, 2), minutes=0), "minutes", id="no minutes"),
        pytest.param(noted("canvas", *points(1, 2), minutes=1441), "minutes", id="over a day"),
        pytest.param(noted("artem", *points(1, 2), edition="retail"), "edition", id="no editions"),
        pytest.param(noted("canvas", *points(1, 2), edition="en-2020"), "edition", id="another's"),
        pytest.param(noted("canvas", {"points": "1"}), "players[0].points", id="points as text"),
        pytest.param(noted("canvas", {"points": -1}), "players[0].points", id="below nothing"),
    ],
)
def test_what_contradicts_itself_is_refused_at_its_place(
    document: dict[str, Any], path: str
) -> None:
    """R-6"""
    assert refused_at(document) == path


@pytest.mark.parametrize("slug", installed_games())
def test_a_document_comes_out_as_it_went_in(slug: str) -> None:
    """R-6"""
    game = installed_games()[slug]
    edition = {"edition": game.editions[0]} if game.editions else {}
    document = noted(slug, *points(3, 2, 1), minutes=30, played_on="2024-03-01", **edition)
    assert dump_document(read_document(document)) == document
