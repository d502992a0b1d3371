"""Session documents as a table for spreadsheets: a row for each value that was recorded.

It has three columns: the session, the path of the value in its document, such as
`rounds[0].narrator`, and the value. Results are not in it: the rules compute them."""

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, BinaryIO

from django.utils.translation import gettext as _

from scoring.core.refusals import Code, Path, Refused
from scoring.documents.schema import FORMAT, RESULT_FORMAT
from scoring.documents.scorer import shape_of
from scoring.documents.strict_json import NotJson, check_characters, loads
from scoring.noted.game import result_only
from scoring.registry import installed_games

COLUMNS = ("session", "what", "value")
SEPARATORS = ",;\t"
BETWEEN = ";"  # in a cell that holds a list
DEEPEST = 20
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
STEP = re.compile(r'\.?(?P<key>[^.\[\]"]+)|\[(?P<number>\d{1,6})\]|\[(?P<quoted>"(\\.|[^"\\])*")\]')
PLAIN_KEY = re.compile(r'[^.\[\]"]+')
# A spreadsheet would take these for formulas; a quote before them makes them text.
FORMULA = re.compile(r"'*[=+\-@\t\r]")
QUOTED_FORMULA = re.compile(r"'+[=+\-@\t\r]")
YES_OR_NO = {"true": True, "yes": True, "false": False, "no": False}

# What was said, by the steps of the path; a cell is still text.
Tree = dict[str | int, Any]
Schema = Mapping[str, Any]


class NotATable(Exception):
    """Raised for a file that as a whole cannot be read as a table; says why."""


def harmless(text: str) -> str:
    return f"'{text}" if FORMULA.match(text) else text


def _as_meant(cell: str) -> str:
    return cell[1:] if QUOTED_FORMULA.match(cell) else cell


# Out


def table(documents: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str, str]]:
    """Yield the heading, and the rows of each document in its order."""
    yield COLUMNS
    for number, document in enumerate(documents, 1):
        session = document.get("id", str(number))
        said_otherwise = {"id"} if document.get("format") == RESULT_FORMAT else {"format", "id"}
        values = {key: value for key, value in document.items() if key not in said_otherwise}
        yield from ((session, _what(path), cell) for path, cell in _cells(values, ()))


def _cells(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _cells(inner, (*path, key))
    elif isinstance(value, list) and any(isinstance(inner, dict | list) for inner in value):
        for at, inner in enumerate(value):
            yield from _cells(inner, (*path, at))
    else:
        yield path, _cell(value)


def _cell(value: Any) -> str:
    if isinstance(value, str):
        return harmless(value)
    if isinstance(value, list) and value and not any(map(_needs_quotes, value)):
        return harmless(f"{BETWEEN} ".join(map(str, value)))
    return json.dumps(value, ensure_ascii=False)


def _needs_quotes(item: object) -> bool:
    return isinstance(item, str) and (BETWEEN in item or item.startswith("["))


def _what(path: Path) -> str:
    return "".join(map(_step, path)).removeprefix(".")


def _step(step: str | int) -> str:
    if isinstance(step, str) and PLAIN_KEY.fullmatch(step):
        return f".{step}"
    return f"[{json.dumps(step, ensure_ascii=False)}]"


# In


def documents(file: BinaryIO) -> Iterator[object | Refused]:
    """Yield the document of each session, or why its rows make none."""
    try:
        sessions = _by_session(_rows(file.read().decode("utf-8-sig")))
    except UnicodeDecodeError:
        raise NotATable(_("it is not UTF-8; save it as “CSV UTF-8”")) from None
    except csv.Error as problem:
        raise NotATable(_("it is not CSV: %(why)s") % {"why": problem}) from None
    return (_document(session, rows) for session, rows in sessions.items())


def _rows(text: str) -> Iterator[list[str]]:
    """Yield the cells of the three columns; other columns are ignored."""
    heading = text.partition("\n")[0]
    separator = max(SEPARATORS, key=heading.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    names = [name.strip().lower() for name in next(rows, [])]
    if missing := [name for name in COLUMNS if name not in names]:
        sentence = _(
            "its first row has to name the columns session, what and value; “%(name)s” is missing"
        )
        raise NotATable(sentence % {"name": missing[0]})
    places = [names.index(name) for name in COLUMNS]
    for row in rows:
        yield [row[place].strip() if place < len(row) else "" for place in places]


def _by_session(rows: Iterable[list[str]]) -> dict[str, list[tuple[str, str]]]:
    """Group rows by session; an empty cell below a session's name means the same session."""
    sessions: dict[str, list[tuple[str, str]]] = {}
    session = ""
    for named, what, value in rows:
        session = named or session
        if what or value:
            sessions.setdefault(session, []).append((what, _as_meant(value)))
    return sessions


def _document(session: str, rows: list[tuple[str, str]]) -> object | Refused:
    tree: Tree = {}
    try:
        for what, cell in rows:
            _plant(tree, _path(what), cell)
        schema = _schema(str(tree.get("game")), str(tree.get("format")))
        document: dict[str, Any] = _grown(tree, schema, ())
    except Refused as refused:
        return refused
    known = {"id": session} if UUID.fullmatch(session) else {}
    return {"format": FORMAT, **known, **document}


def _path(what: str) -> Path:
    steps: list[str | int] = []
    at = 0
    while (step := STEP.match(what, at)) and len(steps) < DEEPEST:
        steps.append(_read_step(step))
        at = step.end()
    if at < len(what) or not steps or isinstance(steps[0], int):
        raise Refused((what,), Code.UNKNOWN_KEY, key=what)
    return tuple(steps)


def _read_step(step: re.Match[str]) -> str | int:
    if step["number"]:
        return int(step["number"])
    if step["key"]:
        return step["key"].strip()
    return str(_json(step["quoted"]))


def _plant(tree: Tree, path: Path, cell: str) -> None:
    for step in path[:-1]:
        tree = tree.setdefault(step, {})
        if not isinstance(tree, dict):
            raise Refused(path, Code.KEY_TWICE, key=step)
    if path[-1] in tree:
        raise Refused(path, Code.KEY_TWICE, key=path[-1])
    tree[path[-1]] = cell


@lru_cache(maxsize=32)  # a file may name any number of games
def _schema(game: str, document_format: str) -> Schema:
    """Return the JSON Schema of a game, by which a cell's 7 is a number or somebody's name."""
    installed = installed_games().get(game)
    if installed is None:
        return {}
    return shape_of(
        result_only(installed) if document_format == RESULT_FORMAT else installed
    ).schema()


def _grown(tree: Tree, schema: Schema, path: Path, defs: Schema | None = None) -> Any:
    defs = schema.get("$defs", {}) if defs is None else defs
    values: Tree = {}
    for step, node in tree.items():
        inner = _inner(_resolved(schema, defs), step, defs)
        if isinstance(node, dict):
            values[step] = _grown(node, inner, (*path, step), defs)
        elif node or inner.get("type") in {"array", "object"}:
            values[step] = _value(node, inner, defs)
    numbered = [isinstance(step, int) for step in tree]
    if any(numbered) and not all(numbered):
        raise Refused(path, Code.MALFORMED)
    # Numbers put entries in order, so that somebody may count from one as well.
    return [values[step] for step in sorted(values)] if any(numbered) else values


def _inner(schema: Schema, step: str | int, defs: Schema) -> Schema:
    if isinstance(step, int):
        return _resolved(schema.get("items", {}), defs)
    named = schema.get("properties", {}).get(step) or schema.get("additionalProperties")
    return _resolved(named or {}, defs)


def _resolved(schema: Schema, defs: Schema) -> Schema:
    """Follow references; of several alternatives take the first but null."""
    if "$ref" in schema:
        return _resolved(defs[schema["$ref"].rpartition("/")[2]], defs)
    kinds = [kind for kind in schema.get("anyOf", ()) if kind.get("type") != "null"]
    return _resolved(kinds[0], defs) if kinds else schema


def _value(cell: str, schema: Schema, defs: Schema) -> Any:
    """Return the value of a cell as its document has it; what cannot be read stays text."""
    kind = schema.get("type")
    if kind == "array":
        return _list(cell, _resolved(schema.get("items", {}), defs), defs)
    if kind == "object" and cell in {"", "{}"}:
        return {}
    if kind == "integer" and re.fullmatch(r"\d{1,9}", cell, re.ASCII):
        return int(cell)
    if kind == "boolean":
        return YES_OR_NO.get(cell.lower(), cell)
    return cell


def _list(cell: str, items: Schema, defs: Schema) -> Any:
    if cell.startswith("[") and (value := _json(cell)) != cell:
        return value
    parts = [part.strip() for part in cell.split(BETWEEN)]
    return [_value(part, items, defs) for part in parts if part]


def _json(text: str) -> object:
    """Return the value of JSON text, or the text itself if it is not JSON."""
    try:
        value = loads(text)
    except NotJson:
        return text
    check_characters(value)
    return value
