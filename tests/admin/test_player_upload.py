"""Uploading players in the admin: a preview of every row, then all of them or none."""

import json
import re
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from scoring.admin import player_upload, stored_uploads
from scoring.background.jobs import run_ready_jobs
from scoring.models import Group, Job, Membership, Player, Upload
from tests.builders.uploads import (
    alice,
    bob,
    charlie,
    group,
    messages_of,
    other_group,
    uploaded_file,
)

__all__ = ["alice", "bob", "charlie", "group", "other_group"]
pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

UPLOAD = reverse("admin:scoring_player_import")
CONFIRM = reverse("admin:scoring_player_process_import")
CSV, TSV, JSON = "0", "1", "2"
NOW = timezone.now()


def preview(client: Client, content: str | bytes, how: str = CSV) -> Any:
    sent = {"import_file": uploaded_file(content, "players"), "format": how, "resource": "0"}
    return client.post(UPLOAD, sent)


def confirm(client: Client, shown: Any, **changes: str) -> Any:
    form = shown.context["confirm_form"]
    typed = {field.html_name: field.value() or "" for field in form}
    return client.post(CONFIRM, {**typed, **changes}, follow=True)


def names(group: Group) -> list[str]:
    return sorted(group.players.values_list("name", flat=True))


def complaints_by_row(shown: Any) -> dict[int, str]:
    """Return the sentences at each row that has some."""
    assert "confirm_form" not in shown.context
    rows = shown.context["result"].invalid_rows
    return {row.number: " ".join(row.error.messages) for row in rows}


@pytest.mark.parametrize(
    ("content", "how"),
    [
        ("name,group\nAna,thursday\nBen,thursday\n", CSV),
        ("\ufeffName;Group\r\nAna;thursday\r\nBen;thursday\r\n", CSV),
        ("group\tname\nthursday\tAna\nthursday\tBen\n", TSV),
        (json.dumps([{"name": name, "group": "thursday"} for name in ("Ana", "Ben")]), JSON),
        ("name\nAna\nBen\n", CSV),
        ("name,group,shoe size\nAna,,41\nBen, thursday ,42\n", CSV),
    ],
)
def test_what_was_shown_is_added_when_it_is_confirmed(
    alice: Client, group: Group, content: str, how: str
) -> None:
    shown = preview(alice, content, how)
    assert "2 players would be added." in shown.content.decode()
    assert not Player.objects.exists()
    assert messages_of(confirm(alice, shown)) == ["2 players added."]
    assert names(group) == ["Ana", "Ben"]
    assert LogEntry.objects.count() == 2


def test_it_passes_over_players_that_the_group_has_and_names_them(
    alice: Client, group: Group
) -> None:
    ana = Player.objects.create(group=group, name="Ana", user=User.objects.get(username="alice"))
    shown = preview(alice, "name\nAna\nBen\n")
    assert [row.import_type for row in shown.context["result"].valid_rows()] == ["skip", "new"]
    page = " ".join(re.sub("<[^>]+>", " ", shown.content.decode()).split())
    assert "Ana Thursday There already; stays as it is. Ben Thursday Added." in page
    assert messages_of(confirm(alice, shown)) == ["1 player added.", "1 was there already."]
    ana.refresh_from_db()
    assert (names(group), ana.user is not None) == (["Ana", "Ben"], True)


def test_a_name_of_another_group_is_free_here(
    alice: Client, group: Group, other_group: Group
) -> None:
    Player.objects.create(group=other_group, name="Ana")
    confirm(alice, preview(alice, "name\nAna\n"))
    assert (names(group), names(other_group)) == (["Ana"], ["Ana"])


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("x" * 61 + ",thursday", "This text must have from 1 to 60 characters."),
        (",thursday", "This text must have from 1 to 60 characters."),
        (" Ben,thursday", "Leave out the space before or after this text."),
        ("B\u200ben,thursday", "There is a character here that cannot be printed; leave it out."),
        ("B\0en,thursday", "There is a character here that cannot be printed; leave it out."),
        ("Ben,thurs\0day", "You look after no group at"),
        ("Ben,friday", "You look after no group at “friday”."),
        ("Ben,elsewhere", "You look after no group at “elsewhere”."),
        ("Ana,thursday", "“Ana” is number 1 of the file already; leave one out."),
        (" Ben,friday", "You look after no group at “friday”. Leave out the space"),
    ],
)
@pytest.mark.usefixtures("other_group")
def test_a_row_that_cannot_be_is_reported_and_nothing_is_stored(
    alice: Client, row: str, sentence: str
) -> None:
    shown = preview(alice, f"name,group\nAna,thursday\n{row}\nCleo,thursday\n")
    complaints = complaints_by_row(shown)
    assert list(complaints) == [2]
    assert sentence in complaints[2]
    assert sentence.partition(".")[0] in shown.content.decode()
    assert not Player.objects.exists()


@pytest.mark.parametrize("name", [5, None, ["Ana"], {"a": 1}, True])
def test_a_name_in_json_is_text(alice: Client, name: object) -> None:
    assert 1 in complaints_by_row(preview(alice, json.dumps([{"name": name}]), JSON))


def test_it_asks_which_of_two_groups_is_meant(
    alice: Client, group: Group, other_group: Group
) -> None:
    user = User.objects.get(username="alice")
    Membership.objects.create(group=other_group, user=user, role=Membership.Role.OWNER)
    assert "Say which group" in complaints_by_row(preview(alice, "name\nAna\n"))[1]
    confirm(alice, preview(alice, "name,group\nAna,thursday\nAna,elsewhere\n"))
    assert (names(group), names(other_group)) == (["Ana"], ["Ana"])


@pytest.mark.usefixtures("group")
def test_a_superuser_uploads_to_any_group(admin_client: Client, other_group: Group) -> None:
    confirm(admin_client, preview(admin_client, "name,group\nAna,elsewhere\n"))
    assert names(other_group) == ["Ana"]


@pytest.mark.parametrize(
    ("content", "how", "sentence"),
    [
        ("player\nAna\n", CSV, "there is none called “name”."),
        ("name,name\nAna,Ben\n", CSV, "Two columns have the same name; keep one."),
        ("name\n" + "A\n" * 2001, CSV, "more than 2000 players; upload it in parts."),
        ("{", JSON, "This file cannot be read as JSON; choose the format that it has."),
        ('{"name": "Ana"}', JSON, "This file cannot be read as JSON"),
        (r'[{"name": "\ud800"}]', JSON, "This file cannot be read as JSON"),
        ("[1, 2]", JSON, "This file cannot be read as JSON"),
        ("name\nZoë\n".encode("latin-1"), CSV, "This file cannot be read as CSV"),
        (b"name\n" + b"x" * 1024**2, CSV, "This file is larger than"),
    ],
)
@pytest.mark.usefixtures("group")
def test_a_file_that_cannot_be_is_refused_as_a_whole(
    alice: Client, content: str | bytes, how: str, sentence: str
) -> None:
    shown = preview(alice, content, how)
    assert "confirm_form" not in shown.context
    assert sentence in shown.content.decode()
    assert "Traceback" not in shown.content.decode()


def test_what_changed_since_the_preview_saves_nothing(
    alice: Client, group: Group, other_group: Group
) -> None:
    user = User.objects.get(username="alice")
    extra = Membership.objects.create(group=other_group, user=user, role=Membership.Role.OWNER)
    shown = preview(alice, "name,group\nAna,thursday\nBen,elsewhere\n")
    extra.delete()
    assert "so nothing was saved" in messages_of(confirm(alice, shown))[0]
    assert names(group) == names(other_group) == []


def test_who_came_in_since_the_preview_is_passed_over(alice: Client, group: Group) -> None:
    shown = preview(alice, "name\nAna\nBen\n")
    Player.objects.create(group=group, name="Ana")
    assert messages_of(confirm(alice, shown)) == ["1 player added.", "1 was there already."]


def test_an_upload_is_confirmed_once_and_by_its_owner(
    alice: Client, admin_client: Client, group: Group
) -> None:
    shown = preview(alice, "name\nAna\n")
    assert messages_of(confirm(admin_client, shown)) == [str(stored_uploads.EXPIRED)]
    confirm(alice, shown)
    assert not Upload.objects.exists()
    assert messages_of(confirm(alice, shown)) == [str(stored_uploads.EXPIRED)]
    assert names(group) == ["Ana"]


@pytest.mark.parametrize(
    "changes",
    [
        {"format": "7"},
        {"format": "x"},
        {"resource": "3"},
        {"import_file_name": "../secret_key"},
        {"import_file_name": ""},
    ],
)
def test_a_tampered_confirmation_is_refused(alice: Client, changes: dict[str, str]) -> None:
    done = confirm(alice, preview(alice, "name\nAna\n"), **changes)
    assert messages_of(done) == [str(stored_uploads.EXPIRED)]
    assert not Player.objects.exists()


def test_a_reference_to_sessions_is_none_to_players(alice: Client) -> None:
    user = User.objects.get(username="alice")
    shown = preview(alice, "name\nAna\n")
    name = stored_uploads.read_reference(user, player_upload.KIND, confirm_reference(shown))
    other = stored_uploads.sign_reference(user, "sessions", name)
    assert messages_of(confirm(alice, shown, import_file_name=other)) == [
        str(stored_uploads.EXPIRED)
    ]


def confirm_reference(shown: Any) -> str:
    reference: str = shown.context["confirm_form"]["import_file_name"].value()
    return reference


def test_strangers_and_members_upload_nothing(bob: Client, charlie: Client) -> None:
    for client in (bob, charlie):
        assert client.get(UPLOAD).status_code == 403
        assert preview(client, "name,group\nAna,thursday\n").status_code == 403
        assert client.post(CONFIRM, {}, follow=True).status_code == 403


def test_the_list_of_players_leads_to_it(alice: Client) -> None:
    page = alice.get(reverse("admin:scoring_player_changelist")).content.decode()
    assert page.count(f'href="{UPLOAD}"') == 1


def test_a_preview_of_known_players_costs_as_many_queries_as_few(alice: Client) -> None:
    def queries(letter: str, number: int) -> int:
        rows = "name\n" + "".join(f"{letter}{at}\n" for at in range(number))
        confirm(alice, preview(alice, rows))
        with CaptureQueriesContext(connection) as captured:
            shown = preview(alice, rows)
        assert shown.context["result"].totals["skip"] == number
        return len(captured)

    queries("a", 2)
    assert queries("b", 3) == queries("c", 60)


@pytest.mark.parametrize("confirmed", [False, True])
def test_many_rows_cost_as_many_queries_as_few(alice: Client, *, confirmed: bool) -> None:
    def queries(letter: str, number: int) -> int:
        rows = "".join(f"{letter}{at},thursday\n" for at in range(number))
        shown = preview(alice, f"name,group\n{rows}")
        with CaptureQueriesContext(connection) as captured:
            if confirmed:
                confirm(alice, shown)
            else:
                preview(alice, f"name,group\n{rows}")
        return len(captured)

    queries("a", 2)
    assert queries("b", 3) == queries("c", 60)


# Many players


@pytest.fixture
def confirmed(alice: Client, monkeypatch: pytest.MonkeyPatch) -> Job:
    """The job of an upload that is too long to be saved while the browser waits."""
    monkeypatch.setattr(player_upload, "MOST_AT_ONCE", 2)
    confirm(alice, preview(alice, "name,group\nAna,thursday\nBen,thursday\nCleo,thursday\n"))
    return Job.objects.get()


def test_many_players_are_saved_by_the_worker(confirmed: Job, alice: Client, group: Group) -> None:
    page = alice.get(f"/jobs/{confirmed.pk}/").content.decode()
    assert "The upload of players" in page
    group.players.create(name="Ana")
    run_ready_jobs()
    confirmed.refresh_from_db()
    sentences = ["2 players added.", "1 was there already."]
    assert (confirmed.failed, confirmed.sentences) == (False, sentences)
    assert names(group) == ["Ana", "Ben", "Cleo"]
    logged = LogEntry.objects.order_by("object_repr").values_list("object_repr", "user__username")
    assert list(logged) == [("Ben", "alice"), ("Cleo", "alice")]
    assert not Upload.objects.exists()


def test_a_file_that_was_saved_by_a_killed_worker_is_not_saved_again(
    confirmed: Job, group: Group
) -> None:
    content = Upload.objects.get().content
    run_ready_jobs()
    Upload.objects.create(uuid=confirmed.arguments["stored"], content=content, stored_at=NOW)
    DBTaskResult.objects.update(status="READY")
    Job.objects.update(finished_at=None)
    run_ready_jobs()
    assert Job.objects.get().sentences == ["0 players added.", "3 were there already."]
    assert names(group) == ["Ana", "Ben", "Cleo"]


@pytest.mark.parametrize("lost", ["the group", "the file"])
def test_what_changed_before_the_worker_came_is_told_and_nothing_saved(
    confirmed: Job, group: Group, lost: str
) -> None:
    if lost == "the group":
        Membership.objects.filter(user__username="alice").delete()
    else:
        Upload.objects.all().delete()
    run_ready_jobs()
    confirmed.refresh_from_db()
    assert confirmed.failed
    assert confirmed.sentences[0].endswith(("upload it again.", "upload the file again."))
    assert names(group) == []
