"""Two act at the same moment: on PostgreSQL the second waits, and sees what the first did."""

from contextlib import closing
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.accounts.deletion import CannotDelete, delete_account
from scoring.documents.scorer import dump_document
from scoring.exchange.importing.plan import Status
from scoring.groups import groups, invitations
from scoring.groups.invitations import InvitationIsOver
from scoring.groups.members import (
    NeedsAnOwner,
    PlayerIsTaken,
    assign_player,
    change_role,
    remove_member,
)
from scoring.groups.merging import CannotMerge, MergeRefusal, merge
from scoring.leagues import leagues
from scoring.models import (
    Group,
    Membership,
    Phone,
    Player,
    Result,
    Season,
    Session,
)
from scoring.models.locks import lock_league_with_sessions
from scoring.models.phones import new_browser
from scoring.models.revisions import By
from scoring.noted.rules import NotedPlayer, State
from scoring.play.joining import TableIsOver, join
from scoring.play.noting import end_with_result
from scoring.play.opening import open_table
from scoring.sessions import lifecycle
from scoring.sessions.code_renewal import renew_code
from scoring.sessions.players import change_players
from scoring.sessions.recording import reopen
from tests.builders.groups import membership, url_of
from tests.builders.imports import import_documents
from tests.builders.seasons import FIRST, artem_document, play_session, season_of
from tests.builders.tables import (
    enter_turns,
    finished_table,
    open_empty,
    phone,
    signed_in,
)
from tests.row_locks import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


NAMES = ("Ida", "Joe", "Kim")


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


def by(**more: Any) -> By:
    return By(at=timezone.now(), **more)


def status_of_import(document: dict[str, Any], group: Group) -> Status:
    """Import the document and return its outcome."""
    (line,) = import_documents(group, document).lines
    return line.status


def test_a_document_that_two_import_is_one_session(group: Group) -> None:
    document = {**dump_document(artem_document(1, 2)), "id": str(uuid4())}
    status = at_once(
        lambda: status_of_import(document, group), lambda: status_of_import(document, group)
    )
    assert status is Status.KNOWN
    assert Session.objects.get().group == group


def test_a_document_that_two_groups_import_is_a_session_of_each(group: Group) -> None:
    other = Group.objects.create(name="Other", slug="other")
    document = {**dump_document(artem_document(1, 2)), "id": str(uuid4())}
    status = at_once(
        lambda: status_of_import(document, group), lambda: status_of_import(document, other)
    )
    assert status is Status.NEW
    assert [each.sessions.count() for each in (group, other)] == [1, 1]


def test_a_name_that_is_new_at_two_tables_is_one_player(group: Group) -> None:
    at_once(
        lambda: play_session(group, artem_document(1, 2), league=None),
        lambda: play_session(group, artem_document(2, 1), league=None),
    )
    assert sorted(group.players.values_list("name", flat=True)) == ["Ana", "Ben"]
    assert Session.objects.count() == 2


def test_a_table_that_is_opened_twice_with_one_key_is_one_table() -> None:
    key, browser, document = uuid4(), new_browser(), artem_document(1, 2)

    def opened() -> Session:
        return open_table(document=document, by=by(key=key), browser=browser)

    assert at_once(opened, opened) == Session.objects.get()


def test_two_who_play_again_at_once_go_to_one_table() -> None:
    session = finished_table()
    first, second = phone(session, place=1), phone(session, place=2)

    def play_again(client: Client) -> str:
        address = reverse("rematch", args=[session.uuid])
        return client.post(address, {"key": str(uuid4())}).headers["Location"]

    where = at_once(lambda: play_again(first), lambda: play_again(second))
    following = Session.objects.exclude(pk=session.pk).get()
    assert where == reverse("table", args=[following.uuid])
    assert following.phones.seated().count() == 2


@pytest.mark.parametrize(
    ("slug", "tap", "fields"),
    [
        ("artem", "artem:turn", {"at": 0, "player": "Ida"}),
        ("artbox", "artbox:finish", {"number": 1, "seat": 1}),
    ],
)
def test_a_tap_that_waits_while_the_table_ends_with_a_result_is_refused(
    slug: str, tap: str, fields: dict[str, Any]
) -> None:
    session = open_empty(slug)
    ida = phone(session, place=1)
    noted = State(tuple(NotedPlayer(name, place=at) for at, name in enumerate(NAMES, 1)))
    status = at_once(
        lambda: end_with_result(session=session, state=noted, by=by()),
        lambda: ida.post(reverse(tap, args=[session.uuid]), {**fields, "key": uuid4()}).status_code,
    )
    assert status == 403
    assert Session.objects.get().revision == 2


def test_a_table_does_not_end_with_a_result_while_a_turn_is_recorded() -> None:
    session = open_empty("artem", "Ida", "Joe")
    result = {"place-0": 1, "place-1": 2, "key": uuid4()}
    address, ida = reverse("end_with_result", args=[session.uuid]), phone(session, place=1)
    status = at_once(
        lambda: enter_turns(session, "", "", "1x5"), lambda: ida.post(address, result).status_code
    )
    assert status == 422
    assert not Session.objects.get().result_only


def test_two_who_sit_down_together_are_not_merged_meanwhile(group: Group) -> None:
    play_session(group, artem_document(1, 2), league=None)
    ana, cleo = group.players.get(name="Ana"), group.players.create(name="Cleo")
    with pytest.raises(CannotMerge) as refused:
        at_once(
            lambda: play_session(group, artem_document(1, 2, names=("Ana", "Cleo")), league=None),
            lambda: merge(source=ana, target=cleo, at=timezone.now()),
        )
    assert refused.value.refusal == MergeRefusal.MET


def test_what_finishes_while_a_season_gets_fewer_days_counts_as_it_then_is(group: Group) -> None:
    season = season_of(group)
    season.ends_on = FIRST
    document = artem_document(1, 2, day=FIRST + timedelta(days=1))
    at_once(
        lambda: leagues.settle(season=season),
        lambda: play_session(group, document, league=season.league),
    )
    assert Result.objects.count() == 2
    assert not Result.objects.exclude(season=None).exists()
    assert Season.objects.get().sessions == 0


def test_of_two_owners_who_leave_one_has_to_stay(group: Group) -> None:
    alice, bob = (
        Membership.objects.create(
            group=group, user=User.objects.create(username=name), role="owner"
        )
        for name in ("alice", "bob")
    )
    with pytest.raises(NeedsAnOwner):
        at_once(
            lambda: remove_member(membership=alice, at=timezone.now()),
            lambda: remove_member(membership=bob, at=timezone.now()),
        )
    assert group.memberships.get() == bob


def test_the_last_place_of_an_invitation_is_given_once(group: Group) -> None:
    alice, bob, charlie = (
        User.objects.create(username=name) for name in ("alice", "bob", "charlie")
    )
    invitation = invitations.invite(group=group, by=by(actor=alice), role="member", days=1, most=1)
    with pytest.raises(InvitationIsOver):
        at_once(
            lambda: invitations.accept(invitation=invitation, user=bob, at=timezone.now()),
            lambda: invitations.accept(invitation=invitation, user=charlie, at=timezone.now()),
        )
    assert group.memberships.get().user == bob


def test_a_group_that_is_asked_for_twice_is_made_once() -> None:
    alice = User.objects.create(username="alice")

    def create() -> Group:
        slug = f"thursday-{uuid4()}"
        return groups.create_group(owner=alice, at=timezone.now(), name="Thursday", slug=slug)

    assert at_once(create, create) == Group.objects.get()


def test_a_player_is_somebodys_once(group: Group) -> None:
    bob, charlie = (
        Membership.objects.create(group=group, user=User.objects.create(username=name))
        for name in ("bob", "charlie")
    )
    ana = Player.objects.create(group=group, name="Ana")
    with pytest.raises(PlayerIsTaken):
        at_once(
            lambda: assign_player(membership=bob, player=ana),
            lambda: assign_player(membership=charlie, player=ana),
        )
    assert Player.objects.get().user == bob.user


def test_nobody_joins_by_a_code_that_is_renewed_at_that_moment() -> None:
    session = open_table(document=artem_document(1, 2), by=by(), browser=new_browser())
    reopen(session=session, by=by())
    session.refresh_from_db()

    def joined() -> object:
        try:
            return join(session=session, browser=new_browser(), user=None, at=timezone.now())
        except TableIsOver:
            return None

    assert at_once(lambda: renew_code(session=session), joined) is None
    assert Phone.objects.watching().count() == 0


def test_of_two_owners_who_delete_their_accounts_one_stays(group: Group) -> None:
    users = [User.objects.create(username=name) for name in ("alice", "bob", "charlie")]
    for user, role in zip(users, ("owner", "owner", "member"), strict=True):
        Membership.objects.create(group=group, user=user, role=role)

    def delete(user: User) -> None:
        delete_account(user=user, groups=[], remove_names=False, at=timezone.now())

    with pytest.raises(CannotDelete):
        at_once(lambda: delete(users[0]), lambda: delete(users[1]))
    assert Membership.objects.filter(role="owner").count() == 1


@pytest.mark.parametrize("view", ["member_role", "invite"])
def test_an_owner_gets_nothing_by_a_request_that_waits_while_they_are_removed(
    group: Group, view: str
) -> None:
    alice, bob = signed_in("alice", group, "owner"), signed_in("bob", group, "owner")
    assert alice.get(url_of("people", group)).status_code == 200
    own = membership(group, "bob")
    args = [own.pk] if view == "member_role" else []
    fields = {"role": "owner"} if view == "member_role" else {"role": "scorekeeper", "days": "7"}
    status = at_once(
        lambda: change_role(membership=own, role="member", at=timezone.now()),
        lambda: bob.post(url_of(view, group, *args), fields).status_code,
    )
    assert status == 403
    assert membership(group, "bob").role == "member"
    assert not group.invitations.exists()


def test_a_session_that_comes_to_a_league_meanwhile_is_locked_with_it(group: Group) -> None:
    """Or the code that counts the league would ask for it while holding the league's lock."""
    league = season_of(group).league
    play_session(group, artem_document(1, 2), league=league)
    newer = play_session(group, artem_document(1, 2), league=None)

    def free_sessions() -> list[int]:
        with transaction.atomic():
            lock_league_with_sessions(league.pk)
            with closing(connection.copy()) as other, other.cursor() as cursor:
                cursor.execute("SELECT id FROM scoring_session FOR NO KEY UPDATE SKIP LOCKED")
                return [pk for (pk,) in cursor.fetchall()]

    def move() -> None:
        lifecycle.move(session=newer, group=group, league=league, by=by())

    assert at_once(move, free_sessions) == []


def test_players_do_not_change_while_a_turn_is_recorded() -> None:
    session = open_empty("artem", "Ida", "Joe")
    host = phone(session, hosts=True)
    address = reverse("change_players", args=[session.uuid])
    fields = {"key": str(uuid4()), "name": ["Ida", "Kim"]}
    status = at_once(
        lambda: enter_turns(session, ""), lambda: host.post(address, fields).status_code
    )
    assert status == 422
    assert session.seats.names() == ("Ida", "Joe")


@pytest.mark.parametrize("names", [["Ida", "Kim"], ["Joe", "Ida"]], ids=["without him", "first"])
def test_a_tap_that_waits_while_its_player_moves_is_refused(names: list[str]) -> None:
    session = open_empty("artem", "Ida", "Joe")
    joe = phone(session, place=2)
    turn = {"key": str(uuid4()), "at": 0, "player": "Ida"}
    address = reverse("artem:turn", args=[session.uuid])
    status = at_once(
        lambda: change_players(session=session, names=names, by=by()),
        lambda: joe.post(address, turn).status_code,
    )
    assert status == 403
    assert Session.objects.get().revision == 2


def test_a_tap_for_a_seat_that_waits_while_another_player_gets_it_is_refused() -> None:
    session = open_empty("artbox", "Ida", "Joe", "Kim")
    host = phone(session, hosts=True)
    address = reverse("artbox:finish", args=[session.uuid])
    fields = {"key": str(uuid4()), "number": 1, "seat": 2}
    status = at_once(
        lambda: change_players(session=session, names=["Ida", "Kim", "Joe"], by=by()),
        lambda: host.post(address, fields).status_code,
    )
    assert status == 403
    assert not session.open_entries.exists()


def test_of_two_changes_of_the_players_at_once_both_count() -> None:
    session = open_empty("artem", "Ida", "Joe")
    at_once(
        lambda: change_players(session=session, names=["Joe", "Ida", "Kim"], by=by()),
        lambda: change_players(session=session, names=["Kim", "Ida"], by=by()),
    )
    session.refresh_from_db()
    assert (session.seats.names(), session.revision) == (("Kim", "Ida"), 3)
