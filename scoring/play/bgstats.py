"""The link that opens the app BG Stats with a finished session filled in.

The app reads every key, also those that its documentation calls optional, so all are written."""

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
class PlayContext:
    """What a BG Stats play needs beside the document of its session."""

    id: UUID
    finished_at: datetime  # in the zone of the table
    group: str = ""  # within which a name is one person
    with_details: bool = True  # the place and the notes


def play(
    played: SessionDocument[Any], outcome: Outcome[Any], context: PlayContext
) -> dict[str, Any]:
    """Return a finished session in the format of BG Stats."""
    cover, game = played.cover, played.game
    location = cover.location if context.with_details else None
    notes = cover.notes if context.with_details else None
    places = {standing.player: standing for standing in outcome.standings}
    return {
        "sourceName": SOURCE,
        "sourcePlayId": _id(f"session/{context.id}"),
        "playDate": _play_date(played, context.finished_at),
        "durationMin": cover.minutes or 0,
        "location": location or "",
        "board": "",
        "comments": (notes or "")[:MOST_COMMENTS],
        "game": {
            "name": game.name,
            "sourceGameId": game.slug,
            "bggId": game.bgg_id,
            "highestWins": True,
            "noPoints": not outcome.standings[0].has_points,
        },
        "players": [
            _player(places[name], context, begins=at == 0, wins=name in outcome.winners)
            for at, name in enumerate(played.state.players)
        ],
    }


def _player(
    standing: Standing, context: PlayContext, *, begins: bool, wins: bool
) -> dict[str, Any]:
    return {
        "name": standing.player,
        "sourcePlayerId": _id(f"player/{context.group}/{standing.player}"),
        "score": standing.points if standing.has_points else "",
        "rank": standing.rank,
        "winner": wins,
        "startPlayer": begins,
        "role": "",
    }


def _id(name: str) -> str:
    """Return an id by which BG Stats recognises the same thing; nothing is found by it here."""
    return str(uuid5(NAMESPACE_URL, f"scorefolio:{name}"))


def _play_date(played: SessionDocument[Any], finished_at: datetime) -> str:
    """Return when the session ended, in UTC; noon of its day, if it was entered on another day."""
    day = played.cover.played_on
    at = finished_at if day in {None, finished_at.date()} else datetime.combine(day, NOON, UTC)
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M:%S}"


def link(play: dict[str, Any]) -> str:
    return f"{ADDRESS}?data={quote(json.dumps(play, ensure_ascii=False), safe='')}"
