"""The plan for each line of a file of results, and who is who in it, before it is added."""

import json
from datetime import date
from typing import Any
from uuid import UUID

import pytest

from scoring.exchange.importing.entries import Choices
from scoring.exchange.importing.names import match_names
from scoring.exchange.importing.plan import Plan, Status, make_plan
from scoring.exchange.importing.reading import read_file
from scoring.models import Group, Player
from tests.builders.noted import noted_points
from tests.builders.seasons import play_session

pytestmark = pytest.mark.django_db

ADD, ALIKE, KNOWN = Status.NEW, Status.ALIKE, Status.KNOWN
DIFFERS, REFUSED = Status.DIFFERS, Status.REFUSED
DAY = date(2026, 3, 5)


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


def result(id: int | None = None, game: str = "artem", day: date = DAY, **points: Any) -> str:
    players = [{"name": name, "points": number} for name, number in points.items()]
    value = {"format": "scorefolio/result@1", "game": game, "players": players}
    own = {} if id is None else {"id": str(UUID(int=id))}
    return json.dumps({**value, "played_on": day.isoformat(), **own})


def plan_of(group: Group, *lines: str, also: tuple[int, ...] = (), **chosen: str) -> Plan:
    choices = Choices(also=frozenset(also), players=chosen)
    return make_plan(group, read_file("\n".join(lines).encode(), choices), choices)


def fates(plan: Plan) -> list[tuple[int, Status, str]]:
    return [(line.entry.number, line.status, line.message) for line in plan.lines]


def shown(plan: Plan) -> list[list[str]]:
    return [[player.name for player in line.players] for line in plan.lines]


def test_a_line_is_added_unless_it_is_known_looks_alike_or_is_refused(group: Group) -> None:
    lines = [
        result(1, Ana=3, Ben=2),
        result(1, Ana=9, Ben=2),
        result(2, Ana=3, Ben=2),
        result(3, Ana=3, Ben=1),
        "{",
        result(4, game="chess", Ana=1, Ben=2),
    ]
    plan = plan_of(group, *lines)
    alike = "It looks like another session above."
    assert fates(plan)[:4] == [
        (1, ADD, ""),
        (2, KNOWN, "It is in this file twice."),
        (3, ALIKE, alike),
        (4, ADD, ""),
    ]
    assert [line.status for line in plan.lines[4:]] == [REFUSED, REFUSED]
    assert fates(plan)[4][2].startswith("This is not JSON: ")
    assert fates(plan)[5][2].startswith("game: ")
    assert [line.entry.number for line in plan.of(ADD)] == [1, 4]
    assert fates(plan_of(group, *lines, also=(3,)))[2] == (3, ADD, "")
    assert [line.winner for line in plan.of(ADD)] == ["Ana wins", "Ana wins"]
    assert shown(plan) == [["Ana", "Ben"]] * 4 + [[], ["Ana", "Ben"]]


def test_what_is_there_is_known_by_its_id_and_may_differ(group: Group) -> None:
    session = play_session(group, noted_points("artem", 3, 2, day=DAY), league=None)
    number = session.uuid.int
    plan = plan_of(
        group, result(number, Ana=3, Ben=2), result(Ana=3, Ben=2), result(number, Ana=4, Ben=2)
    )
    assert fates(plan) == [
        (1, KNOWN, "It is already here."),
        (2, ALIKE, "There is already a session with the same game, day, players and points."),
        (
            3,
            DIFFERS,
            "It is already here with a different result, which stays as it is: 1. Ana 3, 2. Ben 2",
        ),
    ]
    assert [line.session for line in plan.lines] == [session.uuid] * 3
    again = plan_of(group, result(Ana=3, Ben=2), also=(1,))
    assert (again.lines[0].status, again.lines[0].session) == (ADD, None)


def test_two_who_are_one_player_do_not_play_with_each_other(group: Group) -> None:
    plan = plan_of(group, result(Ana=3, Ben=2), result(Ana=3, Cleo=2), Ben="=Ana")
    assert [line.status for line in plan.lines] == [REFUSED, ADD]
    assert plan.lines[0].message


def test_a_long_reason_is_cut_and_printed_in_one_line(group: Group) -> None:
    plan = plan_of(group, json.dumps({"format": "scorefolio/result@1", "game": "a\nb" * 500}))
    (line,) = plan.lines
    assert len(line.message) <= 300
    assert line.message.isprintable()


# Who is who


@pytest.mark.parametrize("short", ["Anna", "anna", "Anna B."])
def test_a_name_that_begins_that_of_one_player_is_asked_about(short: str) -> None:
    in_group = ["Anna Berger", "Ben Braun", "Ben Burr"]
    anna, ben, an = match_names(in_group, [short, "Ben", "An"])
    assert (anna.player, anna.similar, anna.asks) == (short, "Anna Berger", True)
    assert (ben.asks, an.asks) == (False, False)
    (together, _other) = match_names(
        in_group, [short, "Anna Berger"], tables=[[short, in_group[0]]]
    )
    assert (together.player, together.asks) == (short, False)


def test_nobody_is_asked_who_a_row_without_a_name_is(group: Group) -> None:
    """Nor is anybody new who is only in rows that are refused."""
    table = "date;game;player;points\n1.3.2026;Artem;;12\n;;Ben;9\n2.3.2026;Artem;Ana;3\n;;Cleo;2"
    plan = make_plan(group, read_file(table.encode(), Choices()), Choices())
    assert [line.status for line in plan.lines] == [REFUSED, ADD]
    assert [name.label for name in plan.names] == ["Ben", "Ana", "Cleo"]
    assert plan.new_names == ["Ana", "Cleo"]


def test_a_name_is_the_player_of_that_name_or_of_other_capitals_or_a_new_one(group: Group) -> None:
    for name in ("Zoé", "Ben"):
        Player.objects.create(group=group, name=name)
    in_file = ["zoe", "Ben", "BEN", "ben", "Cleo", "CLEO", "Dov", "Benn"]
    names = match_names(list(group.players.names()), in_file, {"Dov": "=Ben"})
    assert [(name.label, name.player, name.is_new, name.is_exact) for name in names] == [
        ("zoe", "Zoé", False, False),
        ("Ben", "Ben", False, True),
        ("BEN", "Ben", False, False),
        ("ben", "Ben", False, False),
        ("Cleo", "Cleo", True, False),
        ("CLEO", "Cleo", True, False),
        ("Dov", "Ben", False, False),
        ("Benn", "Benn", True, False),
    ]
    assert [name.similar for name in names][3:] == ["Ben", "", "Cleo", "", "Ben"]


def test_names_are_in_the_order_of_their_first_appearance(group: Group) -> None:
    plan = plan_of(group, result(Ben=3, Ana=2), "{", result(Cleo=3, Ben=2))
    assert [name.label for name in plan.names] == ["Ben", "Ana", "Cleo"]
