"""Sessions and players in the admin: lists with few queries, and changes that are recorded."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.groups.merging import merge
from scoring.models import Group, League, Membership, Merge, Player, Result, Session
from scoring.sessions import lifecycle
from tests.builders.admin_forms import form_data, page_of
from tests.builders.imports import import_documents
from tests.builders.staff import new_staff
from tools.load.documents import mixed_lines

pytestmark = pytest.mark.django_db

NOW = datetime(2024, 2, 29, 20, 0, tzinfo=UTC)
SESSIONS = reverse("admin:scoring_session_changelist")
PLAYERS = reverse("admin:scoring_player_changelist")


def filled(slug: str, number: int = 6, seed: int = 1) -> Group:
    group = Group.objects.create(name=slug.title(), slug=slug)
    lines = map(json.loads, mixed_lines(number, seed=seed))
    import_documents(group, *({**line, "played_on": "2024-02-29"} for line in lines), at=NOW)
    return group


@pytest.fixture
def thursday() -> Group:
    return filled("thursday")


@pytest.fixture
def alice(thursday: Group) -> Client:
    """Return the client of the owner of the group, who is on the staff."""
    return staff("alice", thursday, Membership.Role.OWNER)


def staff(name: str, group: Group | None = None, role: str = Membership.Role.MEMBER) -> Client:
    user = new_staff(name)
    if group:
        Membership.objects.create(group=group, user=user, role=role)
    client = Client()
    client.force_login(user)
    return client


def save_page(client: Client, session: Session, **fields: Any) -> Any:
    """Save the session's page with some fields changed."""
    return client.post(page_of(session), {**form_data(client, session), **fields})


def run_action(client: Client, page: str, action: str, *pks: int) -> Any:
    return client.post(page, {"action": action, "_selected_action": pks}, follow=False)


@pytest.mark.usefixtures("thursday")
def test_every_page_of_the_admin_opens(admin_client: Client) -> None:
    for model in admin.site._registry:
        label = f"{model._meta.app_label}_{model._meta.model_name}"
        assert admin_client.get(reverse(f"admin:{label}_changelist")).status_code == 200
        for row in model._default_manager.all()[:1]:
            address = reverse(f"admin:{label}_change", args=[row.pk])
            assert admin_client.get(address).status_code == 200


@pytest.mark.parametrize("page", [SESSIONS, PLAYERS])
def test_a_list_costs_as_much_for_many_as_for_few(admin_client: Client, page: str) -> None:
    filled("few", 3)
    admin_client.get(page)
    with CaptureQueriesContext(connection) as few:
        admin_client.get(page)
    filled("many", 40, seed=2)
    with CaptureQueriesContext(connection) as many:
        admin_client.get(page)
    assert len(many) == len(few) <= 15


@pytest.mark.parametrize("address", [SESSIONS, PLAYERS])
def test_a_list_costs_an_owner_as_much_for_many_as_for_few(
    alice: Client, thursday: Group, address: str
) -> None:
    alice.get(address)
    with CaptureQueriesContext(connection) as few:
        alice.get(address)
    import_documents(thursday, *map(json.loads, mixed_lines(30, seed=2)), at=NOW)
    with CaptureQueriesContext(connection) as many:
        alice.get(address)
    assert len(many) == len(few) <= 15


def test_an_owner_sees_and_corrects_the_own_group_alone(alice: Client, thursday: Group) -> None:
    other = filled("other", seed=9)
    page = alice.get(SESSIONS).content.decode()
    assert "6 sessions" in page
    own, foreign = thursday.sessions.in_order()[0], other.sessions.in_order()[0]
    assert alice.get(page_of(own)).status_code == 200
    assert alice.get(page_of(foreign)).status_code == 302
    posted_to_foreign = alice.post(page_of(foreign), {"location": "Mine now"})
    foreign.refresh_from_db()
    assert (posted_to_foreign.status_code, foreign.location) == (302, "")
    run_action(alice, SESSIONS, "delete_sessions", foreign.pk)
    foreign.refresh_from_db()
    assert foreign.deleted_at is None


def test_staff_without_a_group_of_their_own_see_nothing(thursday: Group) -> None:
    for client in (staff("bob", thursday), staff("charlie")):
        assert client.get(SESSIONS).status_code == 403
        assert client.get(PLAYERS).status_code == 403


def test_a_correction_goes_through_the_verbs(alice: Client, thursday: Group) -> None:
    table = {"format": "scorefolio/session@1", "game": "artem", "players": ["Ana", "Ben"]}
    turns: list[Any] = [{"player": name, "claims": []} for name in table["players"]]
    turns.append({"player": "Ana", "claims": [{"play": 1, "length": 2}]})
    import_documents(thursday, {**table, "turns": turns}, at=NOW)
    session = thursday.sessions.get(finished_at=None)
    assert save_page(alice, session, location="Kitchen").status_code == 302
    session = Session.objects.get(pk=session.pk)
    assert session.location == "Kitchen"
    actions = session.revisions.order_by("number").values_list("action", "actor__username")
    assert list(actions) == [("import", None), ("describe", "alice")]


def test_a_league_of_another_group_is_refused_at_its_field(
    admin_client: Client, thursday: Group
) -> None:
    league = League.objects.create(group=filled("other", 1), name="Cup", slug="cup")
    session = thursday.sessions.in_order()[0]
    page = save_page(admin_client, session, league=league.pk)
    assert (
        "This league belongs to another group; choose one of this group." in page.content.decode()
    )
    assert Session.objects.get(pk=session.pk).league is None


def test_a_session_taken_to_another_group_is_played_by_that_groups_players(
    admin_client: Client, thursday: Group
) -> None:
    other = filled("other", 1)
    session = thursday.sessions.in_order()[0]
    save_page(admin_client, session, group=other.pk)
    assert {seat.player.group for seat in session.seats.all() if seat.player} == {other}


def test_standings_are_shown_with_their_reasons(alice: Client, thursday: Group) -> None:
    result = Result.objects.filter(session__group=thursday, rank=1).order_by("pk")[0]
    page = alice.get(page_of(result.session)).content.decode()
    assert f"<p>1. {result.seat.name}: {result.points}</p>" in page
    assert 'name="standings"' not in page


def test_revisions_are_read_only(alice: Client, thursday: Group) -> None:
    page = alice.get(page_of(thursday.sessions.in_order()[0])).content.decode()
    assert "import" in page
    assert 'name="revisions-0-action"' not in page


def test_deleted_sessions_are_brought_back(alice: Client, thursday: Group) -> None:
    session = thursday.sessions.in_order()[0]
    run_action(alice, SESSIONS, "delete_sessions", session.pk)
    assert thursday.sessions.not_deleted().count() == 5
    assert str(session.pk) in alice.get(f"{SESSIONS}?state=deleted").content.decode()
    run_action(alice, SESSIONS, "restore_sessions", session.pk)
    assert thursday.sessions.not_deleted().count() == 6


@pytest.mark.parametrize(
    ("action", "verb"), [("delete_sessions", "delete"), ("restore_sessions", "undelete")]
)
def test_several_sessions_are_deleted_or_brought_back_together_or_not_at_all(
    alice: Client, thursday: Group, monkeypatch: pytest.MonkeyPatch, action: str, verb: str
) -> None:
    pks = [session.pk for session in thursday.sessions.in_order()[:3]]
    if action == "restore_sessions":
        run_action(alice, SESSIONS, "delete_sessions", *pks)
    before = thursday.sessions.not_deleted().count()
    do, done = getattr(lifecycle, verb), list[None]()

    def fail_at_the_third(**arguments: Any) -> None:
        if len(done) == 2:
            raise OSError("the disk is full")
        done.append(do(**arguments))

    monkeypatch.setattr(lifecycle, verb, fail_at_the_third)
    with pytest.raises(OSError, match="the disk is full"):
        run_action(alice, SESSIONS, action, *pks)
    assert thursday.sessions.not_deleted().count() == before


def test_its_actions_say_what_they_do(alice: Client) -> None:
    choices = alice.get(SESSIONS).context["action_form"].fields["action"].choices
    assert {name: str(text) for name, text in choices if name} == {
        "delete_sessions": "Delete (kept for 30 days)",
        "restore_sessions": "Restore deleted sessions",
        "recompute": "Recalculate results",
        "as_documents": "Download as documents",
        "as_results": "Download results as CSV",
    }


def test_results_are_computed_anew(alice: Client, thursday: Group) -> None:
    broken = Result.objects.filter(session__group=thursday).order_by("pk")[0]
    Result.objects.filter(pk=broken.pk).update(points=999)
    run_action(alice, SESSIONS, "recompute", broken.session_id)
    assert Result.objects.get(seat=broken.seat).points == broken.points


def test_sessions_are_downloaded(alice: Client, thursday: Group) -> None:
    pks = list(thursday.sessions.in_order().values_list("pk", flat=True))
    lines = run_action(alice, SESSIONS, "as_documents", *pks).getvalue().decode().splitlines()
    assert [json.loads(line)["played_on"] for line in lines] == ["2024-02-29"] * 6
    table = run_action(alice, SESSIONS, "as_results", *pks).getvalue().decode().splitlines()
    assert table[0] == "session,game,played_on,place,player,rank,points,decided_by"
    assert len(table) == 1 + Result.objects.count()


def test_no_name_becomes_a_formula(alice: Client, thursday: Group) -> None:
    evening = {"format": "scorefolio/session@1", "game": "artem", "turns": [], "end": "main-deck"}
    names = ["=1+1", "<script>"]
    import_documents(thursday, {**evening, "players": names}, at=NOW)
    session = thursday.sessions.in_order().last()
    assert session is not None
    table = run_action(alice, SESSIONS, "as_results", session.pk).getvalue().decode()
    assert "'=1+1" in table
    assert ",=1+1" not in table
    page = alice.get(SESSIONS).content.decode()
    assert "&lt;script&gt;" in page
    assert "<script>" not in page.replace('<script src="', "")


def two_players(group: Group) -> tuple[Player, Player]:
    """Make two players who never met."""
    evening = {"format": "scorefolio/session@1", "game": "artem", "turns": [], "end": "main-deck"}
    for players in (["Ana", "Ben"], ["Anna", "Ben"], ["Anna", "Cleo"]):
        import_documents(group, {**evening, "players": players}, at=NOW)
    return group.players.get(name="Ana"), group.players.get(name="Anna")


def test_two_players_become_one_and_two_again(alice: Client, thursday: Group) -> None:
    ana, anna = two_players(thursday)
    run_action(alice, PLAYERS, "merge_players", ana.pk, anna.pk)
    assert (ana.seats.count(), anna.seats.count()) == (0, 3)
    assert sorted(anna.seats.values_list("name", flat=True)) == ["Ana", "Anna", "Anna"]
    run_action(alice, reverse("admin:scoring_merge_changelist"), "undo", Merge.objects.get().pk)
    assert (ana.seats.count(), anna.seats.count()) == (1, 2)


def test_players_who_met_are_two_people(alice: Client, thursday: Group) -> None:
    two_players(thursday)
    pks = thursday.players.filter(name__in=["Anna", "Ben"]).values_list("pk", flat=True)
    page = alice.post(
        PLAYERS, {"action": "merge_players", "_selected_action": list(pks)}, follow=True
    )
    assert (
        "These two have played at the same table, so they are two people." in page.content.decode()
    )
    assert not Merge.objects.exists()


def test_players_of_two_groups_stay_two(admin_client: Client, thursday: Group) -> None:
    ana, _ = two_players(thursday)
    stranger = Player.objects.create(group=filled("other", 1), name="Ana")
    page = admin_client.post(
        PLAYERS, {"action": "merge_players", "_selected_action": [ana.pk, stranger.pk]}, follow=True
    )
    assert "Only players of the same group can be merged." in page.content.decode()


def test_merging_wants_exactly_two(alice: Client, thursday: Group) -> None:
    ana, anna = two_players(thursday)
    pks = [ana.pk, anna.pk, thursday.players.get(name="Ben").pk]
    page = alice.post(PLAYERS, {"action": "merge_players", "_selected_action": pks}, follow=True)
    assert "Choose exactly two players." in page.content.decode()


def test_merges_are_undone_in_their_order(alice: Client, thursday: Group) -> None:
    ana, anna = two_players(thursday)
    zoe = thursday.players.create(name="Zoë")
    first = merge(source=ana, target=anna, at=NOW)
    second = merge(source=anna, target=zoe, at=NOW)
    merges = reverse("admin:scoring_merge_changelist")
    page = alice.post(merges, {"action": "undo", "_selected_action": [first.pk]}, follow=True)
    assert "A later merge moved these sessions again" in page.content.decode()
    assert zoe.seats.count() == 3
    run_action(alice, merges, "undo", first.pk, second.pk)
    assert (ana.seats.count(), anna.seats.count(), zoe.seats.count()) == (1, 2, 0)


def test_deleting_twice_says_that_nothing_was_left_to_delete(
    alice: Client, thursday: Group
) -> None:
    session = thursday.sessions.in_order()[0]
    run_action(alice, SESSIONS, "delete_sessions", session.pk)
    page = alice.post(
        SESSIONS, {"action": "delete_sessions", "_selected_action": [session.pk]}, follow=True
    )
    assert "0 sessions deleted" in page.content.decode()


def test_an_owner_ties_nobody_elses_account_to_a_player(alice: Client, thursday: Group) -> None:
    victim = User.objects.create(username="victim")
    add = reverse("admin:scoring_player_add")
    alice.post(add, {"name": "Vic", "group": thursday.pk, "user": victim.pk})
    assert Player.objects.get(name="Vic").user is None
    assert alice.post(add, {"name": "Nobody’s", "group": ""}).status_code == 200
    assert not Player.objects.filter(name="Nobody’s").exists()


def test_a_player_stays_in_the_group(alice: Client, thursday: Group) -> None:
    player = thursday.players.order_by("pk")[0]
    change = reverse("admin:scoring_player_change", args=[player.pk])
    alice.post(change, {"name": "Renamed", "group": ""})
    player.refresh_from_db()
    assert (player.name, player.group) == ("Renamed", thursday)


def test_owners_see_the_merges_of_their_own_groups(
    alice: Client, thursday: Group, admin_client: Client
) -> None:
    other = Group.objects.create(name="Other", slug="other")
    for group in (thursday, other):
        names = (f"{group.slug} Zo", f"{group.slug} Zoe")
        source, target = (group.players.create(name=name) for name in names)
        merge(source=source, target=target, at=NOW)
    pages = [
        client.get(reverse("admin:scoring_merge_changelist")).content.decode()
        for client in (alice, admin_client)
    ]
    assert ["thursday Zoe" in page for page in pages] == [True, True]
    assert ["other Zoe" in page for page in pages] == [False, True]
