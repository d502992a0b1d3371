"""Changes of closed seasons: they are asked about before they are made, and listed (L-9).

Whatever changes standings calls `changing_closed_seasons()`, whichever verb it belongs to."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from scoring.models import ClosedSeasonChange, RankMove, Season, Session
from scoring.totals.confirmation import has_to_ask
from scoring.totals.finished import EVERY_GAME, FinishedSession
from scoring.totals.standings_preview import (
    NameOf,
    StandingsChange,
    Tallies,
    standings_changes,
    tallies_of,
)

What = ClosedSeasonChange.What


class ClosedSeasonsChange(Exception):
    """Raised before a closed season would change, unless that was confirmed."""

    def __init__(
        self,
        seasons: Sequence[Season],
        before: Tallies | None = None,
        after: Tallies | None = None,
    ) -> None:
        super().__init__(", ".join(season.name for season in seasons))
        self.seasons = seasons
        self._before, self._after = before, after

    def changes(self, name_of: NameOf) -> tuple[StandingsChange, ...]:
        """Return what would change in the standings, with the names that the reader sees."""
        return standings_changes(self._before or {}, self._after or {}, name_of)


def ask_before_job(sessions: QuerySet[Session]) -> None:
    """Ask about a job that changes these sessions: only the worker will know what it does to ranks.

    Raises ClosedSeasonsChange."""
    closed = Season.objects.filter(closed_at__isnull=False, counted_sessions__session__in=sessions)
    ask_about(closed.select_related("league__group").distinct().order_by("pk"))


def ask_about(closed: Iterable[Season]) -> None:
    """Ask about a job that changes these closed seasons. Raises ClosedSeasonsChange."""
    if unconfirmed := [season for season in closed if has_to_ask(season.pk)]:
        raise ClosedSeasonsChange(unconfirmed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """A change of some sessions. `opened_at`: when the table that ends now was opened."""

    what: What
    at: datetime
    sessions: Sequence[FinishedSession] = ()
    opened_at: datetime | None = None

    def needs_no_question(self, season: Season) -> bool:
        """Return whether it is a table that was open when the season was closed."""
        return None not in {self.opened_at, season.closed_at} and (
            self.opened_at <= season.closed_at  # type: ignore[operator]
        )


def what_happened(was_over: bool, is_over: bool) -> What:
    """Return what a change of a session did, by whether it was over and is over now."""
    if was_over is is_over:
        return What.CORRECTED
    return What.ENDED if is_over else What.REOPENED


@contextmanager
def changing_closed_seasons(seasons: Sequence[Season], cause: Cause) -> Iterator[None]:
    """Change standings inside this block; list what changed in closed seasons.

    Raises ClosedSeasonsChange where that has not been confirmed, so that it is rolled back."""
    closed = [season for season in seasons if season.closed_at is not None]
    if not closed:
        yield
        return
    pks = [season.pk for season in closed]
    games = sorted({EVERY_GAME, *(session.game for session in cause.sessions)})
    before = tallies_of(pks, games)
    for season in closed:
        season.corrected_at = cause.at
    yield
    after = tallies_of(pks, games)
    changed = [season for season in closed if _is_changed(season, before, after)]
    for season in changed:
        _list(season, cause, before, after)
    unconfirmed = [
        season
        for season in changed
        if has_to_ask(season.pk) and not cause.needs_no_question(season)
    ]
    if unconfirmed:
        raise ClosedSeasonsChange(unconfirmed, before, after)


def _is_changed(season: Season, before: Tallies, after: Tallies) -> bool:
    """Return whether anybody has another rank or value, or will have once sessions are counted."""
    if season.sessions_are_stale:
        return True
    own = [key for key in after if key[0] == season.pk]
    columns = ("player_id", "rank", "plays", "sum")
    shown = [
        [[[getattr(tally, name) for name in columns] for tally in of[key]] for key in own]
        for of in (before, after)
    ]
    return shown[0] != shown[1]


def _list(season: Season, cause: Cause, before: Tallies, after: Tallies) -> None:
    sessions = {session.session: session for session in cause.sessions}
    only = next(iter(sessions.values())) if len(sessions) == 1 else None
    change = ClosedSeasonChange.objects.create(
        season=season,
        at=cause.at,
        what=cause.what,
        # What an import added is gone for good.
        session_id=only.session if only and cause.what != What.IMPORT_UNDONE else None,
        game=only.game if only else "",
        played_on=only.played_on if only else None,
        sessions=len(sessions),
    )
    ranks_before, ranks_after = (
        {tally.player_id: tally.rank for tally in of[season.pk, EVERY_GAME]}
        for of in (before, after)
    )
    RankMove.objects.bulk_create(
        RankMove(
            change=change,
            player_id=player,
            before=ranks_before.get(player),
            after=ranks_after.get(player),
        )
        for player in {**ranks_before, **ranks_after}
        if ranks_before.get(player) != ranks_after.get(player)
    )
