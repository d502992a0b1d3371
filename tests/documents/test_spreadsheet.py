"""Sessions as a table: what goes out comes in again; what people type is understood or refused."""

import csv
import io
import json
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.core.refusals import Refused
from scoring.documents.file_formats import documents
from scoring.documents.scorer import explain, score_value
from scoring.documents.spreadsheet import NotATable, harmless, table
from tests.documents.test_scorer import EXAMPLES
from tests.load.documents import mixed_lines

DUPLIK = """session,what,value
Friday,game,duplik
,played_on,2024-03-01
,players,Sam; Amy; Mika
,rounds[1].narrator,Sam
,rounds[1].super,6
,rounds[1].sheets.Amy,1; 2; 6
,rounds[1].sheets.Mika,
"""
MEANT = {
    "format": "scorefolio/session@1",
    "game": "duplik",
    "played_on": "2024-03-01",
    "players": ["Sam", "Amy", "Mika"],
    "rounds": [{"narrator": "Sam", "super": 6, "sheets": {"Amy": [1, 2, 6], "Mika": []}}],
}


def written(documents: list[dict[str, Any]], separator: str = ",") -> bytes:
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=separator).writerows(table(documents))
    return file.getvalue().encode()


def read(text: bytes | str) -> list[Any]:
    file = io.BytesIO(text.encode() if isinstance(text, str) else text)
    return list(documents("evenings.csv", file))


def one(text: str) -> Any:
    (document,) = read(text)
    return document


def test_what_goes_out_comes_in_again() -> None:
    """Every example, and mixed documents of every game."""
    documents = [
        example["document"] for example in EXAMPLES.values() if "error" not in example["result"]
    ]
    documents = [{**document, "id": str(uuid4())} for document in documents]
    documents += [{**json.loads(line), "id": str(uuid4())} for line in mixed_lines(80, seed=11)]
    assert read(written(documents)) == documents


NAME = st.text(st.characters(blacklist_categories=["C", "Z"]), min_size=1, max_size=8)
NASTY = st.sampled_from(
    ["=1+1", "'=1", "''x", "J. R.", "a;b", "[1]", '["a"]', "7", "true", "@x", "-", '"', "a,b", "{}"]
)


@given(st.lists(NAME | NASTY, min_size=3, max_size=3, unique=True), NAME | NASTY)
@settings(max_examples=150, deadline=None)
def test_whatever_people_call_themselves_comes_in_again(players: list[str], place: str) -> None:
    document = {
        "format": "scorefolio/session@1",
        "game": "duplik",
        "location": place,
        "notes": f"{place}\nand\r\n\n{place}",
        "players": players,
        "rounds": [
            {"narrator": players[0], "super": 1, "sheets": {players[1]: [], players[2]: []}}
        ],
    }
    assert read(written([document])) == [document]
    for _session, _what, cell in table([document]):
        assert not cell.startswith(("=", "+", "-", "@"))


@pytest.mark.parametrize("separator", list(",;\t"))
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_any_spreadsheet_may_have_saved_it(separator: str, mark: str) -> None:
    saved = written([MEANT], separator)
    assert read(mark.encode() + saved) == [MEANT]


def test_it_reads_what_somebody_typed() -> None:
    assert one(DUPLIK) == MEANT


def test_columns_stand_in_any_order_beside_others() -> None:
    rows = [
        line.split(",", 2) for line in DUPLIK.replace("session,what", "Session,What").split("\n")
    ]
    turned = [f"{row[-1]},mine,{','.join(row[:-1])}" for row in rows if len(row) == 3]
    assert one("\n".join(turned)) == MEANT


def test_numbers_count_from_nought_or_from_one() -> None:
    assert one(DUPLIK.replace("[1]", "[0]")) == MEANT


def test_sessions_may_be_mixed_and_keep_their_order() -> None:
    lines = "B,game,artem\nA,game,duplik\nB,location,Kitchen\nA,location,Attic\n"
    actual = read("session,what,value\n" + lines)
    assert [(one["game"], one["location"]) for one in actual] == [
        ("artem", "Kitchen"),
        ("duplik", "Attic"),
    ]


def test_a_session_named_by_its_id_has_it() -> None:
    id = str(uuid4())
    assert one(f"session,what,value\n{id},game,artem\n")["id"] == id
    assert "id" not in one("session,what,value\nFriday,game,artem\n")


def test_a_total_that_somebody_typed_is_refused() -> None:
    actual = one(DUPLIK + ",points.Sam,12\n")
    assert score_value(actual)["error"] == {
        "path": "points",
        "message": "“points” is not known here; leave it out.",
    }


@pytest.mark.parametrize(
    ("row", "path", "sentence"),
    [
        ("rounds[1].super,six", "rounds[0].super", "A whole number belongs here."),
        ("rounds[1].super,11", "rounds[0].super", "11 is not possible here"),
        ("rounds[1].super,1.5", "rounds[0].super", "A whole number belongs here."),
        ("rounds[1].sheets.Amy,many", "rounds[0].sheets.Amy[0]", "A whole number belongs here."),
        ("stopped,perhaps", "stopped", "Only true or false works here."),
        ("played_on,29.2.2024", "played_on", "A day belongs here, written like 2024-05-31."),
        ("rounds[1].sheets,Amy", "rounds[0].sheets", "An object in braces belongs here."),
        ("game,chess", "game", "No game here is called “chess”."),
    ],
)
def test_a_cell_that_cannot_be_is_refused_at_its_path(row: str, path: str, sentence: str) -> None:
    what = row.split(",", maxsplit=1)[0]
    lines = [line for line in DUPLIK.splitlines() if not line.split(",")[1].startswith(what)]
    error = score_value(one("\n".join([*lines[:1], "Friday,,", *lines[1:], f",{row}"])))["error"]
    assert error["path"] == path
    assert sentence in error["message"]


@pytest.mark.parametrize(
    ("row", "where", "sentence"),
    [
        ("game,artem", "game", "“game” stands here twice; keep one."),
        ("game.name,artem", "game.name", "“game” stands here twice; keep one."),
        ("rounds,3", "rounds", "“rounds” stands here twice; keep one."),
        ("rounds.last,3", "rounds", "This cannot be understood here."),
        ("a..b,3", "a..b", "“a..b” is not known here; leave it out."),
        (",3", "", "“” is not known here; leave it out."),
        ("[0],3", "[0]", "“[0]” is not known here; leave it out."),
        ("a" + ".a" * 30 + ",3", "a" + ".a" * 30, "is not known here"),
        (r'"a[""\ud800""]",3', "", "There is a character here that cannot be printed"),
    ],
)
def test_a_row_that_says_nothing_is_refused(row: str, where: str, sentence: str) -> None:
    actual = one(f"{DUPLIK}Friday,{row}\n")
    assert isinstance(actual, Refused)
    assert actual.where == where
    assert sentence in explain(actual, None)


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (b"", "“session” is missing"),
        (b"session;what\nA;game\n", "“value” is missing"),
        (b"session,game,player,points\n", "“what” is missing"),
        ("session,what,value\nA,players,Zoë".encode("latin-1"), "CSV UTF-8"),
        (b'session,what,value\nA,game,"' + b"x" * 200_000, "it is not CSV"),
    ],
)
def test_it_refuses_a_file_as_a_whole_that_is_no_such_table(file: bytes, sentence: str) -> None:
    with pytest.raises(NotATable, match=sentence):
        read(file)


def test_a_table_of_nothing_holds_no_session() -> None:
    assert read("session,what,value\n,,\n") == []


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "'=1", "''@"])
def test_nothing_becomes_a_formula(text: str) -> None:
    assert harmless(text) == f"'{text}"
    assert harmless(f"a{text}") == f"a{text}"
