"""Read tables of results: one row for each session, or one for each player of a session."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.contract import Game
from scoring.documents.schema import MINUTES, RESULT_FORMAT
from scoring.exchange.importing.columns import MOST_NUMBERED, PERSON, Column, Table
from scoring.exchange.importing.entries import (
    NAMELESS,
    Choices,
    Entry,
    Parsed,
    Remark,
    as_uuid,
    game_called,
)
from scoring.exchange.importing.figures import Said, take_apart
from scoring.exchange.importing.grouping import PlayerRow, group_rows
from scoring.exchange.importing.text import (
    EMPTY,
    DateOrder,
    Misread,
    Row,
    date_order,
    has_decimals,
    read_date,
    read_number,
)
from scoring.registry import installed_games
from scoring.sessions.name_matching import name_key

YES = {"1", "x", "yes", "y", "true", "oui", "o", "vrai", "ja", "j", "wahr", "won", "✓", "✔"}
NO = {"", "0", "no", "n", "false", "non", "faux", "nein", "falsch", "-", "–"}
GUESTS = {"gast", "guest", "visitor", "invite", "invitee", "besucher", "anonymous player"}
SUFFIXES = (".", "st", "nd", "rd", "th", "er", "ère", "ere", "e", "ème", "eme")
MINUTES_WRITTEN = re.compile(r"(\d{1,4})\s?(?:min|mins|minutes|minuten|mn|')?\.?", re.ASCII)
HOURS_WRITTEN = re.compile(r"(\d{1,2})\s?[:h]\s?(\d{2})\s?(?:min|mn)?", re.ASCII)
BETWEEN_NAMES = re.compile(r"[,;&/+]")
MISREAD = {
    Misread.NO_NUMBER: gettext_lazy("This is not a number of points."),
    Misread.DECIMAL: gettext_lazy("These games only have whole points."),
    Misread.NEGATIVE: gettext_lazy("These games have no negative points."),
}
LONGEST_SHOWN = 40
# A workbook's number with three decimals, which would otherwise be taken for thousands.
WITH_ADDED_ZERO = re.compile(r"^(-?\d+\.\d{3})0$", re.ASCII)
ABOVE = ("date", "game", "session")  # of which an empty cell says the same as the one above


@dataclass(slots=True)
class _Row:
    """Hold a row that is read: cells by what they are, what was guessed, what is wrong."""

    number: int
    cells: dict[str, str]
    people: list[tuple[str, str]] = field(default_factory=list)  # heading and cell
    headings: dict[str, str] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def where(self, heading: str) -> str:
        return _("row %(number)d, %(heading)s") % {"number": self.number, "heading": heading}

    def wrong(self, heading: str, text: str, why: object) -> None:
        text = WITH_ADDED_ZERO.sub(r"\1", text[:LONGEST_SHOWN])
        values = {"where": self.where(heading), "text": text, "why": why}
        self.problems.append(_("%(where)s: “%(text)s”. %(why)s") % values)

    def remark(self, heading: str, text: str, why: str) -> None:
        self.remarks.append(Remark(why, self.where(heading), text[:LONGEST_SHOWN]))


def read_table(table: Table, choices: Choices) -> Parsed:
    rows = [_row(table.columns, row) for row in table.rows]
    order = choices.date_order or date_order(row.cells.get("date", "") for row in rows)
    reader = _Reader(table, order or DateOrder.DAY_FIRST, choices)
    is_long = "player" in table.kinds
    entries = list(reader.of_players(rows) if is_long else reader.of_sessions(rows))
    return Parsed(
        _("a table with a row for each player")
        if is_long
        else _("a table with a row for each session"),
        entries,
        reader.skipped,
        date_order=reader.order,
        asks_date_order=order is None or choices.date_order is not None,
        asks_game="game" not in table.kinds,
        columns=table.columns,
    )


def _row(columns: Sequence[Column], row: Row) -> _Row:
    read = _Row(row.number, {})
    for column, cell in zip(columns, row.cells, strict=False):
        if column.kind == PERSON:
            read.people.append((column.heading, cell))
        elif column.kind and cell:
            read.cells.setdefault(column.kind, cell)
            read.headings.setdefault(column.kind, column.heading)
    for cell in filter(None, row.cells[len(columns) :]):
        values = {"number": row.number, "text": cell[:LONGEST_SHOWN]}
        read.problems.append(_("row %(number)d: “%(text)s” is outside the named columns.") % values)
    return read


class _Reader:
    def __init__(self, table: Table, order: DateOrder, choices: Choices) -> None:
        self.order, self.choices, self.kinds = order, choices, table.kinds
        self.skipped = Counter(table.sums)
        cells: dict[str, list[str]] = {}
        for column in table.columns:
            heading = column.heading if column.kind == PERSON else column.kind
            for row in table.rows:
                if column.index < len(row.cells):
                    cells.setdefault(heading, []).append(row.cells[column.index])
        self.decimals = {heading: has_decimals(of_column) for heading, of_column in cells.items()}

    # A row for each player

    def of_players(self, rows: Iterable[_Row]) -> Iterator[Entry]:
        read: dict[int, _Row] = {}
        of_players: list[PlayerRow] = []
        for row, gap in _filled(rows):
            game = self._game(row)
            if game is None and not row.problems:
                continue
            name = row.cells.get("player", "")
            if not name:
                name = f"{NAMELESS}({row.number})"
                row.problems.append(
                    _("row %(number)d does not name a player.") % {"number": row.number}
                )
            said = self._said(row, name, row.cells, row.headings)
            if game is None:
                yield self._entry([row], game, [said])
                continue
            read[row.number] = row
            of_players.append(PlayerRow(row.number, row.cells, game, said, gap))
        for group in group_rows(of_players, self.choices.tables):
            mine = [read[row.number] for row in group.rows]
            remarks = [Remark(group.remark)] if group.remark else []
            said_of_all = [row.said for row in group.rows]
            if group.problem:
                mine[0].problems.append(group.problem)
            self._check_winners(mine, said_of_all)
            yield self._entry(
                mine, group.rows[0].game, said_of_all, remarks, may_be_split=group.may_be_split
            )

    def _check_winners(self, rows: Sequence[_Row], said: Sequence[Said]) -> None:
        """Refuse a winner who is named and did not play."""
        keys = {name_key(each.label) for each in said}
        for row in rows:
            cell = row.cells.get("winner", "")
            if cell.lower() not in YES | NO and not keys & {*_name_keys(cell)}:
                row.wrong(row.headings["winner"], cell, _("Nobody with this name played."))

    # A row for each session

    def of_sessions(self, rows: Iterable[_Row]) -> Iterator[Entry]:
        for row in rows:
            game = self._game(row)
            if game is not None or row.problems:
                yield self._entry([row], game, list(self._players(row)))

    def _players(self, row: _Row) -> Iterator[Said]:
        said = list(self._named(row))
        winners = {*_name_keys(row.cells.get("winner", ""))}
        keys = {name_key(each.label) for each in said}
        if winners - keys and row.cells.get("winner", "").lower() not in NO:
            row.wrong(
                row.headings["winner"], row.cells["winner"], _("Nobody with this name played.")
            )
        for each in said:
            won = each.won or name_key(each.label) in winners
            yield Said(each.label, each.points, each.place, won)

    def _named(self, row: _Row) -> Iterator[Said]:
        if "players" in row.cells:
            yield from _listed(row)
        for number in range(1, MOST_NUMBERED + 1):
            if name := row.cells.get(f"player {number}", ""):
                kinds = ("points", "place", "winner")
                cells = {kind: row.cells.get(f"{kind} {number}", "") for kind in kinds}
                headings = {kind: row.headings.get(f"{kind} {number}", "") for kind in kinds}
                yield self._said(row, name, cells, headings)
        for heading, cell in row.people:
            if cell.lower() not in EMPTY:
                yield Said(heading, self._number(row, heading, cell, self.decimals[heading]))

    # Both

    def _game(self, row: _Row) -> Game[Any] | None:
        if "game" not in self.kinds:
            return installed_games().get(self.choices.game)
        name = row.cells.get("game", "")
        if not name:
            row.problems.append(
                _("row %(number)d does not name the game.") % {"number": row.number}
            )
            return None
        game = game_called(name)
        if game is None:
            self.skipped[name[:60]] += 1
        return game

    def _said(
        self, row: _Row, name: str, cells: Mapping[str, str], headings: Mapping[str, str]
    ) -> Said:
        points, place = cells.get("points", ""), cells.get("place", "")
        number = rank = None
        if points.lower() not in EMPTY:
            heading = headings.get("points", "")
            number = self._number(row, heading, points, self.decimals.get("points", False))
        if place.lower() not in EMPTY:
            rank = read_number(_without_suffix(place)).value
            if not rank:
                row.wrong(headings.get("place", ""), place, _("This is not a place."))
        winner = cells.get("winner", "").lower()
        won = winner in YES or name_key(name) in {*_name_keys(winner)}
        return Said(name, number, rank, won)

    def _number(self, row: _Row, heading: str, cell: str, decimals: bool) -> int | None:
        number = read_number(cell, has_decimals=decimals)
        if number.problem:
            row.wrong(heading, cell, MISREAD[number.problem])
        if number.is_guess:
            row.remark(heading, cell, _("read as %(number)d") % {"number": number.value or 0})
        return number.value

    def _entry(
        self,
        rows: Sequence[_Row],
        game: Game[Any] | None,
        said: Sequence[Said],
        remarks: Sequence[Remark] = (),
        *,
        may_be_split: bool = False,
    ) -> Entry:
        first = rows[0]
        problem = " ".join(problem for row in rows for problem in row.problems)
        document: dict[str, Any] = {"format": RESULT_FORMAT}
        document |= {"game": game.slug} if game else {}
        document |= self._cover(rows)
        problem = problem or " ".join(problem for row in rows for problem in row.problems)
        if game is None or not said:
            problem = problem or _("row %(number)d has no players.") % {"number": first.number}
            return Entry(document, (first.number,), problem=problem)
        chosen = self.choices.winners.get(first.number, "")
        figures = take_apart(said, game, chosen)
        # A person's heading names its column; each player has a row of their own otherwise.
        headings = dict(_places_of_figures(rows, said))
        return Entry(
            {**document, "players": figures.players},
            tuple(row.number for row in rows),
            problem=problem or figures.problem,
            remarks=[
                *remarks,
                *(remark for row in rows for remark in row.remarks),
                *(map(Remark, figures.remarks) if not problem else ()),
            ],
            cells=headings,
            winners=() if problem else figures.winners,
            has_points=figures.has_points,
            may_be_split=may_be_split,
            guests=frozenset(each.label for each in said if name_key(each.label) in GUESTS),
        )

    def _cover(self, rows: Sequence[_Row]) -> dict[str, Any]:
        """Return what the first row that says it says of day, place, length and notes."""
        cover: dict[str, Any] = {}
        first = rows[0]
        if date := first.cells.get("date", ""):
            day = read_date(date, self.order)
            if day is None:
                first.wrong(first.headings.get("date", ""), date, _("This is not a date."))
            else:
                cover["played_on"] = day.isoformat()
        else:
            remark = _("It has no date, so it does not count for any standings.")
            first.remarks.append(Remark(remark, _("row %(number)d") % {"number": first.number}))
        for row in rows:
            if "minutes" in row.cells and "minutes" not in cover:
                cover |= _minutes(row)
            for kind in ("location", "notes"):
                if kind in row.cells:
                    cover.setdefault(kind, row.cells[kind])
        if id := as_uuid(first.cells.get("session", "")):
            cover["id"] = str(id)
        return cover


def _places_of_figures(rows: Sequence[_Row], said: Sequence[Said]) -> Iterator[tuple[str, str]]:
    """Yield of each label where its figures are."""
    for at, each in enumerate(said):
        row = rows[at] if len(rows) > 1 else rows[0]
        own = row.headings.get("points") if len(rows) > 1 or "player" in row.cells else None
        heading = own or (each.label if (each.label in dict(row.people)) else "")
        yield each.label, row.where(heading) if heading else ""


def _minutes(row: _Row) -> dict[str, int]:
    cell = row.cells["minutes"][:LONGEST_SHOWN]
    text = cell.strip().lower()
    minutes = None
    if match := MINUTES_WRITTEN.fullmatch(text):
        minutes = int(match[1])
    elif match := HOURS_WRITTEN.fullmatch(text):
        minutes = 60 * int(match[1]) + int(match[2])
    else:
        minutes = read_number(text).value
    if minutes in MINUTES:
        return {"minutes": minutes or 0}
    if text not in EMPTY | {"0"}:
        row.remark(row.headings["minutes"], cell, _("left out: not a length in minutes"))
    return {}


def _listed(row: _Row) -> Iterator[Said]:
    """Yield players listed in one cell: "Ana 30, Ben 28", or only names."""
    cell = row.cells["players"]
    separator = ";" if ";" in cell else ","
    for part in filter(None, (part.strip() for part in cell.split(separator))):
        name, _space, figure = part.replace(":", " ").replace("=", " ").rpartition(" ")
        number = read_number(figure)
        if not name or number.problem is Misread.NO_NUMBER:
            yield Said(part)
            continue
        if number.problem:
            row.wrong(row.headings["players"], part, MISREAD[number.problem])
        if number.is_guess:
            row.remark(
                row.headings["players"],
                part,
                _("read as %(number)d") % {"number": number.value or 0},
            )
        yield Said(name.strip(), number.value)


def _without_suffix(place: str) -> str:
    text = place.strip().lower()
    suffix = max((one for one in SUFFIXES if text.endswith(one)), key=len, default="")
    return text.removesuffix(suffix)


def _name_keys(cell: str) -> Iterator[str]:
    """Yield the names in a cell that may name several players, to be compared."""
    if cell:
        yield from filter(None, map(name_key, BETWEEN_NAMES.split(cell)))


def _filled(rows: Iterable[_Row]) -> Iterator[tuple[_Row, bool]]:
    """Yield rows in which empty cells say the same as those above, and whether a gap is above.

    A row without a player and figures says what is the same in the rows below it."""
    above: dict[str, str] = {}
    headings: dict[str, str] = {}
    last = None
    for row in rows:
        gap = last is not None and row.number > last + 1
        last = row.number
        if row.cells.get("date", above.get("date")) != above.get("date"):
            above.pop("session", None)
        row.cells = above | row.cells
        row.headings = headings | row.headings
        above = {key: row.cells[key] for key in ABOVE if key in row.cells}
        headings = {key: row.headings[key] for key in above}
        if any(key in row.cells for key in ("player", "points", "place")):
            yield row, gap


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
