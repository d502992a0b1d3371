"""Files as clubs keep them, and beside each the sessions that it means, worked out by hand.

A line is a result: its status, with a star where something was left out or guessed; its rows in
the file; the day, the game and what else is known; and who came where. Of one that is refused it
is how the reason begins."""

from itertools import groupby, zip_longest
from pathlib import Path

import pytest

from scoring.exchange.importing.entries import Choices
from scoring.exchange.importing.plan import Line, Status, make_plan
from scoring.exchange.importing.reading import read_file
from scoring.models import Group

pytestmark = pytest.mark.django_db

FOLDER = Path(__file__).parent / "files"
EXPECTED = ".expected"
FILES = sorted(path.name for path in FOLDER.iterdir() if path.suffix != EXPECTED)
STATUSES = {Status.NEW: "new", Status.KNOWN: "here", Status.ALIKE: "alike"}


@pytest.mark.parametrize("name", FILES)
def test_a_file_means_the_sessions_that_are_written_beside_it(name: str) -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    parsed = read_file((FOLDER / name).read_bytes(), Choices())
    plan = make_plan(group, parsed, Choices())
    expected = (FOLDER / f"{name}{EXPECTED}").read_text().splitlines()
    for line, wanted in zip_longest(map(in_a_line, plan.lines), expected, fillvalue=""):
        if wanted.startswith("refused"):
            assert line.startswith(wanted)
        else:
            assert line == wanted


def test_there_are_forty_of_them() -> None:
    assert len(FILES) >= 40


def in_a_line(line: Line) -> str:
    rows = rows_of(line)
    if line.status is Status.REFUSED:
        return f"refused {rows}: {line.message}"
    if line.status is not Status.NEW or line.document is None:
        return f"{STATUSES[line.status]} {rows}"
    cover = line.document.cover
    minutes = f"{cover.minutes} minutes" if cover.minutes else ""
    notes = (cover.notes or "").replace("\n", "\\n")
    more = "".join(f" ({what})" for what in (cover.location, minutes, notes) if what)
    day = cover.played_on.isoformat() if cover.played_on else "-"
    players = [
        f"{each.rank} {each.name}"
        + (" (guest)" if each.is_guest else "")
        + ("" if each.points is None else f" {each.points}")
        for each in line.players
    ]
    star = "*" if line.remarks else ""
    return f"new{star} {rows} {day} {line.document.game.slug}{more}: {', '.join(players)}"


def rows_of(line: Line) -> str:
    """Return the rows of a result, with a hyphen between the ends of a run."""
    runs = [
        [row for _at, row in run]
        for _key, run in groupby(enumerate(line.entry.rows), lambda pair: pair[1] - pair[0])
    ]
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
