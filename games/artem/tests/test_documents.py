"""Artem session documents: what they may say, what is refused there, and what they leave out."""

from enum import StrEnum
from typing import Any

import pytest

from games.artem.rules import Claim, Refusal, State, Turn, score
from games.artem.tests.builders import CAST
from scoring.core.refusals import Code, Refused
from scoring.documents.schema import FORMAT
from scoring.documents.scorer import shape_of
from scoring.registry import get_game

GAME = get_game("artem")
SHAPE = shape_of(GAME)


def document(*turns: dict[str, Any], **values: Any) -> dict[str, Any]:
    players = list(CAST[:2])
    return {"format": FORMAT, "game": "artem", "players": players, "turns": list(turns), **values}


PASSED = ({"player": "Ida", "claims": []}, {"player": "Joe", "claims": []})


def claiming(**claim: Any) -> dict[str, Any]:
    return document(*PASSED, {"player": "Ida", "claims": [claim]})


@pytest.mark.parametrize(
    ("value", "where", "code"),
    [
        pytest.param(
            document({"player": "Joe", "claims": []}),
            "turns[0].player",
            Refusal.NOT_YOUR_TURN,
            id="R-M1: somebody else begins",
        ),
        pytest.param(
            document({"player": "Ida", "claims": [{"play": 1, "length": 3}]}),
            "turns[0].claims",
            Refusal.FIRST_TURN,
            id="R-M3: a claim in a first turn",
        ),
        pytest.param(
            claiming(play=3, length=3),
            "turns[2].claims[0].play",
            Code.OUT_OF_RANGE,
            id="R-M2: a third play in standard",
        ),
        pytest.param(
            claiming(play=1, length=7),
            "turns[2].claims[0].length",
            Code.OUT_OF_RANGE,
            id="R-M4: a row of seven",
        ),
        pytest.param(
            claiming(play=1), "turns[2].claims[0]", Code.MISSING_KEY, id="a claim without a length"
        ),
        pytest.param(
            claiming(play=True, length=3),
            "turns[2].claims[0].play",
            Code.NOT_A_WHOLE_NUMBER,
            id="a play that is no number",
        ),
        pytest.param(
            claiming(play=1, length=3, color=None),
            "turns[2].claims[0].color",
            Code.NOT_TEXT,
            id="null for no colour",
        ),
        pytest.param(
            document(edition="en-2020"), "edition", Code.UNKNOWN_KEY, id="an edition: it has none"
        ),
        pytest.param(document(end="deck"), "end", Code.NOT_A_CHOICE, id="a deck it does not have"),
        pytest.param(
            document(options={"directions": "both"}),
            "options.directions",
            Code.NOT_A_CHOICE,
            id="R-M8: directions of no variant",
        ),
    ],
)
def test_it_refuses_a_document(value: dict[str, Any], where: str, code: StrEnum) -> None:
    with pytest.raises(Refused) as caught:
        GAME.score(SHAPE.parse(value))
    assert (caught.value.where, caught.value.code) == (where, code)


def test_null_is_a_way_to_say_that_no_deck_ran_out() -> None:
    """R-M6"""
    state: State = SHAPE.parse(document(*PASSED, end=None))
    assert state.deck_out is None
    assert score(state).end is None


@pytest.mark.parametrize(
    "values",
    [
        pytest.param({"options": {"variant": "standard"}}, id="R-M2: the standard game"),
        pytest.param({"options": {"variant": "all-in"}}, id="R-M2: all-in"),
        pytest.param({"options": {"directions": "universal"}}, id="R-M8: everybody's directions"),
        pytest.param({"options": {"directions": "relative"}}, id="R-M8: everyone's own directions"),
        pytest.param({"end": "main-deck"}, id="R-M6: the main deck ran out"),
        pytest.param({"end": "color-deck"}, id="R-M6: the colour deck ran out"),
    ],
)
def test_it_reads_every_choice_there_is(values: dict[str, Any]) -> None:
    state = SHAPE.parse(document(*PASSED, **values))
    assert GAME.score(state).finished is ("end" in values)
    assert {key: SHAPE.dump(state)[key] for key in values} == values


def test_a_document_leaves_out_what_nobody_entered() -> None:
    bare = State(CAST[:2], turns=(Turn("Ida", ()), Turn("Joe", ()), Turn("Ida", (Claim(1, 3),))))
    assert SHAPE.dump(bare) == {
        "players": ["Ida", "Joe"],
        "turns": [*PASSED, {"player": "Ida", "claims": [{"play": 1, "length": 3}]}],
    }
    assert SHAPE.dump(State(CAST[:2], turns=())) == {"players": ["Ida", "Joe"], "turns": []}
