"""What two players have, before they are found to be one."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Max, Min
from django.utils.translation import gettext_lazy as _

from scoring.groups.players import CannotMerge
from scoring.models import Player, Seat

WHY_NOT = {
    CannotMerge.SAME: _("That is one and the same player."),
    CannotMerge.OTHER_GROUP: _("Only players of one group can be merged."),
    CannotMerge.MET: _("These two once sat at one table, so they are two people."),
    CannotMerge.TIED: _("This player has an account: merge the other one into this one."),
}
MOST_TABLES = 5  # of those that they shared


@dataclass(frozen=True, slots=True)
class Past:
    """What a player brings."""

    player: Player
    sessions: int
    first: date | None
    last: date | None


def past(player: Player) -> Past:
    """What was deleted still counts: it can be brought back."""
    days = player.seats.aggregate(first=Min("session__played_on"), last=Max("session__played_on"))
    return Past(player, player.seats.count(), days["first"], days["last"])


def preview(source: Player, target: Player) -> dict[str, Any]:
    """Both, the tables that they shared, and the first reason why they cannot be one."""
    met = Seat.objects.filter(player=target, session__seats__player=source)
    tables = met.select_related("session").order_by("-session__played_on", "-pk")
    one, other = past(source), past(target)
    days = [day for day in (one.first, other.first, one.last, other.last) if day]
    return {
        "source": one,
        "target": other,
        "together": one.sessions + other.sessions,
        "first": min(days, default=None),
        "last": max(days, default=None),
        "shared": [seat.session for seat in tables[:MOST_TABLES]],
        "shared_count": met.count(),
        "why_not": _why_not(source, target, met=met.exists()),
        "hides": source.hidden and not target.hidden,
    }


def _why_not(source: Player, target: Player, *, met: bool) -> Any:
    if source == target:
        return WHY_NOT[CannotMerge.SAME]
    if met:
        return WHY_NOT[CannotMerge.MET]
    if source.user_id is not None and target.user_id is not None:
        return _("Both have an account, so they are two people.")
    return WHY_NOT[CannotMerge.TIED] if source.user_id is not None else ""
