"""The latest ranks of players in a season, which its standings show."""

from collections.abc import Collection, Mapping

from django.db.models import OuterRef, Subquery

from scoring.models import Player, Result, Season

LATEST_RANKS = 5  # that are shown


def read_latest_ranks(
    season: Season, game: str, players: Collection[int]
) -> Mapping[int, tuple[int, ...]]:
    """Read the latest ranks in a game, or in all games together; the last one comes last.

    An index finds these few results, however many there are."""
    results = Result.objects.counting_for(season, game).filter(player=OuterRef("pk"))
    newest_first = results.order_by("-played_on", "-finished_at", "-session_id").values("rank")
    latest = [Subquery(newest_first[at : at + 1]) for at in range(LATEST_RANKS)]
    rows = Player.objects.filter(pk__in=players).values_list("pk", *latest)
    return {
        player: tuple([rank for rank in reversed(ranks) if rank is not None])
        for player, *ranks in rows
    }
