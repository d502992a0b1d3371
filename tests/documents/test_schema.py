"""The common part of a session document: its text, its day, its id; what is wrong, and where."""

from dataclasses import FrozenInstanceError
from datetime import date
from typing import Any
from uuid import UUID

import pytest
from pydantic_core import ErrorDetails

from scoring.core.refusals import Code, Refused
from scoring.documents.schema import FORMAT, Cover, DoubledKey, game_slug, refused_by_shape
from scoring.documents.scorer import SessionDocument, dump_document, read_document, score_value

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


def test_it_leaves_out_what_was_not_given() -> None:
    assert read().cover == Cover()
    assert dump_document(read(stopped=False, end=None, options={})) == PLAIN


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "x" * 60,
        "Zoë 2",
        "李雷",
        "<script>",
        "🎨",
        "\U0001f469\u200d\U0001f3a8",  # a woman who paints: two emoji, joined
        "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",  # a Persian name with its non-joiner
        "O’Hara, Jr.",
    ],
)
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
        ("An\u200da", Code.NOT_PRINTABLE),
        ("🎨\u200d", Code.NOT_PRINTABLE),
        ("A\u00a0B", Code.NOT_PRINTABLE),
        ("A\u2028B", Code.NOT_PRINTABLE),
    ],
)
def test_it_refuses_a_name_that_cannot_be_written_on_paper(name: str, code: Code) -> None:
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
        ("notes", "good\na\x0cb\ngood", Code.NOT_PRINTABLE),
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
        ("id", "6a0f-1c52-7a53-4f5b-9d3e-2b8a51a7c001", Code.NOT_A_UUID),
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
        ({"format": "scorefolio/session@0", "game": "artem"}, "format", Code.WRONG_FORMAT),
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


def test_it_refuses_a_missing_key_at_the_object_that_lacks_it() -> None:
    with pytest.raises(Refused) as caught:
        read(turns=[{"player": "Ana"}])
    refused = caught.value
    assert (refused.where, refused.code) == ("turns[0]", Code.MISSING_KEY)
    assert refused.values == {"key": "claims"}


def test_it_refuses_a_doubled_key_where_it_stands() -> None:
    with pytest.raises(Refused) as caught:
        read(turns=[DoubledKey("claims")])
    assert (caught.value.where, caught.value.code) == ("turns[0].claims", Code.KEY_TWICE)


def test_a_complaint_that_nobody_foresaw_is_still_a_refusal_with_a_path() -> None:
    error = ErrorDetails(type="of_tomorrow", loc=("turns", 0), msg="", input=None)
    refused = refused_by_shape(error)
    assert (refused.where, refused.code) == ("turns[0]", Code.MALFORMED)


@pytest.mark.parametrize(
    ("changes", "values"),
    [
        ({"players": ["", "Ben"]}, {"least": 1, "most": 60}),
        ({"location": "x" * 201}, {"least": 1, "most": 200}),
        ({"notes": "x" * 2001}, {"least": 1, "most": 2000}),
        ({"notes": "a\x0cb"}, {}),
        ({"location": 7}, {}),
        ({"played_on": ""}, {}),
        ({"id": ""}, {}),
        ({"turns": {}}, {}),
        ({"edition": "en-2020"}, {"key": "edition"}),
        ({"end": "both"}, {"expected": ("main-deck", "color-deck")}),
        ({"turns": [DoubledKey("claims")]}, {"key": "claims"}),
    ],
    ids=lambda value: next(iter(value), "nothing more"),
)
def test_a_refusal_gets_the_values_of_its_sentence(
    changes: dict[str, object], values: dict[str, object]
) -> None:
    with pytest.raises(Refused) as caught:
        read(**changes)
    assert caught.value.values == values


@pytest.mark.parametrize(
    ("value", "values"),
    [
        (DoubledKey("game"), {"key": "game"}),
        ({}, {"key": "format"}),
        ({"format": FORMAT}, {"key": "game"}),
        ({"format": "scorefolio/session@2", "game": "artem"}, {"expected": FORMAT}),
    ],
)
def test_it_refuses_what_is_no_session_document_with_its_values(
    value: object, values: dict[str, object]
) -> None:
    with pytest.raises(Refused) as caught:
        game_slug(value)
    assert caught.value.values == values


def test_it_refuses_the_first_of_several_things_wrong() -> None:
    assert refusal(played_on="", location=7, notes=7) == ("played_on", Code.NOT_A_DATE)
    assert refusal(players=[1, "", " "]) == ("players[0]", Code.NOT_TEXT)


def test_a_cover_is_not_changed_in_place() -> None:
    cover: Any = Cover()
    with pytest.raises(FrozenInstanceError):
        cover.notes = "x"
