"""Count taps to the first points: compared with docs/screens.md, and printed after the tests."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tests.docs.markdown import DOCS, section, table


@dataclass
class Path:
    """The way of somebody to the first points of a game."""

    who: str
    game: str
    taps: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        return f"{self.who}, {self.game}: {self.taps} taps, {self.seconds:.1f} s"


MEASURED: list[Path] = []


@contextmanager
def measured(path: Path) -> Iterator[Path]:
    """Time the block: only the pages, as a test taps without a pause."""
    start = time.perf_counter()
    yield path
    path.seconds = time.perf_counter() - start
    MEASURED.append(path)


def taps_in_docs(path: Path) -> int:
    rows = table(section(DOCS / "screens.md", "Taps to the first points"))
    (row,) = [row for row in rows if (row["who"], row["game"]) == (path.who, f"`{path.game}`")]
    return int(row["taps"])
