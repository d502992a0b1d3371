"""Show and read the lines of a sheet: inserted, moved, deleted, compared."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.http import QueryDict

from scoring.sessions.typed_names import NameQuestion
from scoring.sheets.cells import MOST_LETTERS, is_empty
from scoring.sheets.contract import STORED_AS, Cells, Column

MOST_LINES = 300
EMPTY_LINES = 3  # below those that are filled in
CELL = "cell-"  # begins the name of a cell's field; each line has one of that name


def posted_lines(data: QueryDict, columns: Sequence[Column]) -> list[Cells]:
    """Return the lines of a form, whose cells are in the order of the page."""
    cells = {column.key: data.getlist(CELL + column.key)[: MOST_LINES + 1] for column in columns}
    number = max(map(len, cells.values()), default=0)
    cells[STORED_AS] = data.getlist(STORED_AS)[:number]
    return [
        {key: typed[at][:MOST_LETTERS] if at < len(typed) else "" for key, typed in cells.items()}
        for at in range(number)
    ]


def after_button(lines: Sequence[Cells], button: str) -> list[Cells]:
    """Apply a button: "insert:2" above that line, "delete:2", "up:2", "down:2" or "add"."""
    verb, _colon, value = button.partition(":")
    changed = list(lines)
    if verb == "add":
        return [*changed, {}]
    if not (value.isdecimal() and len(value) < 4 and int(value) < len(changed)):
        return changed
    at = int(value)
    if verb == "insert":
        changed.insert(at, {})
    elif verb == "delete":
        del changed[at]
    elif verb in {"up", "down"}:
        to = at - 1 if verb == "up" else at + 1
        if to in range(len(changed)):
            changed[at], changed[to] = changed[to], changed[at]
    return changed


@dataclass(frozen=True, slots=True)
class NamedSeat:
    """Hold a seat of a new sheet. `question`: whether a player is meant by its name."""

    at: int
    name: str
    is_new: bool
    question: NameQuestion | None
    is_confirmed: bool  # as somebody new
    wrong: str

    @property
    def is_open(self) -> bool:
        return self.question is not None and not self.is_confirmed


@dataclass(frozen=True, slots=True)
class ShownCell:
    column: Column
    value: str
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """Hold a line of the page: its cells, what is wrong, everybody's points after it."""

    at: int
    cells: Sequence[ShownCell]
    wrong: Sequence[str] = ()
    points: Sequence[tuple[str, int]] = ()
    stored_as: str = ""  # its position in the recorded session, if it has one
    stored: str = ""  # what was recorded in this line since the page was opened
    focused: bool = False

    @property
    def number(self) -> int:
        return self.at + 1


@dataclass(frozen=True, slots=True)
class Shown:
    columns: Sequence[Column]
    lines: Sequence[ShownLine] = field(default_factory=list)


def with_empty_end(lines: Sequence[Cells], least: int) -> list[Cells]:
    """Return the lines with a few empty ones below, and at least so many."""
    filled = [at for at, cells in enumerate(lines) if not is_empty(cells)]
    used = filled[-1] + 1 if filled else 0
    wanted = min(max(used + EMPTY_LINES, least, len(lines)), MOST_LINES)
    return [*lines, *({} for _line in range(wanted - len(lines)))]
