"""What players are called, and where a session is shown, for those in the group and for others."""

from dataclasses import dataclass

from django.urls import reverse

from scoring.access import Guest
from scoring.models import Player, Session


@dataclass(frozen=True, slots=True)
class Named:
    name: str
    address: str  # of the player's page; empty where there is none for this reader


def named(player: Player, guest: Guest) -> Named:
    known = player.called(inside=guest.belongs)
    there = reverse("player", args=[guest.group.slug, player.pk]) if known.is_known else ""
    return Named(known.name, there)


def address_of(session: Session, guest: Guest) -> str:
    """Of the result: at the table for those in the group, for others only if it is shared."""
    if guest.belongs:
        return reverse("result", args=[session.uuid])
    return reverse("shared", args=[session.share_token]) if session.share_token else ""
