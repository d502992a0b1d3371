"""Score sheets inside the admin: the same as on the site, with the permissions of the admin."""

from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.documents.scorer import read_document
from scoring.leagues.leagues import close
from scoring.models import Group, Membership, Session
from scoring.models.revisions import By
from scoring.registry import get_game
from scoring.sessions.lifecycle import delete
from scoring.sheets.contract import sheet_of
from tests.admin.test_sessions import SESSIONS, staff
from tests.builders.admin_forms import page_of
from tests.builders.groups import thursday_group
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import finished_table
from tests.pages import words
from tests.sheets.sheets import DAY, cells, seats

pytestmark = pytest.mark.django_db

ADD = f"{SESSIONS}add/"
RULES = {"variant": "standard", "directions": "universal"}
LINES = cells(seats(2), "|", "5 | 6", "6 |", "6 |")  # Ida: 7 + 9 + 9


@pytest.fixture
def group() -> Group:
    return thursday_group()


def new_sheet(group: Group, game: str = "artem") -> str:
    return reverse("admin:scoring_new_sheet", args=[group.pk, game])


def enter(client: Client, group: Group, do: str = "save", **fields: Any) -> Any:
    given = {"name": ["Ida", "Joe"], "played_on": DAY, "do": do, **RULES, **LINES, **fields}
    return client.post(new_sheet(group), given)


def correct(client: Client, session: Session, do: str, *lines: str) -> Any:
    fields = {"do": do, "seen": session.revision, "stopped": "on", **RULES}
    address = reverse("admin:scoring_session_sheet", args=[session.pk])
    return client.post(address, {**cells(seats(2), *lines), **fields})


def test_add_session_leads_to_the_sheet_of_a_game(admin_client: Client, group: Group) -> None:
    page = admin_client.get(ADD).content.decode()
    assert '<option value="artbox">#ARTBOX</option>' in page
    answer = admin_client.get(ADD, {"game": "artem", "group": str(group.pk)}, follow=True)
    assert answer.request["PATH_INFO"] == new_sheet(group)
    assert "Artem: score sheet" in words(answer.content.decode())
    assert 'id="site-name"' in answer.content.decode()


def test_what_is_saved_is_one_revision_by_the_account(
    admin_client: Client, group: Group, admin_user: User
) -> None:
    league = season_of(group).league
    saved = enter(admin_client, group, league=league.pk)
    session = Session.objects.get()
    assert saved["Location"] == page_of(session)
    assert (session.revision, session.league) == (1, league)
    assert session.finished_at is not None
    assert session.revisions.get().actor == admin_user


def test_an_owner_enters_sessions_of_their_own_group_alone(group: Group) -> None:
    olga = staff("olga", group, Membership.Role.OWNER)
    other = Group.objects.create(name="Other", slug="other")
    assert enter(olga, other).status_code == 404
    assert olga.get(ADD, {"game": "artem", "group": str(other.pk)}).status_code == 200
    enter(olga, group)
    assert Session.objects.get().group == group


def test_members_on_the_staff_enter_nothing(group: Group) -> None:
    otto = staff("otto", group, Membership.Role.SCOREKEEPER)
    assert enter(otto, group).status_code == 403
    assert otto.get(ADD).status_code == 403
    assert not Session.objects.exists()


def test_change_shows_the_effect_then_saves(admin_client: Client, group: Group) -> None:
    league = season_of(group).league
    session = play_session(group, artem_document(1, 2), league=league)
    sheet = reverse("admin:scoring_session_sheet", args=[session.pk])
    assert sheet in admin_client.get(page_of(session)).content.decode()
    checked = words(correct(admin_client, session, "check", "- | -", "3 | 4").content.decode())
    assert "Ana wins → Ben wins" in checked
    assert "place 1 → 2" in checked
    assert correct(admin_client, session, "save", "- | -", "3 | 4")["Location"] == page_of(session)
    session.refresh_from_db()
    assert session.revision == 2
    shown = admin_client.get(reverse("admin:scoring_session_history", args=[session.pk]))
    assert "Entered on a score sheet" in words(shown.content.decode())


def test_a_closed_season_is_asked_about(admin_client: Client, group: Group) -> None:
    season = season_of(group)
    session = play_session(group, artem_document(1, 2), league=season.league)
    close(season=season, at=timezone.now())
    page = correct(admin_client, session, "save", "- | -", "3 | 4")
    assert "Change a closed season?" in words(page.content.decode())
    session.refresh_from_db()
    assert session.revision == 1


def test_a_deleted_session_has_no_sheet(admin_client: Client, group: Group) -> None:
    session = play_session(group, artem_document(1, 2), league=None)
    delete(session=session, by=By(at=timezone.now()))
    assert correct(admin_client, session, "save", "- | -", "3 | 4").status_code == 403


def test_staff_without_the_group_find_no_sheet(group: Group) -> None:
    session = play_session(group, artem_document(1, 2), league=None)
    other = Group.objects.create(name="Other", slug="other")
    olga = staff("olga", other, Membership.Role.OWNER)
    assert correct(olga, session, "save", "- | -", "3 | 4").status_code == 404


def test_what_was_recorded_is_listed_row_by_row_for_those_who_manage_it(
    admin_client: Client, group: Group
) -> None:
    play_session(group, artem_document(1, 2), league=None)
    other = Group.objects.create(name="Other", slug="other")
    play_session(other, artem_document(2, 1, names=("Zed", "Yan")), league=None)
    claims = reverse("admin:artem_claim_changelist")
    assert len(admin_client.get(claims).context["cl"].result_list) == 4
    alice = staff("olga", group, Membership.Role.OWNER)
    page = alice.get(claims)
    assert {claim.session.group for claim in page.context["cl"].result_list} == {group}
    assert "Other" not in page.content.decode()
    of_group = admin_client.get(claims, {"session__group__id__exact": other.pk})
    assert {claim.session.group for claim in of_group.context["cl"].result_list} == {other}


def noted(group: Group) -> Session:
    """Enter a result without rounds: Ana has 5 points, Ben 3."""
    value = {
        "format": "scorefolio/result@1",
        "game": "artem",
        "players": [{"name": "Ana", "points": 5}, {"name": "Ben", "points": 3}],
        "played_on": DAY,
    }
    return play_session(group, read_document(value), league=season_of(group).league)


def test_a_result_without_rounds_is_corrected_with_its_effect(
    admin_client: Client, group: Group
) -> None:
    session = noted(group)
    address = reverse("admin:scoring_session_result", args=[session.pk])
    assert address in admin_client.get(page_of(session)).content.decode()
    typed = {"points-0": 2, "points-1": 3, "seen": session.revision}
    assert "Ana wins → Ben wins" in words(admin_client.post(address, typed).content.decode())
    session.refresh_from_db()
    assert session.revision == 1
    saved = admin_client.post(address, {**typed, "save": 1})
    assert saved["Location"] == page_of(session)
    session.refresh_from_db()
    assert (session.revision, session.seats.get(result__rank=1).name) == (2, "Ben")
    late = admin_client.post(address, {**typed, "points-0": 4, "save": 1})
    assert "The table has changed since." in words(late.content.decode())
    session.refresh_from_db()
    assert session.revision == 2


def test_a_result_that_cannot_be_is_refused_at_its_field(
    admin_client: Client, group: Group
) -> None:
    session = noted(group)
    address = reverse("admin:scoring_session_result", args=[session.pk])
    typed = {"points-0": 5, "place-0": 2, "points-1": 3, "place-1": 1, "seen": 1, "save": 1}
    assert admin_client.post(address, typed).status_code == 422
    sheet = reverse("admin:scoring_session_sheet", args=[session.pk])
    assert admin_client.get(sheet).status_code == 404
    session.refresh_from_db()
    assert session.revision == 1


def queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


@pytest.mark.parametrize("slug", ["artbox", "artem", "canvas", "duplik"])
def test_what_was_recorded_costs_as_many_queries_for_many_rows_as_for_few(
    admin_client: Client, group: Group, slug: str
) -> None:
    """On the page of a session, and in the list of each kind of row."""
    game = get_game(slug)
    played = [read_document(game.sample(Random(seed))) for seed in range(40)]
    sheet = sheet_of(game)
    played.sort(key=lambda document: len(sheet.write(document.state)))
    few = next(document for document in played if sheet.write(document.state))
    pages = [play_session(group, document, league=None) for document in (few, played[-1])]
    lists = [
        reverse(f"admin:{slug}_{table.model._meta.model_name}_changelist")
        for table in game.store.tables
    ]
    admin_client.get(page_of(pages[0]))
    assert len({queries(admin_client, page_of(session)) for session in pages}) == 1
    before = {address: queries(admin_client, address) for address in lists}
    play_session(group, played[-2], league=None)
    assert {address: queries(admin_client, address) for address in lists} == before


def test_a_quick_table_without_a_group_is_corrected_by_superusers_alone(
    admin_client: Client, group: Group
) -> None:
    session = finished_table()
    olga = staff("olga", group, Membership.Role.OWNER)
    lines = ["|", "5 | 6", "- | 6", "- | 4"]
    assert correct(olga, session, "save", *lines).status_code == 404
    assert correct(admin_client, session, "save", *lines).status_code == 302
    session.refresh_from_db()
    assert session.seats.get(result__points=23).name == "Joe"
