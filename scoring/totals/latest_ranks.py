"""The latest ranks of players in a season, which its standings show."""

from collections.abc import Collection, Mapping, Sequence
from datetime import date

from django.db.models import OuterRef, Q, Subquery

from scoring.models import Player, Result, Season
from scoring.models.results import Order, ResultQuerySet
from scoring.models.rows import BATCH
from scoring.totals.finished import EVERY_GAME, FinishedSession

LATEST_RANKS = 5  # that are shown

GameAndPlayer = tuple[str, int]
LatestRanks = Mapping[GameAndPlayer, tuple[int, ...]]  # the last one last


def continued_ranks(
    game: str, stored: LatestRanks, added: Sequence[FinishedSession]
) -> dict[GameAndPlayer, tuple[int, ...]]:
    """Return the latest ranks after sessions that were played after all others."""
    ranks: dict[GameAndPlayer, tuple[int, ...]] = {}
    for session in sorted(added, key=lambda session: session.order):
        for result in session.results:
            key = game, result.player
            before = ranks.get(key, stored.get(key, ()))
            ranks[key] = (*before, result.place.rank)[-LATEST_RANKS:]
    return ranks


def read_latest_ranks(
    season: Season,
    games: Sequence[str],
    players: Collection[int],
    changed_until: date | None = None,
) -> dict[GameAndPlayer, tuple[int, ...]]:
    """Read the latest ranks of these players.

    `changed_until`: a day after which no result changed; whose latest ranks are all of later days
    is left out. An index finds the few results that are read, however many there are."""
    since = _first_days(season, games, players)
    wanted = {
        key: day
        for key, day in since.items()
        if day is None or changed_until is None or day <= changed_until
    }
    ranks: dict[GameAndPlayer, list[tuple[Order, int]]] = {key: [] for key in wanted}
    days = list(wanted.items())
    for start in range(0, len(days), BATCH):
        some = dict(days[start : start + BATCH])
        # Not in order: else SQLite reads all of the season.
        matching = [_results_since(key, day) for key, day in some.items()]
        results = Result.objects.counting_for(season).filter(Q(*matching, _connector=Q.OR))
        names = ("player_id", "game", "rank", "played_on", "finished_at", "session_id")
        for player, game, rank, *order in results.values_list(*names):
            day, at, session = order
            for key in {(EVERY_GAME, player), (game, player)} & some.keys():
                if day >= (some[key] or day):
                    ranks[key].append(((day, at, session), rank))
    return {key: _latest(of_key) for key, of_key in ranks.items()}


def _latest(ranks: Sequence[tuple[Order, int]]) -> tuple[int, ...]:
    return tuple([rank for _order, rank in sorted(ranks)[-LATEST_RANKS:]])


def _first_days(
    season: Season, games: Sequence[str], players: Collection[int]
) -> dict[GameAndPlayer, date | None]:
    """Return the days of the first of the latest ranks; None where a player has fewer."""
    newest_first = Result.objects.counting_for(season).filter(
        player=OuterRef("pk"), played_on__lte=season.ends_on
    )
    newest_first = newest_first.order_by("-played_on", "-finished_at", "-session_id")
    columns = {
        f"since_{number}": Subquery(
            _of_game(newest_first, game).values("played_on")[LATEST_RANKS - 1 : LATEST_RANKS]
        )
        for number, game in enumerate(games)
    }
    rows = Player.objects.filter(pk__in=players).annotate(**columns)
    return {
        (game, player): day
        for player, *days in rows.values_list("pk", *columns)
        for game, day in zip(games, days, strict=True)
    }


def _of_game(results: ResultQuerySet, game: str) -> ResultQuerySet:
    return results.filter(game=game) if game else results


def _results_since(key: GameAndPlayer, day: date | None) -> Q:
    game, player = key
    results = Q(player=player, game=game) if game else Q(player=player)
    return results & Q(played_on__gte=day) if day else results
