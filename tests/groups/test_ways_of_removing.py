"""However somebody ceases to be a member, nothing that they read lets them in again."""

import ast
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import CASCADE
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.evenings.evenings import renew_calendar
from scoring.groups import jobs
from scoring.models import AnswerAddress, Calendar, Evening, Group, Invitation, Membership
from tests.accounts.test_deletion import PASSWORD, delete
from tests.builders.evenings import answered, evening_url, planned
from tests.builders.groups import (
    MEMBER,
    OWNER,
    SCOREKEEPER,
    membership,
    player,
    thursday_group,
    url_of,
)
from tests.builders.staff import with_second_factor
from tests.builders.tables import artem_table, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    """Make a group that alice and bob own, with a calendar and an evening in a week."""
    group = thursday_group(visibility="link")
    Membership.objects.filter(user__username="bob").update(role=OWNER)
    bob = User.objects.get(username="bob")
    bob.set_password(PASSWORD)
    bob.save(update_fields=["password"])
    with_second_factor(User.objects.create_superuser("root"))
    renew_calendar(group=group)
    planned(group)
    return group


def root() -> Client:
    return signed_in("root")


def admin_rows(group: Group, **of_bob: str) -> dict[str, object]:
    """Return the fields of the group's page in the admin, with these for bob's row."""
    fields: dict[str, object] = {"name": "Thursday", "slug": "thursday", "visibility": "link"}
    fields |= {"time_zone": "UTC", "language": "en"}
    fields |= {"memberships-TOTAL_FORMS": 2, "memberships-INITIAL_FORMS": 2}
    for at, name in enumerate(("alice", "bob")):
        row = membership(group, name)
        values = {"id": row.pk, "group": group.pk, "user": row.user_id, "role": OWNER}
        values |= of_bob if name == "bob" else {}
        fields |= {f"memberships-{at}-{key}": value for key, value in values.items()}
    return fields


def save_in_admin(group: Group, **of_bob: str) -> None:
    address = reverse("admin:scoring_group_change", args=[group.pk])
    assert root().post(address, admin_rows(group, **of_bob)).status_code == 302


def on_the_page_of_members(group: Group) -> None:
    signed_in("alice").post(url_of("remove_member", group, membership(group, "bob").pk))


def by_leaving(group: Group) -> None:
    signed_in("bob").post(url_of("leave_group", group))


def by_deleting_the_account(_group: Group) -> None:
    delete("bob")


def in_the_admin(group: Group) -> None:
    save_in_admin(group, DELETE="on")


def by_deleting_the_account_in_the_admin(_group: Group) -> None:
    bob = User.objects.get(username="bob")
    root().post(reverse("admin:auth_user_delete", args=[bob.pk]), {"post": "yes"})


def by_deleting_chosen_accounts_in_the_admin(_group: Group) -> None:
    chosen = {"action": "delete_selected", "post": "yes"}
    chosen["_selected_action"] = str(User.objects.get(username="bob").pk)
    root().post(reverse("admin:auth_user_changelist"), chosen)


def by_closing_a_large_group(group: Group) -> None:
    """Only its owners stay while the worker deletes it."""
    Membership.objects.filter(user__username="bob").update(role=MEMBER)
    jobs.delete_group_or_ask(group, actor=User.objects.get(username="alice"))


WAYS: list[Callable[[Group], None]] = [
    on_the_page_of_members,
    by_leaving,
    by_deleting_the_account,
    in_the_admin,
    by_deleting_the_account_in_the_admin,
    by_deleting_chosen_accounts_in_the_admin,
    by_closing_a_large_group,
]


@pytest.mark.parametrize("way", WAYS)
def test_who_is_no_longer_a_member_has_no_working_link(
    group: Group, way: Callable[[Group], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "MOST_DELETED_AT_ONCE", -1)
    evening, table = Evening.objects.get(), artem_table(group=group)
    at = timezone.now()
    invitation = Invitation.objects.create(
        group=group,
        created_by=User.objects.get(username="bob"),
        created_at=at,
        expires_at=at + timedelta(days=7),
    )
    readable = [
        evening_url(evening),
        reverse("calendar", args=[Calendar.objects.get().token]),
        reverse("join", args=[table.code]),
        f"{url_of('group', group)}?key={group.link_token}",
        reverse("invited", args=[invitation.token]),
    ]
    assert {Client().get(address).status_code for address in readable} == {200}
    way(group)
    assert not Membership.objects.filter(user__username="bob").exists()
    assert {Client().get(address).status_code for address in readable} <= {404, 410}
    assert not Invitation.objects.open(at).filter(created_by__username="bob").exists()


@pytest.mark.parametrize("role", [MEMBER, SCOREKEEPER])
def test_an_owner_with_another_role_in_the_admin_keeps_no_invitation(
    group: Group, role: str
) -> None:
    at = timezone.now()
    Invitation.objects.create(
        group=group,
        created_by=User.objects.get(username="alice"),
        created_at=at,
        expires_at=at + timedelta(days=7),
    )
    save_in_admin(group, role=role)
    assert membership(group, "bob").role == role
    assert not Invitation.objects.open(at).exists()


def test_mail_about_an_evening_brings_its_new_link_to_no_former_member(group: Group) -> None:
    """The email goes to the person who answered, as a player or with a name and an address."""
    bob, evening = User.objects.get(username="bob"), Evening.objects.get()
    EmailAddress.objects.create(user=bob, email="bob@example.org", verified=True, primary=True)
    player(group, "Bob", user=bob)
    for name, email in (
        ("Bob", "b@example.org"),
        ("B.", "Bob@example.org"),
        ("Z", "z@example.org"),
    ):
        AnswerAddress.objects.create(answer=answered(evening, name), email=email)
    by_leaving(group)
    assert [each.email for each in AnswerAddress.objects.all()] == ["z@example.org"]


def test_members_read_that_the_links_are_new(group: Group) -> None:
    evening, old = Evening.objects.get(), Evening.objects.get().sequence
    Evening.objects.update(announced_at=timezone.now())
    by_leaving(group)
    evening.refresh_from_db()
    alice = signed_in("alice")
    assert "Send it to your guests again" in alice.get(evening_url(evening)).content.decode()
    assert "Subscribe to it again" in alice.get(url_of("evenings", group)).content.decode()
    assert "to your guests again" not in Client().get(evening_url(evening)).content.decode()
    # People who got the old link by email get the new one.
    assert (evening.announced_at, evening.sequence) == (None, old + 1)


def test_an_evening_that_is_over_keeps_its_link(group: Group) -> None:
    evening = planned(group, days=-3)
    by_leaving(group)
    assert Client().get(evening_url(evening)).status_code == 200


@pytest.mark.usefixtures("group")
def test_the_admin_deletes_no_only_owner_of_a_group() -> None:
    Membership.objects.filter(user__username="bob").update(role=MEMBER)
    alice = User.objects.get(username="alice")
    address = reverse("admin:auth_user_delete", args=[alice.pk])
    page = root().get(address).content.decode()
    assert "has no other owner. Make someone else an owner" in page
    root().post(address, {"post": "yes"})
    assert User.objects.filter(pk=alice.pk).exists()


@pytest.mark.usefixtures("group")
def test_the_admin_keeps_a_superuser() -> None:
    last = User.objects.get(username="root")
    address = reverse("admin:auth_user_delete", args=[last.pk])
    assert "This site has no other superuser" in root().get(address).content.decode()
    root().post(address, {"post": "yes"})
    assert User.objects.filter(pk=last.pk).exists()


# A new way has to go through the same verb, and into WAYS.


def source_files() -> Iterator[Path]:
    for path in sorted((settings.BASE_DIR / "scoring").rglob("*.py")):
        if "migrations" not in path.parts:
            yield path


def functions_with(says: Callable[[ast.Call], bool]) -> set[str]:
    """Return the functions of scoring/ that make such a call."""
    found = set()
    for path in source_files():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef):
                calls = [each for each in ast.walk(node) if isinstance(each, ast.Call)]
                if any(map(says, calls)):
                    found.add(f"{path.relative_to(settings.BASE_DIR / 'scoring')}: {node.name}")
    return found


def removes(call: ast.Call) -> bool:
    return ast.unparse(call.func).split(".")[-1] in {
        "remove_member",
        "remove_members",
        "delete_account",
        "delete_accounts",
        "close_group",
    }


def deletes_memberships(call: ast.Call) -> bool:
    source = ast.unparse(call.func)
    return source.endswith(".delete") and any(
        word in source.lower() for word in ("membership", "removed", "locked.delete")
    )


def test_all_ways_of_removing_a_member_are_tried_above() -> None:
    assert functions_with(removes) == {
        "accounts/deletion.py: _leave",
        "accounts/views/deletion.py: delete_account",
        "admin/accounts.py: delete_queryset",
        "admin/memberships.py: save_members",
        "groups/groups.py: close_group",
        "groups/jobs.py: delete_group_or_ask",
        "groups/members.py: remove_member",
        "groups/views/members.py: leave_group",
        "groups/views/members.py: remove_member",
    }


def test_one_function_deletes_memberships() -> None:
    assert functions_with(deletes_memberships) == {
        "groups/groups.py: delete_group",  # with all of the group
        "groups/members.py: remove_members",
    }


def test_memberships_go_only_with_their_group_or_their_account() -> None:
    cascading = {
        field.name
        for field in Membership._meta.get_fields()
        if getattr(getattr(field, "remote_field", None), "on_delete", None) is CASCADE
    }
    assert cascading == {"group", "user"}


def test_one_function_deletes_accounts() -> None:
    def deletes_users(call: ast.Call) -> bool:
        source = ast.unparse(call.func)
        return source.endswith(".delete") and ("User.objects" in source or source == "user.delete")

    assert apps.get_model("auth", "User") is User
    assert functions_with(deletes_users) == {"accounts/deletion.py: _delete"}
