"""Find sessions of a group: newest first, page by page, by whatever somebody remembers of them.

Each page is read from one index in its order, so that it takes no longer among many sessions."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.lookups import Exact
from django.urls import reverse

from scoring.core.standings import LAST_PLACE
from scoring.core.wording import verdict
from scoring.groups.visibility import seat_name, session_result_url, visible_cover
from scoring.models import Group, League, Result, SeasonSession, Seat, Session
from scoring.models.sessions import OPENED_LAST, UNFINISHED_OR_UNDATED, read_seats
from scoring.registry import get_game
from scoring.web.group_access import Guest

ON_A_PAGE = 30
MOST_UNFINISHED = 300  # of a player, or without a day: more are not read
MOST_LEAGUES = 200  # leagues and seasons to choose from
MOST_LOCATIONS = 50
MOST_MONTHS = 240


class Which(StrEnum):
    """Which sessions: as far as they came, or what they count for."""

    IN_PROGRESS = "in-progress"
    FINISHED = "finished"
    STOPPED = "stopped"
    COUNTS_FOR_NOTHING = "counts-for-nothing"
    RESULT_ONLY = "result-only"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which sessions a list shows; a field that is None or empty limits nothing."""

    month: date | None = None  # its first day
    game: str = ""
    player: int | None = None
    league: int | None = None
    season: int | None = None
    location: str = ""
    which: Which | None = None

    @property
    def by_result(self) -> bool:
        """Return whether they are found by their results, which only finished sessions have."""
        of_whom = self.player is not None or self.season is not None
        return of_whom or self.which == Which.COUNTS_FOR_NOTHING

    @property
    def by_season(self) -> bool:
        """Return whether they are found only by their season."""
        of_nobody = self.season is not None and self.player is None
        return of_nobody and self.which != Which.COUNTS_FOR_NOTHING


class Position(NamedTuple):
    """Where a session is in the list: those without a day come last."""

    day: date
    session: int

    @classmethod
    def of(cls, session: Session) -> "Position":
        return cls(session.played_on or date.min, session.pk)

    @classmethod
    def read(cls, text: str) -> "Position | None":
        """Read what written() wrote; None if it did not."""
        matching = re.fullmatch(r"(\d{4}-\d\d-\d\d)\.(\d{1,18})", text, re.ASCII)
        try:
            return cls(date.fromisoformat(matching[1]), int(matching[2])) if matching else None
        except ValueError:
            return None

    def written(self) -> str:
        return f"{self.day.isoformat()}.{self.session}"


@dataclass(frozen=True, slots=True)
class SessionLine:
    """One session of a list, in the words for one reader."""

    session: Session
    game: str
    headline: str  # who won; empty until it is over
    players: list[str]  # the winners first
    location: str  # members alone see where somebody was
    url: str  # of what this reader may open of it, if anything
    cover: str  # its picture; that of the game for who may open nothing

    @property
    def day(self) -> date | None:
        return self.session.played_on


def found_sessions(group: Group, wanted: Wanted, before: Position | None) -> list[Session]:
    """Return one page of sessions and the one after it, newest first, with their seats."""
    dated = [] if _is_past_all_days(before) else _dated(group, wanted, before)
    others = []
    if len(dated) <= ON_A_PAGE or wanted.player is not None:
        others = [one for one in _others(group, wanted) if not before or Position.of(one) < before]
    newest_first = sorted([*dated, *others], key=Position.of, reverse=True)[: ON_A_PAGE + 1]
    read_seats(newest_first)
    return newest_first


def _is_past_all_days(before: Position | None) -> bool:
    return before is not None and before.day == date.min


def _dated(group: Group, wanted: Wanted, before: Position | None) -> list[Session]:
    """Return sessions whose day is known, in the order of an index.

    Those of a player or a season, and those that count for nothing, are found by their results."""
    if wanted.which == Which.IN_PROGRESS:
        return []
    if not wanted.by_result:
        sessions = _of_group(group, wanted).filter(_days(wanted, before, "pk"))
        return list(sessions.order_by("-played_on", "-pk")[: ON_A_PAGE + 1])
    rows = _counted(wanted) if wanted.by_season else _results(group, wanted)
    in_order = rows.filter(_days(wanted, before, "session")).order_by("-played_on", "-session_id")
    return [row.session for row in in_order[: ON_A_PAGE + 1]]


def _days(wanted: Wanted, before: Position | None, number: str) -> Q:
    days = Q(played_on__isnull=False)
    if before is not None:
        # The day is said apart, so that an index finds it.
        earlier = Q(played_on__lt=before.day) | Q(**{f"{number}__lt": before.session})
        days &= Q(played_on__lte=before.day) & earlier
    if wanted.month is not None:
        days &= Q(played_on__gte=wanted.month, played_on__lt=_next_month(wanted.month))
    return days


def _next_month(month: date) -> date:
    return (month + timedelta(days=31)).replace(day=1)


def _others(group: Group, wanted: Wanted) -> list[Session]:
    """Return what _dated() leaves out: sessions without a day, and the unfinished of a player."""
    sessions = _of_group(group, wanted).filter(UNFINISHED_OR_UNDATED)
    if wanted.month is not None:
        sessions = sessions.filter(_days(wanted, None, "pk"))
    if wanted.season is not None:  # all that count for one are finished, and have a day
        return []
    if wanted.player is not None:
        sessions = sessions.filter(seats__player=wanted.player)
    elif wanted.which != Which.IN_PROGRESS:
        sessions = sessions.filter(played_on=None)
    return list(sessions.order_by("-pk")[:MOST_UNFINISHED])


def _of_group(group: Group, wanted: Wanted) -> QuerySet[Session]:
    # A league belongs to one group, and its index would not be used beside the group's; of a game
    # and of a player, those of the group are better.
    by_league = wanted.league is not None and not wanted.game and wanted.player is None
    of_group = {} if by_league else {"group": group}
    sessions = Session.objects.not_deleted().filter(**of_group, **_columns(wanted))
    return _of_league(sessions, "league_id", wanted).select_related("league")


def _of_league(rows: "QuerySet[Any]", column: str, wanted: Wanted) -> "QuerySet[Any]":
    """Narrow them only by a column.

    A filter of the relation makes Django join the league inside, and then SQLite begins with the
    league, and sorts all of its sessions."""
    return rows if wanted.league is None else rows.filter(Exact(F(column), wanted.league))


def _results(group: Group, wanted: Wanted) -> "QuerySet[Any]":
    """Return one result of each session that is wanted."""
    columns = _columns_of_session(wanted)
    results = Result.objects.filter(**columns, session__deleted_at=None)
    if wanted.season is not None:
        counted = SeasonSession.objects.filter(season=wanted.season, session=OuterRef("session"))
        results = results.filter(Exists(counted))
    if wanted.which == Which.COUNTS_FOR_NOTHING:
        results = results.filter(group=group, season=None)
    of_whom = {"seat__place": 1} if wanted.player is None else {"player": wanted.player}
    of_league = _of_league(results.filter(**of_whom), "session__league_id", wanted)
    return of_league.select_related("session__league")


def _counted(wanted: Wanted) -> "QuerySet[Any]":
    """Return the rows of a season's sessions: none of them is deleted, and each has a day."""
    columns = _columns_of_session(wanted)
    counted = SeasonSession.objects.filter(season=wanted.season, **columns)
    of_league = _of_league(counted, "session__league_id", wanted)
    # With the game, only another index would have all columns, in which the days are in no order.
    return of_league.select_related("session__league").defer("game")


def _columns_of_session(wanted: Wanted) -> dict[str, object]:
    """Return them for rows that belong to a session, and have its game in their own indexes."""
    columns = _columns(wanted)
    return {name if name == "game" else f"session__{name}": columns[name] for name in columns}


def _columns(wanted: Wanted) -> dict[str, object]:
    """Return the columns of a session, but the league, by which it is wanted, with their values."""
    columns: dict[str, object] = {
        "game": wanted.game,
        "location": wanted.location,
    }
    asked = {name: value for name, value in columns.items() if value}
    if wanted.which is not None:
        asked["finished_at__isnull"] = wanted.which == Which.IN_PROGRESS
    if wanted.which == Which.STOPPED:
        asked["stopped"] = True
    if wanted.which == Which.RESULT_ONLY:
        asked["result_only"] = True
    return asked


# Lines for a reader


def session_lines(sessions: Sequence[Session], guest: Guest) -> list[SessionLine]:
    return [_session_line(session, guest) for session in sessions]


def _session_line(session: Session, guest: Guest) -> SessionLine:
    by_rank = sorted(session.seats.all(), key=_rank_and_place)
    names = [seat_name(seat, guest) for seat in by_rank]
    winners = [name for name, seat in zip(names, by_rank, strict=True) if _rank(seat) == 1]
    is_over = session.finished_at is not None
    return SessionLine(
        session=session,
        game=get_game(session.game).name,
        headline=verdict(winners) if is_over and winners else "",
        players=names,
        location=session.location if guest.belongs else "",
        url=_url(session, guest),
        cover=visible_cover(session, guest),
    )


def _rank(seat: Seat) -> int:
    result: Result | None = getattr(seat, "result", None)
    return result.rank if result else LAST_PLACE


def _rank_and_place(seat: Seat) -> tuple[int, int]:
    return _rank(seat), seat.place


def _url(session: Session, guest: Guest) -> str:
    """Return the page of a session that this reader may open: its table while it is played."""
    if session.finished_at is not None:
        return session_result_url(session, guest)
    return reverse("table", args=[session.uuid]) if guest.membership else ""


# What to choose from


class LeagueChoice(NamedTuple):
    """A league, or a season of it, by its address."""

    address: str
    label: str
    league: int
    season: int | None


def league_choices(group: Group) -> list[LeagueChoice]:
    """Return the group's leagues, each followed by its seasons, newest first."""
    columns = ("pk", "slug", "name", "seasons__pk", "seasons__slug", "seasons__name")
    rows = League.objects.filter(group=group).order_by("name", "pk", "-seasons__starts_on")
    choices: list[LeagueChoice] = []
    for league, slug, name, season, season_slug, season_name in rows.values_list(*columns)[
        :MOST_LEAGUES
    ]:
        if not choices or choices[-1].league != league:
            choices.append(LeagueChoice(slug, name, league, None))
        if season is not None:
            address, label = f"{slug}/{season_slug}", f"{name} · {season_name}"
            choices.append(LeagueChoice(address, label, league, season))
    return choices


class LocationsAndMonths(NamedTuple):
    locations: list[str]  # where the latest sessions were
    months: list[date]  # since the first session, newest first


def locations_and_months(group: Group, today: date) -> LocationsAndMonths:
    """Return where the group played lately, and the months from its first day until today."""
    sessions = Session.objects.not_deleted().filter(group=group)
    oldest = sessions.filter(played_on__isnull=False).order_by("played_on").values("played_on")
    latest = sessions.order_by("-pk").annotate(oldest=Subquery(oldest[:1]))
    rows = list(latest.values_list("location", "oldest")[:OPENED_LAST])
    locations = sorted({location for location, _oldest in rows if location})
    first = rows[0][1] if rows else None
    return LocationsAndMonths(locations[:MOST_LOCATIONS], _months(first, today) if first else [])


def _months(first: date, today: date) -> list[date]:
    numbers = range(12 * today.year + today.month - 1, 12 * first.year + first.month - 2, -1)
    return [date(number // 12, number % 12 + 1, 1) for number in numbers[:MOST_MONTHS]]
