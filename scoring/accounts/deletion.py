"""Delete your own account: the consequences, the obstacles, and doing it."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from scoring.accounts.devices import leave_tables
from scoring.groups.groups import delete_group
from scoring.groups.members import remove_members
from scoring.groups.players import update_player
from scoring.models import Group, Membership, Player
from scoring.models.locks import lock_groups, lock_user
from scoring.models.transactions import write_transaction

OWNER = Membership.Role.OWNER


class CannotDelete(Exception):
    """The account cannot be deleted now; `what_follows()` says why."""


@dataclass(frozen=True, slots=True)
class WhatFollows:
    """The future of an account's groups when it is deleted."""

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
    return WhatFollows(to_hand_over, to_delete, to_leave, leaves_no_superuser([user]))


@write_transaction()
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
    _leave(locked, at)
    if remove_names:
        for player in Player.objects.filter(user=locked).select_related("group").order_by("pk"):
            _remove_names(player)
    _delete(locked)


def _leave(user: User, at: datetime) -> None:
    """Remove an account from its groups and tables, before anything locks their seasons."""
    for group in Group.objects.filter(memberships__user=user).order_by("pk"):
        remove_members(group, group.memberships.filter(user=user), at=at)
    leave_tables(user=user)


def _delete(user: User) -> None:
    user.delete()


# Accounts that somebody else deletes


@write_transaction()
def delete_accounts(*, users: QuerySet[User], at: datetime) -> None:
    """Delete accounts as an administrator does; their groups and players stay.

    Raises CannotDelete if a group or the site would be left without anybody who manages it."""
    locked = [lock_user(pk) for pk in users.order_by("pk").values_list("pk", flat=True)]
    lock_groups(Group.objects.filter(memberships__user__in=locked).values_list("pk", flat=True))
    if groups_left_without_owner(locked) or leaves_no_superuser(locked):
        raise CannotDelete
    for user in locked:
        _leave(user, at)
    for user in locked:
        _delete(user)


def groups_left_without_owner(users: Collection[User]) -> list[Group]:
    """Return the groups that nobody but these accounts owns."""
    owners = Membership.objects.filter(role=OWNER)
    others = owners.exclude(user__in=users).values("group")
    of_users = Group.objects.filter(pk__in=owners.filter(user__in=users).values("group"))
    return list(of_users.exclude(pk__in=others).by_name())


def leaves_no_superuser(users: Collection[User]) -> bool:
    """Return whether all superusers are among these accounts."""
    superusers = User.objects.filter(is_superuser=True, is_active=True)
    others = superusers.exclude(pk__in=[user.pk for user in users])
    return any(user.is_superuser for user in users) and not others.exists()


# Names


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
