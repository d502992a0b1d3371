"""Members of a group, their roles, and which player each of them is; each verb is a transaction."""

import json
from datetime import datetime

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Lower

from scoring.groups.link_renewal import renew_links
from scoring.models import AnswerAddress, Group, Invitation, Membership, Phone, Player, Session
from scoring.models.locks import lock_group, lock_many_sessions
from scoring.models.transactions import write_transaction
from scoring.sessions.code_renewal import renew_codes
from scoring.web.group_access import Guest

OWNER, SCOREKEEPER = Membership.Role.OWNER, Membership.Role.SCOREKEEPER
MAY_ENTER = (OWNER, SCOREKEEPER)


class NeedsAnOwner(Exception):
    """The group would be left without an owner; somebody else has to be made one first."""


class PlayerIsTaken(Exception):
    """The player belongs to another account, or the member is another player of the group."""


# Roles


@write_transaction()
def change_role(*, membership: Membership, role: str, at: datetime) -> None:
    """Give a member another role, also on their phones at open tables. Raises NeedsAnOwner."""
    locked = _locked(membership)
    if locked.role == OWNER and role != OWNER:
        _check_another_owner(locked)
        _withdraw_invitations(locked, at)
    locked.role = role
    locked.save(update_fields=["role"])
    phones = _phones(locked)
    _refresh_screens(phones)
    phones.update(hosts=role in MAY_ENTER)


@write_transaction()
def remove_member(*, membership: Membership, at: datetime) -> None:
    """Remove a member who leaves or is sent away, also from open tables. Raises NeedsAnOwner.

    The player that they are stays in the group, and stays theirs."""
    locked = _locked(membership)
    if locked.role == OWNER:
        _check_another_owner(locked)
    remove_members(locked.group, Membership.objects.filter(pk=locked.pk), at=at)


@write_transaction()
def remove_members(group: Group, removed: QuerySet[Membership], *, at: datetime) -> None:
    """Remove members of a locked group, and whatever they could come back by.

    The codes of open tables and all links of the group are renewed: they may have read them."""
    for membership in removed:
        _withdraw_invitations(membership, at)
    users = list(removed.values_list("user", flat=True))
    _stop_evening_mail(group, users, at)
    renew_links(group, at)
    at_tables = Q(user__in=users) | Q(account__in=users)
    phones = Phone.objects.filter(at_tables, session__group=group)
    sessions = Session.objects.filter(group=group)
    lock_many_sessions(sessions.filter(Q(pk__in=phones.values("session")) | Q(finished_at=None)))
    phones.delete()
    renew_codes(sessions.not_deleted().filter(finished_at=None))
    removed.delete()


def _stop_evening_mail(group: Group, users: list[int], at: datetime) -> None:
    """Forget these accounts' addresses at coming evenings: the mail would have the new link."""
    addresses = EmailAddress.objects.filter(user__in=users).values(lower=Lower("email"))
    coming = AnswerAddress.objects.filter(answer__evening__in=group.evenings.upcoming(at))
    written = coming.annotate(lower=Lower("email"))
    written.filter(Q(answer__player__user__in=users) | Q(lower__in=addresses)).delete()


@write_transaction()
def hand_over(*, owner: Membership, to: Membership, at: datetime) -> None:
    """Make another member the owner, and the owner a scorekeeper."""
    change_role(membership=to, role=OWNER, at=at)
    change_role(membership=owner, role=SCOREKEEPER, at=at)


def _locked(membership: Membership) -> Membership:
    """Lock the group and read the membership again, or two owners could leave at once."""
    lock_group(membership.group_id)
    return Membership.objects.select_related("user", "group").get(pk=membership.pk)


def _check_another_owner(membership: Membership) -> None:
    owners = Membership.objects.filter(group=membership.group_id, role=OWNER)
    if not owners.exclude(pk=membership.pk).exists():
        raise NeedsAnOwner


def _withdraw_invitations(membership: Membership, at: datetime) -> None:
    """Withdraw what this member may come back by: an owner has read the links of all."""
    readable = Invitation.objects.filter(group=membership.group_id, withdrawn_at=None)
    if membership.role != OWNER:
        readable = readable.filter(created_by=membership.user_id)
    readable.update(withdrawn_at=at)


def _phones(membership: Membership) -> QuerySet[Phone]:
    return Phone.objects.filter(user=membership.user_id, session__group=membership.group_id)


def _refresh_screens(phones: QuerySet[Phone]) -> None:
    sessions = Session.objects.filter(pk__in=phones.values("session"), finished_at=None)
    sessions.update(version=F("version") + 1)


# Which player a member is


def own_players(user: User | None) -> str:
    """Return, as JSON, which player an account is in each of its groups: what own-rows.js keeps.

    None where they have not said which one, and 0 where an owner has yet to agree."""
    if user is None:
        return ""
    rows = Membership.objects.of_account(user.pk).own_players()
    return json.dumps({group: own or (0 if says else None) for group, own, says in rows})


def count_claims(guest: Guest) -> int:
    """Return how many members wait for an owner to agree which player they are."""
    if not guest.belongs:
        return 0
    return guest.group.memberships.exclude(says=None).count()


@write_transaction()
def claim_player(*, membership: Membership, player: Player | None) -> None:
    """Record which player a member says they are, until an owner agrees; None takes it back."""
    locked = _locked(membership)
    if player is not None:
        _check_free(locked, player)
    locked.says = player
    locked.save(update_fields=["says"])


@write_transaction()
def assign_player(*, membership: Membership, player: Player | None) -> None:
    """Make a player, with all that they ever played, this member's; None: they are no player."""
    locked = _locked(membership)
    if player is not None:
        _check_free(locked, player)
    Player.objects.filter(group=locked.group_id, user=locked.user_id).update(user=None)
    if player is not None:
        Player.objects.filter(pk=player.pk).update(user=locked.user_id)
        Membership.objects.filter(says=player).update(says=None)
    Membership.objects.filter(pk=locked.pk).update(says=None)


@write_transaction()
def unassign_player(*, player: Player) -> None:
    """Unlink a player from their account, even if it has left the group."""
    Player.objects.filter(pk=player.pk).update(user=None)


def _check_free(membership: Membership, player: Player) -> None:
    of_group = Player.objects.not_merged().filter(pk=player.pk, group=membership.group_id)
    if not (of_group.without_account() | of_group.filter(user=membership.user_id)).exists():
        raise PlayerIsTaken
