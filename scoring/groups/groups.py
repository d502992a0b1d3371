"""Create, change and delete a group: each verb is one transaction, unless it says otherwise."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.contrib.auth.models import User

from scoring.groups.members import remove_members
from scoring.models import Group, Membership, Season, Session
from scoring.models.locks import lock_group, lock_leagues, lock_many_sessions, lock_user
from scoring.models.transactions import write_transaction
from scoring.sessions import rows
from scoring.totals.update import change_standings_pages

DOUBLE_TAP = timedelta(seconds=20)
DELETED_AT_ONCE = 500  # sessions


@write_transaction()
def create_group(*, owner: User, at: datetime, **fields: Any) -> Group:
    """Create a group owned by this account; the same form sent twice creates one.

    `fields`: name, address, visibility, time zone and language."""
    lock_user(owner.pk)
    just_created = Group.objects.of(owner).filter(created_at__gt=at - DOUBLE_TAP)
    if earlier := just_created.filter(name=fields["name"]).first():
        return earlier
    group = Group.objects.create(**fields)
    Membership.objects.create(group=group, user=owner, role=Membership.Role.OWNER)
    return group


@write_transaction()
def update_group(*, group: Group, **fields: Any) -> Group:
    """Change a group's settings, and the version of its standings pages, which show them."""
    locked = lock_group(group.pk)
    for name, value in fields.items():
        setattr(locked, name, value)
    locked.save(update_fields=[*fields])
    change_standings_pages(Season.objects.filter(league__group=locked))
    return locked


class GroupContents(NamedTuple):
    """How much disappears with a group."""

    sessions: int
    players: int
    members: int
    evenings: int


def contents_of(group: Group) -> GroupContents:
    return GroupContents(
        sessions=group.sessions.not_deleted().count(),
        players=group.players.not_merged().count(),
        members=group.memberships.count(),
        evenings=group.evenings.count(),
    )


@write_transaction()
def close_group(*, group: Group, at: datetime) -> None:
    """Leave a group that is about to be deleted only to its owners, so that nobody plays in it."""
    locked = lock_group(group.pk)
    remove_members(locked, locked.memberships.exclude(role=Membership.Role.OWNER), at=at)
    locked.visibility = Group.Visibility.MEMBERS
    locked.save(update_fields=["visibility"])
    change_standings_pages(Season.objects.filter(league__group=locked))


@write_transaction()
def delete_some_sessions(*, group: Group, confirm: Callable[[], object]) -> int:
    """Delete a part of a group's sessions for good; return how many."""
    locked = lock_group(group.pk)
    confirm()
    some = list(locked.sessions.in_order().values_list("pk", flat=True)[:DELETED_AT_ONCE])
    lock_many_sessions(Session.objects.filter(pk__in=some), to_delete=True)
    rows.delete(some)
    return len(some)


@write_transaction()
def delete_group(*, group: Group) -> None:
    """Delete a group for good, with everything that was played in it.

    Django reads what it deletes, so sessions go in batches: thousands at once need gigabytes."""
    locked = lock_group(group.pk)
    lock_many_sessions(locked.sessions.all(), to_delete=True)
    lock_leagues(locked.leagues.values_list("pk", flat=True))
    sessions = locked.sessions.in_order()
    while batch := list(sessions.values_list("pk", flat=True)[:DELETED_AT_ONCE]):
        rows.delete(batch)
    locked.delete()
