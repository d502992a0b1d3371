"""Delete one's own account: what follows, what stands in the way, and doing it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Q
from django.utils import translation
from django.utils.translation import gettext as _
from django_tasks_db.models import DBTaskResult

from scoring.accounts.devices import leave_tables
from scoring.groups.groups import delete_group
from scoring.groups.members import remove_member
from scoring.groups.players import update_player
from scoring.models import Group, Membership, Player
from scoring.models.locks import lock_groups, lock_user

OWNER = Membership.Role.OWNER


class CannotDelete(Exception):
    """Something stands in the way now; `what_follows()` says what."""


@dataclass(frozen=True, slots=True)
class WhatFollows:
    """What becomes of an account's groups when it is deleted."""

    to_hand_over: list[Group]  # other members would be left without an owner
    to_delete: list[Group]  # nobody else belongs to them
    to_leave: list[Membership]
    is_last_superuser: bool

    @property
    def is_possible(self) -> bool:
        return not (self.to_hand_over or self.is_last_superuser)


def what_follows(user: User) -> WhatFollows:
    memberships = Membership.objects.filter(user=user).select_related("group")
    owners = Count("group__memberships", filter=Q(group__memberships__role=OWNER))
    annotated: Any = memberships.annotate(members=Count("group__memberships"), owners=owners)
    to_hand_over, to_delete, to_leave = [], [], []
    for membership in annotated.order_by("group__name", "pk"):
        if membership.members == 1:
            to_delete.append(membership.group)
        elif membership.role == OWNER and membership.owners == 1:
            to_hand_over.append(membership.group)
        else:
            to_leave.append(membership)
    return WhatFollows(to_hand_over, to_delete, to_leave, _is_last_superuser(user))


def _is_last_superuser(user: User) -> bool:
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    return user.is_superuser and not others.exists()


@transaction.atomic
def delete_account(
    *, user: User, groups: Iterable[Group], remove_names: bool, at: datetime
) -> None:
    """Delete an account, the groups that it is alone in, and its seats, jobs and invitations.

    `groups`: those that the person agreed to delete. `remove_names`: make their players former
    players; otherwise these keep their names. Raises CannotDelete."""
    locked = lock_user(user.pk)
    of_user = Group.objects.filter(memberships__user=locked)
    lock_groups(of_user.values_list("pk", flat=True))
    follows = what_follows(locked)
    agreed = {group.pk for group in groups}
    if not follows.is_possible or not agreed.issuperset(group.pk for group in follows.to_delete):
        raise CannotDelete
    for group in follows.to_delete:
        delete_group(group=group)
    for membership in follows.to_leave:
        remove_member(membership=membership, at=at)
    leave_tables(user=locked)
    if remove_names:
        for player in Player.objects.filter(user=locked).select_related("group").order_by("pk"):
            _remove_names(player)
    DBTaskResult.objects.filter(job__asked_by=locked).delete()
    locked.delete()


def _remove_names(player: Player) -> None:
    """Rename a player, and those that were merged into them, and hide them from strangers."""
    of_player = [player, *_merged_into(player)]
    for one in of_player:
        update_player(player=one, name=_free_name(one), nickname="", hidden=True)


def _merged_into(player: Player) -> Iterator[Player]:
    for source in Player.objects.filter(merges_away__target=player).order_by("pk"):
        yield source
        yield from _merged_into(source)


def _free_name(player: Player) -> str:
    """Return "A former player", with a number if the group has one already."""
    with translation.override(player.group.language if player.group else None):
        name = _("A former player")
    taken = set(
        Player.objects.filter(group=player.group_id, name__startswith=name).values_list(
            "name", flat=True
        )
    )
    numbered = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(free for free in numbered if free not in taken)
