"""The buttons that change the seats of a table before it is opened, and who then begins."""

from random import Random
from typing import Any

import pytest
from django.utils import timezone

from scoring.groups.merging import merge
from scoring.models import Group, Phone
from scoring.models.revisions import By
from scoring.play.earlier_tables import MOST_REGULARS, last_table, regulars
from scoring.play.opening import Seats, seat_at
from scoring.sessions import lifecycle
from tests.builders.seasons import artem_document, play_session
from tests.builders.tables import open_empty

DICE = Random(1)


@pytest.mark.parametrize(
    ("before", "do", "after"),
    [
        pytest.param(("A", "B", "C"), "up:1", ("B", "A", "C"), id="up"),
        pytest.param(("A", "B", "C"), "down:1", ("A", "C", "B"), id="down"),
        pytest.param(("A", "B", "C"), "up:0", ("A", "B", "C"), id="the first goes no higher"),
        pytest.param(("A", "B", "C"), "down:2", ("A", "B", "C"), id="the last goes no lower"),
        pytest.param(("A", "B", "C"), "remove:1", ("A", "C"), id="removed"),
        pytest.param(("A", "B"), "remove:2", ("A", "B"), id="nobody there to remove"),
        pytest.param(("A", "B"), "add", ("A", "B", ""), id="another seat"),
        pytest.param(("A", "", ""), "add:B", ("A", "B", ""), id="into the first free seat"),
        pytest.param(("", "B"), "add: A ", ("A", "B"), id="without blanks around the name"),
        pytest.param(("A", "B"), "add:C", ("A", "B", "C"), id="a seat where none is free"),
        pytest.param(("A", "", "B"), "add:B", ("A", "", "B"), id="sits there already"),
        pytest.param(("A", "B"), "sideways:0", ("A", "B"), id="no such button"),
    ],
)
def test_each_button_changes_the_seats(
    before: tuple[str, ...], do: str, after: tuple[str, ...]
) -> None:
    assert Seats(before).after(do, DICE).names == after


@pytest.mark.parametrize(
    ("begins", "do", "after"),
    [
        pytest.param(1, "up:1", 0, id="who begins moves up"),
        pytest.param(1, "down:1", 2, id="who begins moves down"),
        pytest.param(1, "up:2", 2, id="another takes that place"),
        pytest.param(1, "down:0", 0, id="another takes that place from above"),
        pytest.param(0, "down:1", 0, id="two others change"),
        pytest.param(1, "remove:0", 0, id="somebody before"),
        pytest.param(1, "remove:2", 1, id="somebody after"),
        pytest.param(1, "remove:1", 1, id="gone: the next one begins"),
        pytest.param(2, "remove:2", 0, id="the last is gone: the first begins"),
        pytest.param(1, "add:D", 1, id="one more"),
    ],
)
def test_who_begins_stays_who_begins(begins: int, do: str, after: int) -> None:
    assert Seats(("A", "B", "C"), begins).after(do, DICE).begins == after


@pytest.mark.parametrize(
    ("names", "begins", "played"),
    [
        (("A", "B", "C"), 0, ("A", "B", "C")),
        (("A", "B", "C"), 1, ("B", "C", "A")),
        (("A", "B", "C"), 2, ("C", "A", "B")),
        (("A", "", "C"), 2, ("C", "A")),
        (("A", "", "C"), 1, ("C", "A")),
    ],
)
def test_play_goes_round_from_who_begins(
    names: tuple[str, ...], begins: int, played: tuple[str, ...]
) -> None:
    assert Seats(names, begins).in_turn_order() == played


@pytest.mark.parametrize(
    ("typed", "seat"),
    [
        ("0", 0),
        ("2", 2),
        ("3", None),
        ("-1", None),
        ("", None),
        ("002", None),
        ("02", 2),
        ("x", None),
    ],
)
def test_a_seat_is_one_of_those_there_are(typed: str, seat: int | None) -> None:
    assert seat_at(typed, 3) == seat


# Who is offered


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


@pytest.mark.django_db
def test_regulars_come_by_how_often_they_played_and_no_more_than_fit(group: Group) -> None:
    for name in ("Ida", "Joe", "Kim"):
        group.players.create(name=name)
    for names in (("Kim", "Joe"), ("Joe", "Kim"), ("Joe", "Lea")):
        play_session(group, artem_document(1, 2, names=names), league=None)
    assert regulars(group) == ["Joe", "Kim", "Lea", "Ida"]
    for number in range(MOST_REGULARS):
        group.players.create(name=f"Newcomer {number}")
    assert regulars(group)[:4] == ["Joe", "Kim", "Lea", "Ida"]
    assert len(regulars(group)) == MOST_REGULARS == 16


@pytest.mark.django_db
def test_a_name_that_was_merged_away_is_no_regular(group: Group) -> None:
    ida, ina = (group.players.create(name=name) for name in ("Ida", "Ina"))
    merge(source=ida, target=ina, at=timezone.now())
    assert regulars(group) == ["Ina"]


@pytest.mark.django_db
def test_the_latest_table_of_a_group_is_one_that_was_not_deleted(group: Group) -> None:
    assert last_table("any", group) == ()
    for names in (("Ida", "Joe"), ("Joe", "Kim")):
        session = open_empty("artem", *names, group=group)
    assert last_table("any", group) == ("Joe", "Kim")
    lifecycle.delete(session=session, by=By(at=timezone.now()))
    assert last_table("any", group) == ("Ida", "Joe")


@pytest.mark.django_db
def test_the_latest_table_of_a_browser_is_one_that_it_hosted() -> None:
    hosted = [open_empty("artem", *names) for names in (("Ida", "Joe"), ("Joe", "Kim"))]
    visited = open_empty("artem", "Kim", "Lea")
    Phone.objects.filter(session__in=hosted).update(browser="mine")
    came: dict[str, Any] = {"hosts": False, "joined_at": timezone.now()}
    Phone.objects.create(session=visited, browser="mine", **came)
    assert last_table("mine", None) == ("Joe", "Kim")
    assert last_table("another", None) == ()
    assert last_table("", None) == ()
