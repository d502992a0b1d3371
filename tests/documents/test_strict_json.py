"""JSON text is read strictly: nothing that was written is passed over."""

import pytest

from scoring.core.refusals import Code, Refused
from scoring.documents.schema import CrowdedObject, DoubledKey
from scoring.documents.strict_json import MOST_KEYS, TOO_LARGE, NotJson, check_characters, loads


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


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "Expecting value at character 1"),
        ("hello", "Expecting value at character 1"),
        ("[1 2]", "Expecting ',' delimiter at character 4"),
        ("{} {}", "Extra data at character 4"),
        ('"a', "Unterminated string starting at character 1"),
        ('["x\ny"]', "Invalid control character at character 4"),
        ("{'a': 1}", "Expecting property name enclosed in double quotes at character 2"),
        ("[NaN]", "NaN is not a JSON value"),
    ],
)
def test_it_tells_why_and_from_which_character_it_is_not_json(text: str, why: str) -> None:
    with pytest.raises(NotJson) as caught:
        loads(text)
    assert str(caught.value) == why


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


@pytest.mark.parametrize(
    "text",
    ['{"a": 1, "b": 2, "b": 3, "c": 4}', '{"a": 1, "b": 1, "b": 2, "a": 2}', '{"b": 1, "b": 1}'],
)
def test_it_names_the_key_that_is_written_again_first(text: str) -> None:
    value = loads(text)
    assert isinstance(value, DoubledKey)
    assert value.key == "b"


def test_it_reads_a_number_too_long_for_python_as_one_too_large() -> None:
    assert loads('{"a": [12, ' + "9" * 5000 + "]}") == {"a": [12, TOO_LARGE]}
    assert loads("[-" + "9" * 5000 + ", -123456789, 1234567890]") == [
        TOO_LARGE,
        -123456789,
        TOO_LARGE,
    ]


def test_a_number_of_ten_digits_stands_for_every_longer_one() -> None:
    assert TOO_LARGE == 1_000_000_000


def test_a_long_number_hides_no_doubled_key_and_no_number_that_json_does_not_have() -> None:
    long = "9" * 5000
    value = loads(f'{{"a": {long}, "a": 1}}')
    assert isinstance(value, DoubledKey)
    assert value.key == "a"
    with pytest.raises(NotJson, match="NaN"):
        loads(f"[{long}, NaN]")


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
        (r'["half of \ud83d among others"]', "[0]"),
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


def test_it_takes_no_more_keys_than_any_document_has() -> None:
    keys = ",".join(f'"{at}": 1' for at in range(200_000))
    value = loads('[{"a": {' + keys + "}}]")
    assert isinstance(value, list)
    assert isinstance(value[0]["a"], CrowdedObject)


@pytest.mark.parametrize(("number", "crowded"), [(MOST_KEYS, False), (MOST_KEYS + 1, True)])
def test_the_most_keys_are_taken_and_one_more_is_not(number: int, crowded: bool) -> None:
    value = loads("{" + ",".join(f'"{at}": 1' for at in range(number)) + "}")
    assert isinstance(value, CrowdedObject) is crowded
