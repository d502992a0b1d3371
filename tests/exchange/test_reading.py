"""Files of results are read to the letter: tables, days, numbers, plays of BG Stats."""

import io
import json
import zipfile
from datetime import date
from typing import Any

import pytest

from scoring.documents.file_formats import Unreadable
from scoring.exchange.importing.entries import Choices, Parsed
from scoring.exchange.importing.figures import Said, take_apart
from scoring.exchange.importing.reading import (
    MOST_RESULTS,
    MOST_UNZIPPED,
    names_of,
    read_file,
    read_names,
)
from scoring.exchange.importing.text import DateOrder, date_order, read_date, read_number
from scoring.registry import get_game

DAY, MONTH = DateOrder.DAY_FIRST, DateOrder.MONTH_FIRST


def parsed(table: str, **choices: Any) -> Parsed:
    """Read a table whose cells have spaces between them, and whose empty cells are "_"."""
    rows = [line.split() for line in table.strip().splitlines()]
    lines = [";".join(cell.strip("_").replace("~", " ") for cell in row) for row in rows]
    return read_file("\n".join(lines).encode(), Choices(**choices))


def read(table: str, **choices: Any) -> list[str]:
    """Return each result of a table in a line: the day, the game, and who has what."""
    return [in_a_line(entry.value) for entry in parsed(table, **choices).entries]


def in_a_line(value: Any) -> str:
    players = [
        " ".join([player.pop("name"), *(f"{what}={is_}" for what, is_ in player.items())])
        for player in value["players"]
    ]
    rest = {
        what: is_ for what, is_ in value.items() if what not in {"format", "game", "players", "id"}
    }
    day = rest.pop("played_on", "-")
    more = [f"({what}: {is_})" for what, is_ in rest.items()]
    return ", ".join([" ".join([day, value["game"], *more]), *players])


# Days and numbers


@pytest.mark.parametrize(
    ("cell", "order", "day"),
    [
        ("2025-12-31", DAY, date(2025, 12, 31)),
        ("2025/1/2", MONTH, date(2025, 1, 2)),
        ("2025.01.02 20:15", DAY, date(2025, 1, 2)),
        ("2.1.2025", DAY, date(2025, 1, 2)),
        ("2. 1. 2025", DAY, date(2025, 1, 2)),
        ("1/2/2025", MONTH, date(2025, 1, 2)),
        ("31/12/99", DAY, date(2099, 12, 31)),
        ("31/12/00", DAY, date(2000, 12, 31)),
        ("31/12/2025", MONTH, None),
        ("30.2.2025", DAY, None),
        ("2025-13-01", DAY, None),
        ("yesterday", DAY, None),
        ("", DAY, None),
    ],
)
def test_a_day_is_read(cell: str, order: DateOrder, day: date | None) -> None:
    assert read_date(cell, order) == day


@pytest.mark.parametrize(
    ("cells", "order"),
    [
        (["13/1/2025"], DAY),
        (["1/2/2025", "13/1/2025"], DAY),
        (["1/13/2025"], MONTH),
        (["12/1/2025"], None),
        (["1/12/2025"], None),
        (["5/5/2025"], DAY),
        (["1.12.2025"], DAY),
        (["5/5/2025", "1/2/2025"], None),
        (["2025-01-02", ""], DAY),
        ([], DAY),
    ],
)
def test_whether_days_or_months_come_first_is_seen(
    cells: list[str], order: DateOrder | None
) -> None:
    assert date_order(cells) == order


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        ("12", 12),
        (" 12 ", 12),
        ("12.0", 12),
        ("12,00", 12),
        ("12.5", None),
        ("12 pts", 12),
        ("1 point", 1),
        ("7p.", 7),
        ("3+20+5", 28),
        ("3 + x", None),
        ("-3", None),
        ("999999", 999999),
        ("1000000", None),
        ("", None),
        ("twelve", None),
    ],
)
def test_a_number_is_read(cell: str, number: int | None) -> None:
    assert read_number(cell).value == number


# A row for each player


def test_rows_of_one_session_are_below_one_another() -> None:
    table = """
    date       game   player points
    2025-12-31 Artem  Ana    3
    _          _      Ben    2
    2025-12-31 Artem  Ana    5
    2025-12-31 Artem  Cleo   4
    2026-01-01 Artem  Dov    1
    2026-01-01 Duplik Eva    2
    """
    assert read(table) == [
        "2025-12-31 artem, Ana points=3, Ben points=2",
        "2025-12-31 artem, Ana points=5, Cleo points=4",
        "2026-01-01 artem, Dov points=1",
        "2026-01-01 duplik, Eva points=2",
    ]


def test_with_numbers_a_name_may_be_there_twice() -> None:
    table = """
    session game  player points
    1       Artem Ana    3
    1       Artem ana    2
    2       Artem Ben    1
    """
    assert read(table) == ["- artem, Ana points=3, ana points=2", "- artem, Ben points=1"]


def test_columns_are_known_by_their_names_in_either_language() -> None:
    table = """
    Jour       Jeu   Joueur Score Lieu     Durée Remarques Gagnant
    31/12/2025 ARTEM Zoé    3~pts Sam      45    Ah!       x
    31/12/2025 ARTEM Ben    2     Sam      45    Ah!       _
    """
    assert read(table) == [
        "2025-12-31 artem (minutes: 45) (location: Sam) (notes: Ah!), Zoé points=3, Ben points=2"
    ]


@pytest.mark.parametrize(
    ("minutes", "in_document"),
    [("1", " (minutes: 1)"), ("1440", " (minutes: 1440)"), ("0", ""), ("1441", ""), ("long", "")],
)
def test_minutes_that_documents_do_not_take_are_left_out(minutes: str, in_document: str) -> None:
    table = f"game player points minutes\nArtem Ana 3 {minutes}"
    assert read(table) == [f"- artem{in_document}, Ana points=3"]


def test_places_and_winners_are_read_where_nobody_has_points() -> None:
    assert read("game player place\nArtem Ana 2.\nArtem Ben 1") == [
        "- artem, Ana place=2, Ben place=1"
    ]
    assert read("game player winner\nArtem Ana No\nArtem Ben OUI") == [
        "- artem, Ana, Ben winner=True"
    ]
    # Where there are ranks, a place is where it was.
    assert read("game player place rank\nArtem Ana Paris 1\nArtem Ben Paris 2") == [
        "- artem (location: Paris), Ana place=1, Ben place=2"
    ]


def test_a_day_that_is_none_and_a_game_that_is_none_of_ours_are_told() -> None:
    result = parsed("date game player points\nsoon Artem Ana 1\nsoon Chess Ben 2\nsoon Go Ana 1")
    assert [entry.problem for entry in result.entries] == [
        "row 2, date: “soon”. This is not a date."
    ]
    assert result.skipped == {"Chess": 1, "Go": 1}
    assert (result.asks_date_order, result.asks_game) == (False, False)


def test_it_asks_for_the_game_and_for_the_order_of_days() -> None:
    table = "date player points\n1/2/2025 Ana 3\n1/2/2025 Ben 2"
    result = parsed(table)
    assert (result.entries, result.asks_game, result.asks_date_order) == ([], True, True)
    result = parsed(table, game="artem")
    assert result.date_order == DAY
    assert read(table, game="artem") == ["2025-02-01 artem, Ana points=3, Ben points=2"]
    result = parsed(table, game="artem", date_order=MONTH)
    assert (result.date_order, result.asks_date_order) == (MONTH, True)
    assert read(table, game="artem", date_order=MONTH) == [
        "2025-01-02 artem, Ana points=3, Ben points=2"
    ]


# A row for each session


def test_a_column_of_a_name_has_that_players_points() -> None:
    table = """
    date       game  Ana Ben Cleo winner
    2025-12-31 Artem 3   2   _    ana
    2026-01-01 Artem _   -   4    _
    """
    assert read(table) == [
        "2025-12-31 artem, Ana points=3, Ben points=2",
        "2026-01-01 artem, Cleo points=4",
    ]


def test_columns_are_numbered_however_that_is_written() -> None:
    table = """
    game  player~1 Score~1 Player_2 pts_2 player3 rank~3
    Artem Ana      3       Ben      2     _       _
    Artem Ana      _       Ben      _     Cleo    1
    """
    assert read(table) == ["- artem, Ana points=3, Ben points=2", "- artem, Ana, Ben, Cleo"]


def test_up_to_nine_players_are_numbered() -> None:
    names = "ABCDEFGHIJ"
    heading = " ".join(f"player~{number} points~{number}" for number in range(1, 11))
    cells = " ".join(f"{name} {number}" for number, name in enumerate(names, 1))
    (line,) = read(f"game {heading}\nArtem {cells}")
    players = [f"{name} points={at}" for at, name in enumerate("ABCDEFGHI", 1)]
    assert line == ", ".join(["- artem", *players])


@pytest.mark.parametrize(
    ("cell", "players"),
    [
        ("Ana~30,~Ben~28", "Ana points=30, Ben points=28"),
        ("Ana,Ben", "Ana, Ben"),
        ("Ana:~30,,Ben=28", "Ana points=30, Ben points=28"),
        ("Anna~Lena~5", "Anna Lena points=5"),
        ("Anna~Lena", "Anna Lena"),
        ("30", "30"),
    ],
)
def test_players_are_listed_in_one_cell(cell: str, players: str) -> None:
    assert read(f"game players\nArtem {cell}") == [f"- artem, {players}"]


# Points, places and winners at once

ANA, BEN = ("Ana", 5, 2, False), ("Ben", 5, 1, True)


@pytest.mark.parametrize(
    ("game", "rows", "players"),
    [
        pytest.param("canvas", [ANA, BEN], [5, 2, None, 5, 1, None], id="places break a tie"),
        pytest.param(
            "artem",
            [("Ana", 5, 1, True), ("Ben", 5, 1, True)],
            [5, None, None, 5, None, None],
            id="no tie is broken",
        ),
        pytest.param(
            "canvas",
            [("Ana", 5, None, False), ("Ben", 5, None, True)],
            [5, None, None, 5, None, True],
            id="the winner of a tie",
        ),
        pytest.param(
            "canvas",
            [("Ana", 5, None, False), ("Ben", 6, None, True)],
            [5, None, None, 6, None, None],
            id="nobody is tied",
        ),
        pytest.param(
            "canvas",
            [("Ana", 5, None, False), ("Ben", 5, None, False)],
            [5, None, None, 5, None, None],
            id="nobody is said to win",
        ),
        pytest.param(
            "canvas",
            [("Ana", None, 2, False), ("Ben", 4, 1, True)],
            [None, 2, None, None, 1, None],
            id="points of some are no points",
        ),
        pytest.param(
            "canvas",
            [("Ana", None, None, False), ("Ben", 4, 1, True)],
            [None, None, None, None, None, True],
            id="only the winner is known",
        ),
    ],
)
def test_what_apps_say_at_once_is_taken_apart(game: str, rows: Any, players: list[Any]) -> None:
    noted = take_apart([Said(*row) for row in rows], get_game(game)).players
    keys = ("points", "place", "winner")
    assert [player.get(key) for player in noted for key in keys] == players


# BG Stats


def play(**more: Any) -> dict[str, Any]:
    scores = [{"playerRefId": 1, "score": "3"}, {"playerRefId": 2, "score": 4}]
    own = {"uuid": "AB", "playDate": "2025-12-31 20:00", "gameRefId": 1}
    return {**own, "playerScores": scores, **more}


def export(*plays: dict[str, Any]) -> Parsed:
    value = {
        "games": [{"id": 1, "name": "Artem"}, {"id": 2, "name": "Chess"}],
        "players": [
            {"id": 1, "name": "Ana"},
            {"id": 2, "name": "Ben\n"},
            {"id": 3, "name": "Anonymous", "isAnonymous": True},
        ],
        "locations": [{"id": 7, "name": "Sam’s\nattic"}],
        "plays": [*plays, "no play"],
    }
    return read_file(json.dumps(value).encode(), Choices())


def exported(**more: Any) -> str:
    (entry,) = export(play(**more)).entries
    return in_a_line(entry.value)


def test_a_play_is_a_result_with_a_key_of_its_own() -> None:
    result = export(play(), play(ignored=True), play(gameRefId=2), play(gameRefId=9))
    (entry,) = result.entries
    assert (result.format, entry.key, entry.problem) == ("BG Stats", "bgstats ab", "")
    assert in_a_line(entry.value) == "2025-12-31 artem, Ana points=3, Ben points=4"
    assert result.skipped == {"Chess": 1, "?": 1}
    (entry,) = export(play(uuid=5, usesTeams=True)).entries
    assert (entry.key, entry.problem) == ("", "It was played in teams.")


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ({"playDate": None, "durationMin": 1441}, "- artem"),
        ({"durationMin": 1440}, "2025-12-31 artem (minutes: 1440)"),
        ({"durationMin": True}, "2025-12-31 artem"),
        ({"locationRefId": 7}, "2025-12-31 artem (location: Sam’s attic)"),
        ({"comments": " a\x07b\nc "}, "2025-12-31 artem (notes: ab\nc)"),
    ],
)
def test_what_a_play_says_besides(more: dict[str, Any], line: str) -> None:
    assert exported(**more) == f"{line}, Ana points=3, Ben points=4"


@pytest.mark.parametrize(
    ("seats", "players"),
    [((2, 1), "Ben place=2, Ana place=1"), ((0, 1), "Ana place=1, Ben place=2")],
)
def test_players_are_in_the_order_of_their_seats_if_all_have_one(
    seats: tuple[int, int], players: str
) -> None:
    scores = [
        {"playerRefId": at, "rank": at, "seatOrder": seat} for at, seat in enumerate(seats, 1)
    ]
    assert exported(playerScores=scores) == f"2025-12-31 artem, {players}"


def test_who_is_anonymous_is_called_what_the_play_calls_them() -> None:
    scores = [
        {"playerRefId": 3, "anonymousName": "Zoé", "winner": True, "rank": 0},
        {"playerRefId": 1, "anonymousName": "nobody", "rank": 0},
        {"playerRefId": 8},
    ]
    assert exported(playerScores=scores) == "2025-12-31 artem, Zoé winner=True, Ana, ?"


# Files


def archive(**files: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as zipped:
        for name, text in files.items():
            zipped.writestr(name.replace("_", "."), text)
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "This file is empty."),
        (b" \n", "This file is empty."),
        (b"\x81\x8d", "This is neither a table nor a file of sessions. Choose another file."),
        (b'{"plays": [], "games": []}', "This file has no results."),
        (
            b"a;b\n1;2",
            (
                "None of the rows names the columns, such as date, game, player and points. Add"
                " such a row above the others."
            ),
        ),
        (archive(results_csv="a"), "This archive has no file of sessions."),
        (b"PK\x03\x04", "This archive is damaged or encrypted."),
        (archive(results_ndjson="{}")[:-30], "This archive is damaged or encrypted."),
        (
            archive(results_ndjson="{}\n" * 3001),
            "This file has 3001 results, but an import can have at most 3000",
        ),
        (archive(results_ndjson=" " * MOST_UNZIPPED + "\n"), "The sessions in this archive are"),
        (b"[" + b"0," * 1_000_001 + b"0]", "This file has too many values. Import"),
        (b"date;player\n" + b"a;" * 1_000_001, "This file has too many values. Import"),
        (
            b"session;player;game\n"
            + b"".join(b"%d;A;Artem\n%d;B;Artem\n" % (at, at) for at in range(3001)),
            "This file has 3001 results, but an import can have at most 3000. Split the file.",
        ),
    ],
)
def test_a_file_that_cannot_be_read_says_why(content: bytes, sentence: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_file(content, Choices())
    assert str(refused.value).startswith(sentence)


def test_as_many_results_are_read_as_a_file_may_have() -> None:
    rows = "".join(f"{at};A;Artem;1\n{at};B;Artem;2\n" for at in range(MOST_RESULTS))
    result = read_file(f"session;player;game;points\n{rows}".encode(), Choices())
    assert len(result.entries) == 3000


def test_names_are_pasted_one_a_line_or_with_commas() -> None:
    assert names_of("Ana, Ben;Cleo\n Dov \n\nBen") == ["Ana", "Ben", "Cleo", "Dov"]
    assert read_names(b"group;Name\nthursday;Ana\nthursday;Ben, the other\n") == [
        "Ana",
        "Ben, the other",
    ]
    assert read_names("Zoé\nBen".encode("utf-16")) == ["Zoé", "Ben"]
