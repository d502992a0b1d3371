"""Make seasons, and sessions that count for them, with the ranks that a test wants."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from django.db import transaction
from django.utils import timezone

from scoring.documents.samples import renamed
from scoring.documents.schema import FORMAT
from scoring.documents.scorer import SessionDocument, read_document
from scoring.leagues import leagues
from scoring.models import Group, League, Season, Session
from scoring.models.revisions import By
from scoring.registry import get_game, installed_games
from scoring.sessions.recording import start
from scoring.sessions.seating import get_or_create_players

YEAR = 2026
FIRST = date(YEAR, 1, 1)
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eva", "Finn")


def season_of(group: Group, *, league: str = "cup", **settings: Any) -> Season:
    """Make a season in the group's league of that address; `games`: which count, else all."""
    own, _new = League.objects.get_or_create(group=group, slug=league, defaults={"name": "Cup"})
    games = settings.pop("games", list(installed_games()))
    settings = {"name": "Year", "slug": "year", "ends_on": date(YEAR, 12, 31), **settings}
    season = Season(league=own, **{"starts_on": FIRST, **settings})
    leagues.settle(season=season, games=games)
    return season


@transaction.atomic
def play_session(
    group: Group,
    document: SessionDocument[Any],
    *,
    league: League | None,
    at: datetime | None = None,
) -> Session:
    players, _new = get_or_create_players(group, document.state.players)
    by = By(at=at or timezone.now())
    return start(document=document, by=by, group=group, league=league, players=players)


def artem_document(
    *ranks: int, names: Sequence[str] = NAMES, day: date | None = FIRST
) -> SessionDocument[Any]:
    """Return a finished session of Artem with these ranks, 1 to 4; 0 leaves that name out.

    The ranks have 7, 5, 3 and 1 points."""
    present = {name: rank for name, rank in zip(names, ranks, strict=False) if rank}
    claims = [
        {"player": name, "claims": [{"play": 1, "length": 6 - present[name]}]} for name in present
    ]
    document = {
        "format": FORMAT,
        "game": "artem",
        "players": list(present),
        "turns": [*({"player": name, "claims": []} for name in present), *claims],
        **({"played_on": day.isoformat()} if day else {}),
        "stopped": True,
    }
    return read_document(document)


def canvas_document(
    points: Mapping[str, int], *, day: date = FIRST, inspiration: Mapping[str, int] | None = None
) -> SessionDocument[Any]:
    """Return a finished session of Canvas, counted by hand, with these points in seat order."""
    document = {
        "format": FORMAT,
        "game": "canvas",
        "edition": "r2i-2021",
        "players": list(points),
        "cards": [{"name": "Composition"}, {"name": "Variety"}],
        "paintings": {name: [{"bonus": number}] for name, number in points.items()},
        "inspiration": inspiration or {},
        "played_on": day.isoformat(),
        "stopped": True,
    }
    return read_document(document)


def sample_document(seed: int, names: Sequence[str] = NAMES, *, day: int) -> SessionDocument[Any]:
    """Return a random session of one of the games; the same seed gives the same one."""
    dice = Random(seed)
    games = sorted(installed_games())
    while True:
        document = get_game(dice.choice(games)).sample(dice)
        names_drawn = document["players"]
        if len(names_drawn) <= len(names):
            break
    as_called = dict(zip(names_drawn, dice.sample(names, len(names_drawn)), strict=True))
    again = renamed(document, as_called)
    played_on = (FIRST + timedelta(days=day)).isoformat()
    return read_document({**again, "played_on": played_on})
