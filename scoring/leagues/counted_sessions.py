"""Which sessions count for a season (L-1), and the rows that say so."""

from collections.abc import Collection, Sequence

from django.db.models import Exists, OuterRef, Q, Subquery

from scoring.core.standings import LEAST_PLAYERS
from scoring.models import Result, Season, SeasonSession, Session
from scoring.models.results import ResultQuerySet, SeasonSessionQuerySet
from scoring.models.rows import BATCH


def counting_results(season: Season, games: Collection[str]) -> ResultQuerySet:
    """Return the results that count for a season with these games, whatever is stored (L-1)."""
    return Result.objects.filter(
        session__league=season.league_id,
        players__gte=LEAST_PLAYERS,
        played_on__range=(season.starts_on, season.ends_on),
        game__in=list(games),
    )


def sessions_to_move(season: Season, sessions: Collection[int]) -> tuple[list[int], list[int]]:
    """Return which of these sessions count and should not, and which should and do not."""
    counting = counting_results(season, season.game_slugs()).filter(session__in=sessions)
    stored = SeasonSession.objects.of(season).filter(session__in=sessions)
    should_count = Exists(counting.filter(session=OuterRef("session")))
    counts = Exists(stored.filter(session=OuterRef("session")))
    leave = stored.exclude(should_count).values_list("session_id", flat=True)
    join = counting.exclude(counts).values_list("session_id", flat=True)
    return list(leave), list(join.order_by("session_id").distinct())


def move_sessions(season: Season, sessions: Collection[int]) -> tuple[list[int], list[int]]:
    """Let those of these sessions count for the season that should, and no others.

    Return which left it and which joined it; totals are for the caller. No result is updated twice:
    PostgreSQL would then lock its session."""
    leave, join = sessions_to_move(season, sessions)
    _remove(season.counted_sessions.filter(session__in=leave), season)
    results = Result.objects.filter(session__in=join)
    columns = ("session_id", "game", "played_on", "finished_at")
    SeasonSession.objects.bulk_create(
        SeasonSession(season=season, **dict(zip(columns, row, strict=True)))
        for row in results.order_by("session_id").values_list(*columns).distinct()
    )
    results.filter(Q(season=None) | Q(season__gt=season.pk)).update(season=season)
    return leave, join


def move_all_sessions(season: Season) -> None:
    of_league = Session.objects.filter(league=season.league_id).values_list("pk", flat=True)
    counted = season.counted_sessions.values_list("session_id", flat=True)
    sessions: Sequence[int] = sorted({*of_league, *counted})
    for start in range(0, len(sessions), BATCH):
        move_sessions(season, sessions[start : start + BATCH])


def remove_sessions(season: Season) -> None:
    """Let all sessions stop counting for the season."""
    _remove(season.counted_sessions.all(), season)


def _remove(counted: SeasonSessionQuerySet, season: Season) -> None:
    others = SeasonSession.objects.filter(session=OuterRef("session")).exclude(season=season)
    first = others.order_by("season_id").values("season_id")[:1]
    results = Result.objects.filter(season=season, session__in=counted.values("session"))
    results.update(season=Subquery(first))
    counted.delete()
