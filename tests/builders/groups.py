"""Make a group that alice owns and bob is a member of; charlie belongs to no group."""

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.models import Group, Membership, Player

OWNER, SCOREKEEPER, MEMBER = Membership.Role.OWNER, Membership.Role.SCOREKEEPER, "member"


def thursday_group(**more: str) -> Group:
    group = Group.objects.create(name="Thursday", slug="thursday", **more)
    for name, role in (("alice", OWNER), ("bob", MEMBER)):
        user = User.objects.create(username=name)
        Membership.objects.create(group=group, user=user, role=role)
    return group


def membership(group: Group, name: str) -> Membership:
    return Membership.objects.get(group=group, user__username=name)


def url_of(name: str, group: Group, *args: object) -> str:
    return reverse(name, args=[group.slug, *args])


def page_source(client: Client, address: str) -> str:
    """Return the HTML of a page that must be there, with single spaces."""
    page = client.get(address)
    assert page.status_code == 200, page.status_code
    return " ".join(page.content.decode().split())


def player(group: Group, name: str, **more: object) -> Player:
    """Return the group's player of that name, with these values; a new one if there was none."""
    of_name, _is_new = group.players.update_or_create(name=name, defaults=more)
    return of_name
