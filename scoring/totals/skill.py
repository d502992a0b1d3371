"""Skill: OpenSkill’s Plackett-Luce ratings over a season, by whom each player met (L-8).

Skill alone depends on the order in which sessions were played. A session after all others is rated
with its result. Any other change makes the season's skill stale: pages show the last ratings, and
the worker goes on from the last checkpoint before the change, without holding a lock meanwhile."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from scoring.core.standings import Ranks
from scoring.models import Season, SeasonSession, SkillCheckpoint, Tally
from scoring.models.locks import lock_seasons
from scoring.models.results import AS_PLAYED, Order
from scoring.models.transactions import write_transaction
from scoring.totals.finished import FinishedSession

SHOWN_FROM = 3  # plays: before, a rating says little
# Results between two checkpoints: to rate them takes about 20 ms, and is done once more if another
# result of the season is recorded meanwhile.
ROWS = 2_000
COLUMNS = (*AS_PLAYED, "session__results__player_id", "session__results__rank")


class Rating(NamedTuple):
    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        return round(self.mu - 3 * self.sigma, 1)


Ratings = dict[int, Rating]  # by player


@cache
def _model() -> PlackettLuce:
    return PlackettLuce()


def rate(ratings: Ratings, sessions: Iterable[Ranks]) -> None:
    """Update ratings by sessions, in the order in which they were played; equal ranks tie."""
    model = _model()
    for ranks in sessions:
        players = sorted(ranks)  # sums of floats depend on the order in which they are added
        teams = [[_rating(model, ratings.get(player))] for player in players]
        rates = model.rate(teams, [ranks[player] for player in players])
        for player, (after,) in zip(players, rates, strict=True):
            ratings[player] = Rating(after.mu, after.sigma)


def _rating(model: PlackettLuce, rating: Rating | None) -> PlackettLuceRating:
    return model.rating() if rating is None else model.rating(rating.mu, rating.sigma)


# With a result


def sessions_to_rate(
    season: Season, removed: Sequence[FinishedSession], added: Sequence[FinishedSession]
) -> list[FinishedSession]:
    """Return the sessions to go on with from the stored ratings, as they were played.

    A change of ranks or days among earlier sessions makes the season's skill stale instead, from
    the first of them on."""
    if not season.skill:
        return []
    orders = [session.order for session in (*removed, *added)]
    if removed or season.sessions_are_stale or _has_later(season, min(orders), added):
        start_over(season, since=min(orders)[0])
    return [] if season.skill_is_stale else sorted(added, key=lambda session: session.order)


def _has_later(season: Season, first: Order, added: Sequence[FinishedSession]) -> bool:
    if season.last_day is None or first[0] > season.last_day:
        return False
    others = SeasonSession.objects.of(season).exclude(
        session__in=[session.session for session in added]
    )
    return others.played_after(first).exists()


def ratings_after(sessions: Sequence[FinishedSession], tallies: Iterable[Tally]) -> Ratings:
    """Return the new ratings of who played, from those that the season's tallies have."""
    players = {player for session in sessions for player in session.players}
    ratings = {
        tally.player_id: Rating(tally.mu, tally.sigma)
        for tally in tallies
        if tally.player_id in players and tally.mu is not None and tally.sigma is not None
    }
    rate(ratings, map(_ranks, sessions))
    return ratings


def start_over(season: Season, *, since: date | None = None) -> None:
    """Make the skill of a locked season stale, from its first session or from this day on.

    Its caller saves `skill_is_stale`, and gives the season a new version."""
    season.skill_is_stale = season.skill
    checkpoints = SkillCheckpoint.objects.filter(season=season)
    (checkpoints.since_day(since) if since else checkpoints).delete()


def _ranks(session: FinishedSession) -> Ranks:
    return {result.player: result.place.rank for result in session.results}


# In the worker


def refresh_all(is_stopped: Callable[[], bool] = lambda: False) -> int:
    """Compute the skill of all seasons where it is stale, and return of how many."""
    seasons = list(Season.objects.with_stale_skill())
    for season in seasons:
        while not is_stopped() and _refresh_some(season.pk):
            pass
    return len(seasons)


def refresh(season: Season) -> None:
    """Compute the season's skill if it is stale, with what is recorded meanwhile."""
    while _refresh_some(season.pk):
        pass


def _refresh_some(pk: int) -> bool:
    """Rate sessions up to the next checkpoint; return whether there is more to be done.

    The season is locked only to write, and only if its version shows that nothing has changed since
    the sessions were read. Else they are read again."""
    season = Season.objects.with_stale_skill().filter(pk=pk).first()
    if season is None:
        return False
    last = season.skill_checkpoints.last_played()
    ratings = _ratings_at(last) if last else {}
    part = _read_part(season, last.order if last else None)
    rate(ratings, [ranks for _order, ranks in part.sessions])
    with write_transaction():
        locked = lock_seasons([pk])
        if [each.version for each in locked] != [season.version]:
            return True
        if part.is_last:
            _save(locked[0], ratings)
        else:
            SkillCheckpoint.after(season, part.sessions[-1][0], ratings).save(force_insert=True)
        return not part.is_last


@dataclass(frozen=True, slots=True)
class _Part:
    """Sessions of a season, as they were played, and whether they are its last ones."""

    sessions: list[tuple[Order, Ranks]]
    is_last: bool


def _ratings_at(checkpoint: SkillCheckpoint) -> Ratings:
    return {int(player): Rating(*rating) for player, rating in checkpoint.ratings.items()}


def _read_part(season: Season, after: Order | None) -> _Part:
    counted = SeasonSession.objects.of(season).as_played()
    if after is not None:
        counted = counted.played_after(after)
    rows = list(counted.values_list(*COLUMNS)[:ROWS])
    sessions = list(_by_session(rows))
    is_last = len(rows) < ROWS
    # The last session that was read may have more results than that.
    return _Part(sessions if is_last else sessions[:-1], is_last)


def _by_session(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Order, Ranks]]:
    for order, of_one in groupby(rows, key=itemgetter(0, 1, 2)):
        yield order, {player: rank for *_order, player, rank in of_one}


def _save(season: Season, ratings: Mapping[int, Rating]) -> None:
    changed = []
    for tally in Tally.objects.in_order().filter(season=season):
        rating = ratings.get(tally.player_id)
        if rating and rating != (tally.mu, tally.sigma):
            tally.mu, tally.sigma = rating
            changed.append(tally)
    Tally.objects.bulk_update(changed, ["mu", "sigma"], batch_size=200)
    season.skill_is_stale = False
    season.version += 1
    season.save(update_fields=["skill_is_stale", "version"])


# To check what is stored


def wrong_checkpoints(season: Season) -> Iterator[tuple[SkillCheckpoint, Ratings]]:
    """Yield checkpoints whose ratings differ from those from the first session on, with these."""
    checkpoints = {checkpoint.order: checkpoint for checkpoint in season.skill_checkpoints.all()}
    if not checkpoints:
        return
    counted = SeasonSession.objects.of(season).as_played()
    rows = counted.values_list(*COLUMNS).iterator(chunk_size=5_000)
    ratings: Ratings = {}
    for order, ranks in _by_session(rows):
        rate(ratings, [ranks])
        checkpoint = checkpoints.pop(order, None)
        if checkpoint and _ratings_at(checkpoint) != ratings:
            yield checkpoint, dict(ratings)
    for checkpoint in checkpoints.values():  # after a session that does not count
        yield checkpoint, {}
