"""Fill in score sheets as a browser posts them."""

from collections.abc import Sequence
from typing import Any

from django.test import Client

from scoring.models import Group, Session

DAY = "2026-03-05"


def cells(columns: Sequence[str], *lines: str) -> dict[str, list[str]]:
    """Return the fields of lines such as "1 2 | 4", whose cells are apart by bars."""
    rows = [[cell.strip() for cell in line.split("|")] for line in lines]
    return {
        f"cell-{column}": [row[at] if at < len(row) else "" for row in rows]
        for at, column in enumerate(columns)
    }


def seats(number: int) -> list[str]:
    return [f"seat{at + 1}" for at in range(number)]


def new_sheet(group: Group, game: str) -> str:
    return f"/g/{group.slug}/sheets/{game}/"


def post(client: Client, address: str, do: str, **fields: Any) -> Any:
    """Press a button of a sheet."""
    return client.post(address, {"played_on": DAY, "do": do, **fields})


def only_session() -> Session:
    return Session.objects.get()
