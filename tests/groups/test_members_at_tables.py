"""Rights of members at open tables of their group, and after they have left it."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.groups.members import change_role, hand_over, remove_member
from scoring.models import Group, Invitation, Membership, Phone, Session
from scoring.models.revisions import By
from scoring.sessions.lifecycle import delete, undelete
from scoring.sessions.recording import reopen, stop
from tests.builders.groups import (
    MEMBER,
    OWNER,
    SCOREKEEPER,
    membership,
    thursday_group,
    url_of,
)
from tests.builders.tables import artem_table, finished_table, phone, signed_in

pytestmark = pytest.mark.django_db

NOW = datetime(2024, 2, 29, 23, 30, tzinfo=UTC)
NEW = {"visibility": "members", "time_zone": "Europe/Paris", "language": "fr"}


@pytest.fixture
def group() -> Group:
    return thursday_group()


def visits(client: Client, session: Session) -> int:
    return client.get(reverse("table", args=[session.uuid])).status_code


def renews(client: Client, session: Session) -> int:
    """Return the status of a request that only a host may make."""
    return client.post(reverse("renew", args=[session.uuid])).status_code


def test_who_leaves_a_group_leaves_its_tables(group: Group) -> None:
    session = artem_table(group=group)
    bob = signed_in("bob")
    assert visits(bob, session) == 200
    bob.post(reverse("seats", args=[session.uuid]), {"place": "1"})
    before = Session.objects.get(pk=session.pk).version
    bob.post(url_of("leave_group", group))
    assert visits(bob, session) == 404
    assert not Phone.objects.filter(seat__session=session).exclude(seat=None).exists()
    assert Session.objects.get(pk=session.pk).version > before


def test_who_leaves_a_group_stays_at_other_tables(group: Group) -> None:
    elsewhere, bob = artem_table(), signed_in("bob")
    bob.post(reverse("join", args=[elsewhere.code]))
    bob.post(reverse("seats", args=[elsewhere.uuid]), {"place": "1"})
    remove_member(membership=membership(group, "bob"), at=NOW)
    assert visits(bob, elsewhere) == 200
    assert Phone.objects.filter(session=elsewhere, seat__place=1).exists()


def test_who_opened_a_table_for_the_group_leaves_it_too(group: Group) -> None:
    keeper = signed_in("kim", group, SCOREKEEPER)
    fields = {"key": str(uuid4()), "begins": "0", "name": ["Ida", "Joe"], "do": "open"}
    fields |= {"variant": "standard", "directions": "universal", "group": "thursday"}
    keeper.post(reverse("new", args=["artem"]), fields)
    session = Session.objects.get()
    assert renews(keeper, session) == 302
    remove_member(membership=membership(group, "kim"), at=NOW)
    assert visits(keeper, session) == 404


def test_whoever_loses_the_role_no_longer_hosts(group: Group) -> None:
    session, keeper = artem_table(group=group), signed_in("kim", group, SCOREKEEPER)
    assert renews(keeper, session) == 302
    change_role(membership=membership(group, "kim"), role=MEMBER, at=NOW)
    assert (visits(keeper, session), renews(keeper, session)) == (200, 403)
    change_role(membership=membership(group, "kim"), role=SCOREKEEPER, at=NOW)
    assert renews(keeper, session) == 302


def test_it_holds_however_the_membership_ended(group: Group) -> None:
    """The admin takes rows away without a verb."""
    session, keeper = artem_table(group=group), signed_in("kim", group, SCOREKEEPER)
    assert visits(keeper, session) == 200
    session.refresh_from_db()
    seen = f"{reverse('live', args=[session.uuid])}?seen={session.version}"
    assert keeper.get(seen).status_code == 204
    Membership.objects.filter(user__username="kim").delete()
    assert keeper.get(seen).status_code == 404
    assert visits(keeper, session) == 404


def test_it_holds_however_the_role_changed(group: Group) -> None:
    session, client = artem_table(group=group), signed_in("kim", group, SCOREKEEPER)
    assert renews(client, session) == 302
    for role, status in ((MEMBER, 403), (OWNER, 302)):
        Membership.objects.filter(user__username="kim").update(role=role)
        assert renews(client, session) == status


def test_whoever_left_may_come_again_by_the_code(group: Group) -> None:
    session, keeper = artem_table(group=group), signed_in("kim", group, SCOREKEEPER)
    visits(keeper, session)
    Membership.objects.filter(user__username="kim").delete()
    assert keeper.post(reverse("join", args=[session.code])).status_code == 302
    assert (visits(keeper, session), renews(keeper, session)) == (200, 403)


@pytest.mark.parametrize("over", ["ended", "deleted"])
def test_whoever_left_knows_no_code_of_a_table_that_goes_on_again(group: Group, over: str) -> None:
    session, bob = artem_table("", "", "1x2", group=group), signed_in("bob", group)
    code, by = session.code, By(at=NOW)
    end, go_on = (stop, reopen) if over == "ended" else (delete, undelete)
    end(session=session, by=by)
    remove_member(membership=membership(group, "bob"), at=NOW)
    go_on(session=session, by=by)
    assert bob.post(reverse("join", args=[code])).status_code == 404
    session.refresh_from_db()
    assert bob.post(reverse("join", args=[session.code])).status_code == 302


def test_who_keeps_scores_hosts_a_table_also_when_they_come_by_its_code(group: Group) -> None:
    session = artem_table(group=group)
    kay = signed_in("kay", group, SCOREKEEPER)
    assert kay.post(reverse("join", args=[session.code])).status_code == 302
    assert Phone.objects.get(session=session, user__username="kay").hosts
    assert kay.get(reverse("seats", args=[session.uuid])).status_code == 200


def test_another_member_at_the_same_browser_has_their_own_role(group: Group) -> None:
    session, client = artem_table(group=group), signed_in("kim", group, SCOREKEEPER)
    visits(client, session)
    Membership.objects.filter(user__username="kim").delete()
    client.force_login(User.objects.get(username="bob"))
    assert (visits(client, session), renews(client, session)) == (200, 403)


def test_a_quick_table_taken_into_a_group_is_the_groups(group: Group) -> None:
    session = artem_table()
    host = phone(session, hosts=True)
    kim = User.objects.create(username="kim")
    Membership.objects.create(group=group, user=kim, role=SCOREKEEPER)
    host.force_login(kim)
    host.post(reverse("take_in", args=[session.uuid]), {"group": "thursday"})
    assert renews(host, session) == 302
    remove_member(membership=membership(group, "kim"), at=NOW)
    assert visits(host, session) == 404


def test_a_handed_over_group_takes_back_what_its_owner_sent_out(group: Group) -> None:
    by = User.objects.get(username="alice")
    Invitation.objects.create(
        group=group, created_by=by, created_at=NOW, expires_at=NOW.replace(year=2092)
    )
    hand_over(owner=membership(group, "alice"), to=membership(group, "bob"), at=NOW)
    assert not Invitation.objects.open(NOW).exists()


# Nobody comes back by what they read before


def open_invitation(group: Group, by: str, **more: Any) -> Invitation:
    return Invitation.objects.create(
        group=group,
        created_by=User.objects.get(username=by),
        created_at=timezone.now(),
        expires_at=timezone.now() + timedelta(days=7),
        **more,
    )


def accepts(client: Client, invitation: Invitation) -> int:
    return client.post(reverse("invited", args=[invitation.token])).status_code


@pytest.mark.parametrize("email", ["", "eve@example.org"])
def test_a_removed_owner_comes_back_by_no_invitation_of_the_group(group: Group, email: str) -> None:
    Membership.objects.filter(user__username="bob").update(role=OWNER)
    invitation = open_invitation(group, "alice", email=email, most=1 if email else None)
    bob = signed_in("bob")
    signed_in("alice").post(url_of("remove_member", group, membership(group, "bob").pk))
    assert accepts(bob, invitation) == 410
    assert not Membership.objects.filter(user__username="bob").exists()


def test_removing_a_member_leaves_the_invitations_that_they_could_not_read(group: Group) -> None:
    invitation = open_invitation(group, "alice")
    remove_member(membership=membership(group, "bob"), at=NOW)
    assert accepts(signed_in("charlie"), invitation) == 302


def test_who_joined_by_the_code_while_signed_in_leaves_the_table_with_the_group(
    group: Group,
) -> None:
    """They came by the code before they belonged to the group."""
    session = artem_table(group=group)
    charlie = signed_in("charlie")
    charlie.post(reverse("join", args=[session.code]))
    charlie.post(reverse("seats", args=[session.uuid]), {"place": "1"})
    joined = signed_in("charlie", group)
    assert visits(joined, session) == 200
    remove_member(membership=membership(group, "charlie"), at=NOW)
    assert visits(charlie, session) == 404
    assert visits(joined, session) == 404
    assert not Phone.objects.seated().exists()


@pytest.mark.parametrize("leaves", ["by themselves", "removed"])
def test_codes_and_links_that_a_former_member_has_read_are_renewed(
    group: Group, leaves: str
) -> None:
    session, other = artem_table(group=group), artem_table()
    over = finished_table(group=group)
    watcher, seated = phone(session), phone(session, place=1)
    old = group.link_token
    codes = [table.code for table in (session, other, over)]
    if leaves == "removed":
        signed_in("alice").post(url_of("remove_member", group, membership(group, "bob").pk))
    else:
        signed_in("bob").post(url_of("leave_group", group))
    for table in (session, other, over):
        table.refresh_from_db()
    assert Client().get(reverse("join", args=[codes[0]])).status_code == 404
    assert [other.code, over.code] == codes[1:]
    group.refresh_from_db()
    assert group.link_token != old
    assert visits(watcher, session) == 404
    assert visits(seated, session) == 200
