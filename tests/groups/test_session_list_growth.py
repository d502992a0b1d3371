"""Lists of sessions need as much of the database among many sessions as among few."""

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import Group, Season, Session
from scoring.models.revisions import By
from scoring.sessions.lifecycle import delete
from tests.builders.groups import thursday_group
from tests.builders.many_sessions import NAMES, add_results
from tests.builders.seasons import season_of
from tests.builders.tables import signed_in
from tests.database_work import Work, database_work, plan_as_for_many_rows
from tools.bench.statements import most

pytestmark = pytest.mark.django_db

FEW, MORE = 400, 1_200
MOST_GROWTH = 1.2
LISTS = (
    "sessions/",
    "sessions/?month=2026-05",
    "sessions/?game=artem",
    "sessions/?player={player}",
    "sessions/?league=cup",
    "sessions/?league=cup/year",
    "sessions/?location=Chez Ana",
    "sessions/?which=in-progress",
    "sessions/?which=finished",
    "sessions/?which=stopped",
    "sessions/?which=counts-for-nothing",
    "sessions/?which=result-only",
    "sessions/?before=2026-03-05.30",
    "sessions/?game=artem&location=The club",
    "sessions/?game=artem&league=cup",
    "sessions/?game=artem&league=cup/year",
    "sessions/?game=artem&player={player}",
    "sessions/?location=The club&league=cup",
    "sessions/?location=The club&league=cup/year",
    "sessions/?player={player}&league=cup",
    "sessions/?player={player}&league=cup/year",
    "sessions/?which=finished&league=cup",
    "sessions/?which=finished&player={player}",
    "sessions/?which=result-only&league=cup",
    "sessions/deleted/",
)


@pytest.fixture
def group() -> Group:
    return thursday_group(visibility="public")


@pytest.fixture
def season(group: Group) -> Season:
    return season_of(group)


@pytest.fixture
def owner(group: Group) -> Client:
    return signed_in("kim", group, "owner")


def work_of_lists(client: Client, player: int) -> dict[str, Work]:
    plan_as_for_many_rows()
    work = {}
    for each in LISTS:
        address = f"/g/thursday/{each.format(player=player)}"
        with database_work() as work[each]:
            assert client.get(address).status_code == 200
    return work


def test_lists_take_as_much_of_the_database_among_many_sessions(
    owner: Client, group: Group, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.groups.session_list.OPENED_LAST", FEW // 4)
    add_results(group, season.league, FEW)
    player = group.players.get(name=NAMES[3]).pk
    for session in Session.objects.order_by("-pk")[:3]:
        delete(session=session, by=By(at=timezone.now()))
    owner.get("/g/thursday/sessions/")
    few = work_of_lists(owner, player)
    add_results(group, season.league, MORE)
    many = work_of_lists(owner, player)
    assert {
        each: work.queries for each, work in many.items() if work.queries > most("page of a group")
    } == {}
    grown = {each: many[each].done / few[each].done for each in LISTS}
    too_much = [(each, by, many[each].longest) for each, by in grown.items() if by > MOST_GROWTH]
    assert too_much == []
