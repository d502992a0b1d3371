"""Add players to a group, rename, hide and remove them."""

from typing import Any

from scoring.models import Group, Player
from scoring.models.transactions import write_transaction
from scoring.totals.update import reordered_standings


@write_transaction()
def add_player(*, group: Group, name: str) -> Player:
    return Player.objects.create(group=group, name=name)


@write_transaction()
def update_player(*, player: Player, **fields: Any) -> None:
    """Set a player's name, nickname or whether they hide, on the standings pages too."""
    if fields:
        with reordered_standings(player=player.pk):
            Player.objects.filter(pk=player.pk).update(**fields)


class PlayerIsNeeded(Exception):
    """Raised for a player with sessions or an account, who cannot be removed."""


@write_transaction()
def remove_player(*, player: Player) -> None:
    """Remove a player whom nothing refers to. The caller has locked their group."""
    removed, _rows = Player.objects.filter(pk=player.pk).without_traces().delete()
    if not removed:
        raise PlayerIsNeeded
