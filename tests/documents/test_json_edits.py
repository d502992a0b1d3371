"""Differences of JSON values: made, made again, taken back."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.documents.json_edits import (
    DifferenceDoesNotFit,
    apply,
    difference,
    revert,
)

# Without truth values: Python takes 1 and True for equal, and so does a difference.
scalars = st.none() | st.integers(0, 2) | st.sampled_from(["", "\u00e9", "\U0001f3b2"])
arrays = st.lists(scalars, max_size=4)
inner = st.dictionaries(st.sampled_from("abc"), scalars | arrays, max_size=3)
objects = st.dictionaries(st.sampled_from("abc"), scalars | arrays | inner, max_size=3)


def copy(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize(
    ("before", "after", "edits"),
    [
        pytest.param({"a": 1}, {"a": 1}, [], id="nothing changed"),
        pytest.param(
            {"turns": [{"player": "Ida"}]},
            {"turns": [{"player": "Ida"}, {"player": "Joe"}]},
            [[["turns", 1], [], [{"player": "Joe"}]]],
            id="an entry was added",
        ),
        pytest.param(
            {"rounds": [{"sheets": {"Ben": [1, 2], "Cleo": []}}]},
            {"rounds": [{"sheets": {"Ben": [1, 2, 7], "Cleo": []}}]},
            [[["rounds", 0, "sheets", "Ben", 2], [], [7]]],
            id="deep inside",
        ),
        pytest.param(
            {"a": [1, 2, 3]}, {"a": [1, 9, 3]}, [[["a", 1], [2], [9]]], id="one of an array"
        ),
        pytest.param(
            {"game": "artem", "turns": [1]},
            {"game": "artem", "stopped": True, "turns": [1]},
            [[["stopped"], [], [True]]],
            id="a key that is new",
        ),
        pytest.param({"a": 1, "b": 2}, {"a": 1, "b": [2]}, [[["b"], [2], [[2]]]], id="replaced"),
        pytest.param(
            {"p": {"Ida": 1, "Joe": 2}},
            {"p": {"Joe": 1, "Ida": 2}},
            [[["p", "Ida"], [1], [2]], [["p", "Joe"], [2], [1]]],
            id="two keys changed places",
        ),
    ],
)
def test_it_names_only_what_changed(before: Any, after: Any, edits: Any) -> None:
    assert difference(before, after) == edits


@given(objects, objects)
@example({"a": 1, "b": 2}, {"b": 1, "a": 2})
@example({"a": {"b": 1, "c": 2}, "d": 3}, {"d": 3, "a": {"c": 1, "b": 2}})
def test_it_leads_there_and_back(before: dict[str, Any], after: dict[str, Any]) -> None:
    edits = copy(difference(before, after))
    value = copy(before)
    apply(value, edits)
    assert value == after
    revert(value, edits)
    assert value == before


@given(st.lists(objects, min_size=1, max_size=4))
def test_a_chain_of_them_leads_to_any_of_its_values(chain: list[dict[str, Any]]) -> None:
    value: dict[str, Any] = {}
    edits = [
        copy(difference(before, after)) for before, after in zip([{}, *chain], chain, strict=False)
    ]
    for one, after in zip(edits, chain, strict=True):
        apply(value, one)
        assert value == after
    for one, before in reversed(list(zip(edits, [{}, *chain[:-1]], strict=True))):
        revert(value, one)
        assert value == before


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({"turns": [1, 2]}, id="another entry"),
        pytest.param({"turns": [1]}, id="too short"),
        pytest.param({"turns": {"1": 3}}, id="an object"),
        pytest.param({"turns": 3}, id="no array"),
        pytest.param({}, id="no such key"),
    ],
)
def test_one_that_does_not_belong_to_a_value_is_refused(value: Any) -> None:
    with pytest.raises(DifferenceDoesNotFit):
        apply(value, [[["turns", 1], [3], [4]]])


def test_a_key_is_found_wherever_it_stands() -> None:
    value = {"b": 2, "a": 1}  # as another database orders them
    apply(value, difference({"a": 1, "b": 2}, {"a": 1, "b": 3}))
    assert value == {"a": 1, "b": 3}
