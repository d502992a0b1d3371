"""Duplik: what a document says, and how a state is written down."""

from typing import Any

from games.duplik.rules import Round, State
from games.duplik.tests.builders import THREE, drawn, table
from scoring.documents.scorer import shape_of
from scoring.registry import get_game

SHAPE = shape_of(get_game("duplik"))

TITLED = drawn("Ada", 1, "Harbour", Bo=(1, 2), Cy=())
PLAIN: dict[str, Any] = {
    "narrator": "Bo",
    "super": 4,
    "sheets": {"Ada": [3], "Cy": [2, 9]},
}


def read(**more: Any) -> State:
    heading = {"format": "scorefolio/session@1", "game": "duplik", "players": [*THREE]}
    state: State = SHAPE.parse({**heading, "rounds": [], **more})
    return state


def test_it_reads_what_was_left_out_as_not_given() -> None:
    assert read() == State(THREE, rounds=(), laps=None, stopped=False)
    assert read(options={}).laps is None
    assert read(rounds=[PLAIN]).rounds == (Round("Bo", 4, {"Ada": (3,), "Cy": (2, 9)}, None),)


def test_it_reads_what_was_given() -> None:
    actual = read(rounds=[{**PLAIN, "title": "Harbour"}], options={"laps": 2}, stopped=True)
    assert (actual.laps, actual.stopped, actual.rounds[0].title) == (2, True, "Harbour")


def test_it_writes_only_what_was_given() -> None:
    bare = State(THREE, rounds=(Round("Bo", 4, {"Ada": (3,), "Cy": (2, 9)}),))
    assert SHAPE.dump(bare) == {"players": [*THREE], "rounds": [PLAIN]}


def test_it_writes_everything_that_was_given() -> None:
    assert SHAPE.dump(table(TITLED, laps=3, stopped=True)) == {
        "players": [*THREE],
        "rounds": [
            {"narrator": "Ada", "super": 1, "sheets": {"Bo": [1, 2], "Cy": []}, "title": "Harbour"}
        ],
        "stopped": True,
        "options": {"laps": 3},
    }
