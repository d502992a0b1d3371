"""In the admin, owners remove members of their groups, without seeing who else has an account."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.models import Group, Membership
from tests.builders.staff import new_staff

pytestmark = pytest.mark.django_db

OWNER, MEMBER = Membership.Role.OWNER, Membership.Role.MEMBER


@pytest.fixture
def group() -> Group:
    """Make a group that alice owns and bob is a member of."""
    group = Group.objects.create(name="Thursday", slug="thursday")
    for name, role in [("alice", OWNER), ("bob", MEMBER)]:
        user = new_staff(name, email=f"{name}@mail.example")
        Membership.objects.create(group=group, user=user, role=role)
    return group


@pytest.fixture
def charlie() -> User:
    charlie = new_staff("charlie", email="charlie@mail.example")
    EmailAddress.objects.create(user=charlie, email=charlie.email, verified=True, primary=True)
    return charlie


@pytest.fixture
def alice(group: Group) -> Client:
    return client_of(group.memberships.get(role=OWNER).user.username)


def client_of(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(username=name))
    return client


def page_of(group: Group) -> str:
    return reverse("admin:scoring_group_change", args=[group.pk])


def roles(group: Group) -> dict[str, str]:
    return dict(group.memberships.values_list("user__username", "role"))


OF_A_GROUP = {"visibility": "members", "time_zone": "UTC", "language": "en"}


def save(client: Client, group: Group, *rows: dict[str, Any]) -> Any:
    """Save the group's page with these rows of members; a row with an `id` existed before."""
    existing = [{"group": group.pk, **row} for row in rows]
    fields = {
        f"memberships-{at}-{name}": row[name] for at, row in enumerate(existing) for name in row
    }
    numbers = {"TOTAL": len(rows), "INITIAL": sum("id" in row for row in rows)}
    counts = {f"memberships-{name}_FORMS": number for name, number in numbers.items()}
    of_group = {"name": "Thursday", "slug": group.slug, **OF_A_GROUP}
    return client.post(page_of(group), {**of_group, **counts, **fields})


def row_of(of: Group, name: str, **typed: Any) -> dict[str, Any]:
    membership = of.memberships.get(user__username=name)
    return {"id": membership.pk, "role": membership.role, **typed}


def complaints(response: Any) -> str:
    (formset,) = (inline.formset for inline in response.context["inline_admin_formsets"])
    return str([formset.errors, formset.non_form_errors()])


@pytest.mark.parametrize("typed", ["charlie", "charlie@mail.example"])
def test_an_owner_takes_in_nobody_without_asking_them(
    alice: Client, group: Group, charlie: User, typed: str
) -> None:
    for user in (typed, charlie.pk):
        new = {"user": user, "role": "member"}
        save(alice, group, row_of(group, "alice"), row_of(group, "bob"), new)
        assert roles(group) == {"alice": "owner", "bob": "member"}
    assert reverse("invite", args=[group.slug]) in alice.get(page_of(group)).content.decode()


def test_nobody_belongs_to_a_group_twice(admin_client: Client, group: Group) -> None:
    users = dict(group.memberships.values_list("user__username", "user"))
    rows = [row_of(group, name, user=user) for name, user in users.items()]
    bob_again = {"user": users["bob"], "role": "owner"}
    assert save(admin_client, group, *rows, bob_again).status_code == 200
    assert roles(group) == {"alice": "owner", "bob": "member"}


def test_an_owner_changes_roles_and_removes_members(alice: Client, group: Group) -> None:
    save(alice, group, row_of(group, "alice"), row_of(group, "bob", role="owner"))
    assert roles(group) == {"alice": "owner", "bob": "owner"}
    save(alice, group, row_of(group, "alice", role="member"), row_of(group, "bob"))
    assert roles(group) == {"alice": "member", "bob": "owner"}
    rows = [row_of(group, "alice", DELETE="on"), row_of(group, "bob")]
    assert save(client_of("bob"), group, *rows).status_code == 302
    assert roles(group) == {"bob": "owner"}


@pytest.mark.parametrize("typed", [{"role": "member"}, {"DELETE": "on"}])
@pytest.mark.parametrize("as_superuser", [False, True])
def test_a_group_keeps_an_owner(
    alice: Client, admin_client: Client, group: Group, typed: dict[str, str], as_superuser: bool
) -> None:
    client = admin_client if as_superuser else alice
    users = dict(group.memberships.values_list("user__username", "user"))
    rows = [
        row_of(group, "alice", user=users["alice"], **typed),
        row_of(group, "bob", user=users["bob"]),
    ]
    assert "A group needs an owner; make someone else an owner first." in complaints(
        save(client, group, *rows)
    )
    assert roles(group) == {"alice": "owner", "bob": "member"}


@pytest.mark.parametrize("as_superuser", [False, True])
def test_nobody_else_is_made_of_a_member(
    alice: Client, admin_client: Client, group: Group, charlie: User, as_superuser: bool
) -> None:
    """They would come without being asked, and the member would go with all their links."""
    of_bob = row_of(group, "bob", user=charlie.pk, role="scorekeeper")
    save(admin_client if as_superuser else alice, group, row_of(group, "alice"), of_bob)
    assert roles(group) == {"alice": "owner", "bob": "scorekeeper"}


def test_an_owner_reaches_no_membership_of_another_group(alice: Client, group: Group) -> None:
    dora = User.objects.create(username="dora")
    other = Group.objects.create(name="Other", slug="other")
    Membership.objects.create(group=other, user=dora, role=OWNER)
    mine = [row_of(group, "alice"), row_of(group, "bob")]
    for changed in (row_of(other, "dora", role="member"), row_of(other, "dora", group=other.pk)):
        save(alice, group, *mine, changed)
        assert roles(other) == {"dora": "owner"}
    save(alice, other, row_of(other, "dora", role="member"))
    assert roles(other) == {"dora": "owner"}
    assert roles(group) == {"alice": "owner", "bob": "member"}


@pytest.mark.parametrize("name", ["bob", "charlie"])
@pytest.mark.usefixtures("charlie")
def test_nobody_but_an_owner_says_who_belongs(group: Group, name: str) -> None:
    client = client_of(name)
    assert client.get(page_of(group)).status_code == 403
    save(client, group, row_of(group, "alice", DELETE="on"), row_of(group, "bob", role="owner"))
    assert roles(group) == {"alice": "owner", "bob": "member"}


@pytest.mark.usefixtures("charlie")
def test_an_owner_sees_no_other_accounts(alice: Client, group: Group) -> None:
    page = alice.get(page_of(group)).content.decode()
    assert "bob" in page
    assert "charlie" not in page
    search = {"app_label": "scoring", "model_name": "membership", "field_name": "user", "term": "c"}
    assert alice.get(reverse("admin:autocomplete"), search).status_code == 403


def test_a_superuser_makes_a_group_with_its_owner(admin_client: Client, charlie: User) -> None:
    numbers = {"memberships-TOTAL_FORMS": 1, "memberships-INITIAL_FORMS": 0}
    owner = {"memberships-0-user": charlie.pk, "memberships-0-role": "owner"}
    address = reverse("admin:scoring_group_add")
    fields = {"name": "Monday", "slug": "monday", **OF_A_GROUP}
    admin_client.post(address, {**fields, **numbers, **owner})
    assert roles(Group.objects.get(slug="monday")) == {"charlie": "owner"}


def test_a_page_costs_the_same_for_many_members(alice: Client, group: Group) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert alice.get(page_of(group)).status_code == 200
        return len(captured)

    few = queries()
    for number in range(20):
        Membership.objects.create(group=group, user=User.objects.create(username=f"m{number}"))
    assert queries() == few
