"""Uploading sessions in the admin: a preview, and nothing is stored before it is confirmed."""

import csv
import io
import json
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.admin import stored_uploads
from scoring.background.jobs import run_ready_jobs
from scoring.documents.file_formats import documents
from scoring.documents.scorer import score_value
from scoring.documents.spreadsheet import table
from scoring.exchange.export_sessions import export_documents
from scoring.models import Group, Job, League, Membership, Player, Session, Upload
from scoring.models.uploads import UPLOAD_LIFETIME
from scoring.registry import installed_games
from tests.builders.uploads import (
    alice,
    bob,
    charlie,
    group,
    messages_of,
    other_group,
    staff,
    uploaded_file,
)
from tests.load.documents import mixed_lines

__all__ = ["alice", "bob", "charlie", "group", "other_group"]
pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

UPLOAD, CONFIRM, EXAMPLE = (
    reverse(f"admin:scoring_session_{name}") for name in ("upload", "confirm", "example")
)
GOOD = {
    "format": "scorefolio/session@1",
    "game": "artem",
    "players": ["Ana", "Ben"],
    "turns": [],
    "end": "main-deck",
    "played_on": "2024-02-29",
}
BAD = {**GOOD, "players": ["Zoë", "Ben"], "turns": [{"player": "Ben", "claims": []}]}
GOES_ON = {**GOOD, "end": None, "players": ["Cleo", "Ana"]}


def preview(
    client: Client, group: Group, *contents: object, league: League | None = None, **more: Any
) -> Any:
    lines = "\n".join(json.dumps(document) for document in contents)
    form = {
        "file": uploaded_file(lines, "evenings.ndjson"),
        "league": league.pk if league else "",
        **more,
    }
    return client.post(UPLOAD, {"group": group.pk, **form})


def confirm(client: Client, shown: Any) -> Any:
    return client.post(CONFIRM, {"reference": shown.context["reference"]}, follow=True)


def complaints(response: Any) -> str:
    return str(response.context["form"].errors)


def test_nothing_is_stored_before_it_is_confirmed(alice: Client, group: Group) -> None:
    shown = preview(alice, group, GOOD, BAD)
    assert shown.status_code == 200
    assert not Session.objects.exists()
    assert not Player.objects.exists()


def test_the_preview_says_what_would_happen_to_each(alice: Client, group: Group) -> None:
    known = {**GOOD, "id": str(uuid4())}
    confirm(alice, preview(alice, group, known))
    again = {**GOES_ON, "notes": "The second round."}
    shown = preview(alice, group, known, GOES_ON, BAD, again, GOES_ON)
    shown_lines = [
        (line.number, line.fate, line.winner, line.message) for line in shown.context["lines"]
    ]
    assert shown_lines == [
        (
            1,
            "known",
            "Ana and Ben share the win",
            "Nothing changes: a session with this id exists already.",
        ),
        (2, "added", "in progress", "New in the group: Cleo."),
        (3, "refused", "", "turns[0].player: It is Zoë’s turn here, not Ben’s."),
        (4, "added", "in progress", ""),
        (5, "known", "in progress", "Nothing changes: a session with this id exists already."),
    ]
    refused = shown.context["lines"][2]
    assert (refused.game, refused.played_on, refused.players) == ("Artem", "2024-02-29", "Zoë, Ben")
    assert shown.context["counts"] == {"added": 2, "known": 2, "refused": 1}
    assert "Add 2 sessions" in shown.content.decode()


def test_a_lone_winner_wins(alice: Client, group: Group) -> None:
    turns: list[Any] = [{"player": name, "claims": []} for name in ("Ana", "Ben")]
    turns += [{"player": "Ana", "claims": [{"play": 1, "length": 6}]}]
    (line,) = preview(alice, group, {**GOOD, "turns": turns}).context["lines"]
    assert line.winner == "Ana wins"


def test_a_large_upload_is_imported_by_the_worker(alice: Client, group: Group) -> None:
    tables = [{**GOES_ON, "notes": f"Table {number}"} for number in range(20)]
    shown = preview(alice, group, BAD, *tables)
    answer = alice.post(CONFIRM, {"reference": shown.context["reference"]})
    job = Job.objects.get()
    assert answer.headers["Location"] == reverse("job", args=[job.pk])
    again = alice.post(CONFIRM, {"reference": shown.context["reference"]})
    assert again.headers["Location"] == answer.headers["Location"]
    assert not Session.objects.exists()
    run_ready_jobs()
    assert Session.objects.count() == 20
    assert not Upload.objects.exists()
    page = alice.get(answer.headers["Location"]).content.decode()
    assert "20 sessions added." in page
    assert "Number 1 was refused: turns[0].player: It is Zoë’s turn here, not Ben’s." in page
    assert reverse("admin:scoring_session_changelist") in page
    job.refresh_from_db()
    assert (job.done, job.total) == (21, 21)


def test_a_large_upload_of_somebody_who_lost_the_group_is_not_imported(
    alice: Client, group: Group
) -> None:
    shown = preview(alice, group, *[GOES_ON] * 21)
    page = alice.post(CONFIRM, {"reference": shown.context["reference"]}).headers["Location"]
    Membership.objects.filter(group=group).delete()
    run_ready_jobs()
    assert not Session.objects.exists()
    assert "You may no longer add sessions to this group" in alice.get(page).content.decode()


def test_it_imports_after_the_confirmation_what_the_preview_showed(
    alice: Client, group: Group
) -> None:
    done = confirm(alice, preview(alice, group, GOOD, BAD, GOES_ON))
    assert messages_of(done) == [
        "2 sessions added.",
        "Number 2 was refused: turns[0].player: It is Zoë’s turn here, not Ben’s.",
    ]
    assert sorted(group.players.values_list("name", flat=True)) == ["Ana", "Ben", "Cleo"]
    first, second = group.sessions.in_order()
    assert first.results.count() == 2
    assert second.finished_at is None
    revision = first.revisions.get()
    assert (revision.action, revision.actor and revision.actor.username) == ("import", "alice")


def test_what_is_here_already_stays_as_it_is(alice: Client, group: Group) -> None:
    known = {**GOOD, "id": str(uuid4())}
    confirm(alice, preview(alice, group, known))
    shown = preview(alice, group, {**known, "location": "Attic"})
    assert "There is nothing to add." in shown.content.decode()
    assert messages_of(confirm(alice, shown)) == [
        "0 sessions added.",
        "1 session was here already.",
    ]
    assert Session.objects.get().location == ""


def test_many_refusals_are_counted(alice: Client, group: Group) -> None:
    messages = messages_of(confirm(alice, preview(alice, group, GOOD, *[BAD] * 13)))
    assert len(messages) == 12
    assert messages[-1] == "3 more were refused."


@pytest.mark.parametrize("slug", sorted(installed_games()))
def test_every_game_comes_in_as_documents_and_as_a_table(
    alice: Client, group: Group, slug: str
) -> None:
    uploaded = [one for one in map(json.loads, mixed_lines(8, seed=21)) if one["game"] == slug]
    confirm(alice, preview(alice, group, *uploaded))
    exported = list(export_documents(group.sessions.in_order()))
    Session.objects.all().delete()
    written = io.StringIO(newline="")
    csv.writer(written).writerows(table(exported))
    confirm(alice, preview(alice, group, file=uploaded_file(written.getvalue(), "evenings.csv")))
    assert list(export_documents(group.sessions.in_order())) == exported


def test_an_upload_confirmed_twice_goes_in_once(alice: Client, group: Group) -> None:
    shown = preview(alice, group, GOOD, GOES_ON)
    confirm(alice, shown)
    again = confirm(alice, shown)
    assert messages_of(again) == [str(stored_uploads.EXPIRED)]
    assert Session.objects.count() == 2


def test_a_confirmation_that_was_cut_off_is_finished_by_the_next(
    alice: Client, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = preview(alice, group, GOOD, GOES_ON)

    class PowerFailure(Exception):
        pass

    def cut(_kept: object) -> None:
        raise PowerFailure

    with monkeypatch.context() as patched:
        patched.setattr(stored_uploads.StoredFile, "remove", cut)
        with pytest.raises(PowerFailure):
            confirm(alice, shown)
    confirm(alice, shown)
    assert Session.objects.count() == 2


def test_the_file_is_gone_once_it_was_confirmed(alice: Client, group: Group) -> None:
    shown = preview(alice, group, GOOD)
    assert Upload.objects.count() == 1
    confirm(alice, shown)
    assert not Upload.objects.exists()


def test_files_that_nobody_confirmed_are_forgotten(
    alice: Client, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    preview(alice, group, GOOD)
    old = Upload.objects.get()
    later = timezone.now() + UPLOAD_LIFETIME + timedelta(minutes=1)
    with monkeypatch.context() as patched:
        patched.setattr("django.utils.timezone.now", lambda: later)
        preview(alice, group, GOOD)
    new = Upload.objects.get()
    assert new != old


def test_a_preview_is_good_for_an_hour(
    alice: Client, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = preview(alice, group, GOOD)
    later = time.time() + UPLOAD_LIFETIME.total_seconds() + 1
    with monkeypatch.context() as patched:
        patched.setattr("django.core.signing.time.time", lambda: later)
        done = confirm(alice, shown)
    assert messages_of(done) == [str(stored_uploads.EXPIRED)]
    assert not Session.objects.exists()


@pytest.mark.parametrize("reference", ["", "nonsense", "../../secret_key"])
def test_only_a_reference_that_it_gave_out_is_followed(alice: Client, reference: str) -> None:
    done = alice.post(CONFIRM, {"reference": reference}, follow=True)
    assert messages_of(done) == [str(stored_uploads.EXPIRED)]
    assert messages_of(alice.get(CONFIRM, follow=True)) == [str(stored_uploads.EXPIRED)]


def test_nobody_confirms_what_somebody_else_uploaded(
    alice: Client, group: Group, admin_client: Client
) -> None:
    shown = preview(alice, group, GOOD)
    dora = staff("dora", group, Membership.Role.OWNER)
    for client in (dora, admin_client):
        assert messages_of(confirm(client, shown)) == [str(stored_uploads.EXPIRED)]
    assert not Session.objects.exists()


def test_who_lost_the_group_meanwhile_confirms_nothing(
    alice: Client, group: Group, other_group: Group
) -> None:
    user = User.objects.get(username="alice")
    Membership.objects.create(group=other_group, user=user, role=Membership.Role.OWNER)
    shown = preview(alice, group, GOOD)
    group.memberships.all().delete()
    assert confirm(alice, shown).status_code == 403
    assert not Session.objects.exists()


def test_strangers_and_members_upload_nothing(
    bob: Client, charlie: Client, group: Group, client: Client
) -> None:
    for somebody in (bob, charlie):
        for address in (UPLOAD, EXAMPLE, CONFIRM):
            assert somebody.get(address).status_code == 403
        assert preview(somebody, group, GOOD).status_code == 403
    for address in (UPLOAD, EXAMPLE, CONFIRM):
        assert client.get(address).status_code == 302


def league_of(group: Group) -> League:
    return League.objects.create(group=group, name=f"Cup of {group}", slug="cup")


def test_an_owner_uploads_to_the_own_group_alone(
    alice: Client, group: Group, other_group: Group
) -> None:
    league_of(other_group)
    league_of(group)
    page = alice.get(UPLOAD).content.decode()
    assert "Thursday · Cup" in page
    assert "Elsewhere" not in page
    assert "Select a valid choice" in complaints(preview(alice, other_group, GOOD))
    foreign = League.objects.get(group=other_group)
    assert "Select a valid choice" in complaints(preview(alice, group, GOOD, league=foreign))


def test_sessions_count_for_the_league_that_was_chosen(alice: Client, group: Group) -> None:
    league = league_of(group)
    confirm(alice, preview(alice, group, GOOD, league=league))
    assert Session.objects.get().league == league


def test_a_league_that_changed_hands_meanwhile_counts_nothing(
    admin_client: Client, group: Group, other_group: Group
) -> None:
    league = league_of(group)
    shown = preview(admin_client, group, GOOD, league=league)
    League.objects.filter(pk=league.pk).update(group=other_group)
    assert confirm(admin_client, shown).status_code == 403
    assert not Session.objects.exists()


def test_a_league_of_another_group_is_refused_at_its_field(
    admin_client: Client, group: Group, other_group: Group
) -> None:
    shown = preview(admin_client, group, GOOD, league=league_of(other_group))
    assert "This league belongs to another group." in complaints(shown)


@pytest.mark.parametrize(
    ("content", "name", "sentence"),
    [
        ("{", "a.json", "it is not JSON"),
        ("\n", "a.ndjson", "There is no session in this file."),
        ("[]", "a.json", "There is no session in this file."),
        ("player,points\nAna,3\n", "a.csv", "“session” is missing"),
        (json.dumps(GOOD), "a.txt", "Choose a file that ends in .json, .ndjson or .csv."),
        (json.dumps([GOOD] * 501), "a.json", "more than 500 sessions; upload it in parts."),
        ("[" + "1," * 100_000 + "1]", "a.json", "more than 500 sessions; upload it in parts."),
        (
            b" " * (5 * 1024**2 + 1),
            "a.json",
            "This file is larger than 5.0 MB; upload it in parts.",
        ),
    ],
)
def test_a_file_that_cannot_be_is_refused_as_a_whole(
    alice: Client, group: Group, content: str | bytes, name: str, sentence: str
) -> None:
    assert sentence in complaints(preview(alice, group, file=uploaded_file(content, name))).replace(
        "\xa0", " "
    )
    assert not Upload.objects.exists()


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "7",
        '{"game": 3, "players": [1, {}], "played_on": []}',
        '{"\\ud800": 1}',
        '{"format": "scorefolio/session@1", "game": "artem", "\\u001b[2J": "<script>"}',
        '{"players": "Ana", "players": 3}',
        "[" * 100_000,
    ],
)
def test_whatever_stands_in_a_line_the_others_are_shown(
    alice: Client, group: Group, line: str
) -> None:
    content = f"{line}\n{json.dumps(GOOD)}"
    shown = preview(alice, group, file=uploaded_file(content, "a.ndjson"))
    assert [line.fate for line in shown.context["lines"]] == ["refused", "added"]
    assert "<script>alert" not in shown.content.decode()
    assert messages_of(confirm(alice, shown))[0] == "1 session added."


def test_a_sentence_quotes_no_more_than_can_be_read(alice: Client, group: Group) -> None:
    (line,) = preview(alice, group, {**GOOD, "x" * 100_000: 1}).context["lines"]
    assert line.message.startswith("xxx")
    assert len(line.message) == 500


def test_the_ending_may_be_written_in_capitals(alice: Client, group: Group) -> None:
    """In a file with one document a line, a line with a list is refused."""
    for name, fate in [("EVENING.NDJSON", "refused"), ("EVENING.JSON", "added")]:
        shown = preview(alice, group, file=uploaded_file(json.dumps([GOOD]), name))
        assert [line.fate for line in shown.context["lines"]] == [fate]


def test_the_example_can_be_uploaded(alice: Client, group: Group) -> None:
    example = alice.get(EXAMPLE)
    in_example = list(documents("example.csv", io.BytesIO(example.content)))
    assert [score_value(document).get("game") for document in in_example] == list(installed_games())
    shown = preview(alice, group, file=uploaded_file(example.content, "example.csv"))
    assert {line.fate for line in shown.context["lines"]} == {"added"}


def test_the_list_of_sessions_leads_to_it(alice: Client) -> None:
    assert UPLOAD in alice.get(reverse("admin:scoring_session_changelist")).content.decode()


@pytest.fixture
def queries_of(alice: Client, group: Group) -> Callable[[int], int]:
    def count(players: int) -> int:
        names = [f"P{number}" for number in range(players)]
        for name in names:
            Player.objects.get_or_create(group=group, name=name)
        with CaptureQueriesContext(connection) as captured:
            preview(alice, group, *[{**GOOD, "players": names[:2]}] * 3)
        return len(captured)

    return count


def test_a_preview_costs_the_same_in_a_large_group(queries_of: Callable[[int], int]) -> None:
    assert queries_of(2) == queries_of(60)


def test_a_preview_reads_little_for_each_document(alice: Client, group: Group) -> None:
    def queries(number: int) -> int:
        uploaded = [{**GOOD, "id": str(uuid4())} for _ in range(number)]
        with CaptureQueriesContext(connection) as captured:
            preview(alice, group, *uploaded)
        return len(captured)

    queries(1)
    assert queries(21) - queries(1) <= 2 * 20
