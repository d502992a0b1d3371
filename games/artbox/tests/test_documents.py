"""#ARTBOX session documents: what they may say, what is refused there, and what they leave out."""

from enum import StrEnum
from typing import Any

import pytest

from games.artbox.rules import Refusal, Round, State
from games.artbox.tests.builders import CAST
from scoring.core.refusals import Code, Refused
from scoring.documents.schema import FORMAT
from scoring.documents.scorer import shape_of
from scoring.registry import get_game

GAME = get_game("artbox")
SHAPE = shape_of(GAME)


def document(**values: Any) -> dict[str, Any]:
    players = list(CAST[:4])
    return {"format": FORMAT, "game": "artbox", "players": players, "rounds": [], **values}


def one_round(**values: Any) -> dict[str, Any]:
    return document(rounds=[{"finish": list(CAST[:4]), "guesses": {}, **values}])


@pytest.mark.parametrize(
    ("value", "where", "code"),
    [
        pytest.param(document(options=None), "options", Code.NOT_AN_OBJECT, id="null options"),
        pytest.param(
            document(edition="de-2021"), "edition", Code.NOT_A_CHOICE, id="an edition of no box"
        ),
        pytest.param(
            document(options={"variant": "expert"}),
            "options.variant",
            Code.NOT_A_CHOICE,
            id="a variant of no rulebook",
        ),
        pytest.param(
            document(options={"two_drawings": True}),
            "options.two_drawings",
            Refusal.TWO_DRAWINGS,
            id="R-A2: two drawings at four",
        ),
        pytest.param(
            document(rounds=[{"guesses": {}}]),
            "rounds[0]",
            Refusal.MISSING_FINISH,
            id="R-A4: no Number tokens",
        ),
        pytest.param(
            document(rounds=[{"finish": []}]), "rounds[0]", Code.MISSING_KEY, id="no guesses"
        ),
        pytest.param(
            one_round(invalid=None), "rounds[0].invalid", Code.NOT_A_LIST, id="null for nobody"
        ),
        pytest.param(
            one_round(guesses={"Ana": {"Ben": True}}),
            "rounds[0].guesses.Ana.Ben",
            Code.NOT_A_WHOLE_NUMBER,
            id="a guess that is no number",
        ),
        pytest.param(
            one_round(guesses={"Ana": {"Ana": 1}}),
            "rounds[0].guesses.Ana.Ana",
            Refusal.OWN_DRAWING,
            id="R-A1: one's own drawing",
        ),
        pytest.param(
            one_round(dice=["line", "hexagon", "line", "line"]),
            "rounds[0].dice[1]",
            Code.NOT_A_CHOICE,
            id="R-A9: a shape on no die",
        ),
        pytest.param(
            one_round(dice=["line"] * 3), "rounds[0].dice", Code.WRONG_COUNT, id="R-A9: three dice"
        ),
        pytest.param(
            one_round(maestro="Ana"), "rounds[0].maestro", Code.UNKNOWN_KEY, id="a key too many"
        ),
    ],
)
def test_it_refuses_a_document(value: dict[str, Any], where: str, code: StrEnum) -> None:
    with pytest.raises(Refused) as caught:
        GAME.score(SHAPE.parse(value))
    assert (caught.value.where, caught.value.code) == (where, code)


@pytest.mark.parametrize(
    "values",
    [
        pytest.param({"edition": "en-2020"}, id="R-A5: the English edition"),
        pytest.param({"edition": "fr-2019"}, id="R-A5: the French edition"),
        pytest.param({"options": {"variant": "standard"}}, id="R-A7: the standard game"),
        pytest.param({"options": {"variant": "experienced"}}, id="R-A7: the experienced game"),
        pytest.param({"options": {"variant": "simplified"}}, id="R-A6: the simplified game"),
        pytest.param({"options": {"two_drawings": False}}, id="R-A2: one drawing each"),
        *(
            pytest.param(one_round(dice=[shape] * 4), id=f"R-A9: four dice with a {shape}")
            for shape in ("circle", "square", "triangle", "line")
        ),
    ],
)
def test_it_reads_every_choice_there_is(values: dict[str, Any]) -> None:
    state = SHAPE.parse({**document(), **values})
    assert GAME.score(state).end is None
    dumped = {**document(), **SHAPE.dump(state)}
    assert {key: dumped[key] for key in values} == values


def test_a_document_leaves_out_what_nobody_entered() -> None:
    bare = State(
        CAST[:3], rounds=(Round(guesses={"Ana": {"Ben": 1}}, finish=("Cleo", "Ana", "Ben")),)
    )
    assert SHAPE.dump(bare) == {
        "players": ["Ana", "Ben", "Cleo"],
        "rounds": [{"finish": ["Cleo", "Ana", "Ben"], "guesses": {"Ana": {"Ben": 1}}}],
    }
    assert SHAPE.dump(State(CAST[:3], rounds=(Round(guesses={}),)))["rounds"] == [{"guesses": {}}]
    assert SHAPE.dump(State(CAST[:3], rounds=())) == {
        "players": ["Ana", "Ben", "Cleo"],
        "rounds": [],
    }
