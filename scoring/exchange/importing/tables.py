"""Tables of results: one row for each session, or one row for each player of a session."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.translation import gettext as _

from scoring.contract import Game
from scoring.documents.schema import MINUTES, RESULT_FORMAT
from scoring.exchange.importing.bgstats import Said, noted_players
from scoring.exchange.importing.entries import Choices, Entry, Parsed, as_uuid, game_called
from scoring.exchange.importing.text import DateOrder, date_order, read_date, read_number
from scoring.registry import installed_games
from scoring.sessions.name_matching import name_key

# What a column may be called, in English and French, without capitals and accents.
CALLED = {
    "date": ("date", "day", "played on", "played_on", "jour", "datum"),
    "game": ("game", "jeu", "spiel"),
    "player": ("player", "name", "joueur", "joueuse", "nom", "spieler"),
    "points": ("points", "score", "pts", "punkte"),
    "rank": ("rank", "rang", "position", "classement"),
    "place": ("place", "platz"),
    "winner": ("winner", "won", "win", "gagnant", "gagne", "vainqueur"),
    "location": ("location", "where", "lieu", "ort", "endroit"),
    "minutes": ("minutes", "length", "duration", "duree", "dauer"),
    "notes": ("notes", "note", "comment", "comments", "commentaire", "commentaires", "remarques"),
    "session": ("session", "id", "partie", "play"),
    "players": ("players", "joueurs", "spieler:"),
}
COLUMN = {name: column for column, names in CALLED.items() for name in names}
YES = {"1", "x", "yes", "y", "true", "oui", "o", "ja", "won", "✓"}
NUMBERED = ("player", "points", "rank", "place", "winner")
Record = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose first row says what is in its columns."""

    columns: Sequence[str]  # what each is, by CALLED; else what it is called
    known: Sequence[bool]
    rows: Sequence[Sequence[str]]

    def records(self) -> Iterator[Record]:
        """Yield the cells of known columns of each row."""
        for row in self.rows:
            cells = zip(self.columns, self.known, row, strict=False)
            yield {name: cell for name, is_known, cell in cells if is_known and cell}


def table_of(rows: Sequence[Sequence[str]]) -> Table | None:
    """Return the table of these rows; None if its first row does not name columns of results."""
    if not rows:
        return None
    names = [name_key(cell) for cell in rows[0]]
    meant = [COLUMN.get(name) or _numbered(name) for name in names]
    columns = [column or cell for column, cell in zip(meant, rows[0], strict=True)]
    if not {"date", "game", "player", "points", "players", "player 1"} & set(columns):
        return None
    return Table(columns, [column != "" for column in meant], rows[1:])


def _numbered(name: str) -> str:
    """Return "points 2" for the columns of second players, such as "Score 2" and "pts_2"."""
    text = name.replace("_", " ").rstrip("0123456789")
    number = name[len(text) :]
    column = COLUMN.get(text.strip(), "")
    return f"{column} {number}" if number and column in NUMBERED else ""


def read_table(table: Table, choices: Choices) -> Parsed:
    records = list(table.records())
    order = choices.date_order or date_order(record.get("date", "") for record in records)
    reader = _Reader(order or DateOrder.DAY_FIRST, choices.game, "rank" in table.columns)
    if "player" in table.columns:
        entries = list(reader.of_players(records))
        kind = _("a table with a row for each player")
    else:
        entries = list(reader.of_sessions(table, records))
        kind = _("a table with a row for each session")
    has_games = any("game" in record for record in records)
    return Parsed(
        kind,
        entries,
        reader.skipped,
        date_order=reader.order,
        asks_date_order=order is None or choices.date_order is not None,
        asks_game=not has_games,
    )


class _Reader:
    def __init__(self, order: DateOrder, game: str, has_ranks: bool) -> None:
        self.order, self.default_game, self.has_ranks = order, game, has_ranks
        self.skipped: Counter[str] = Counter()

    # A row for each player

    def of_players(self, records: Iterable[Record]) -> Iterator[Entry]:
        for group in _grouped(records):
            first = group[0]
            if (game := self._game(first)) is not None:
                players = [self._said(record, record.get("player", "")) for record in group]
                yield self._entry(first, game, players)

    # A row for each session

    def of_sessions(self, table: Table, records: Sequence[Record]) -> Iterator[Entry]:
        for row, record in zip(table.rows, records, strict=True):
            if (game := self._game(record)) is not None:
                yield self._entry(record, game, list(self._players(table, row, record)))

    def _players(self, table: Table, row: Sequence[str], record: Record) -> Iterator[Said]:
        if "players" in record:
            yield from self._listed(record["players"])
            return
        for number in range(1, 10):
            if name := record.get(f"player {number}", ""):
                own = {column: record.get(f"{column} {number}", "") for column in NUMBERED}
                yield self._said(own, name)
        for name, is_known, cell in zip(table.columns, table.known, row, strict=False):
            if not is_known and name and cell and (points := read_number(cell)) is not None:
                yield name, points, None, _is_winner(record, name)

    def _listed(self, cell: str) -> Iterator[Said]:
        """Yield players listed in one cell: "Ana 30, Ben 28", or only names."""
        separator = ";" if ";" in cell else ","
        for part in filter(None, (part.strip() for part in cell.split(separator))):
            name, _space, number = part.replace(":", " ").replace("=", " ").rpartition(" ")
            points = read_number(number)
            yield (
                (name.strip(), points, None, False)
                if name and points is not None
                else ((part, None, None, False))
            )

    # Both

    def _game(self, record: Record) -> Game[Any] | None:
        if "game" not in record:
            return installed_games().get(self.default_game)
        game = game_called(record["game"])
        if game is None:
            self.skipped[record["game"][:60]] += 1
        return game

    def _said(self, record: Record, name: str) -> Said:
        place = record.get("rank") or ("" if self.has_ranks else record.get("place", ""))
        number = read_number(place.rstrip(".")) if place else None
        points = read_number(record["points"]) if record.get("points") else None
        return name, points, number, record.get("winner", "").lower() in YES

    def _entry(self, record: Record, game: Game[Any], said: Sequence[Said]) -> Entry:
        document: dict[str, Any] = {"format": RESULT_FORMAT, "game": game.slug}
        problem = ""
        if "date" in record:
            day = read_date(record["date"], self.order)
            problem = "" if day else _("“%(text)s” is not a date.") % {"text": record["date"][:40]}
            document |= {"played_on": day.isoformat()} if day else {}
        minutes = read_number(record.get("minutes", ""))
        document |= {"minutes": minutes} if minutes in MINUTES else {}
        document |= {key: record[key] for key in ("location", "notes") if key in record}
        if id := as_uuid(record.get("session", "")):
            document["id"] = str(id)
        return Entry({**document, "players": noted_players(said, game)}, problem=problem)


def _is_winner(record: Record, name: str) -> bool:
    return name_key(record.get("winner", "")) == name_key(name)


def _grouped(records: Iterable[Record]) -> Iterator[list[Record]]:
    """Yield the rows of each session: those of one number, or else below one another.

    Without a number, another day or game begins another session, and so does a player who is
    there already. A cell that is left empty says the same as the one above."""
    group: list[Record] = []
    names: set[str] = set()
    above: dict[str, str] = {}
    for record in records:
        filled = {**above, **record}
        name = name_key(filled.get("player", ""))
        begins = not group or any(
            filled.get(key) != group[0].get(key) for key in ("session", "date", "game")
        )
        if begins or ("session" not in filled and name in names):
            if group:
                yield group
            group, names = [], set()
        group.append(filled)
        names.add(name)
        above = {key: filled[key] for key in ("session", "date", "game") if key in filled}
    if group:
        yield group


@cache
def example_tables() -> tuple[str, str]:
    """Return a table with a row for each player, and one with a row for each session."""
    names = [game.name for game in installed_games().values()]
    players = [
        "date;game;player;points;place",
        f"31.12.2025;{names[0]};Ana;3;1",
        f"31.12.2025;{names[0]};Ben;2;2",
        f"31.12.2025;{names[0]};Cleo;1;3",
    ]
    sessions = [
        "date;game;location;minutes;Ana;Ben;Cleo",
        f"2025-12-31;{names[0]};;45;3;2;1",
        f"2026-01-07;{names[-1]};;30;12;;9",
    ]
    return "\n".join(players), "\n".join(sessions)
