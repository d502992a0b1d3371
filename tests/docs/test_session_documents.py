"""docs/session-documents.md names every key, and shows what its documents are scored as."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from scoring.documents.scorer import score_value, shape_of
from scoring.registry import installed_games
from tests.docs.markdown import DOCS, code_blocks, section, table

PAGE = DOCS / "session-documents.md"
BLOCKS = [json.loads(block) for block in code_blocks(PAGE.read_text(), "json")]
PAIRS = list(zip(BLOCKS[::2], BLOCKS[1::2], strict=True))


def path_or_end(pair: tuple[Any, Any]) -> str:
    document, result = pair
    return f"{document['game']}: {result.get('error', result).get('path', result.get('end'))}"


@pytest.mark.parametrize(("document", "result"), PAIRS, ids=map(path_or_end, PAIRS))
def test_a_document_is_scored_as_shown_below_it(
    document: dict[str, Any], result: dict[str, Any]
) -> None:
    assert json.loads(json.dumps(score_value(document))) == result


@pytest.mark.parametrize("slug", installed_games())
def test_each_game_has_a_document_that_is_scored_and_one_that_is_refused(slug: str) -> None:
    results = [result for document, result in PAIRS if document["game"] == slug]
    assert {"error" in result for result in results} == {True, False}


def keys(schema: Any) -> Iterator[str]:
    """Yield every key that an object of a JSON Schema may have by name."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for part in schema.values():
            yield from keys(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from keys(part)


@pytest.mark.parametrize("slug", installed_games())
def test_it_names_every_key_of_the_schema(slug: str) -> None:
    rows = table(section(PAGE, "Keys of every game")) + table(section(PAGE, f"`{slug}`"))
    named = {row["key"].strip("`").removesuffix("[]").rpartition(".")[2] for row in rows}
    assert set(keys(shape_of(installed_games()[slug]).schema())) - named == set()
