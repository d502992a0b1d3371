"""Find out which line of a corrected sheet is which round of the session before."""

from collections import Counter
from collections.abc import Sequence

from scoring.sessions.steps import FOR_ALL
from scoring.sheets.cells import is_empty, without_empty_end
from scoring.sheets.contract import STORED_AS, Cells
from scoring.sheets.filled import Correction


def moved_lines(sheet: Correction) -> dict[str, list[int | None]]:
    """Return where each round was before, list by list; call it if everything is right."""
    stored = {
        cells[STORED_AS]: position
        for cells, position in zip(
            sheet.stored_lines, _positions(sheet, sheet.stored_lines), strict=True
        )
    }
    counts = sheet.sheet.counts_empty_lines
    lines = [cells for cells in without_empty_end(sheet.typed) if counts or not is_empty(cells)]
    moved: dict[str, list[int | None]] = {}
    for cells, (name, _at) in zip(lines, _positions(sheet, lines), strict=True):
        # A form may name a line twice: then the first one is meant.
        was = stored.pop(cells.get(STORED_AS, ""), None)
        moved.setdefault(name, []).append(was[1] if was and was[0] == name else None)
    places = {name: str(place) for place, name in enumerate(sheet.players, 1)}
    return {places.get(name, FOR_ALL): origins for name, origins in moved.items()}


def _positions(sheet: Correction, lines: Sequence[Cells]) -> list[tuple[str, int]]:
    """Return the list that each line is for, and its position there."""
    taken: Counter[str] = Counter()
    positions = []
    for cells in lines:
        name = sheet.sheet.list_of(sheet.sheet.read(sheet.base, cells))
        positions.append((name, taken[name]))
        taken[name] += 1
    return positions
