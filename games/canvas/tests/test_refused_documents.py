"""Canvas: refused on the way from a document, each by its path in the document."""

from enum import StrEnum
from typing import Any

import pytest

from games.canvas.cards import CardRefusal
from games.canvas.rules import Refusal, score
from games.canvas.tests.builders import check_refused, counted, within
from scoring.core.refusals import Code
from scoring.documents.scorer import shape_of
from scoring.registry import get_game

SHAPE = shape_of(get_game("canvas"))

DOCUMENT: dict[str, Any] = {
    "format": "scorefolio/session@1",
    "game": "canvas",
    "edition": "r2i-2021",
    "players": ["Ada", "Bo"],
    "cards": [{"name": "Variety"}, {"name": "Unity", "condition": "by-hand", "points": [1, 2]}],
    "paintings": {},
}


def score_document(document: dict[str, Any]) -> None:
    score(SHAPE.parse(document))


@pytest.mark.parametrize(
    "painting",
    [
        pytest.param({}, id="R-C7: neither icons nor art nor a hand count"),
        pytest.param({"ribbons": {"Unity": 1}}, id="R-C7: ribbons alone"),
        pytest.param({"slots": [[]] * 5, "bonus": 0}, id="R-C7: icons and a hand count"),
        pytest.param(
            {"slots": [[]] * 5, "art": ["Heavy", "Mess", "Bait"]}, id="R-C8: icons and art cards"
        ),
        pytest.param(
            {"art": ["Heavy", "Mess", "Bait"], "bonus": 3}, id="R-C8: art cards and a hand count"
        ),
    ],
)
def test_it_refuses_a_painting_known_in_no_way_or_in_two(painting: dict[str, Any]) -> None:
    document = {**DOCUMENT, "paintings": {"Ada": [painting]}}
    check_refused(lambda: score_document(document), "paintings.Ada[0]", Refusal.ONE_WAY, {})


@pytest.mark.parametrize(
    ("changed", "where", "code", "values"),
    [
        pytest.param(
            {"edition": "1999"}, "edition", Code.NOT_A_CHOICE, None, id="R-C6: no such edition"
        ),
        pytest.param(
            {"cards": [{"name": "Variety", "condition": "luck"}, {"name": "Space"}]},
            "cards[0].condition", Code.NOT_A_CHOICE, None, id="R-C5: no such condition",
        ),
        pytest.param(
            {"edition": "retail", "cards": [
                *({"name": name, "points": [1]} for name in ("Variety", "Unity", "Space")),
                {"name": "Compositon", "points": [1]},
            ]},
            "cards[3].condition", CardRefusal.NO_CONDITION, {"card": "Compositon"},
            id="R-C5: a misspelt card without its condition",
        ),
        pytest.param(
            {"cards": [{"name": "Variety", "points": [1, True]}, {"name": "Space"}]},
            "cards[0].points[1]", Code.NOT_A_WHOLE_NUMBER, None, id="R-C2: no whole number",
        ),
        pytest.param(
            {"cards": [{"name": "Variety"}]}, "cards", Code.WRONG_COUNT, counted(1, 2, 4),
            id="R-C2: one card",
        ),
        pytest.param(
            {"paintings": {"Ada": [{"slots": [["gold"], [], [], [], []]}]}},
            "paintings.Ada[0].slots[0][0]", Code.NOT_A_CHOICE, None, id="R-C1: no such icon",
        ),
        pytest.param(
            {"paintings": {"Ada": [{"bonus": 0, "points": 3}]}}, "paintings.Ada[0].points",
            Code.UNKNOWN_KEY, {"key": "points"}, id="R-C7: a key that is unknown",
        ),
        pytest.param(
            {"paintings": {"Bo": [{"bonus": 0, "ribbons": {"Unity": 3}}]}},
            "paintings.Bo[0].ribbons.Unity", CardRefusal.RIBBONS_GONE, {"card": "Unity", "left": 2},
            id="R-C7: three by hand on a row of two",
        ),
        pytest.param(
            {"inspiration": {"Ada": 9}}, "inspiration.Ada", Code.OUT_OF_RANGE, within(9, 0, 8),
            id="R-C11: nine tokens",
        ),
        pytest.param(
            {"judge_choice": "Ada"}, "judge_choice", Refusal.NOTHING_TO_JUDGE, {},
            id="R-C10: nothing to judge",
        ),
        pytest.param(
            {"judge_choice": None}, "judge_choice", Code.NOT_TEXT, None, id="R-C10: no null"
        ),
    ],
)  # fmt: skip
def test_it_refuses_documents(
    changed: dict[str, Any], where: str, code: StrEnum, values: dict[str, object] | None
) -> None:
    check_refused(lambda: score_document({**DOCUMENT, **changed}), where, code, values)
