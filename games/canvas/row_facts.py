"""Canvas: facts of a player that the database counts in the rows of sessions."""

from collections.abc import Sequence

from django.db.models import Count, F, Sum

from games.canvas.facts import FactCode
from games.canvas.models import Painting, Ribbons
from scoring.core.facts import CountedFact


def row_facts(player: int) -> Sequence[CountedFact]:
    """Count a player's ribbons of each scoring card, in all paintings that could earn them."""
    own = {"seat__result__player": player, "seat__result__game": "canvas"}  # as an index has them
    paintings = Painting.objects.filter(**own)
    by_card = paintings.values_list(F("session__canvas_tablecard_rows__name"))
    ribbons = Ribbons.objects.filter(**own).values_list("card")
    taken = dict(ribbons.annotate(number=Sum("ribbons")))
    return [
        CountedFact(FactCode.RIBBONS, card, taken.get(card, 0), number)
        for card, number in by_card.annotate(number=Count("pk")).order_by("-number")
        if card is not None
    ]
