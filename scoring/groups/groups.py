"""The verbs of a group and of who belongs to it: each is one transaction."""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F

from scoring.models import Group, Invitation, Membership, Phone, Player, Season, Session
from scoring.models.locks import lock_group, lock_leagues, lock_many_sessions, lock_user

OWNER, SCOREKEEPER, MEMBER = Membership.Role.OWNER, Membership.Role.SCOREKEEPER, "member"
KEEPS = (OWNER, SCOREKEEPER)
A_DOUBLE_TAP = timedelta(seconds=20)


class NeedsAnOwner(Exception):
    """Somebody else has to be made one first."""


class IsTiedAlready(Exception):
    """The player is somebody's, or the person is another player of the group."""


@transaction.atomic
def create_group(*, owner: User, at: datetime, **said: Any) -> Group:
    """`said`: its name, address, who may see it, time zone and language.

    The same form, sent twice, makes one group."""
    lock_user(owner.pk)
    just_now = Group.objects.of(owner).filter(created_at__gt=at - A_DOUBLE_TAP)
    if again := just_now.filter(name=said["name"]).first():
        return again
    group = Group.objects.create(**said)
    Membership.objects.create(group=group, user=owner, role=OWNER)
    return group


@transaction.atomic
def describe_group(*, group: Group, **said: Any) -> Group:
    """What is shown of it on its seasons' pages changes with it."""
    locked = lock_group(group.pk)
    for name, value in said.items():
        setattr(locked, name, value)
    locked.save(update_fields=[*said])
    Season.objects.filter(league__group=locked).update(version=F("version") + 1)
    return locked


@transaction.atomic
def renew_link(*, group: Group, token: str) -> None:
    """Who came by the old one has to come again."""
    Group.objects.filter(pk=group.pk).update(link_token=token)


@transaction.atomic
def delete_group(*, group: Group) -> None:
    """With everything that was played in it, for good; whoever writes in it is waited for."""
    locked = lock_group(group.pk)
    lock_many_sessions(locked.sessions.all(), to_delete=True)
    lock_leagues(locked.leagues.values_list("pk", flat=True))
    locked.delete()


# Who belongs


@transaction.atomic
def change_role(*, membership: Membership, role: str, at: datetime) -> None:
    """Their phones at the group's tables may from now on do what the role may."""
    locked = _locked(membership)
    if locked.role == OWNER and role != OWNER:
        _check_another_owner(locked)
        _withdraw_theirs(locked, at)
    locked.role = role
    locked.save(update_fields=["role"])
    phones = _phones(locked)
    _tell_screens(phones)
    phones.update(hosts=role in KEEPS)


@transaction.atomic
def remove_member(*, membership: Membership, at: datetime) -> None:
    """Sent away, or leaving: also from every table that they came to as a member.

    The player that they are, with all that was played, stays, and stays theirs."""
    locked = _locked(membership)
    if locked.role == OWNER:
        _check_another_owner(locked)
    _withdraw_theirs(locked, at)
    phones = _phones(locked)
    _tell_screens(phones)
    phones.delete()
    locked.delete()


@transaction.atomic
def hand_over(*, owner: Membership, to: Membership, at: datetime) -> None:
    """Somebody else owns the group from now on; who did keeps its scores."""
    change_role(membership=to, role=OWNER, at=at)
    change_role(membership=owner, role=SCOREKEEPER, at=at)


def _locked(membership: Membership) -> Membership:
    """Memberships of one group change one after the other, or two owners could go at once."""
    lock_group(membership.group_id)
    return Membership.objects.select_related("user", "group").get(pk=membership.pk)


def _check_another_owner(membership: Membership) -> None:
    others = Membership.objects.filter(group=membership.group_id, role=OWNER)
    if not others.exclude(pk=membership.pk).exists():
        raise NeedsAnOwner


def _withdraw_theirs(membership: Membership, at: datetime) -> None:
    theirs = Invitation.objects.filter(group=membership.group_id, created_by=membership.user_id)
    theirs.filter(withdrawn_at=None).update(withdrawn_at=at)


def _phones(membership: Membership) -> Any:
    return Phone.objects.filter(user=membership.user_id, session__group=membership.group_id)


def _tell_screens(phones: Any) -> None:
    sessions = Session.objects.filter(pk__in=phones.values("session"), finished_at=None)
    sessions.update(version=F("version") + 1)


# Which player a person is


@transaction.atomic
def say_who(*, membership: Membership, player: Player | None) -> None:
    """A member says "this is me", or takes it back; an owner has to agree."""
    locked = _locked(membership)
    if player is not None:
        _check_free(locked, player)
    locked.says = player
    locked.save(update_fields=["says"])


@transaction.atomic
def tie(*, membership: Membership, player: Player | None) -> None:
    """This person is that player, with all that the player ever played; None: is none of them."""
    locked = _locked(membership)
    if player is not None:
        _check_free(locked, player)
    Player.objects.filter(group=locked.group_id, user=locked.user_id).update(user=None)
    if player is not None:
        Player.objects.filter(pk=player.pk).update(user=locked.user_id)
        Membership.objects.filter(says=player).update(says=None)
    Membership.objects.filter(pk=locked.pk).update(says=None)


@transaction.atomic
def untie(*, player: Player) -> None:
    """Also from somebody who does not belong to the group any more."""
    Player.objects.filter(pk=player.pk).update(user=None)


def _check_free(membership: Membership, player: Player) -> None:
    free = Player.objects.not_merged().filter(pk=player.pk, group=membership.group_id)
    if not (free.without_account() | free.filter(user=membership.user_id)).exists():
        raise IsTiedAlready
