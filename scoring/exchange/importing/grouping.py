"""Find out which rows of a table are one session, where each row is one player's result."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from scoring.contract import Game
from scoring.exchange.importing.figures import Said, may_sit_together
from scoring.sessions.name_matching import name_key


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """Hold a row of the file: cells by what their columns are, and what it says of a player.

    `gap`: whether an empty row is above it."""

    number: int
    cells: Mapping[str, str]
    game: Game[Any]
    said: Said
    gap: bool = False

    @property
    def day_and_game(self) -> tuple[str, str]:
        return self.cells.get("date", ""), self.game.slug


@dataclass(frozen=True, slots=True)
class Group:
    """Hold the rows of one session; why they were taken for one; why nobody can know it.

    `may_be_split`: whether another table of that day and game may be among them."""

    rows: Sequence[PlayerRow]
    remark: str = ""
    problem: str = ""
    may_be_split: bool = False


def group_rows(rows: Sequence[PlayerRow], tables: Mapping[int, str]) -> list[Group]:
    """Return the sessions of these rows. `tables`: table numbers that somebody gave to rows.

    Rows of one table number are a session, wherever they are; else those of a day and a game."""
    by_key: dict[tuple[str, ...], list[PlayerRow]] = {}
    for row in rows:
        table = tables.get(row.number) or row.cells.get("session", "")
        own = ("given",) if row.number in tables else ()
        key = (*row.day_and_game, table, *own) if table else row.day_and_game
        by_key.setdefault(key, []).append(row)
    played = Counter(row.day_and_game for row in rows)
    groups: list[Group] = []
    for key, of_key in by_key.items():
        if len(key) == 2:
            groups += _tables_of_a_day(of_key)
        elif len(of_key) == 1 < played[key[0], key[1]] and len(key) == 3:
            groups.append(Group(of_key, problem=_only_one(of_key[0]), may_be_split=True))
        else:
            groups.append(Group(of_key, may_be_split=True))
    return sorted(groups, key=lambda group: group.rows[0].number)


def _only_one(row: PlayerRow) -> str:
    sentence = _("%(name)s is the only player at table %(table)s, but others played on that day.")
    return sentence % {"name": row.said.label, "table": row.cells["session"]}


def _tables_of_a_day(rows: Sequence[PlayerRow]) -> list[Group]:
    """Split the rows of a day and a game where an empty row, a player or figures tell to."""
    least = max(2, rows[0].game.seats[0])
    by_gaps = _split_where(rows, lambda _table, row: row.gap)
    by_rows = _split_where(rows, lambda table, row: not _may_be_one([*table, row]))
    for tables in (by_gaps, by_rows):
        are_tables = all(len(each) >= least and _may_be_one(each) for each in tables)
        if len(tables) > 1 and are_tables and _is_in_one_piece(rows, tables):
            return _numbered(tables)
    if _may_be_one(rows):
        remark = _("All rows of this day were read as one session.") if _starts_again(rows) else ""
        return [Group(rows, remark, may_be_split=len(rows) > 1)]
    if _are_different(rows):  # so that the figures say what is wrong
        return [Group(rows, may_be_split=True)]
    return [Group(rows, problem=_who_sat_where(rows), may_be_split=True)]


def _who_sat_where(rows: Sequence[PlayerRow]) -> str:
    times = Counter(name_key(row.said.label) for row in rows)
    twice = next((row.said.label for row in rows if times[name_key(row.said.label)] > 1), "")
    if twice:
        sentence = _(
            "%(name)s appears several times on that day, and the file does not say who sat"
            " at which table. Give each row the number of its table."
        )
        return sentence % {"name": twice}
    return _(
        "More people played on that day than this game has seats, and the file does not say"
        " who sat at which table. Give each row the number of its table."
    )


def _numbered(tables: Sequence[Sequence[PlayerRow]]) -> list[Group]:
    remark = _("Table %(number)d of %(all)d on that day, by the order of the rows in the file.")
    return [
        Group(table, remark % {"number": number, "all": len(tables)}, may_be_split=True)
        for number, table in enumerate(tables, 1)
    ]


def _is_in_one_piece(rows: Sequence[PlayerRow], tables: Sequence[Sequence[PlayerRow]]) -> bool:
    """Return whether rows are below one another; of a file sorted by player they are not."""
    if rows[-1].number - rows[0].number > len(rows) + 2 * len(tables):
        return False
    names = [name_key(row.said.label) for row in rows]
    return all(one != other for one, other in pairwise(names))


def _starts_again(rows: Sequence[PlayerRow]) -> bool:
    """Return whether points fall twice, as where two tables are below one another."""
    points = [row.said.points for row in rows]
    placed = any(row.said.place is not None for row in rows)
    if placed or len(rows) < 2 * max(2, rows[0].game.seats[0]) or None in points:
        return False
    rises = [at for at, (one, other) in enumerate(pairwise(points), 1) if (one or 0) < (other or 0)]
    return len(rises) == 1 and 2 <= rises[0] <= len(rows) - 2


def _split_where(
    rows: Iterable[PlayerRow], begins: Callable[[Sequence[PlayerRow], PlayerRow], bool]
) -> list[list[PlayerRow]]:
    tables: list[list[PlayerRow]] = []
    for row in rows:
        if not tables or begins(tables[-1], row):
            tables.append([])
        tables[-1].append(row)
    return tables


def _are_different(rows: Sequence[PlayerRow]) -> bool:
    """Return whether nobody is there twice, and no more than the game seats."""
    names = {name_key(row.said.label) for row in rows}
    return len(names) == len(rows) <= rows[0].game.seats[-1]


def _may_be_one(rows: Sequence[PlayerRow]) -> bool:
    """Return whether all rows may be of one table: nobody twice, no more than there are seats."""
    game = rows[0].game
    one_place = all(
        len({row.cells[key] for row in rows if row.cells.get(key)}) < 2
        for key in ("location", "minutes")
    )
    return _are_different(rows) and one_place and may_sit_together([row.said for row in rows], game)
