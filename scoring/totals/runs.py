"""Wins in a row: how many wins a player's last run has, and the longest run there ever was.

Of a career, they alone depend on the order in which sessions were played. A session after all
others goes on with the last run. Any other one changes the run that it is in, between the losses
before and after it; all results are read only where that was the player's longest."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import (
    CharField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)

from scoring.core.standings import LEAST_PLAYERS
from scoring.models import Career, Result
from scoring.models.results import Order, ResultQuerySet
from scoring.models.rows import BATCH
from scoring.totals.finished import EVERY_GAME, FinishedSession

CareerKey = tuple[int, str]  # a player, and a game or all games
Runs = tuple[int, int]  # the wins of the last run, and of the longest one
Wins = Mapping[int, tuple[Order, bool]]  # by session: when it was played, and whether it was won
WinsByCareer = Mapping[CareerKey, Wins]


@dataclass(frozen=True, slots=True)
class _Part:
    """Part of a career, from a day with a loss to another; `None`: from its beginning, to its end.

    `stored`: the runs of the whole career before anything changed."""

    stored: Runs = (0, 0)
    since: date | None = None
    until: date | None = None

    def holds(self, day: date) -> bool:
        return (self.since or day) <= day <= (self.until or day)

    def runs(self, wins: Wins) -> Runs:
        """Return the runs between the first and the last loss of this part."""
        as_played = _as_played(wins)
        if self.since:
            as_played = as_played[as_played.index(False) :]
        if self.until:
            as_played = as_played[: len(as_played) - as_played[::-1].index(False)]
        return continued_runs((0, 0), as_played)


def _as_played(wins: Wins) -> list[bool]:
    return [won for _order, won in sorted(wins.values())]


def continued_runs(runs: Runs, as_played: Iterable[bool]) -> Runs:
    """Return the runs after these further sessions, of which each was won or not."""
    run, longest_run = runs
    for won in as_played:
        run = run + 1 if won else 0
        longest_run = max(longest_run, run)
    return run, longest_run


def runs_after(
    careers: Collection[CareerKey],
    removed: Sequence[FinishedSession],
    added: Sequence[FinishedSession],
) -> dict[CareerKey, Runs]:
    """Return the runs of these careers after a change; nothing if the change moves none.

    The results are stored as they are now already, and the careers as they were."""
    before, after = _wins(removed), _wins(added)
    changed = {career for career in {*before, *after} if before.get(career) != after.get(career)}
    if not changed:
        return {}
    wanted = {*careers, *changed}
    runs = None if before else _runs_after_all_others(wanted, after)
    return _runs_around(wanted, changed, before, after) if runs is None else runs


def _wins(sessions: Sequence[FinishedSession]) -> dict[CareerKey, Wins]:
    """Return what counts for runs: contests whose day is known."""
    wins: dict[CareerKey, dict[int, tuple[Order, bool]]] = defaultdict(dict)
    for session in sessions:
        if session.played_on is not None and session.is_contest:
            for result in session.results:
                for game in (EVERY_GAME, session.game):
                    won = result.place.rank == 1
                    wins[result.player, game][session.session] = session.order, won
    return dict(wins)


def _stored_careers(careers: Collection[CareerKey]) -> QuerySet[Career]:
    players = {player for player, _game in careers}
    return Career.objects.filter(player__in=players, game__in={game for _player, game in careers})


def read_runs(careers: Collection[CareerKey]) -> dict[CareerKey, Runs]:
    """Count the runs of these careers from all their results."""
    wins = _read_wins({career: _Part() for career in careers})
    return {career: _Part().runs(of_career) for career, of_career in wins.items()}


# After all others


def _runs_after_all_others(
    careers: Collection[CareerKey], added: WinsByCareer
) -> dict[CareerKey, Runs] | None:
    """Go on from the last runs; return None if one of the players played something later."""
    first = min(order for wins in added.values() for order, _won in wins.values())
    sessions = {session for wins in added.values() for session in wins}
    later = Result.objects.filter(player=OuterRef("player")).played_after(first)
    rows = _stored_careers(careers).annotate(is_earlier=Exists(later.exclude(session__in=sessions)))
    stored: dict[CareerKey, Runs] = {}
    names = ("player_id", "game", "run", "longest_run", "is_earlier")
    for player, game, run, longest_run, is_earlier in rows.values_list(*names):
        if is_earlier:
            return None
        stored[player, game] = run, longest_run
    return {
        career: continued_runs(stored.get(career, (0, 0)), _as_played(added.get(career, {})))
        for career in careers
    }


# Among others


def _runs_around(
    careers: Collection[CareerKey],
    changed: Collection[CareerKey],
    removed: WinsByCareer,
    added: WinsByCareer,
) -> dict[CareerKey, Runs]:
    """Count the runs anew, from the results around what changed."""
    parts = _parts_around(careers, removed, added)
    runs = {career: part.stored for career, part in parts.items()}
    wins = _read_wins({career: parts[career] for career in changed})
    broken = []
    for career, now in wins.items():
        part, own = parts[career], added.get(career, {})
        others = {session: won for session, won in now.items() if session not in own}
        last, longest = part.runs(now)
        _last, longest_before = part.runs({**others, **removed.get(career, {})})
        run, longest_run = part.stored
        if longest < longest_run == longest_before:
            broken.append(career)
        runs[career] = (run if part.until else last), max(longest, longest_run)
    if broken:
        runs |= read_runs(broken)
    return runs


def _parts_around(
    careers: Collection[CareerKey], removed: WinsByCareer, added: WinsByCareer
) -> dict[CareerKey, _Part]:
    """Find the days of the losses before and after whatever changed."""
    orders = [
        order
        for by_career in (removed, added)
        for wins in by_career.values()
        for order, _won in wins.values()
    ]
    game = ExpressionWrapper(OuterRef("game"), CharField())
    losses = _contests().filter(player=OuterRef("player"), rank__gt=1).alias(of=game)
    losses = losses.filter(Q(of=EVERY_GAME) | Q(game=F("of")))
    before = losses.filter(played_on__lt=min(orders)[0]).order_by("-played_on")
    after = losses.filter(played_on__gt=max(orders)[0]).order_by("played_on")
    rows = _stored_careers(careers).annotate(
        since=Subquery(before.values("played_on")[:1]),
        until=Subquery(after.values("played_on")[:1]),
    )
    names = ("player_id", "game", "run", "longest_run", "since", "until")
    stored = {
        (player, game): _Part((run, longest_run), since, until)
        for player, game, run, longest_run, since, until in rows.values_list(*names)
    }
    return {career: stored.get(career, _Part()) for career in careers}


def _read_wins(parts: Mapping[CareerKey, _Part]) -> WinsByCareer:
    wins: dict[CareerKey, dict[int, tuple[Order, bool]]] = {career: {} for career in parts}
    conditions = [_condition(career, part) for career, part in parts.items()]
    for start in range(0, len(conditions), BATCH):
        some = Q(*conditions[start : start + BATCH], _connector=Q.OR)
        names = ("player_id", "game", "rank", "played_on", "finished_at", "session_id")
        for player, game, rank, *order in _contests().filter(some).values_list(*names):
            day, at, session = order
            for career in ((player, EVERY_GAME), (player, game)):
                if career in parts and parts[career].holds(day):
                    wins[career][session] = (day, at, session), rank == 1
    return wins


def _condition(career: CareerKey, part: _Part) -> Q:
    player, game = career
    condition = Q(player=player, game=game) if game else Q(player=player)
    if part.since:
        condition &= Q(played_on__gte=part.since)
    if part.until:
        condition &= Q(played_on__lte=part.until)
    return condition


def _contests() -> ResultQuerySet:
    return Result.objects.filter(players__gte=LEAST_PLAYERS, played_on__isnull=False)
