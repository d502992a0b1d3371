"""JSON text is read strictly: nothing that was written is passed over."""

import pytest

from scoring.document import DoubledKey
from scoring.json_text import TOO_LARGE, NotJson, check_characters, loads
from scoring.refusals import Code, Refused


def test_it_reads_json() -> None:
    assert loads(' {"a": [1, -2.5, "x", null, true]} \n') == {"a": [1, -2.5, "x", None, True]}


@pytest.mark.parametrize(
    "text", ["", "{", '{"a": 1', '{"a":', '[1, {"b": [', "[1,  ", '{"a": 1,\n'], ids=repr
)
def test_it_knows_text_that_only_stopped_too_early(text: str) -> None:
    with pytest.raises(NotJson) as caught:
        loads(text)
    assert caught.value.unfinished


@pytest.mark.parametrize(
    "text", ["hello", "{'a': 1}", "{} {}", '{"a" 1}', '["x\ny"]', "[1 2]", "nul", '"a'], ids=repr
)
def test_it_knows_text_that_no_more_text_makes_json(text: str) -> None:
    with pytest.raises(NotJson) as caught:
        loads(text)
    assert not caught.value.unfinished
    assert "at character" in str(caught.value)


@pytest.mark.parametrize("name", ["NaN", "Infinity", "-Infinity"])
def test_it_takes_no_number_that_json_does_not_have(name: str) -> None:
    with pytest.raises(NotJson, match=name) as caught:
        loads(f"[{name}]")
    assert not caught.value.unfinished


def test_it_keeps_the_place_of_a_doubled_key() -> None:
    value = loads('{"a": {"b": 1, "c": 2, "b": 3}}')
    assert isinstance(value, dict)
    assert isinstance(value["a"], DoubledKey)
    assert value["a"].key == "b"


def test_it_reads_a_number_too_long_for_python_as_one_too_large() -> None:
    assert loads('{"a": [12, ' + "9" * 5000 + "]}") == {"a": [12, TOO_LARGE]}
    assert loads("[-" + "9" * 5000 + ", 123456789, 1234567890]") == [
        TOO_LARGE,
        123456789,
        TOO_LARGE,
    ]


def test_it_refuses_what_is_nested_too_deeply() -> None:
    with pytest.raises(Refused) as caught:
        loads("[" * 200_000)
    assert (caught.value.path, caught.value.code) == ((), Code.TOO_DEEP)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (r'{"players": ["Ana", "\ud83d"]}', "players[1]"),
        (r'{"rounds": [{"guesses": {"\uDE00": 1}}]}', "rounds[0].guesses.\ude00"),
        (r'"\ud800"', ""),
    ],
)
def test_it_refuses_half_a_character_at_its_place(text: str, where: str) -> None:
    with pytest.raises(Refused) as caught:
        check_characters(loads(text))
    assert (caught.value.where, caught.value.code) == (where, Code.NOT_PRINTABLE)


def test_it_takes_a_character_that_is_written_as_two_halves() -> None:
    value = loads(r'{"players": ["\ud83c\udfa8", 3]}')
    check_characters(value)
    assert value == {"players": ["🎨", 3]}


def test_it_looks_for_half_characters_however_deep_they_are() -> None:
    value: object = "\ud83d"
    for _ in range(5_000):
        value = {"a": [value]}
    with pytest.raises(Refused) as caught:
        check_characters(value)
    assert len(caught.value.path) == 10_000


def test_a_long_number_hides_nothing_else_that_is_wrong() -> None:
    with pytest.raises(NotJson) as caught:
        loads('{"a": ' + "9" * 5000 + ", bad")
    assert not caught.value.unfinished
    with pytest.raises(NotJson) as caught:
        loads('{"a": ' + "9" * 5000 + ",")
    assert caught.value.unfinished
    with pytest.raises(Refused):
        loads("[" + "9" * 5000 + "," + "[" * 200_000)


def test_it_finds_a_doubled_key_among_very_many() -> None:
    keys = ",".join(f'"{at}": 1' for at in range(200_000))
    value = loads("{" + keys + ', "7": 2}')
    assert isinstance(value, DoubledKey)
    assert value.key == "7"
