"""Files of results, as other apps and spreadsheets write them."""

import csv
import io
import json
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from django.utils import timezone

from scoring.exchange.importing.documents import add_documents
from scoring.exchange.importing.plan import Plan
from scoring.exchange.importing.reading import entry_of
from scoring.models import Group, League
from scoring.models.revisions import By

FIRST_DAY = date(2024, 1, 1)
GAMES = {"canvas": "Canvas", "duplik": "Duplik", "artem": "Artem", "artbox": "#Artbox"}
MOST = {"canvas": 40, "duplik": 90, "artem": 18, "artbox": 6}
NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gus", "Hana")

Result = tuple[str, date, dict[str, int]]


def import_documents(
    group: Group, *values: object, league: League | None = None, at: datetime | None = None
) -> Plan:
    """Import session documents as the command does; return the outcome of each."""
    entries = [entry_of(number, value) for number, value in enumerate(values, 1)]
    by = By(at=at or timezone.now())
    _source, plan = add_documents(group=group, league=league, name="a file", entries=entries, by=by)
    return plan


def made_up(number: int, names: Sequence[str] = NAMES) -> list[Result]:
    """Return so many different results of three players, the same each time."""
    dice = Random(number)
    results = []
    for at in range(number):
        game = dice.choice(sorted(GAMES))
        players = dice.sample(list(names), 3)
        points = {name: dice.randint(0, MOST[game]) for name in players}
        results.append((game, FIRST_DAY + timedelta(days=at % 700), points))
    return results


def bgstats_export(results: Sequence[Result], others: int = 0) -> bytes:
    """Return an export of BG Stats with these plays, and so many of another game."""
    names = sorted({name for _game, _day, points in results for name in points})
    players = {name: number for number, name in enumerate(names, 1)}
    games = {slug: number for number, slug in enumerate(GAMES, 1)}
    plays = [
        {
            "uuid": str(UUID(int=at + 1)),
            "playDate": f"{day} 20:00:00",
            "gameRefId": games[game],
            "locationRefId": 1,
            "durationMin": 45,
            "ignored": False,
            "playerScores": [
                {
                    "playerRefId": players[name],
                    "score": str(number),
                    "winner": number == max(points.values()),
                    "rank": 0,
                    "seatOrder": 0,
                }
                for name, number in points.items()
            ],
        }
        for at, (game, day, points) in enumerate(results)
    ]
    other = {"uuid": "x", "playDate": "2024-01-01 10:00:00", "gameRefId": 99, "playerScores": []}
    value = {
        "players": [{"id": number, "name": name} for name, number in players.items()],
        "games": [
            *({"id": games[slug], "name": name, "bggId": 0} for slug, name in GAMES.items()),
            {"id": 99, "name": "Chess", "bggId": 171},
        ],
        "locations": [{"id": 1, "name": "Home"}],
        "plays": [*plays, *[other] * others],
    }
    return json.dumps(value).encode()


def row_per_player(results: Sequence[Result], separator: str = ";", day: str = "%d.%m.%Y") -> str:
    rows: list[list[Any]] = [["Session", "Date", "Game", "Player", "Points"]]
    for at, (game, on, points) in enumerate(results, 1):
        rows += [[at, on.strftime(day), GAMES[game], *pair] for pair in points.items()]
    return _written(rows, separator)


def row_per_session(results: Sequence[Result], separator: str = ",", day: str = "%Y-%m-%d") -> str:
    names = sorted({name for _game, _day, points in results for name in points})
    rows: list[list[Any]] = [["date", "game", "location", *names]]
    for game, on, points in results:
        cells = [points.get(name, "") for name in names]
        rows.append([on.strftime(day), GAMES[game], "Home", *cells])
    return _written(rows, separator)


def result_documents(results: Sequence[Result]) -> bytes:
    lines = [
        json.dumps(
            {
                "format": "scorefolio/result@1",
                "game": game,
                "played_on": day.isoformat(),
                "players": [{"name": name, "points": number} for name, number in points.items()],
            }
        )
        for game, day, points in results
    ]
    return "\n".join(lines).encode()


def _written(rows: Sequence[Sequence[Any]], separator: str) -> str:
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=separator).writerows(rows)
    return file.getvalue()
