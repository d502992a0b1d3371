"""A whole group as one archive, written as it is read: never more than a piece of it is held."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import IO, Any, cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils.translation import gettext as _

from scoring.documents.spreadsheet import harmless
from scoring.exchange import exports
from scoring.exchange.downloads import BATCH, csv_lines, document_lines, result_rows
from scoring.groups.visibility import PlayerNames, player_names
from scoring.models import Group, League, Membership, Player, Result, Revision, Season

GROUP = "scorefolio/group@1"
PIECE = 64 * 1024
# From so many on a file in it may be larger than old unpackers can read.
MANY_SESSIONS = 200_000

Lines = Iterable[str]
Contents = Iterator[tuple[str, Lines]]


class _Sent:
    """Where the archive is written to: what was not sent yet."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    def write(self, data: bytes) -> int:
        self._waiting += data
        return len(data)

    def flush(self) -> None:
        pass

    def __len__(self) -> int:
        return len(self._waiting)

    def taken(self) -> bytes:
        taken = bytes(self._waiting)
        self._waiting.clear()
        return taken


def archive(group: Group, at: datetime) -> Iterator[bytes]:
    """As it stands while it is written; in the language of whoever asks."""
    contents = [*_said(group, at), *_written(group)]
    large = group.sessions.count() > MANY_SESSIONS
    return zipped(contents, at, large=large)


def zipped(contents: Iterable[tuple[str, Lines]], at: datetime, *, large: bool) -> Iterator[bytes]:
    sent = _Sent()
    with ZipFile(cast("IO[bytes]", sent), "w") as file:  # which asks it for no more
        for name, lines in contents:
            entry = ZipInfo(name, at.timetuple()[:6])
            entry.compress_type = ZIP_DEFLATED
            with file.open(entry, "w", force_zip64=large) as one:
                for line in lines:
                    one.write(line.encode())
                    if len(sent) >= PIECE:
                        yield sent.taken()
    yield sent.taken()


def _said(group: Group, at: datetime) -> Contents:
    yield "README.txt", _readme(group, at)
    yield "group.json", _json(_group(group, at))
    yield "members.csv", csv_lines(_members(group))
    yield "players.csv", csv_lines(_players(group))
    yield "leagues.json", _json([_league(league) for league in _leagues(group)])


def _written(group: Group) -> Contents:
    inside = player_names(is_member=True)
    for league in _leagues(group):
        for season in league.seasons.order_by("starts_on", "pk"):
            season.league = league
            folder = f"leagues/{league.slug}/{season.slug}"
            for game in ("", *_games(season)):
                name = f"{folder}/table-{game}" if game else f"{folder}/table"
                yield f"{name}.csv", csv_lines(exports.table_rows(season, game, inside))
                yield f"{name}.json", _late(season, game, inside)
    results = Result.objects.of_group(group).iterator(chunk_size=BATCH)
    yield "results.csv", csv_lines(result_rows(results, inside.of_result))
    yield "sessions.csv", csv_lines(_sessions(group))
    kept = group.sessions.kept().in_order().only("pk")
    yield "sessions.ndjson", document_lines(kept.iterator(chunk_size=BATCH))
    yield "history.csv", csv_lines(_history(group))


def _late(season: Season, game: str, inside: PlayerNames) -> Iterator[str]:
    """Read when its turn comes."""
    yield from _json(exports.table(season, game, inside))


def _json(value: object) -> list[str]:
    return [json.dumps(value, indent=1, ensure_ascii=False) + "\n"]


# What is said of the group


def _group(group: Group, at: datetime) -> Mapping[str, Any]:
    return {
        "format": GROUP,
        "name": group.name,
        "address": group.slug,
        "visibility": group.visibility,
        "time_zone": group.time_zone,
        "language": group.language,
        "created_at": group.created_at.isoformat(),
        "written_at": at.isoformat(),
    }


def _members(group: Group) -> Iterator[Iterable[Any]]:
    yield "user", "role"
    found = Membership.objects.filter(group=group).select_related("user").order_by("pk")
    for one in found.iterator(chunk_size=BATCH):
        yield harmless(one.user.get_username()), one.role


def _players(group: Group) -> Iterator[Iterable[Any]]:
    """With where they went, if they were merged into another."""
    yield "id", "name", "nickname", "hidden", "user", "merged_into"
    found = Player.objects.filter(group=group).select_related("user").order_by("pk")
    for one in found.prefetch_related("merges_away").iterator(chunk_size=BATCH):
        merged = max(one.merges_away.all(), key=lambda merge: merge.pk, default=None)
        user = harmless(one.user.get_username()) if one.user else ""
        into = merged.target_id if merged else ""
        yield one.pk, harmless(one.name), harmless(one.nickname), int(one.hidden), user, into


def _leagues(group: Group) -> Iterable[League]:
    for league in group.leagues.order_by("pk"):
        league.group = group
        yield league


def _league(league: League) -> Mapping[str, Any]:
    seasons = league.seasons.order_by("starts_on", "pk")
    return {
        "name": league.name,
        "address": league.slug,
        "seasons": [_settings(season) for season in seasons],
    }


def _settings(season: Season) -> Mapping[str, Any]:
    return {
        "name": season.name,
        "address": season.slug,
        "first_day": season.starts_on.isoformat(),
        "last_day": season.ends_on.isoformat(),
        "games": _games(season),
        "scheme": season.scheme,
        "podium": list(season.podium),
        "aggregate": season.aggregate,
        "best": season.best,
        "minimum": season.minimum,
        "skill": season.skill,
        "closed_at": season.closed_at and season.closed_at.isoformat(),
        "corrected_at": season.corrected_at and season.corrected_at.isoformat(),
    }


def _games(season: Season) -> list[str]:
    return list(season.games.order_by("game").values_list("game", flat=True))


# What was played


def _sessions(group: Group) -> Iterator[Iterable[Any]]:
    """What a document does not say: for which league it counts, and since when it is over."""
    yield "id", "game", "played_on", "finished_at", "league"
    columns = ("uuid", "game", "played_on", "finished_at", "league__slug")
    rows: Any = group.sessions.kept().in_order().values_list(*columns)
    for id, game, played_on, finished_at, league in rows.iterator(chunk_size=BATCH):
        over = finished_at.isoformat() if finished_at else ""
        yield id, game, played_on or "", over, league or ""


def _history(group: Group) -> Iterator[Iterable[Any]]:
    """Who did what, and when; what then stood on the table is not repeated for every tap."""
    yield "session", "number", "at", "action", "user", "seat"
    columns = ("session__uuid", "number", "at", "action", "actor__username", "seat__name")
    rows: Any = Revision.objects.of_group(group).values_list(*columns)
    for id, number, at, action, user, seat in rows.iterator(chunk_size=BATCH):
        yield id, number, at.isoformat(), action, harmless(user or ""), harmless(seat or "")


# What it holds


def _readme(group: Group, at: datetime) -> list[str]:
    values = {"group": group.name, "day": f"{at:%Y-%m-%d}"}
    sentences = [
        _("Everything that Scorefolio keeps of %(group)s, as of %(day)s.") % values,
        "",
        f"sessions.ndjson   {_('Every session that is kept, one document a line.')}",
        f"sessions.csv      {_('The league of each session, and when it was over.')}",
        f"results.csv       {_('Who came where, one line a seat.')}",
        f"history.csv       {_('Who changed what and when, without what then stood there.')}",
        f"leagues.json      {_('Leagues, and their seasons with what counts in them.')}",
        f"leagues/          {_('The tables of each season, as CSV and as JSON.')}",
        f"players.csv       {_('Everybody who played, with nicknames and who hides.')}",
        f"members.csv       {_('Who belongs to the group, and their roles.')}",
        f"group.json        {_('The settings of the group.')}",
        "",
        _("“manage.py import_sessions sessions.ndjson” takes the sessions into a group again."),
        _(
            "A straight apostrophe before what would be a formula in a spreadsheet"
            " is no part of it."
        ),
        "",
        _("Not in here: mail addresses, passwords, keys to links, and what was deleted."),
        _("It names people as the group knows them: think of them before you pass it on."),
    ]
    return [f"{sentence}\n" for sentence in sentences]
