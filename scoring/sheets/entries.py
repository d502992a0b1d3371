"""Read and write sheets of games that record a list of entries: a line for each."""

from collections.abc import Sequence
from typing import Any, TypeVar, cast

from scoring.core.entries import EntryList
from scoring.core.refusals import Path
from scoring.sheets.cells import seat_key
from scoring.sheets.contract import Cells, Sheet

State = TypeVar("State")
Line = TypeVar("Line")


class EntriesSheet(Sheet[State, Line]):
    entries: EntryList[State, Line]

    def cells(self, state: State, entry: Line) -> Cells:
        raise NotImplementedError

    def fill(self, state: State, lines: Sequence[Line]) -> State:
        return self.entries.put(state, lines)

    def write(self, state: State) -> Sequence[Cells]:
        return [self.cells(state, entry) for entry in self.entries.of(state)]

    def find(self, state: State, lines: Sequence[Line], path: Path) -> tuple[int, str] | None:
        players = cast("Any", state).players
        match path:
            case (self.entries.name, int(at), str(column), *_rest) if column in {
                each.key for each in self.columns(state)
            }:
                return at, column
            case (self.entries.name, int(at), _, str(player), *_rest) if player in players:
                return at, seat_key(players.index(player))
            case (self.entries.name, int(at), *_rest):
                return at, ""
        return None
