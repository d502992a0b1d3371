"""The shape of a document, derived from a State: its schema, what it reads, what it writes."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field, fields, is_dataclass
from importlib import import_module
from typing import Annotated, Any, Literal

import pytest
from pydantic import ValidationError

from scoring.contract import Game
from scoring.core.refusals import Code, Refused
from scoring.documents.schema import Label, Name, length, within
from scoring.documents.shape import OPTION, Key, Shape
from scoring.registry import installed_games

Pace = Literal["slow", "fast"]


@dataclass(frozen=True, slots=True)
class Step:
    to: Annotated[int, within(range(3, 8))]
    note: Label | None = None


@dataclass(frozen=True, slots=True)
class State:
    players: tuple[str, ...]
    _: KW_ONLY
    first: Name
    pace: Pace | None = None
    blind: bool | None = None
    steps: tuple[Step, ...]
    pairs: Annotated[tuple[tuple[int, ...], ...], length(range(2, 6))]
    levels: Annotated[tuple[int, ...] | None, length(range(1, 4), different=True)] = None
    kept: Mapping[str, tuple[Step, ...]] = field(default_factory=dict)
    end: Pace | None = None
    stopped: bool = False


KEYS = {"to": Key("goes_to"), "pace": OPTION, "blind": OPTION, "end": Key(null=True)}
SHAPE = Shape(State, "hike", range(2, 5), KEYS)
REQUIRED: dict[str, Any] = {"players": ["Ana", "Ben"], "first": "Ana", "steps": [], "pairs": []}
HEADING = {"format": "scorefolio/session@1", "game": "hike"}
FULL: dict[str, Any] = {
    **REQUIRED,
    "steps": [{"goes_to": 3}, {"goes_to": 7, "note": "up"}],
    "pairs": [[1, 2], []],
    "stopped": True,
    "options": {"pace": "fast", "blind": False},
    "levels": [3, 3],
    "kept": {"Ana": [{"goes_to": 4}]},
    "end": "slow",
}
STATE = State(
    ("Ana", "Ben"),
    first="Ana",
    pace="fast",
    blind=False,
    steps=(Step(3), Step(7, "up")),
    pairs=((1, 2), ()),
    levels=(3, 3),
    kept={"Ana": (Step(4),)},
    end="slow",
    stopped=True,
)


def refusal(**changes: object) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        SHAPE.read({**HEADING, **REQUIRED, **changes})
    return caught.value.where, caught.value.code


def test_a_document_becomes_the_state_and_the_state_the_document() -> None:
    assert SHAPE.parse({**HEADING, **FULL}) == STATE
    assert SHAPE.dump(STATE) == FULL


def test_what_is_left_out_is_the_default_and_the_default_is_left_out() -> None:
    bare = State(("Ana", "Ben"), first="Ana", steps=(), pairs=())
    assert SHAPE.parse({**HEADING, **REQUIRED}) == bare
    assert SHAPE.parse({**HEADING, **REQUIRED, "options": {}, "end": None, "kept": {}}) == bare
    assert SHAPE.dump(bare) == REQUIRED


def test_it_writes_what_is_required_first() -> None:
    assert list(SHAPE.dump(STATE)) == list(FULL)


def test_it_keeps_the_value_that_it_reads_as_it_was() -> None:
    value = {**HEADING, **FULL, "steps": [{"goes_to": 3}]}
    SHAPE.parse(value)
    assert value["steps"] == [{"goes_to": 3}]


@pytest.mark.parametrize(
    ("changes", "where", "code"),
    [
        ({"pace": "fast"}, "pace", Code.UNKNOWN_KEY),
        ({"options": {"pace": None}}, "options.pace", Code.NOT_A_CHOICE),
        ({"levels": None}, "levels", Code.NOT_A_LIST),
        ({"steps": [{"to": 3}]}, "steps[0]", Code.MISSING_KEY),
        ({"steps": ({"goes_to": 3},)}, "steps", Code.NOT_A_LIST),
        ({"steps": [{"goes_to": True}]}, "steps[0].goes_to", Code.NOT_A_WHOLE_NUMBER),
        ({"kept": {"Ana": [{}]}}, "kept.Ana[0]", Code.MISSING_KEY),
        ({"stopped": 1}, "stopped", Code.NOT_YES_OR_NO),
    ],
)
def test_it_refuses_what_the_state_has_no_place_for(
    changes: dict[str, object], where: str, code: Code
) -> None:
    assert refusal(**changes) == (where, code)


def test_it_refuses_the_first_fault_in_the_order_of_the_fields() -> None:
    assert refusal(end=7, steps=7, options=7) == ("options", Code.NOT_AN_OBJECT)
    assert refusal(end=7, steps=7) == ("steps", Code.NOT_A_LIST)


def test_a_schema_tells_what_the_rules_allow() -> None:
    schema = SHAPE.schema()
    properties = {
        key: {name: value for name, value in declared.items() if name != "title"}
        for key, declared in schema["properties"].items()
    }
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert (schema["title"], schema["type"]) == ("HikeDocument", "object")
    name = {"type": "string", "minLength": 1, "maxLength": 60}
    pace = {"enum": ["slow", "fast"], "type": "string"}
    step = {"$ref": "#/$defs/StepDocument"}
    numbers = {"items": {"type": "integer"}, "type": "array"}
    assert properties == {
        "format": {"const": "scorefolio/session@1", "type": "string"},
        "stopped": {"type": "boolean"},
        "played_on": {"type": "string", "format": "date"},
        "id": {"type": "string", "format": "uuid"},
        "location": {"type": "string", "minLength": 1, "maxLength": 200},
        "notes": {"type": "string", "minLength": 1, "maxLength": 2000},
        "minutes": {"type": "integer", "minimum": 1, "maximum": 1440},
        "game": {"const": "hike", "type": "string"},
        "players": {
            "items": name, "type": "array", "minItems": 2, "maxItems": 4, "uniqueItems": True,
        },
        "first": name,
        "options": {"$ref": "#/$defs/OptionsDocument"},
        "steps": {"items": step, "type": "array"},
        "pairs": {"items": numbers, "type": "array", "minItems": 2, "maxItems": 5},
        "levels": {**numbers, "minItems": 1, "maxItems": 3, "uniqueItems": True},
        "kept": {"additionalProperties": {"items": step, "type": "array"}, "type": "object"},
        "end": {"anyOf": [pace, {"type": "null"}]},
    }  # fmt: skip
    assert schema["required"] == ["format", "game", "players", "first", "steps", "pairs"]
    assert schema["$defs"]["StepDocument"]["required"] == ["goes_to"]
    to, note = schema["$defs"]["StepDocument"]["properties"].values()
    assert (to["minimum"], to["maximum"], note["maxLength"]) == (3, 7, 200)


def test_what_a_schema_tells_of_numbers_and_lists_is_for_the_rules_to_refuse() -> None:
    value = {**HEADING, **REQUIRED, "steps": [{"goes_to": 99}], "pairs": [[]], "levels": []}
    assert SHAPE.parse(value).steps == (Step(99),)


def test_a_list_is_read_no_further_than_to_its_first_fault() -> None:
    with pytest.raises(ValidationError) as caught:
        SHAPE._adapter.validate_python({**HEADING, **REQUIRED, "pairs": [[1], "x", "y"]})
    assert [error["loc"] for error in caught.value.errors()] == [("pairs", 1)]


@pytest.mark.parametrize("game", installed_games().values(), ids=lambda game: game.slug)
def test_rules_do_not_say_how_documents_write_them(game: Game[Any]) -> None:
    """A State is what a table recorded; document.py beside it says what its documents call it."""
    rules = import_module(f"{game.package}.rules")
    names = {
        field.name for each in vars(rules).values() if is_dataclass(each) for field in fields(each)
    }
    assert not {kind for kind in vars(rules).values() if kind is Key or isinstance(kind, Key)}
    assert game.keys.keys() <= names
