"""A group with many sessions is deleted by the worker, in parts, for the person who asked."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring.background.jobs import run_ready_jobs
from scoring.groups import groups, jobs
from scoring.models import Group, Job, Membership, Player, Session
from tests.builders.groups import membership, thursday_group, url_of
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.staff import new_staff
from tests.builders.tables import finished_table, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def group(monkeypatch: pytest.MonkeyPatch) -> Group:
    group = thursday_group(visibility="public")
    league = season_of(group).league
    for _number in range(5):
        play_session(group, artem_document(1, 2, 3), league=league)
    monkeypatch.setattr(jobs, "MOST_DELETED_AT_ONCE", 2)
    monkeypatch.setattr(groups, "DELETED_AT_ONCE", 2)
    return group


@pytest.fixture
def alice(group: Group) -> Client:
    return signed_in("alice", group)


def ask(client: Client, group: Group) -> str:
    """Ask for the deletion, and return the address of the job."""
    answer = client.post(url_of("delete_group", group), {"name": group.name})
    return str(answer.headers["Location"])


def test_the_worker_deletes_a_large_group(alice: Client, group: Group) -> None:
    elsewhere = finished_table()
    address = ask(alice, group)
    assert Session.objects.filter(group=group).count() == 5
    run_ready_jobs()
    assert not Group.objects.exists()
    assert not Player.objects.exists()
    assert list(Session.objects.all()) == [elsewhere]
    assert (
        "Thursday has been deleted, with everything in it." in alice.get(address).content.decode()
    )


def test_meanwhile_its_owners_alone_see_it(alice: Client, group: Group) -> None:
    ask(alice, group)
    assert [each.user.username for each in group.memberships.all()] == ["alice"]
    assert Client().get(url_of("group", group)).status_code == 404
    assert alice.get(url_of("group", group)).status_code == 200


def test_a_worker_that_was_stopped_goes_on(alice: Client, group: Group) -> None:
    ask(alice, group)
    looks = iter([False, True])
    run_ready_jobs(lambda: next(looks, True))
    assert Session.objects.filter(group=group).count() == 3
    run_ready_jobs()
    assert not Group.objects.exists()
    assert Job.objects.get().failed is False


def test_whoever_is_no_owner_any_more_deletes_nothing(alice: Client, group: Group) -> None:
    address = ask(alice, group)
    Membership.objects.filter(pk=membership(group, "alice").pk).update(role="member")
    run_ready_jobs()
    assert Session.objects.filter(group=group).count() == 5
    assert "You no longer own this group." in alice.get(address).content.decode()


def test_the_admin_asks_for_the_same(group: Group) -> None:
    root = Client()
    root.force_login(new_staff("root", is_superuser=True))
    root.post(f"/admin/scoring/group/{group.pk}/delete/", {"post": "yes"})
    assert Group.objects.exists()
    run_ready_jobs()
    assert not Group.objects.exists()
    assert User.objects.filter(username="alice").exists()
