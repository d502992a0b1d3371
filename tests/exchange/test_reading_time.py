"""Reading what strangers send takes time in proportion to its length."""

import io
import json
import time
from collections.abc import Callable
from contextlib import suppress
from logging import INFO, LogRecord
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import RequestFactory

from scoring.core.refusals import Refused
from scoring.documents.file_formats import Unreadable, documents
from scoring.documents.scorer import explain, read_document
from scoring.documents.strict_json import NotJson, check_characters, loads
from scoring.exchange.downloads import harmless
from scoring.exchange.feeds import NOT_IN_XML
from scoring.exchange.importing.entries import Choices, game_called
from scoring.exchange.importing.reading import names_of, read_file, read_names
from scoring.exchange.importing.text import DateOrder, date_order, read_date, read_number
from scoring.groups.session_list import Position
from scoring.monitoring.log_records import RequestFilter
from scoring.sessions.name_matching import SimilarNames, name_key

SHORT, TIMES = 1_000, 16  # letters, and how many times as long the other text is
SLOWER = 5  # than in proportion: what is quadratic takes TIMES as long as that
SOON = 0.02  # seconds; the clock says little of less
RUNS = {
    "spaces": " ",
    "spaces that do not break": "\u00a0",
    "tabs": "\t",
    "line ends": "\n",
    "digits": "1",
    "zeros": "0",
    "Arabic digits": "٣",
    "letters": "a",
    "capitals": "P",
    "accents in no order": "\u0301\u0327",
    "ligatures of eighteen letters": "\ufdfa",
    "emoji": "🎨",
    "joined emoji": "é\u200d",
    "points": ".",
    "zeros after points": ".0",
    "commas": ",",
    "semicolons": ";",
    "plus signs": "+",
    "sums": "1+",
    "hyphens": "-",
    "slashes": "/",
    "days": "1/",
    "colons": ":",
    "equals signs": "=",
    "quotes": '"',
    "apostrophes": "'",
    "backslashes": "\\",
    "brackets": "[",
    "steps": "[1]",
    "braces": "{",
    "keys": '{"a":',
    "round brackets": "(",
    "units": " pts",
    "addresses": "http://a",
    "gzip": "gzip;",
}

# A text of such runs is read as it is, and between letters that make other readers look at it.
AROUND = (("", ""), ("1", "x"), ("x", "1"), ("1", " pts"), ("https://", "/"))


def _document(text: str) -> None:
    for more in ({"notes": text}, {"location": text}, {"id": text}, {"played_on": text}, {text: 1}):
        value = {"format": "scorefolio/result@1", "game": "artem", "players": [text], **more}
        try:
            read_document(value)
        except Refused as refused:
            explain(refused, value)


def _bgstats(text: str) -> None:
    play = {"gameRefId": 1, "playDate": text, "comments": text, "uuid": text}
    play |= {"playerScores": [{"playerRefId": 1, "score": text, "rank": 1}]}
    export = {"games": [{"id": 1, "name": "Artem"}], "plays": [play]}
    export |= {"players": [{"id": 1, "name": text}]}
    read_file(json.dumps(export).encode(), Choices())
    export["games"][0]["name"] = text
    read_file(json.dumps(export).encode(), Choices())


def _cells(text: str) -> None:
    """Read a cell of each column of a table of results."""
    cell = '"' + text.replace('"', '""') + '"'
    for heading in (
        "date,game,player,points,rank,winner,session,minutes,notes",
        "date,game,players",
        "date,game,player 1,points 1,winner",
        "date,game,Ana,Ben",
    ):
        row = ",".join([cell] * len(heading.split(",")))
        artem = row.replace(cell, "2025-12-31", 1).replace(cell, "Artem", 1)
        for last in (row, artem):
            read_file(f"{heading}\n{last}\n".encode(), Choices())


def _heading(text: str) -> None:
    read_file(f"date,game,player,{text}\n2025-12-31,Artem,Ana,{text}\n".encode(), Choices())


def _log(text: str) -> None:
    record = LogRecord("django", INFO, "", 1, "%s", (text,), None)
    record.request = RequestFactory().get("/")
    RequestFilter().filter(record)


def _json(text: str) -> None:
    check_characters(loads(text))


READERS: dict[str, Callable[[str], Any]] = {
    "numbers": read_number,
    "days": lambda text: read_date(text, DateOrder.DAY_FIRST),
    "order of days": lambda text: date_order([text]),
    "names": name_key,
    "similar names": lambda text: SimilarNames(["Ana", text]).most_similar(text + "x"),
    "lists of names": names_of,
    "files of names": lambda text: read_names(text.encode()),
    "games": game_called,
    "files": lambda text: read_file(text.encode(), Choices()),
    "cells": _cells,
    "headings": _heading,
    "JSON": _json,
    "lines of JSON": lambda text: list(documents("a.ndjson", io.BytesIO(text.encode()))),
    "documents": _document,
    "BG Stats": _bgstats,
    "positions in lists": Position.read,
    "cells of exports": harmless,
    "feeds": lambda text: NOT_IN_XML.sub("", text),
    "log records": _log,
}
REFUSALS = (Refused, Unreadable, NotJson, ValidationError)


def _seconds(reader: Callable[[str], Any], text: str) -> float:
    """Return how long this thread works, at best, whatever else the machine does."""
    times = []
    for _ in range(3):
        start = time.thread_time()
        with suppress(*REFUSALS):
            reader(text)
        times.append(time.thread_time() - start)
        if times[-1] < SOON:
            break
    return min(times)


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_it_reads_long_runs_in_proportion_to_their_length(reader: Callable[[str], Any]) -> None:
    for name, run in RUNS.items():
        for before, after in AROUND:
            short, long = (
                _seconds(reader, f"{before}{run * (letters // len(run))}{after}")
                for letters in (SHORT, SHORT * TIMES)
            )
            assert long <= max(SOON, short * TIMES * SLOWER), f"{before}{name}{after}"


def _rows_of_one_session(players: int) -> str:
    rows = "\n".join(f"2025-12-31,Artem,Player {number},7,1" for number in range(players))
    return f"date,game,player,points,place\n{rows}\n"


def _play_of_many(players: int) -> str:
    scores = [{"playerRefId": 1, "score": str(points), "rank": 1} for points in range(players)]
    play = {"gameRefId": 1, "playDate": "2025-12-31", "playerScores": scores}
    return json.dumps({"games": [{"id": 1, "name": "#ARTBOX"}], "plays": [play]})


@pytest.mark.parametrize(("write", "few"), [(_rows_of_one_session, 200), (_play_of_many, 1_000)])
def test_it_reads_many_players_of_one_result_in_proportion(
    write: Callable[[int], str], few: int
) -> None:
    short, long = (
        _seconds(lambda text: read_file(text.encode(), Choices()), write(players))
        for players in (few, few * TIMES)
    )
    assert long <= max(SOON, short * TIMES * SLOWER)
