"""In the admin, owners say who belongs to their groups, without seeing who else has an account."""

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


@pytest.mark.parametrize("typed", ["charlie", "charlie@mail.example", " Charlie@Mail.Example "])
@pytest.mark.usefixtures("charlie")
def test_an_owner_takes_in_whom_the_owner_can_name(alice: Client, group: Group, typed: str) -> None:
    rows = [row_of(group, "alice"), row_of(group, "bob"), {"user": typed, "role": "scorekeeper"}]
    assert save(alice, group, *rows).status_code == 302
    assert roles(group) == {"alice": "owner", "bob": "member", "charlie": "scorekeeper"}


@pytest.mark.parametrize("typed", ["charl", "CHARLIE", "%", "@mail.example", "char\0lie"])
@pytest.mark.usefixtures("charlie")
def test_a_part_of_a_name_finds_nobody(alice: Client, group: Group, typed: str) -> None:
    rows = [row_of(group, "alice"), row_of(group, "bob"), {"user": typed, "role": "member"}]
    assert "Nobody has this user name, or has confirmed" in complaints(save(alice, group, *rows))
    assert len(roles(group)) == 2


def test_an_account_that_is_closed_is_not_found(alice: Client, group: Group, charlie: User) -> None:
    User.objects.filter(pk=charlie.pk).update(is_active=False)
    rows = [row_of(group, "alice"), row_of(group, "bob"), {"user": "charlie", "role": "member"}]
    assert "Nobody has this" in complaints(save(alice, group, *rows))


def test_an_address_that_nobody_confirmed_finds_nobody(
    alice: Client, group: Group, charlie: User
) -> None:
    charlie.emailaddress_set.update(verified=False)
    User.objects.create(username=charlie.email)
    rows = [row_of(group, "alice"), row_of(group, "bob"), {"user": charlie.email, "role": "member"}]
    assert "or has confirmed this" in complaints(save(alice, group, *rows))
    assert len(roles(group)) == 2


def test_nobody_belongs_to_a_group_twice(alice: Client, group: Group) -> None:
    rows = [row_of(group, "alice"), row_of(group, "bob"), {"user": "bob", "role": "owner"}]
    assert save(alice, group, *rows).status_code == 200
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
    assert "A group needs an owner; make somebody else one first." in complaints(
        save(client, group, *rows)
    )
    assert roles(group) == {"alice": "owner", "bob": "member"}


def test_an_owner_makes_nobody_else_of_a_member(alice: Client, group: Group, charlie: User) -> None:
    save(
        alice,
        group,
        row_of(group, "alice"),
        row_of(group, "bob", user="charlie", role="scorekeeper"),
    )
    assert roles(group) == {"alice": "owner", "bob": "scorekeeper"}
    save(alice, group, row_of(group, "alice"), row_of(group, "bob", user=charlie.pk))
    assert roles(group) == {"alice": "owner", "bob": "scorekeeper"}


def test_an_owner_reaches_no_membership_of_another_group(alice: Client, group: Group) -> None:
    dora = User.objects.create(username="dora")
    other = Group.objects.create(name="Other", slug="other")
    Membership.objects.create(group=other, user=dora, role=OWNER)
    mine = [row_of(group, "alice"), row_of(group, "bob")]
    assert save(alice, group, *mine, row_of(other, "dora", role="member")).status_code == 200
    assert save(alice, group, *mine, row_of(other, "dora", group=other.pk)).status_code == 200
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
