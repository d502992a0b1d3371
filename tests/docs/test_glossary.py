"""docs/glossary.md names only what is in the code, each term once and in order."""

from importlib import import_module
from operator import attrgetter

import pytest

from tests.docs.markdown import DOCS, table

ROWS = table((DOCS / "glossary.md").read_text())
NONE = "–"


@pytest.mark.parametrize("row", ROWS, ids=[row["term"] for row in ROWS])
def test_a_class_or_function_is_defined_in_its_module(row: dict[str, str]) -> None:
    name, module = row["class or function"].strip("`"), row["module"].strip("`")
    if NONE in {name, module}:
        assert name == module
        return
    defined = attrgetter(name)(import_module(module))
    assert getattr(defined, "__module__", module) in {module, "collections.abc", "typing"}


def test_the_terms_are_in_order_and_none_is_there_twice() -> None:
    terms = [row["term"] for row in ROWS]
    assert terms == sorted(set(terms))


@pytest.mark.parametrize("row", ROWS, ids=[row["term"] for row in ROWS])
def test_a_definition_is_one_or_two_sentences(row: dict[str, str]) -> None:
    sentences = row["what it means"].removesuffix(".").split(". ")
    assert row["what it means"].endswith(".")
    assert len(sentences) <= 2
