"""Every example document of every game has the result beside it."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from scoring.documents.scorer import dump_document, read_document, score_value, shape_of
from scoring.registry import get_game

GAMES = Path(__file__).parent.parent.parent / "games"
EXAMPLES = {
    f"{path.parts[-4]}: {path.stem}": json.loads(path.read_text())
    for path in sorted(GAMES.glob("*/tests/examples/*.json"))
}
each_example = pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES.keys())


@each_example
def test_it_scores_as_expected(example: dict[str, Any]) -> None:
    result = json.loads(json.dumps(score_value(example["document"])))
    if "error" in example["result"]:
        assert result["error"]["path"] == example["result"]["error"]["path"]
        assert result["error"]["message"]
    else:
        assert result == example["result"]


@each_example
def test_it_is_dumped_as_it_was_read(example: dict[str, Any]) -> None:
    assert dump_document(read_document(example["document"])) == example["document"]


@each_example
def test_it_has_the_shape_that_the_schema_prints(example: dict[str, Any]) -> None:
    schema = shape_of(get_game(example["document"]["game"])).schema()
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(example["document"])


def test_every_game_has_examples() -> None:
    assert {name.partition(":")[0] for name in EXAMPLES} == {"artbox", "artem", "canvas", "duplik"}
