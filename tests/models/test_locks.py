"""Every change waits for others of the same thing, and all lock in one order: group, session,
league, season, player. SQLite has one lock for all of it, PostgreSQL has these."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from scoring.accounts.deletion import delete_account
from scoring.documents.scorer import dump_document
from scoring.groups import groups, invitations, players
from scoring.groups.members import assign_player, change_role, claim_player, remove_member
from scoring.groups.merging import merge, undo_merge
from scoring.leagues import leagues
from scoring.models import (
    Group,
    Invitation,
    League,
    Membership,
    Merge,
    Phone,
    Player,
    Season,
    Session,
)
from scoring.models.phones import new_browser
from scoring.models.revisions import By
from scoring.play import joining
from scoring.play.sharing import share
from scoring.play.timer import start_timer
from scoring.sessions import code_renewal, lifecycle, recording
from scoring.sessions.undo import redo, restore, undo
from scoring.totals import skill
from scoring.upkeep import rescore
from tests.builders.imports import import_documents
from tests.builders.seasons import artem_document, play_session, season_of
from tests.row_locks import waited_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


@dataclass(frozen=True)
class Evening:
    """A session in which Ana was ahead of Ben; Cleo has not played."""

    group: Group
    league: League
    season: Season
    session: Session
    ana: Player
    ben: Player
    cleo: Player

    @property
    def rows(self) -> dict[str, Any]:
        return {
            "group": self.group,
            "session": self.session,
            "league": self.league,
            "season": self.season,
            "Ana": self.ana,
            "Ben": self.ben,
            "Cleo": self.cleo,
        }

    @property
    def bob(self) -> Membership:
        return self.group.memberships.get(role="member")


@pytest.fixture
def played() -> Evening:
    group = Group.objects.create(name="Thursday", slug="thursday")
    season = season_of(group)
    session = play_session(group, artem_document(1, 2), league=season.league)
    ana, ben = group.players.order_by("name")
    cleo = group.players.create(name="Cleo")
    owner, bob = User.objects.create(username="alice"), User.objects.create(username="bob")
    Membership.objects.create(group=group, user=owner, role="owner")
    Membership.objects.create(group=group, user=bob, role="member")
    return Evening(group, season.league, season, session, ana, ben, cleo)


def by(**more: Any) -> By:
    return By(at=timezone.now(), **more)


# Each prepares what it needs, and gives what is then done while the rows are held.
Verb = Callable[[], object]


def to_start(played: Evening) -> Verb:
    return lambda: play_session(played.group, artem_document(2, 1), league=played.league)


def to_open(played: Evening) -> Verb:
    """Nothing counts for the league yet, but its holder has locked all its sessions."""
    document = artem_document(2, 1)
    opened = replace(document, state=replace(document.state, turns=(), stopped=False))
    return lambda: play_session(played.group, opened, league=played.league)


def to_bring_in(played: Evening) -> Verb:
    document = dump_document(artem_document(2, 1))
    return lambda: import_documents(played.group, document, league=played.league)


def to_record(played: Evening) -> Verb:
    state = artem_document(2, 1).state
    return lambda: recording.record(
        session=played.session, change=lambda _: state, action="x", by=by()
    )


def to_stop(played: Evening) -> Verb:
    recording.reopen(session=played.session, by=by())
    return lambda: recording.stop(session=played.session, by=by())


def to_reopen(played: Evening) -> Verb:
    return lambda: recording.reopen(session=played.session, by=by())


def to_restore(played: Evening) -> Verb:
    recording.reopen(session=played.session, by=by())
    return lambda: restore(session=played.session, number=1, by=by())


def to_undo(played: Evening) -> Verb:
    recording.reopen(session=played.session, by=by())
    return lambda: undo(session=played.session, by=by())


def to_redo(played: Evening) -> Verb:
    to_undo(played)()
    return lambda: redo(session=played.session, by=by())


def to_describe(played: Evening) -> Verb:
    fields: dict[str, Any] = {"played_on": None, "location": "", "notes": ""}
    return lambda: recording.describe(session=played.session, by=by(), **fields)


def to_delete(played: Evening) -> Verb:
    return lambda: lifecycle.delete(session=played.session, by=by())


def to_bring_back(played: Evening) -> Verb:
    to_delete(played)()
    return lambda: lifecycle.undelete(session=played.session, by=by())


def to_move(played: Evening) -> Verb:
    return lambda: lifecycle.move(session=played.session, group=played.group, league=None, by=by())


def to_merge(played: Evening) -> Verb:
    return lambda: merge(source=played.ben, target=played.cleo, at=timezone.now())


def to_undo_merge(played: Evening) -> Verb:
    to_merge(played)()
    return lambda: undo_merge(Merge.objects.get(), at=timezone.now())


def to_rename(played: Evening) -> Verb:
    return lambda: players.update_player(player=played.ana, name="Anna")


def to_settle(played: Evening) -> Verb:
    return lambda: leagues.settle(season=played.season, games=["artem"])


def to_recount(played: Evening) -> Verb:
    return lambda: leagues.recount(season=played.season)


def to_close(played: Evening) -> Verb:
    return lambda: leagues.close(season=played.season, at=timezone.now())


def to_work_out_skill(played: Evening) -> Verb:
    played.season.skill = True
    leagues.settle(season=played.season)
    Season.objects.update(skill_is_stale=True)
    played.season.refresh_from_db()
    return lambda: skill.refresh(played.season)


def to_remove(played: Evening) -> Verb:
    return lambda: leagues.remove(season=played.season)


def to_remove_league(played: Evening) -> Verb:
    return lambda: leagues.remove_league(league=played.league)


def to_rename_league(played: Evening) -> Verb:
    played.league.name = "Shield"
    return lambda: leagues.describe(league=played.league)


def to_rename_group(played: Evening) -> Verb:
    return lambda: groups.update_group(group=played.group, name="Friday")


def to_change_role(played: Evening) -> Verb:
    return lambda: change_role(membership=played.bob, role="owner", at=timezone.now())


def to_remove_member(played: Evening) -> Verb:
    return lambda: remove_member(membership=played.bob, at=timezone.now())


def to_delete_account(played: Evening) -> Verb:
    bob = played.bob.user
    assign_player(membership=played.bob, player=played.ana)
    Phone.objects.create(session=played.session, browser="b", joined_at=timezone.now(), user=bob)
    return lambda: delete_account(user=bob, groups=[], remove_names=True, at=timezone.now())


def to_say_who(played: Evening) -> Verb:
    return lambda: claim_player(membership=played.bob, player=played.cleo)


def to_tie(played: Evening) -> Verb:
    return lambda: assign_player(membership=played.bob, player=None)


def to_invite(played: Evening) -> Verb:
    owner = User.objects.get(username="alice")
    return lambda: invitations.invite(group=played.group, by=by(actor=owner), role="member", days=1)


def to_accept(played: Evening) -> Verb:
    to_invite(played)()
    invitation, charlie = Invitation.objects.get(), User.objects.create(username="charlie")
    return lambda: invitations.accept(invitation=invitation, user=charlie, at=timezone.now())


def to_give_seat_back(played: Evening) -> Verb:
    seat, browser, at = played.session.seats.get(place=1), new_browser(), timezone.now()
    phone = Phone.objects.create(session=played.session, browser=browser, seat=seat, joined_at=at)
    return lambda: joining.take_seat(phone=phone, seat=None)


def to_free_seat(played: Evening) -> Verb:
    seat = played.session.seats.get(place=1)
    return lambda: joining.free_seat(seat=seat)


def to_renew_code(played: Evening) -> Verb:
    return lambda: code_renewal.renew_code(session=played.session)


def to_share(played: Evening) -> Verb:
    return lambda: share(session=played.session, shared=True)


def to_start_timer(played: Evening) -> Verb:
    return lambda: start_timer(session=played.session, seconds=60, at=timezone.now())


def to_take_into(played: Evening) -> Verb:
    """A quick table, with a lock of its own."""
    quick = recording.start(document=artem_document(2, 1), by=by())
    phone = Phone.objects.create(session=quick, browser=new_browser(), joined_at=timezone.now())
    fields: dict[str, Any] = {"group": played.group, "league": played.league, "phone": phone}
    return lambda: joining.move_to_group(session=quick, by=by(), **fields)


def to_rescore(played: Evening) -> Verb:
    return lambda: rescore.differences(played.session.pk)


def to_rescore_group(played: Evening) -> Verb:
    return lambda: rescore.group_differences(played.group)


def to_rescore_season(played: Evening) -> Verb:
    return lambda: rescore.season_differences(played.season)


ADDED = ["group", "league", "season", "Ana", "Ben"]
CORRECTED = ["session", "league", "season", "Ana", "Ben"]
MOVED = ["group", "session", "league", "season", "Ana", "Ben"]
LOCKS: list[tuple[list[str], list[Callable[[Evening], Verb]]]] = [
    (ADDED, [to_start, to_bring_in, to_take_into]),
    (
        CORRECTED,
        [
            to_record,
            to_stop,
            to_reopen,
            to_restore,
            to_undo,
            to_redo,
            to_describe,
            to_delete,
            to_bring_back,
        ],
    ),
    (MOVED, [to_move]),
    ([*MOVED, "Cleo"], [to_merge, to_undo_merge]),
    (["season", "Ana (written)"], [to_rename]),
    (["league", "season"], [to_recount, to_remove, to_rescore_season]),
    (["season"], [to_close, to_work_out_skill]),
    (["session", "league", "season"], [to_settle, to_remove_league]),
    (["league (written)", "season"], [to_rename_league]),
    (["group", "season"], [to_rename_group]),
    (["group", "session", "season", "Ana (written)"], [to_delete_account]),
    (["group", "league"], [to_open]),
    (["group"], [to_change_role, to_remove_member, to_say_who, to_tie, to_invite, to_accept]),
    (
        ["session"],
        [
            to_give_seat_back,
            to_renew_code,
            to_rescore,
            to_rescore_group,
        ],
    ),
    (["session (written)"], [to_free_seat, to_start_timer]),
    (["session", "season", "Ana", "Ben"], [to_share]),
]


@pytest.mark.parametrize(
    ("prepare", "locks"),
    [
        pytest.param(prepare, locks, id=prepare.__name__)
        for locks, verbs in LOCKS
        for prepare in verbs
    ],
)
def test_it_waits_for_whoever_holds_a_row_that_it_changes(
    played: Evening, prepare: Callable[[Evening], Verb], locks: list[str]
) -> None:
    verb = prepare(played)
    assert waited_for(verb, played.rows) == locks


def test_a_deleted_group_waits_for_whoever_writes_in_it(played: Evening) -> None:
    waited = waited_for(lambda: groups.delete_group(group=played.group), played.rows)
    assert waited[:3] == ["group", "session", "league"]
