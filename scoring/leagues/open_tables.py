"""The tables that still count for a season that is closed before they end (L-9)."""

from datetime import date
from typing import NamedTuple

from django.urls import reverse

from scoring.groups.visibility import seat_name
from scoring.leagues import queries
from scoring.models import Season
from scoring.registry import get_game
from scoring.web.group_access import Guest


class OpenTable(NamedTuple):
    url: str
    game: str
    day: date | None
    players: list[str]


def open_tables(season: Season, guest: Guest) -> list[OpenTable]:
    """Return them as a page shows them; none of a season that is closed already."""
    if season.closed_at is not None:
        return []
    return [
        OpenTable(
            reverse("table", args=[session.uuid]),
            get_game(session.game).name,
            session.played_on,
            [seat_name(seat, guest) for seat in session.seats.all()],
        )
        for session in queries.open_tables(season)
    ]
