"""Skill: OpenSkill’s Plackett-Luce ratings over a season, by whom each player met (L-8)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from scoring.core.standings import Ranks
from scoring.models import Result, Season, Tally
from scoring.totals.finished import FinishedSession

SHOWN_FROM = 3  # plays: before, a rating says little


class Rating(NamedTuple):
    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        return round(self.mu - 3 * self.sigma, 1)


@cache
def _model() -> PlackettLuce:
    return PlackettLuce()


def rate(ratings: dict[int, Rating], sessions: Iterable[Ranks]) -> None:
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


def ratings_after(
    season: Season, removed: Sequence[FinishedSession], added: Sequence[FinishedSession]
) -> Mapping[int, Rating]:
    """Return new ratings of who played, if these sessions are the season's latest.

    Anything else changes what came after it: then the season's skill is marked as stale."""
    if not season.skill or season.skill_is_stale:
        return {}
    as_played = sorted(added, key=lambda session: session.order)
    if removed or not as_played or _is_anything_later(season, as_played):
        season.skill_is_stale = True
        return {}
    ratings = _ratings(season)
    rate(
        ratings,
        [{result.player: result.place.rank for result in session.results} for session in as_played],
    )
    return {player: ratings[player] for session in as_played for player in session.players}


def _is_anything_later(season: Season, sessions: Sequence[FinishedSession]) -> bool:
    """Whether another session that counts was played after the first of these."""
    if season.last_day is None:
        return False
    others = Result.objects.filter(season=season).exclude(
        session__in=[session.session for session in sessions]
    )
    return others.played_after(sessions[0].order).exists()


def _ratings(season: Season) -> dict[int, Rating]:
    tallies = Tally.objects.in_order().filter(season=season)
    return {
        player: Rating(mu, sigma)
        for player, mu, sigma in tallies.values_list("player_id", "mu", "sigma")
        if mu is not None and sigma is not None
    }


def refresh(season: Season) -> None:
    """Work all ratings out again, from the season's first session on."""
    results = Result.objects.filter(season=season).order_by("played_on", "finished_at", "session")
    rows = results.values_list("session_id", "player_id", "rank").iterator(chunk_size=5_000)
    ratings: dict[int, Rating] = {}
    sessions = (
        {player: rank for _session, player, rank in of_session}
        for _session, of_session in groupby(rows, key=lambda row: row[0])
    )
    rate(ratings, sessions)
    tallies = list(Tally.objects.in_order().filter(season=season))
    for tally in tallies:
        tally.mu, tally.sigma = ratings[tally.player_id]
    Tally.objects.bulk_update(tallies, ["mu", "sigma"], batch_size=200)
    season.skill_is_stale = False
    season.version += 1
    season.save(update_fields=["skill_is_stale", "version"])
