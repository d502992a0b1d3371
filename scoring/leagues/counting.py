"""Recalculate a season after its days, games or rules were changed, one transaction per step.

The first steps move sessions into the season or out of it; its standings stay as they were. Then
all tallies are replaced at once, and what players gained on each day is written, some at a time.
No step holds a lock for long, so no tap waits. A step that is done twice gives the same result, so
a job that was stopped can start again."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from time import monotonic, sleep
from typing import TypeVar

from django.db import connection

from scoring.leagues.counted_sessions import move_sessions, sessions_to_move
from scoring.models import Season, Session
from scoring.models.locks import lock_leagues, lock_many_sessions, lock_seasons
from scoring.models.rows import Row
from scoring.models.transactions import write_transaction
from scoring.totals import skill
from scoring.totals.finished import EVERY_GAME
from scoring.totals.player_days import read_wrong_days, save_days
from scoring.totals.standings import SeasonResults, read_results, renew_standings

# Sessions in a step, which keeps taps of the league waiting for about 40 ms.
BATCH = 200
# Results whose days are worked out at once, without a lock, and days that are written in a step.
RESULTS, DAYS = 5_000, 1_000
# After so many attempts that a result came in between of, the season is locked while it is read.
ATTEMPTS = 5

Progress = Callable[[int, int], None]
Part = TypeVar("Part")


class SettledAgain(Exception):
    """The season was changed once more, or deleted: what was done so far is not worth anything."""


def recalculate_season(season: Season, progress: Progress = lambda _done, _total: None) -> None:
    """Do all that is left to do for the season. `progress` may raise to stop."""
    while current := Season.objects.being_counted().filter(pk=season.pk).first():
        try:
            if current.sessions_are_stale:
                _move_sessions(current, progress)
                _replace_tallies(current)
            _recount_days(current, progress)
        except SettledAgain:
            continue
    skill.refresh(season)


def count_all(is_stopped: Callable[[], bool] = lambda: False) -> int:
    """Count all seasons that wait for it, such as after a job that failed; return how many."""
    seasons = list(Season.objects.being_counted())
    for season in seasons:
        if not is_stopped():
            recalculate_season(season)
    return len(seasons)


def _lock(season: Season) -> Season:
    """Lock the season, unless it was settled again."""
    locked = lock_seasons([season.pk])
    if not locked or locked[0].settled != season.settled:
        raise SettledAgain
    return locked[0]


@contextmanager
def _step() -> Iterator[None]:
    """Do one step in a transaction, and leave others as much time as it took.

    SQLite does not queue who waits for its lock: they look again from time to time, and would find
    it taken whenever one step followed another at once."""
    begun, alone = monotonic(), not connection.in_atomic_block
    with write_transaction():
        yield
    if alone and connection.vendor == "sqlite":
        sleep(monotonic() - begun)


def _write_parts(
    season: Season, read: Callable[[], Sequence[Part]], write: Callable[[Season, Part], None]
) -> None:
    """Read what takes long before the season is locked, and again if a result came in between.

    Each part is written in a transaction of its own."""
    for _attempt in range(ATTEMPTS):
        version = Season.objects.filter(pk=season.pk).values_list("version", flat=True).first()
        if all(_write_part(season, version, part, write) for part in read()):
            return
    with write_transaction():
        locked = _lock(season)
        for part in read():
            write(locked, part)


def _write_part(
    season: Season, version: int | None, part: Part, write: Callable[[Season, Part], None]
) -> bool:
    with _step():
        locked = _lock(season)
        if locked.version != version:
            return False
        write(locked, part)
    return True


# Which sessions count


def _move_sessions(season: Season, progress: Progress) -> None:
    of_league = Session.objects.filter(league=season.league_id).order_by("pk")
    total, done, last = of_league.count(), 0, 0
    while batch := list(of_league.filter(pk__gt=last).values_list("pk", flat=True)[:BATCH]):
        _move_batch(season, batch)
        done, last = done + len(batch), batch[-1]
        progress(min(done, total), total)


def _move_batch(season: Season, sessions: Sequence[int]) -> None:
    """Let those of these sessions count for the season that should, and no others (L-1)."""
    if any(sessions_to_move(season, sessions)):
        with _step():
            lock_many_sessions(Session.objects.filter(pk__in=sessions))
            lock_leagues([season.league_id])
            _lock(season)
            move_sessions(season, sessions)


def _replace_tallies(season: Season) -> None:
    """Show the standings of the sessions that count now."""
    _write_parts(season, lambda: [read_results(season)], _save_tallies)


def _save_tallies(locked: Season, read: SeasonResults) -> None:
    locked.tallies.exclude(game__in=[EVERY_GAME, *locked.game_slugs()]).delete()
    skill.start_over(locked)
    locked.sessions_are_stale, locked.days_are_stale = False, True
    renew_standings(locked, read)
    locked.skill_is_stale = locked.skill and bool(locked.sessions)
    locked.version += 1
    columns = ["sessions_are_stale", "days_are_stale", "skill_is_stale"]
    locked.save(update_fields=["version", "sessions", "last_day", *columns])


# What players gained


def _recount_days(season: Season, progress: Progress) -> None:
    groups = _players_by_results(season)
    done, total = 0, sum(map(len, groups))
    for players in groups:
        _write_parts(season, partial(_wrong_days, season, players), _save_days)
        done += len(players)
        progress(done, total)
    with write_transaction():
        locked = _lock(season)
        locked.days_are_stale = False
        locked.version += 1
        locked.save(update_fields=["days_are_stale", "version"])


def _players_by_results(season: Season) -> list[list[int]]:
    """Divide the players into groups that have about so many results as are read at once."""
    plays = dict.fromkeys(season.player_days.values_list("player_id", flat=True).distinct(), 0)
    plays |= dict(season.tallies.filter(game=EVERY_GAME).values_list("player_id", "plays"))
    groups: list[list[int]] = []
    results = RESULTS
    for player in sorted(plays):
        if results >= RESULTS:
            groups.append([])
            results = 0
        groups[-1].append(player)
        results += plays[player]
    return groups


def _wrong_days(season: Season, players: Sequence[int]) -> list[dict[Row, Row]]:
    """Return what to write, in parts of a transaction each."""
    wrong = sorted(read_wrong_days(season, players).items())
    return [dict(wrong[at : at + DAYS]) for at in range(0, len(wrong), DAYS)]


def _save_days(_locked: Season, days: dict[Row, Row]) -> None:
    save_days(days)
