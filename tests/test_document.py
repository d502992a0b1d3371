"""The common part of a session document: its text, its day, its id; what is wrong, and where."""

from datetime import date
from typing import Any
from uuid import UUID

import pytest
from pydantic_core import ErrorDetails

from scoring.document import Cover, DoubledKey, _refused, game_slug
from scoring.refusals import Code, Refused, path_text
from scoring.scorer import SessionDocument, dump_document, read_document, score_value

PLAIN: dict[str, Any] = {
    "format": "scorefolio/session@1",
    "game": "artem",
    "players": ["Ana", "Ben"],
    "turns": [],
}
WRITTEN_DOWN = {
    "id": "6a0f1c52-7a53-4f5b-9d3e-2b8a51a7c001",
    "played_on": "2024-02-29",
    "location": "Café “Zum Eck”",
    "notes": "Rain outside.\n\nAna began.\r\nBen drew.",
}


def read(**changes: object) -> SessionDocument[Any]:
    return read_document({**PLAIN, **changes})


def refusal(**changes: object) -> tuple[str, str]:
    with pytest.raises(Refused) as caught:
        read(**changes)
    return caught.value.where, caught.value.code


def test_it_keeps_what_no_rule_reads() -> None:
    document = read(**WRITTEN_DOWN)
    assert document.cover == Cover(
        id=UUID(WRITTEN_DOWN["id"]),
        played_on=date(2024, 2, 29),
        location=WRITTEN_DOWN["location"],
        notes=WRITTEN_DOWN["notes"],
    )
    assert dump_document(document) == {**PLAIN, **WRITTEN_DOWN}


def test_it_leaves_out_what_was_not_said() -> None:
    assert read().cover == Cover()
    assert dump_document(read(stopped=False, end=None, options={})) == PLAIN


@pytest.mark.parametrize("name", ["A", "x" * 60, "Zoë 2", "李雷", "<script>", "🎨", "O’Hara, Jr."])
def test_it_takes_any_printable_name(name: str) -> None:
    assert read(players=[name, "Ben"]).state.players == (name, "Ben")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", Code.TEXT_LENGTH),
        ("x" * 61, Code.TEXT_LENGTH),
        (" Ana", Code.BLANK_AT_ENDS),
        ("Ana ", Code.BLANK_AT_ENDS),
        (" ", Code.BLANK_AT_ENDS),
        ("A\nB", Code.NOT_PRINTABLE),
        ("A\tB", Code.NOT_PRINTABLE),
        ("A\x00", Code.NOT_PRINTABLE),
        ("A\u202eB", Code.NOT_PRINTABLE),
        ("A\u200bB", Code.NOT_PRINTABLE),
        ("A\u00a0B", Code.NOT_PRINTABLE),
        ("A\u2028B", Code.NOT_PRINTABLE),
    ],
)
def test_it_refuses_a_name_that_cannot_be_told_on_paper(name: str, code: Code) -> None:
    assert refusal(players=["Ben", name]) == ("players[1]", code)


@pytest.mark.parametrize(
    ("key", "text", "code"),
    [
        ("location", "x" * 201, Code.TEXT_LENGTH),
        ("location", "a\nb", Code.NOT_PRINTABLE),
        ("location", 7, Code.NOT_TEXT),
        ("notes", "x" * 2001, Code.TEXT_LENGTH),
        ("notes", "a\n", Code.BLANK_AT_ENDS),
        ("notes", "a\x0cb", Code.NOT_PRINTABLE),
        ("notes", "a\rb", Code.NOT_PRINTABLE),
        ("notes", None, Code.NOT_TEXT),
        ("played_on", "2023-02-29", Code.NOT_A_DATE),
        ("played_on", "20240229", Code.NOT_A_DATE),
        ("played_on", "2024-2-29", Code.NOT_A_DATE),
        ("played_on", "2024-02-29T10:00", Code.NOT_A_DATE),
        ("played_on", "", Code.NOT_A_DATE),
        ("id", "6a0f1c52", Code.NOT_A_UUID),
        ("id", "{6a0f1c52-7a53-4f5b-9d3e-2b8a51a7c001}", Code.NOT_A_UUID),
        ("id", "6a0f1c527a534f5b9d3e2b8a51a7c001", Code.NOT_A_UUID),
        ("stopped", 1, Code.NOT_YES_OR_NO),
        ("stopped", "true", Code.NOT_YES_OR_NO),
        ("edition", "en-2020", Code.UNKNOWN_KEY),
        ("options", [], Code.NOT_AN_OBJECT),
        ("turns", {}, Code.NOT_A_LIST),
        ("end", "both", Code.NOT_A_CHOICE),
    ],
)
def test_it_refuses_other_text_and_other_types(key: str, text: object, code: Code) -> None:
    assert refusal(**{key: text}) == (key, code)


def test_it_takes_text_of_the_full_length() -> None:
    full = read(location="x" * 200, notes="x" * 2000)
    assert (full.cover.location, full.cover.notes) == ("x" * 200, "x" * 2000)


def test_it_takes_an_id_in_capitals_for_the_same_id() -> None:
    assert read(id=WRITTEN_DOWN["id"].upper()).cover.id == UUID(WRITTEN_DOWN["id"])


@pytest.mark.parametrize(
    ("value", "where", "code"),
    [
        ([], "", Code.NOT_AN_OBJECT),
        ("x", "", Code.NOT_AN_OBJECT),
        (None, "", Code.NOT_AN_OBJECT),
        (DoubledKey("game"), "game", Code.KEY_TWICE),
        ({}, "", Code.MISSING_KEY),
        ({"format": "scorefolio/session@1"}, "", Code.MISSING_KEY),
        ({"format": 1, "game": "artem"}, "format", Code.NOT_TEXT),
        ({"format": "scorefolio/session@1", "game": []}, "game", Code.NOT_TEXT),
        ({"format": "scorefolio/session@2", "game": "artem"}, "format", Code.WRONG_FORMAT),
    ],
)
def test_it_refuses_what_is_no_session_document(value: object, where: str, code: Code) -> None:
    with pytest.raises(Refused) as caught:
        game_slug(value)
    assert (caught.value.where, caught.value.code) == (where, code)


def test_it_refuses_a_game_that_is_not_installed() -> None:
    assert score_value({**PLAIN, "game": "chess"})["error"] == {
        "path": "game",
        "message": "No game here is called “chess”.",
    }


def test_a_missing_key_is_told_at_the_object_that_lacks_it() -> None:
    with pytest.raises(Refused) as caught:
        read(turns=[{"player": "Ana"}])
    refused = caught.value
    assert (refused.where, refused.code) == ("turns[0]", Code.MISSING_KEY)
    assert refused.values == {"key": "claims"}


def test_a_doubled_key_is_told_where_it_stands() -> None:
    with pytest.raises(Refused) as caught:
        read(turns=[DoubledKey("claims")])
    assert (caught.value.where, caught.value.code) == ("turns[0].claims", Code.KEY_TWICE)


def test_a_complaint_that_nobody_foresaw_is_still_a_refusal_with_a_path() -> None:
    error = ErrorDetails(type="of_tomorrow", loc=("turns", 0), msg="", input=None)
    refused = _refused(error)
    assert (refused.where, refused.code) == ("turns[0]", Code.MALFORMED)


def test_a_path_is_written_as_in_the_document() -> None:
    assert path_text(()) == ""
    assert path_text(("rounds", 2, "finish")) == "rounds[2].finish"
    assert path_text(("rounds", 0, "guesses", "Amy", "Sam")) == "rounds[0].guesses.Amy.Sam"
    assert path_text(("players", 1)) == "players[1]"
