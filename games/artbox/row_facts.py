"""#ARTBOX: facts of a player that the database counts in the rows of sessions."""

from collections.abc import Sequence

from django.db.models import Count

from games.artbox.facts import FactCode
from games.artbox.models import Round, VictoryToken
from games.artbox.rules import Award
from scoring.core.facts import CountedFact
from scoring.models import Result


def row_facts(player: int) -> Sequence[CountedFact]:
    """Count a player's Victory tokens, of each kind, in all rounds of finished sessions."""
    own = Result.objects.filter(player=player, game="artbox")  # as an index has them
    rounds = Round.objects.filter(session__in=own.values("session")).count()
    tokens = VictoryToken.objects.filter(seat__in=own.values("seat")).values_list("kind")
    won = dict(tokens.annotate(times=Count("pk")))
    return [
        CountedFact(FactCode.TOKENS, award.value, won.get(award.value, 0), rounds)
        for award in Award
        if rounds
    ]
