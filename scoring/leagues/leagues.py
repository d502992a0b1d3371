"""Create, change, close and remove leagues and their seasons, and recount what counts for them."""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from enum import StrEnum
from itertools import count
from typing import Any, NamedTuple

from django.db.models import Count, Max
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.leagues.counted_sessions import move_all_sessions, remove_sessions
from scoring.leagues.counting import recalculate_season
from scoring.models import League, Season, SeasonGame
from scoring.models.locks import (
    lock_league_with_sessions,
    lock_leagues,
    lock_season,
    lock_seasons,
)
from scoring.models.seasons import PODIUMS
from scoring.models.transactions import write_transaction
from scoring.totals import skill
from scoring.totals.standings import SeasonResults, read_results, renew_standings
from scoring.totals.update import change_standings_pages, rebuild_standings


class TooManySeasons(Exception):
    """The league has as many other seasons on `day` as a session may count for."""

    def __init__(self, day: date) -> None:
        super().__init__(day.isoformat())
        self.day = day


# Other pages have these addresses below a group and below a league.
NOT_A_LEAGUE = frozenset(
    {
        *(
            "evening",
            "evenings",
            "export",
            "feed",
            "folio",
            "game",
            "games",
            "import",
            "invite",
            "league",
        ),
        *(
            "folio",
            "leagues",
            "new",
            "people",
            "player",
            "players",
            "results",
            "season",
            "seasons",
            "session",
            "sheets",
            "sessions",
        ),
        "settings",
    }
)
NOT_A_SEASON = frozenset({"new", "remove"})
FEW_SESSIONS = 200  # of a league: to count them takes about a tenth of a second
MOST_SEASONS_ON_A_DAY = 6  # in a league: each makes recording a result longer
RULES = ("scheme", "podium", *PODIUMS.values(), "aggregate", "best", "minimum", "skill")
SETTINGS = ("name", "slug", "starts_on", "ends_on", *RULES)


class SeasonDays(StrEnum):
    """Days that are offered for a new season."""

    YEAR = "year"
    QUARTER = "quarter"
    ALL_TIME = "all-time"


def next_season(
    league: League, days: SeasonDays | None = None, dates: tuple[date, date] | None = None
) -> Season:
    """Return an unsaved season with the rules of one that is like it: see season_to_copy().

    `dates`: its first and last day. Without `days` and `dates` it starts the day after the latest
    one; the first season of a league is this year."""
    season = Season(league=league)
    last = league.seasons.filter(ends_on__lt=date.max).aggregate(last=Max("ends_on"))["last"]
    if dates:
        season.starts_on, season.ends_on = dates
    elif days is None and last and season.starts_on <= last:
        season.starts_on = last + timedelta(days=1)
        season.ends_on = season.starts_on.replace(month=12, day=31)
    wanted = _name_of_days(season, days)
    source = season_to_copy(season)
    if source is not None:
        for name in RULES:
            setattr(season, name, getattr(source, name))
    taken_names = set(league.seasons.values_list("name", flat=True))
    names = (wanted if number == 1 else f"{wanted} – {number}" for number in count(1))
    season.name = next(name for name in names if name not in taken_names)
    return season


def _name_of_days(season: Season, days: SeasonDays | None) -> str:
    """Give a new season the days that are asked for, and return what to call it."""
    if days == SeasonDays.ALL_TIME:
        season.starts_on, season.ends_on = date.min, date.max
        return _("All time")
    if days == SeasonDays.QUARTER:
        today = timezone.localdate()
        number = (today.month + 2) // 3
        last_month = date(today.year, 3 * number, 28)
        season.starts_on = date(today.year, 3 * number - 2, 1)
        season.ends_on = (last_month + timedelta(days=4)).replace(day=1) - timedelta(days=1)
        return _("%(year)s, quarter %(number)s") % {"year": today.year, "number": number}
    first, last = season.starts_on.year, season.ends_on.year
    return str(first) if first == last else f"{first}–{last}"


def season_to_copy(season: Season) -> Season | None:
    """Return the season of the league whose rules and games a new one is likely to have.

    That is the latest one of as many months, else the latest of those with the most games: a cup of
    one game is no model for a year."""
    seasons = season.league.seasons.annotate(number_of_games=Count("games"))

    def likeness(other: Any) -> tuple[Any, ...]:
        is_as_long = _months(other) == _months(season)
        games = 0 if is_as_long else other.number_of_games
        return is_as_long, games, other.starts_on, other.ends_on, other.pk

    return max(seasons, key=likeness, default=None)


def _months(season: Season) -> int:
    """Return in how many months of the calendar it has days."""
    years = season.ends_on.year - season.starts_on.year
    return 12 * years + season.ends_on.month - season.starts_on.month + 1


def settle(*, season: Season, games: Collection[str] | None = None) -> None:
    """Save the season, with these games if they are given, and count it so (L-1).

    Other rules show in the standings at once. What grows with the number of sessions is done at
    once for a few, and else left to recalculate_season(), as `being_counted()` then says."""
    early = _results_before_new_rules(season)
    _settle(season, games, early)


class _EarlyResults(NamedTuple):
    """The results of a season, read before the season was locked."""

    version: int  # of the season
    results: SeasonResults


def _results_before_new_rules(season: Season) -> _EarlyResults | None:
    """Read what takes longest of new rules while nobody has to wait for it."""
    before = Season.objects.filter(pk=season.pk).first() if season.sessions else None
    if before is None or before.rules == season.rules:
        return None
    return _EarlyResults(before.version, read_results(before))


@write_transaction()
def _settle(season: Season, games: Collection[str] | None, early: _EarlyResults | None) -> None:
    has_few_sessions = season.league.sessions.all()[: FEW_SESSIONS + 1].count() <= FEW_SESSIONS
    if has_few_sessions:
        lock_league_with_sessions(season.league_id)
    else:
        lock_leagues([season.league_id])
    _renew_pages_of_league(season)
    before = Season.objects.filter(pk=season.pk).first()
    counted_before = _what_counts(before) if before else None
    # Its counters may have changed since `season` was read.
    season.save(update_fields=SETTINGS if before else None)
    if games is not None:
        season.games.exclude(game__in=games).delete()
        old_games = set(season.game_slugs())
        SeasonGame.objects.bulk_create(
            SeasonGame(season=season, game=game) for game in games if game not in old_games
        )
    if day := full_day(season):
        raise TooManySeasons(day)
    others_count = season.league.sessions.exists() and _what_counts(season) != counted_before
    _apply_rules(season, before, others_count, early)
    if has_few_sessions:
        recalculate_season(season)


def _what_counts(season: Season) -> tuple[date, date, set[str]]:
    games = season.games.values_list("game", flat=True)
    return season.starts_on, season.ends_on, set(games)


def _apply_rules(
    season: Season, before: Season | None, others_count: bool, early: _EarlyResults | None
) -> None:
    """Bring the tallies to new rules, and mark what has to be counted."""
    locked = lock_season(season.pk)
    new_rules = before is None or before.rules != locked.rules
    if locked.skill and not (before and before.skill):
        skill.start_over(locked)
        locked.skill_is_stale = bool(locked.sessions)
    if before and new_rules and not locked.sessions_are_stale:
        # Since it was locked its version was raised once, for its page; each result raises it too.
        is_current = early and locked.version == early.version + 1
        renew_standings(locked, early.results if early and is_current else read_results(locked))
        locked.version += 1
    locked.days_are_stale = locked.days_are_stale or (new_rules and bool(locked.sessions))
    locked.sessions_are_stale = locked.sessions_are_stale or others_count
    locked.settled += int(new_rules or others_count)
    changed = ["days_are_stale", "sessions_are_stale", "skill_is_stale", "settled"]
    locked.save(update_fields=["version", "sessions", "last_day", *changed])


def full_day(season: Season) -> date | None:
    """Return a day of the season that has as many other seasons of the league as it may have."""
    others = Season.objects.filter(league=season.league_id).exclude(pk=season.pk)
    overlapping = others.filter(starts_on__lte=season.ends_on, ends_on__gte=season.starts_on)
    spans = list(overlapping.values_list("starts_on", "ends_on"))
    for day in sorted({max(first, season.starts_on) for first, _last in spans}):
        if sum(first <= day <= last for first, last in spans) >= MOST_SEASONS_ON_A_DAY:
            return day
    return None


@write_transaction()
def recount(*, season: Season) -> None:
    """Rebuild the standings from the results alone, after finding out which of them count."""
    lock_leagues([season.league_id])
    locked = lock_season(season.pk)
    move_all_sessions(locked)
    rebuild_standings(locked)


@write_transaction()
def close(*, season: Season, at: datetime | None) -> None:
    """Close the season, whose page then mentions corrections (L-9); `None` reopens it."""
    _renew_pages_of_league(season)
    locked = lock_season(season.pk)
    locked.closed_at, locked.corrected_at = at, None
    locked.version += 1
    locked.save(update_fields=["closed_at", "corrected_at", "version"])


@write_transaction()
def remove(*, season: Season) -> None:
    """Remove the season; its sessions stay, and count for the other seasons of their days."""
    lock_leagues([season.league_id])
    _renew_pages_of_league(season)
    remove_sessions(season)
    season.delete()


def _renew_pages_of_league(season: Season) -> None:
    """Give all seasons of the league new versions: each lists the others on its page."""
    change_standings_pages(Season.objects.filter(league=season.league_id))


@write_transaction()
def describe(*, league: League) -> None:
    """Save a new league, or the name and address of one, which its seasons' pages show."""
    league.save(update_fields=["name", "slug"] if league.pk else None)
    change_standings_pages(Season.objects.filter(league=league))


@write_transaction()
def remove_league(*, league: League) -> None:
    """Remove the league and its seasons; its sessions stay in the group, without a league."""
    lock_league_with_sessions(league.pk)
    for season in lock_seasons(league.seasons.values_list("pk", flat=True)):
        remove(season=season)
    league.delete()
