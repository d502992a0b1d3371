"""Groups in the admin: deleting them by the site's own counts and verb, and their times."""

from datetime import UTC, datetime

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import User
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from scoring.groups import groups
from scoring.models import Group, Player, Session
from tests.admin.test_sessions import filled
from tests.builders.groups import thursday_group
from tests.pages import page_words, words

pytestmark = pytest.mark.django_db

GROUPS = "/admin/scoring/group/"


def test_the_page_says_how_much_disappears_with_a_group(admin_client: Client) -> None:
    group = filled("thursday", 6)
    page = page_words(admin_client, f"{GROUPS}{group.pk}/delete/")
    players = group.players.count()
    assert f"Sessions: 6 Players: {players} Memberships: 0" in page


def test_the_page_reads_as_little_for_many_sessions_as_for_few(admin_client: Client) -> None:
    few, many = filled("few", 2), filled("many", 12)
    admin_client.get(GROUPS)
    with CaptureQueriesContext(connection) as of_few:
        admin_client.get(f"{GROUPS}{few.pk}/delete/")
    with CaptureQueriesContext(connection) as of_many:
        admin_client.get(f"{GROUPS}{many.pk}/delete/")
    assert len(of_many) == len(of_few)


def test_a_group_is_deleted_with_its_sessions_in_batches(
    admin_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(groups, "DELETED_AT_ONCE", 2)
    group, other = filled("thursday", 5), filled("other", 1)
    admin_client.post(f"{GROUPS}{group.pk}/delete/", {"post": "yes"})
    assert list(Group.objects.all()) == [other]
    assert list(Session.objects.values_list("group", flat=True)) == [other.pk]
    assert LogEntry.objects.get().object_repr == "Thursday"


def test_several_groups_are_deleted_at_once(admin_client: Client) -> None:
    one, two = filled("one", 2), filled("two", 2)
    page = {"action": "delete_selected", "_selected_action": [one.pk, two.pk]}
    asked = words(admin_client.post(GROUPS, page).content.decode())
    assert "Sessions: 4" in asked
    admin_client.post(GROUPS, {**page, "post": "yes"})
    assert not Session.objects.exists()


def test_a_history_has_the_times_of_the_group(admin_client: Client) -> None:
    group = thursday_group(time_zone="Asia/Tokyo")
    player = Player.objects.create(group=group, name="Ana")
    LogEntry.objects.create(
        user=User.objects.get(username="alice"),
        content_type=ContentType.objects.get_for_model(Player),
        object_id=str(player.pk),
        action_flag=CHANGE,
        action_time=datetime(2026, 1, 1, 23, 30, tzinfo=UTC),
    )
    page = admin_client.get(f"/admin/scoring/player/{player.pk}/history/").content.decode()
    assert "2 January 2026, 08:30" in page
    assert admin_client.get("/admin/scoring/player/999/history/").status_code == 302
