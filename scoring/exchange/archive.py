"""A whole group as one ZIP archive, sent while it is read: only a small part is ever in memory."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from scoring.exchange.batches import by_number, by_session
from scoring.exchange.downloads import csv_lines, harmless
from scoring.exchange.export_seasons import days_of, standings_object, standings_rows
from scoring.exchange.export_sessions import document_lines, result_lines, results_of
from scoring.folio.album_file import ZipBuffer, chunks_of
from scoring.groups.visibility import PlayerNames, player_names
from scoring.models import Answer, Group, League, Membership, Photo, Player, Revision, Season

GROUP_FORMAT = "scorefolio/group@1"
CHUNK = 64 * 1024  # bytes
# From so many on a file in it may be larger than old unpackers can read.
MANY_SESSIONS = 200_000

SESSIONS = "sessions.ndjson"

Lines = Iterable[str]
Progress = Callable[[int, int], None]
Contents = Iterator[tuple[str, Lines]]


def file_name(group: Group, at: datetime) -> str:
    return f"{group.slug}-{at:%Y-%m-%d}.zip"


def group_archive(group: Group, at: datetime, progress: Progress | None = None) -> Iterator[bytes]:
    """Yield the archive in chunks; its README is in the language that is active.

    `progress` is told how many of the sessions are in it."""
    total = group.sessions.not_deleted().count()
    contents = [
        (name, _counted(lines, total, progress) if progress and name == SESSIONS else lines)
        for name, lines in (*_settings_files(group, at), *_played_files(group))
    ]
    large = group.sessions.count() > MANY_SESSIONS
    return zip_chunks(contents, at, large=large, photos=_photos(group))


def _counted(lines: Lines, total: int, progress: Progress) -> Iterator[str]:
    for done, line in enumerate(lines, 1):
        yield line
        progress(done, total)


def zip_chunks(
    contents: Iterable[tuple[str, Lines]],
    at: datetime,
    *,
    large: bool,
    photos: Iterable[Photo] = (),
) -> Iterator[bytes]:
    buffer = ZipBuffer()
    with ZipFile(buffer.as_file(), "w") as archive:
        for name, lines in contents:
            entry = ZipInfo(name, at.timetuple()[:6])
            entry.compress_type = ZIP_DEFLATED
            with archive.open(entry, "w", force_zip64=large) as file:
                for line in lines:
                    file.write(line.encode())
                    if len(buffer) >= CHUNK:
                        yield buffer.empty()
        for photo in photos:  # compressed already
            with archive.open(ZipInfo(_photo_name(photo), at.timetuple()[:6]), "w") as file:
                for chunk in chunks_of(photo):
                    file.write(chunk)
                    yield buffer.empty()
    yield buffer.empty()


def _settings_files(group: Group, at: datetime) -> Contents:
    yield "README.txt", _readme(group, at)
    yield "group.json", _json(_group(group, at))
    yield "members.csv", csv_lines(_members(group))
    yield "players.csv", csv_lines(_players(group))
    yield "leagues.json", _json([_league(league) for league in group.leagues.order_by("pk")])
    yield "evenings.csv", csv_lines(_evenings(group))
    yield "answers.csv", csv_lines(_answers(group))


def _played_files(group: Group) -> Contents:
    names = player_names(is_member=True)
    for league in group.leagues.order_by("pk"):
        for season in league.seasons.order_by("starts_on", "pk"):
            folder = f"leagues/{league.slug}/{season.slug}"
            for game in ("", *_games(season)):
                path = f"{folder}/table-{game}" if game else f"{folder}/table"
                yield f"{path}.csv", csv_lines(standings_rows(season, game, names))
                yield f"{path}.json", _standings_json(season, game, names)
    results = results_of(group.sessions.not_deleted())
    yield "results.csv", result_lines(results, names.of_row)
    yield "sessions.csv", csv_lines(_sessions(group))
    yield SESSIONS, document_lines(group.sessions.not_deleted())
    yield "history.csv", csv_lines(_history(group))
    yield "photos.csv", csv_lines(_photo_lines(group))


def _standings_json(season: Season, game: str, names: PlayerNames) -> Iterator[str]:
    """Yield the file; a generator, so that nothing is read before the archive comes to it."""
    yield from _json(standings_object(season, game, names))


def _json(value: object) -> list[str]:
    return [json.dumps(value, indent=1, ensure_ascii=False) + "\n"]


# Settings of the group


def _group(group: Group, at: datetime) -> Mapping[str, Any]:
    return {
        "format": GROUP_FORMAT,
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
    members = Membership.objects.filter(group=group).select_related("user")
    for member in by_number(members, lambda member: member.pk):
        yield harmless(member.user.get_username()), member.role


def _players(group: Group) -> Iterator[Iterable[Any]]:
    yield "id", "name", "nickname", "hidden", "user", "merged_into"
    players = Player.objects.filter(group=group).select_related("user")
    players = players.prefetch_related("merges_away")
    for player in by_number(players, lambda player: player.pk):
        merge = max(player.merges_away.all(), key=lambda merge: merge.pk, default=None)
        yield (
            player.pk,
            harmless(player.name),
            harmless(player.nickname),
            int(player.hidden),
            harmless(player.user.get_username()) if player.user else "",
            merge.target_id if merge else "",
        )


def _evenings(group: Group) -> Iterator[Iterable[Any]]:
    yield "id", "begins", "location", "notes", "league", "cancelled"
    for evening in by_number(group.evenings.select_related("league"), lambda evening: evening.pk):
        yield (
            evening.uuid,
            evening.starts_at.isoformat(),
            harmless(evening.location),
            harmless(evening.notes),
            evening.league.slug if evening.league else "",
            int(evening.cancelled_at is not None),
        )


def _answers(group: Group) -> Iterator[Iterable[Any]]:
    yield "evening", "name", "player", "coming", "here"
    answers = Answer.objects.filter(evening__group=group).select_related("evening")
    for answer in by_number(answers, lambda answer: answer.pk):
        here = int(answer.here_at is not None)
        yield (
            answer.evening.uuid,
            harmless(answer.name),
            answer.player_id or "",
            answer.coming,
            here,
        )


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
        **days_of(season),
        "games": _games(season),
        "scheme": season.scheme,
        "podium": list(season.podium),
        "podium_of": {
            str(players): list(points) for players, points in season.rules.podium_of.items()
        },
        "aggregate": season.aggregate,
        "best": season.best,
        "minimum": season.minimum,
        "skill": season.skill,
        "closed_at": season.closed_at and season.closed_at.isoformat(),
        "corrected_at": season.corrected_at and season.corrected_at.isoformat(),
    }


def _games(season: Season) -> list[str]:
    return list(season.games.order_by("game").values_list("game", flat=True))


# Sessions and their history


def _sessions(group: Group) -> Iterator[Iterable[Any]]:
    """Yield what a document does not say: the session's league, and when it was finished."""
    yield "id", "game", "played_on", "finished_at", "league"
    columns = ("pk", "identity", "game", "played_on", "finished_at", "league__slug")
    rows: Any = group.sessions.not_deleted().with_identity().values_list(*columns)
    for _pk, id, game, played_on, finished_at, league in by_number(rows, lambda row: row[0]):
        finished = finished_at.isoformat() if finished_at else ""
        yield id, game, played_on or "", finished, league or ""


def _photos(group: Group) -> Iterator[Photo]:
    photos = Photo.objects.of_group(group).recorded()
    return by_number(photos, lambda photo: photo.pk)


def _photo_name(photo: Photo) -> str:
    return f"photos/{photo.name}.webp"


def _photo_lines(group: Group) -> Iterator[Iterable[Any]]:
    """Yield what each photo shows; a step is a round or a painting, 0 the whole session."""
    yield "file", "session", "step", "seat", "drawing", "added_at"
    columns = ("name", Coalesce("session__document_id", "session__uuid"), "step", "seat__name")
    photos = Photo.objects.of_group(group).recorded()
    rows: Any = photos.values_list("pk", *columns, "nth", "added_at")
    for _pk, name, id, step, seat, nth, at in by_number(rows, lambda row: row[0]):
        yield f"photos/{name}.webp", id, step, harmless(seat or ""), nth, at.isoformat()


def _history(group: Group) -> Iterator[Iterable[Any]]:
    """Yield who did what and when, without the documents: they would repeat all for every tap."""
    yield "session", "number", "at", "action", "user", "seat"
    columns = (
        Coalesce("session__document_id", "session__uuid"),
        "at",
        "action",
        "actor__username",
        "seat__name",
    )
    rows: Any = Revision.objects.in_order().values_list("session_id", "number", *columns)
    in_order = by_session(
        group.sessions.not_deleted(),
        lambda sessions: rows.filter(session__in=sessions),
        lambda rows, last: rows.recorded_after(*last[:2]),
    )
    for _pk, number, id, at, action, user, seat in in_order:
        yield id, number, at.isoformat(), action, harmless(user or ""), harmless(seat or "")


# README.txt


def _readme(group: Group, at: datetime) -> list[str]:
    values = {"group": group.name, "day": f"{at:%Y-%m-%d}"}
    contents = {
        "sessions.ndjson": _("Every session, one document per line."),
        "sessions.csv": _("The league of each session, and when it ended."),
        "results.csv": _("Places and points, one line per seat."),
        "history.csv": _("Who changed what and when, without the content."),
        "photos/": _("The photos of drawings, in their largest size."),
        "photos.csv": _("What each photo is of: session, round and player."),
        "leagues.json": _("Leagues and seasons, with their rules."),
        "leagues/": _("The standings of each season, as CSV and JSON."),
        "evenings.csv": _("Planned and past evenings: when and where."),
        "answers.csv": _("Answers to evenings, and who was there."),
        "players.csv": _("All players, with nicknames and whether they are hidden."),
        "members.csv": _("Members and their roles."),
        "group.json": _("The group’s settings."),
    }
    sentences = [
        _("Everything that Scorefolio stores about %(group)s, as of %(day)s.") % values,
        "",
        *[f"{file:18}{content}" for file, content in contents.items()],
        "",
        _("“manage.py import_sessions sessions.ndjson” imports the sessions into a group again."),
        _(
            "Values that a spreadsheet would take for a formula start with a straight"
            " apostrophe, which is not part of the value."
        ),
        "",
        _(
            "The archive does not contain email addresses, passwords, secret links, or anything"
            " that was deleted."
        ),
        _(
            "The archive contains the players’ names as the group sees them: ask those players"
            " before you pass it on."
        ),
    ]
    return [f"{sentence}\n" for sentence in sentences]
