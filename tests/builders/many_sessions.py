"""Results of a group, many at once: by four in each game, league, place and month."""

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import islice

from django.db import transaction
from django.utils import timezone

from scoring.documents.schema import RESULT_FORMAT
from scoring.documents.scorer import read_document
from scoring.models import Group, League
from scoring.models.revisions import By
from scoring.registry import installed_games
from scoring.sessions.bulk_create import NewSession, start_many
from scoring.sessions.seating import get_or_create_players

FIRST_DAY = date(2026, 1, 1)
DAYS = 360
PLACES = ("Chez Ana", "The club", "")
NAMES = [f"Player {number}" for number in range(24)]
AT_ONCE = 500


@transaction.atomic
def add_results(group: Group, league: League, number: int, names: Sequence[str] = NAMES) -> None:
    """Add so many results of three players each; every fourth is for no league."""
    numbers = iter(range(number))
    while some := list(islice(numbers, AT_ONCE)):
        for of_league, rest in ((league, (0, 1, 2)), (None, (3,))):
            chosen = [at for at in some if at // 4 % 4 in rest]
            new = [_new_session(group, at, number, names) for at in chosen]
            start_many(new_sessions=new, group=group, league=of_league)


def _new_session(group: Group, at: int, number: int, names: Sequence[str]) -> NewSession:
    games = list(installed_games())
    present = [names[(at * step + step) % len(names)] for step in (1, 5, 7)]
    present = list(dict.fromkeys(present))
    present += [name for name in names if name not in present][: 3 - len(present)]
    place = PLACES[at % len(PLACES)]
    document = read_document(
        {
            "format": RESULT_FORMAT,
            "game": games[at % len(games)],
            "played_on": (FIRST_DAY + timedelta(days=at * DAYS // number)).isoformat(),
            **({"location": place} if place else {}),
            "players": [{"name": name, "points": 6 - rank} for rank, name in enumerate(present)],
        }
    )
    players, _new = get_or_create_players(group, present)
    return NewSession(document, By(at=timezone.now()), players)
