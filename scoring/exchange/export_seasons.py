"""A season's standings and results as rows and as JSON: exact, with the names a reader may see."""

import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby
from typing import Any

from scoring.core import standings
from scoring.exchange.downloads import harmless
from scoring.groups.visibility import PlayerNames
from scoring.models import Result, Season, Tally
from scoring.totals.skill import SHOWN_FROM, Rating
from scoring.web.numbers import ValueColumn

STANDINGS_FORMAT = "scorefolio/table@1"
RESULTS_FORMAT = "scorefolio/results@1"
STANDINGS_COLUMNS = (
    "rank",
    "player",
    "plays",
    "wins",
    "value",
    "decimal",
    "missing",
    "decided_by",
    "places",
    "form",
    "skill",
)


# Standings


def standings_object(season: Season, game: str, names: PlayerNames) -> dict[str, Any]:
    """Return the standings with the season's rules, for JSON; of all games if `game` is empty."""
    league, rules = season.league, season.rules
    return {
        "format": STANDINGS_FORMAT,
        "group": {"name": league.group.name, "address": league.group.slug},
        "league": {"name": league.name, "address": league.slug},
        "season": _season(season),
        "game": game or None,
        "scheme": rules.scheme.value,
        "podium": list(rules.podium),
        "podium_of": {str(players): list(points) for players, points in rules.podium_of.items()},
        "aggregate": rules.aggregate.value,
        "best": rules.best,
        "minimum": rules.minimum,
        "skill_is_stale": season.skill_is_stale,
        "lines": list(_standings_lines(season, game, names)),
    }


def standings_rows(season: Season, game: str, names: PlayerNames) -> Iterator[Iterable[Any]]:
    """Yield the standings for CSV: what standings_object() says of each player, in a row."""
    yield STANDINGS_COLUMNS
    for line in _standings_lines(season, game, names):
        row = line | {
            "player": harmless(line["player"]["name"]),
            "places": " ".join(map(str, line["places"])),
            "form": " ".join(map(str, line["form"])),
        }
        yield ["" if row[name] is None else row[name] for name in STANDINGS_COLUMNS]


def _season(season: Season) -> dict[str, Any]:
    return {
        "name": season.name,
        "address": season.slug,
        **days_of(season),
        "closed": season.closed_at is not None,
    }


def days_of(season: Season) -> dict[str, str | None]:
    """Return the first and the last day, for JSON; a season of all time has none."""
    days = {"first_day": season.starts_on, "last_day": season.ends_on}
    return {name: None if season.is_all_time else day.isoformat() for name, day in days.items()}


def _standings_lines(season: Season, game: str, names: PlayerNames) -> Iterator[dict[str, Any]]:
    rules, tallies = season.rules, list(season.tallies.in_order(game).select_related("player"))
    values = [standings.exact_value(rules, tally.sum, tally.plays) for tally in tallies]
    ranked = sum(tally.rank is not None for tally in tallies)
    # With a point in every language: programs read it.
    column = ValueColumn.of(values[:ranked], values[ranked:], separator=".")
    for tally, value in zip(tallies, values, strict=True):
        yield _standings_line(season, tally, value, column, names)


def _standings_line(
    season: Season, tally: Tally, value: Fraction, column: ValueColumn, names: PlayerNames
) -> dict[str, Any]:
    return {
        "rank": tally.rank,
        "player": names.with_id(tally.player),
        "plays": tally.plays,
        "wins": tally.places[0],
        "value": str(value),
        "decimal": column.number(value),
        "missing": max(season.minimum - tally.plays, 0),
        "decided_by": tally.decided_by or None,
        "places": list(tally.places),
        "form": list(tally.form),
        "skill": _skill(season, tally),
    }


def _skill(season: Season, tally: Tally) -> float | None:
    """Return the rating that the standings page shows, from the third play on (L-8)."""
    if not season.skill or tally.plays < SHOWN_FROM or tally.mu is None or tally.sigma is None:
        return None
    return Rating(tally.mu, tally.sigma).ordinal


# Results


def results_json(season: Season, results: Iterable[Result], names: PlayerNames) -> Iterator[str]:
    """Yield one JSON object, a session a line, so that never more than one is in memory."""
    heading = {"format": RESULTS_FORMAT, "season": _season(season)}
    yield f'{json.dumps(heading)[:-1]}, "sessions": ['
    separator = "\n"
    for _session, of_session in groupby(results, key=lambda result: result.session_id):
        yield separator + json.dumps(_session_results(list(of_session), names))
        separator = ",\n"
    yield "\n]}\n"


def _session_results(results: list[Result], names: PlayerNames) -> dict[str, Any]:
    session = results[0].session
    return {
        "id": str(session.document_id or session.uuid),
        "game": session.game,
        "played_on": session.played_on and session.played_on.isoformat(),
        "results": [
            {
                "place": result.seat.place,
                "player": names.with_id(result.player),
                "rank": result.rank,
                "points": result.points,
                "decided_by": result.decided_by or None,
            }
            for result in results
        ],
    }
