"""Read an import into a plan, and say what that rests on, so that a change of it is noticed."""

import json
from dataclasses import asdict
from datetime import date
from hashlib import sha256
from typing import Any

from scoring.exchange.importing.entries import Choices
from scoring.exchange.importing.plan import Plan, make_plan
from scoring.exchange.importing.reading import one_at_a_time, read_file
from scoring.exchange.importing.text import DateOrder
from scoring.models import Import, Merge, Season, Session
from scoring.models.sessions import SessionQuerySet
from scoring.models.uploads import PlannedSessionQuerySet
from scoring.registry import installed_games


def read_plan(source: Import) -> Plan:
    """Return the outcome of each result of an import. Raises Unreadable."""
    choices = choices_of(source)
    in_group = list(source.group.players.names())
    with one_at_a_time():
        parsed = read_file(bytes(source.content), choices, in_group)
        return make_plan(source.group, parsed, choices)


def choices_of(source: Import) -> Choices:
    """Return what somebody chose for an import, as it is stored."""
    stored: dict[str, Any] = source.choices
    order, game = stored.get("order", ""), stored.get("game", "")
    return Choices(
        date_order=DateOrder(order) if order in {*DateOrder} else None,
        game=game if game in installed_games() else "",
        columns=stored.get("columns", {}),
        players=stored.get("players", {}),
        also=frozenset(stored.get("also", ())),
        left_out=frozenset(stored.get("left_out", ())),
        correct=frozenset(stored.get("correct", ())),
        winners={int(row): winner for row, winner in stored.get("winners", {}).items()},
        tables={int(row): table for row, table in stored.get("tables", {}).items()},
    )


def reading_of(plan: Plan) -> dict[str, Any]:
    """Return what of a file is shown beside its results, and what has to be asked."""
    parsed = plan.parsed
    return {
        "format": str(parsed.format),
        "rows": parsed.rows,
        "skipped": dict(list(parsed.skipped.items())),
        "date_order": str(parsed.date_order or ""),
        "asks_date_order": parsed.asks_date_order,
        "asks_game": parsed.asks_game,
        "columns": [asdict(column) for column in parsed.columns],
        "new_names": plan.new_names,
        "names": [asdict(name) for name in plan.names if not name.is_exact],
    }


def rests_on(source: Import) -> str:
    """Return a hash of all that the plan of an import rests on, beside its file."""
    group = source.group
    players = group.players.order_by("pk").values_list("pk", "name", "hidden")
    merges = Merge.objects.of_group(group).order_by("pk").values_list("source_id", "target_id")
    seasons = Season.objects.closed_of(*_leagues(source)).values_list("pk", "closed_at")
    corrected = _corrected(source).order_by("pk").values_list("pk", "revision", "deleted_at")
    what = [
        *(list(players), list(merges), group.sessions.state(), list(seasons), source.league_id),
        list(corrected),
    ]
    return sha256(json.dumps(what, default=str).encode()).hexdigest()


def closed_seasons_of(source: Import) -> list[Season]:
    """Return the closed seasons that the sessions of a stored plan would count for."""
    closed = Season.objects.closed_of(*_leagues(source)).select_related("league__group")
    seasons = list(closed)
    if not seasons:
        return []
    days: dict[int | None, set[date]] = {source.league_id: _days(source.planned.to_add())}
    corrected = source.planned.to_correct().values_list("session", "details")
    league_ids = _corrected(source).values_list("uuid", "league_id")
    leagues = {uuid: league for uuid, league in league_ids}  # noqa: C416 (it has `keys`, as a dict)
    for session, details in corrected:
        if session in leagues and details["day"]:
            day = date.fromisoformat(details["day"])
            days.setdefault(leagues[session], set()).add(day)
    counting = {*_corrected(source).values_list("counts_for__season", flat=True)}
    return [
        season
        for season in seasons
        if season.pk in counting
        or any(season.starts_on <= day <= season.ends_on for day in days.get(season.league_id, ()))
    ]


def _days(rows: PlannedSessionQuerySet) -> set[date]:
    details = rows.values_list("details", flat=True)
    return {date.fromisoformat(each["day"]) for each in details if each["day"]}


def _corrected(source: Import) -> SessionQuerySet:
    """Return the sessions here that a stored plan corrects."""
    return Session.objects.filter(
        group=source.group_id, uuid__in=source.planned.to_correct().order_by().values("session")
    )


def _leagues(source: Import) -> set[int]:
    """Return the leagues for which the sessions count that a stored plan adds or corrects."""
    leagues = {*_corrected(source).values_list("league_id", flat=True), source.league_id}
    return {league for league in leagues if league is not None}
