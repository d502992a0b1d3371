"""Guess what each column of a table of results is, by its heading and its cells."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scoring.exchange.importing.text import EMPTY, Misread, Row, read_number
from scoring.sessions.name_matching import name_key

# What a column may be called, in English, French and German, without capitals and accents.
CALLED = {
    "date": (
        *("date", "day", "played on", "played_on", "play date", "when"),
        *("jour", "date de la partie", "datum", "tag", "gespielt am"),
    ),
    "game": ("game", "game name", "jeu", "nom du jeu", "spiel", "spielname", "name des spiels"),
    "player": (
        *("player", "name", "player name", "joueur", "joueuse", "nom", "nom du joueur"),
        *("spieler", "spielerin", "spielername", "mitspieler", "wer"),
    ),
    "points": (
        *("points", "score", "pts", "total points", "final score", "resultat"),
        *("punkte", "punktzahl", "punktestand", "ergebnis", "wertung", "pkt"),
    ),
    "place": (
        *("rank", "rang", "position", "classement", "rangfolge", "platzierung", "place", "platz"),
        *("finish", "placement"),
    ),
    "winner": (
        *("winner", "won", "win", "winners", "gagnant", "gagnante", "gagne", "vainqueur"),
        *("gewinner", "gewinnerin", "sieger", "siegerin", "gewonnen", "sieg"),
    ),
    "location": ("location", "where", "lieu", "ort", "endroit", "wo", "spielort"),
    "minutes": (
        *("minutes", "length", "duration", "min", "time", "duree", "temps"),
        *("dauer", "spieldauer", "minuten", "lange"),
    ),
    "notes": (
        *("notes", "note", "comment", "comments", "remarks", "commentaire", "commentaires"),
        *("remarques", "remarque", "notizen", "notiz", "bemerkung", "bemerkungen", "kommentar"),
    ),
    "session": (
        *("session", "id", "partie", "play", "table", "table number", "game id", "tisch"),
        *("tischnummer", "numero de table", "partie nr", "match"),
    ),
    "players": ("players", "joueurs", "spieler:", "spieler/innen", "mitspielende"),
}
COLUMN = {name: column for column, names in CALLED.items() for name in names}
NUMBERED = ("player", "points", "place", "winner")
MAY_BE_LOCATION = {"place", "platz", "position"}
MOST_NUMBERED = 9
PERSON = "person"  # the heading is a player, and the cells are their points
NOT_USED = ""
SINGLE = tuple(CALLED)  # what a person may choose for a column, besides PERSON and NOT_USED
SUMS = {
    *("sum", "summe", "total", "gesamt", "somme", "average", "mean", "moyenne", "durchschnitt"),
    *("schnitt", "mittelwert", "count", "anzahl", "nombre"),
}
# Numbers of rows and sums, which are no players.
NO_PLAYERS = SUMS | {
    *("nr", "nr.", "no", "no.", "#", "n°", "number", "num", "nummer", "lfd nr", "lfd. nr."),
    *("row", "zeile", "ligne", "year", "annee"),
    *("jahr", "month", "mois", "monat", "week", "semaine", "woche", "round", "rounds"),
    *("runde", "runden", "manche", "manches", "best", "difference", "differenz", "ecart"),
}
MOST_HEADINGS = 20  # rows at the top of which one may be the heading
SAMPLES = 3
UUID_OF_A_SESSION = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", re.ASCII)
MOST_COLUMNS = 200


@dataclass(frozen=True, slots=True)
class Column:
    """Hold a column, what it is taken for, and its first cells. `is_sure`: its heading says it."""

    index: int
    heading: str
    kind: str
    is_sure: bool
    samples: Sequence[str] = ()

    @property
    def is_numbered(self) -> bool:
        return " " in self.kind


@dataclass(frozen=True, slots=True)
class Table:
    """Hold a table whose columns are known. `sums`: what its rows of sums are called."""

    columns: Sequence[Column]
    rows: Sequence[Row]
    sums: Sequence[str]

    @property
    def kinds(self) -> set[str]:
        return {column.kind for column in self.columns}


def table_of(
    rows: Sequence[Row], chosen: Mapping[str, str], players: Collection[str]
) -> Table | None:
    """Return the table of these rows; None if no row names the columns of results.

    `chosen`: what somebody said, or said before, of the columns with these headings; `players`:
    the keys of the names of the group's players."""
    at = next((at for at, row in enumerate(rows[:MOST_HEADINGS]) if _is_heading(row)), None)
    if at is None:
        return None
    headings = rows[at].cells[:MOST_COLUMNS]
    below = [row for row in rows[at + 1 :] if not _is_sum(row)]
    sums_below = [_beginning(row) for row in rows[at + 1 :] if _is_sum(row)]
    cells = {
        index: [row.cells[index] for row in below if index < len(row.cells) and row.cells[index]]
        for index in range(len(headings))
    }
    sums = _sums(below, headings)
    columns: list[Column] = []
    for index, cell in enumerate(headings):
        heading = cell or (f"({index + 1})" if cells[index] else "")
        chosen_kind = chosen.get(heading)
        named = _by_cells(_named(cell), cell, cells[index])
        taken = {column.kind for column in columns}
        if chosen_kind is not None or not heading:
            kind, is_sure = chosen_kind or NOT_USED, True
        elif named and not (named in SINGLE and named in taken):
            kind, is_sure = named, True
        elif named or not cell:
            kind, is_sure = NOT_USED, False
        else:
            kind = _guess(heading, cells[index], players, is_sum=index in sums)
            is_sure = name_key(heading) in players or not cells[index]
        columns.append(Column(index, heading, kind, is_sure, cells[index][:SAMPLES]))
    return Table(columns, below, sums_below)


def column_of_players(headings: Sequence[str]) -> int | None:
    """Return which column of these headings has players, if one says so."""
    return next((at for at, cell in enumerate(headings) if _named(cell) == "player"), None)


def _beginning(row: Row) -> str:
    return next(filter(None, row.cells), "")


def _is_sum(row: Row) -> bool:
    return name_key(_beginning(row).rstrip(":")) in SUMS


def _is_heading(row: Row) -> bool:
    named = {_named(cell) for cell in row.cells[:MOST_COLUMNS]}
    return bool({"date", "game", "player", "points", "players", "player 1"} & named) and (
        len(set(filter(None, row.cells))) > 1
    )


def _named(heading: str) -> str:
    """Return what a heading says, such as "points" or, for "Score 2", "points 2"; or nothing."""
    name = name_key(heading)
    if kind := COLUMN.get(name):
        return kind
    text = name.replace("_", " ").rstrip("0123456789")
    number = name[len(text) :]
    kind = COLUMN.get(text.strip(), "")
    if kind in NUMBERED and number.isdecimal() and 0 < int(number[:3]) <= MOST_NUMBERED:
        return f"{kind} {int(number)}"
    return ""


def _by_cells(kind: str, heading: str, cells: Sequence[str]) -> str:
    """Return what a column with this heading is, where that depends on its cells."""
    if kind == "place" and name_key(heading) in MAY_BE_LOCATION and not _are_places(cells):
        return "location"
    if kind == "session" and len(cells) > 2 and len(set(cells)) == len(cells):
        return kind if all(map(_is_uuid, cells)) else NOT_USED  # the numbers of the rows
    return kind


def _are_places(cells: Sequence[str]) -> bool:
    return all(read_number(cell.rstrip(".")).value is not None for cell in cells)


def _is_uuid(cell: str) -> bool:
    return UUID_OF_A_SESSION.fullmatch(cell) is not None


def _guess(heading: str, cells: Sequence[str], players: Collection[str], *, is_sum: bool) -> str:
    """Return whether a column with a heading of its own is a player's."""
    key = name_key(heading)
    if key in players:
        return PERSON
    is_numbered = COLUMN.get(key.replace("_", " ").rstrip("0123456789").strip()) in NUMBERED
    if is_numbered or key in NO_PLAYERS or is_sum or _counts(cells):
        return NOT_USED
    numbers = [
        read_number(cell).problem is not Misread.NO_NUMBER
        for cell in cells
        if cell.lower() not in EMPTY
    ]
    return PERSON if numbers and sum(numbers) * 2 >= len(numbers) else NOT_USED


def _counts(cells: Sequence[str]) -> bool:
    """Return whether the cells are the numbers of the rows: 1, 2, 3 and so on."""
    return len(cells) > 2 and list(cells) == [
        str(number) for number in range(_first(cells), _first(cells) + len(cells))
    ]


def _first(cells: Sequence[str]) -> int:
    return int(cells[0]) if cells[0].isascii() and cells[0].isdecimal() and len(cells[0]) < 7 else 0


def _sums(rows: Sequence[Row], headings: Sequence[str]) -> set[int]:
    """Return the columns whose cells add up the numbers of others in every row."""
    names = {index: heading for index, heading in enumerate(headings) if not _named(heading)}
    own = [index for index, heading in names.items() if name_key(heading) not in NO_PLAYERS]
    sums = set(own)
    filled = 0
    for row in rows:
        numbers = {
            index: read_number(row.cells[index]).value
            for index in own
            if index < len(row.cells) and row.cells[index]
        }
        values = {index: number for index, number in numbers.items() if number is not None}
        total = sum(values.values())
        if len(values) > 2:
            filled += 1
            # A sum is as much as all others together; other sums and row numbers may be among them.
            sums &= {index for index, number in values.items() if 2 * number == total}
    return sums if filled > 1 else set()
