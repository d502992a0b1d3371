"""A finished session for the app BG Stats: a link that opens it with the play filled in.

Its import reads every key, also those that it calls optional, so each of them is always there.
"""

import json
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any
from urllib.parse import quote
from uuid import NAMESPACE_URL, UUID, uuid5

from scoring.core.outcome import Outcome, Standing
from scoring.documents.scorer import SessionDocument

ADDRESS = "https://app.bgstatsapp.com/createPlay.html"
SOURCE = "Scorefolio"
NOON = time(12)  # in UTC: the same day almost everywhere
MOST_COMMENTS = 500  # all of it travels in a link


@dataclass(frozen=True, slots=True)
class Where:
    """What a document does not say of itself. `over_at`: as the clock showed it at the table."""

    id: UUID
    over_at: datetime
    circle: str = ""  # within which a name is one person
    tells_all: bool = True  # also where it was and what was noted


def play(played: SessionDocument[Any], outcome: Outcome[Any], where: Where) -> dict[str, Any]:
    """As BG Stats takes it; only a finished one has something to say."""
    cover, game = played.cover, played.game
    location = cover.location if where.tells_all else None
    notes = cover.notes if where.tells_all else None
    places = {standing.player: standing for standing in outcome.standings}
    return {
        "sourceName": SOURCE,
        "sourcePlayId": _token(f"session/{where.id}"),
        "playDate": _day(played, where.over_at),
        "durationMin": 0,  # nobody measured it
        "location": location or "",
        "board": "",
        "comments": (notes or "")[:MOST_COMMENTS],
        "game": {
            "name": game.name,
            "sourceGameId": game.slug,
            "bggId": game.bgg,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            _player(places[name], where, begins=at == 0, wins=name in outcome.winners)
            for at, name in enumerate(played.state.players)
        ],
    }


def _player(standing: Standing, where: Where, *, begins: bool, wins: bool) -> dict[str, Any]:
    return {
        "name": standing.player,
        "sourcePlayerId": _token(f"player/{where.circle}/{standing.player}"),
        "score": standing.points,
        "rank": standing.rank,
        "winner": wins,
        "startPlayer": begins,
        "role": "",
    }


def _token(what: str) -> str:
    """By which BG Stats knows it again; nothing is found by it here."""
    return str(uuid5(NAMESPACE_URL, f"scorefolio:{what}"))


def _day(played: SessionDocument[Any], over_at: datetime) -> str:
    """When it was over, in UTC; of what was entered on another day only the day is known."""
    day = played.cover.played_on
    at = over_at if day in {None, over_at.date()} else datetime.combine(day, NOON, UTC)
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


def link(play: dict[str, Any]) -> str:
    return f"{ADDRESS}?data={quote(json.dumps(play, ensure_ascii=False), safe='')}"
