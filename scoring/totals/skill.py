"""How good somebody is, by whom they met: OpenSkill’s Plackett-Luce over a season (L-8)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

from openskill.models import PlackettLuce, PlackettLuceRating

from scoring.core.standings import Ranks
from scoring.models import Result, Season, Tally
from scoring.totals.finished import Finished

SHOWN_FROM = 3  # plays


class Rating(NamedTuple):
    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        return round(self.mu - 3 * self.sigma, 1)


@cache
def _model() -> PlackettLuce:
    return PlackettLuce()


def rated(ratings: dict[int, Rating], sessions: Iterable[Ranks]) -> None:
    """Bring the ratings up to date with what was played, in this order; equal ranks are equal."""
    model = _model()
    for ranks in sessions:
        there = sorted(ranks)  # floats come out the same only if they are added in the same order
        teams = [[_rating(model, ratings.get(player))] for player in there]
        rates = model.rate(teams, [ranks[player] for player in there])
        for player, (after,) in zip(there, rates, strict=True):
            ratings[player] = Rating(after.mu, after.sigma)


def _rating(model: PlackettLuce, rating: Rating | None) -> PlackettLuceRating:
    return model.rating() if rating is None else model.rating(rating.mu, rating.sigma)


def ratings_after(
    season: Season, gone: Sequence[Finished], come: Sequence[Finished]
) -> Mapping[int, Rating]:
    """Of those who played, if nothing but what was played last changes; else all become stale."""
    if not season.skill or season.skill_is_stale:
        return {}
    ordered = sorted(come, key=lambda one: one.order)
    if gone or not ordered or _is_overtaken(season, ordered):
        season.skill_is_stale = True
        return {}
    ratings = _ratings(season)
    rated(ratings, [{line.player: line.place.rank for line in one.lines} for one in ordered])
    return {player: ratings[player] for one in ordered for player in one.players}


def _is_overtaken(season: Season, ordered: Sequence[Finished]) -> bool:
    """Whether something that counted before was played after the first of these."""
    if season.last_day is None:
        return False
    others = Result.objects.filter(season=season).exclude(
        session__in=[one.session for one in ordered]
    )
    return others.played_after(ordered[0].order).exists()


def _ratings(season: Season) -> dict[int, Rating]:
    lines = Tally.objects.in_order().filter(season=season)
    return {
        player: Rating(mu, sigma)
        for player, mu, sigma in lines.values_list("player_id", "mu", "sigma")
        if mu is not None and sigma is not None
    }


def refresh(season: Season) -> None:
    """Work all of it out anew, from the first session on."""
    results = Result.objects.filter(season=season).order_by("played_on", "finished_at", "session")
    rows = results.values_list("session_id", "player_id", "rank").iterator(chunk_size=5_000)
    ratings: dict[int, Rating] = {}
    rated(
        ratings,
        (
            {player: rank for _session, player, rank in own}
            for _session, own in groupby(rows, key=lambda row: row[0])
        ),
    )
    lines = list(Tally.objects.in_order().filter(season=season))
    for line in lines:
        line.mu, line.sigma = ratings[line.player_id]
    Tally.objects.bulk_update(lines, ["mu", "sigma"], batch_size=200)
    season.skill_is_stale = False
    season.version += 1
    season.save(update_fields=["skill_is_stale", "version"])
