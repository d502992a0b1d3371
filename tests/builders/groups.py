"""Groups to test with: alice owns one, bob is its member, charlie a stranger."""

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.models import Group, Membership, Player
from tests.builders.tables import signed_in

OWNER, SCOREKEEPER, MEMBER = Membership.Role.OWNER, Membership.Role.SCOREKEEPER, "member"


def thursday(**more: str) -> Group:
    group = Group.objects.create(name="Thursday", slug="thursday", **more)
    for name, role in (("alice", OWNER), ("bob", MEMBER)):
        user = User.objects.create(username=name)
        Membership.objects.create(group=group, user=user, role=role)
    return group


def membership(group: Group, name: str) -> Membership:
    return Membership.objects.get(group=group, user__username=name)


def there(name: str, group: Group, *args: object) -> str:
    return reverse(name, args=[group.slug, *args])


def read(client: Client, address: str) -> str:
    """Its words, as the source has them, with single spaces."""
    page = client.get(address)
    assert page.status_code == 200, page.status_code
    return " ".join(page.content.decode().split())


def as_(name: str) -> Client:
    return signed_in(name)


def player(group: Group, name: str, **more: object) -> Player:
    return Player.objects.create(group=group, name=name, **more)
