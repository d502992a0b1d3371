"""Read the grid of results that are typed in: a row a session, a column a player.

It becomes a table as a spreadsheet would send it, so that it is read and shown as a file is."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from django.http import QueryDict

from scoring.exchange.importing.columns import PERSON

ROWS, PEOPLE = 10, 8
LONGEST_CELL = 60  # letters


@dataclass(frozen=True, slots=True)
class GridRow:
    day: str
    game: str
    points: Sequence[str]


@dataclass(frozen=True, slots=True)
class Grid:
    """Hold what was typed: who played, and of each session the day, the game and the points."""

    names: Sequence[str]
    rows: Sequence[GridRow]

    @property
    def is_empty(self) -> bool:
        return not any(any(row.points) for row in self.rows)

    @property
    def columns(self) -> dict[str, str]:
        """Return what the columns are, as choices of an import."""
        return {"day": "date", "game": "game", **dict.fromkeys(filter(None, self.names), PERSON)}

    def as_csv(self) -> bytes:
        """Return the table; days and games that are left out are those of the row above."""
        used = [at for at in range(PEOPLE) if self.names[at] or _has_points(self.rows, at)]
        file = io.StringIO(newline="")
        writer = csv.writer(file, delimiter=";")
        writer.writerow(["day", "game", *(self.names[at] for at in used)])
        day = game = ""
        for row in self.rows:
            day, game = row.day or day, row.game or game
            points = [row.points[at] for at in used]
            writer.writerow([day, game, *points] if any(points) else [""])
        return file.getvalue().encode()


def _has_points(rows: Sequence[GridRow], at: int) -> bool:
    return any(row.points[at] for row in rows)


def read_grid(data: QueryDict) -> Grid:
    def cell(name: str) -> str:
        return data.get(name, "").strip()[:LONGEST_CELL]

    return Grid(
        [cell(f"name-{at}") for at in range(PEOPLE)],
        [
            GridRow(
                cell(f"day-{row}"),
                cell(f"game-{row}"),
                [cell(f"points-{row}-{at}") for at in range(PEOPLE)],
            )
            for row in range(ROWS)
        ],
    )
