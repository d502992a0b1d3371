"""Tables of several games in one proposal, which people change by tapping."""

from datetime import timedelta
from itertools import combinations
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import Evening, Group, Session
from tests.builders.evenings import answered, evening_url, planned
from tests.builders.groups import thursday_group
from tests.builders.seasons import artem_document, play_session
from tests.builders.tables import artem_table, signed_in
from tests.pages import words

if TYPE_CHECKING:
    from scoring.evenings.proposal import Proposal

pytestmark = pytest.mark.django_db
NAMES = (
    "Ana", "Ben", "Cleo", "Dov", "Eva", "Finn", "Gus", "Hal", "Ida", "Joe", "Kim", "Lea", "Mia",
    "Noa",
)  # fmt: skip


@pytest.fixture
def group() -> Group:
    return thursday_group()


@pytest.fixture
def evening(group: Group) -> Evening:
    made = planned(group)
    made.starts_at = timezone.now()
    made.save(update_fields=["starts_at"])
    return made


@pytest.fixture
def alice(group: Group) -> Client:
    return signed_in("alice", group)


def here(evening: Evening, *names: str) -> dict[str, int]:
    """Let these be here, one second after the other; return the keys of their answers."""
    keys = {}
    for number, name in enumerate(names):
        answer = answered(evening, name, is_here=True)
        answer.here_at = evening.starts_at + timedelta(seconds=number)
        answer.save(update_fields=["here_at"])
        keys[name] = answer.pk
    return keys


def shown(page: Any) -> list[tuple[str, list[str]]]:
    return [
        (table.game.slug, [person.name for person in table.people])
        for table in page.context["proposal"].tables
    ]


def over(page: Any) -> list[str]:
    return [person.name for person in page.context["proposal"].over]


class Organiser:
    """Press the buttons of the page, which sends what it shows."""

    def __init__(self, client: Client, evening: Evening) -> None:
        self.client, self.address = client, evening_url(evening, "evening_tables")
        self.key = str(uuid4())
        self.page: Any = client.get(self.address)

    def tap(self, button: str, person: int | None = None) -> Any:
        proposal: Proposal = self.page.context["proposal"]
        values: dict[str, Any] = {"game": [table.game.slug for table in proposal.tables]}
        if proposal.repeated is None:
            values["by_hand"] = "1"
        for number, table in enumerate(proposal.tables, 1):
            values |= {f"table-{one.key}": number for one in table.people}
        if person is not None:
            values["person"] = person
        self.page = self.client.post(self.address, {**values, "do": button, "key": self.key})
        return self.page


def test_three_games_are_proposed_at_once_and_opened(
    group: Group, evening: Evening, alice: Client
) -> None:
    here(evening, *NAMES)
    organiser = Organiser(alice, evening)
    for game in ("duplik", "artbox", "artem"):
        organiser.tap(f"add:{game}")
    sizes = [(game, len(people)) for game, people in shown(organiser.page)]
    assert sizes == [("duplik", 5), ("artbox", 5), ("artem", 4)]
    assert organiser.tap("open").status_code == 302
    opened = group.sessions.order_by("pk")
    assert [(one.game, one.seats.count()) for one in opened] == sizes


def test_a_second_round_seats_nobody_beside_those_of_the_first(
    group: Group, evening: Evening, alice: Client
) -> None:
    """Also guests, and tables without a result; of this year Ana met Cleo and Dov more often."""
    last_week = evening.day - timedelta(days=7)
    for other in ("Cleo", "Dov") * 5:
        document = artem_document(1, 2, names=["Ana", other], day=last_week)
        play_session(group, document, league=None)
    here(evening, "Ana", "Ben", "Cleo", "Dov")
    assert not group.players.filter(name="Ben").exists()
    artem_table(group=group, players=["Ana", "Ben"])
    artem_table(group=group, players=["Cleo", "Dov"])
    Session.objects.filter(finished_at=None).update(finished_at=timezone.now())
    page = alice.get(evening_url(evening, "evening_tables"), {"most": "2"})
    assert [set(people) for _game, people in shown(page)] in (
        [{"Ana", "Cleo"}, {"Ben", "Dov"}],
        [{"Ana", "Dov"}, {"Ben", "Cleo"}],
    )


def test_it_says_who_cannot_but_meet_again_this_evening(
    group: Group, evening: Evening, alice: Client
) -> None:
    artem_table(group=group, players=["Ana", "Ben"])
    Session.objects.update(finished_at=timezone.now())
    here(evening, "Ana", "Ben")
    page = alice.get(evening_url(evening, "evening_tables"))
    assert "1 pair has already played together this evening." in words(page.content.decode())


def test_meetings_are_few_over_all_tables(group: Group, evening: Evening, alice: Client) -> None:
    """Three tables of last week: nobody meets again at the three games of today."""
    last_week = [NAMES[0:3], NAMES[3:6], NAMES[6:9]]
    for table in last_week:
        day = evening.day - timedelta(days=7)
        play_session(group, artem_document(1, 2, 3, names=table, day=day), league=None)
    here(evening, *NAMES[:9])
    organiser = Organiser(alice, evening)
    for game in ("duplik", "artbox", "artem"):
        organiser.tap(f"add:{game}")
    tables = shown(organiser.page)
    assert [len(people) for _game, people in tables] == [3, 3, 3]
    together = {frozenset(pair) for _game, people in tables for pair in combinations(people, 2)}
    assert not together & {
        frozenset(pair) for table in last_week for pair in combinations(table, 2)
    }


def test_a_person_is_moved_by_two_taps(evening: Evening, alice: Client) -> None:
    keys = here(evening, *"ABCDEF")
    organiser = Organiser(alice, evening)
    organiser.tap("add:artem")
    organiser.tap("add:duplik")
    assert shown(organiser.page) == [("artem", ["A", "C", "E"]), ("duplik", ["B", "D", "F"])]
    organiser.tap("move:2", keys["C"])
    assert shown(organiser.page) == [("artem", ["A", "E"]), ("duplik", ["B", "C", "D", "F"])]
    organiser.tap("move:0", keys["B"])
    assert over(organiser.page) == ["B"]
    organiser.tap("add:canvas")
    assert shown(organiser.page)[2] == ("canvas", [])
    organiser.tap("remove:1")
    assert shown(organiser.page) == [("duplik", ["C", "D", "F"]), ("canvas", [])]
    assert over(organiser.page) == ["A", "B", "E"]
    organiser.tap("deal")
    assert [len(people) for _game, people in shown(organiser.page)] == [3, 3]


def test_a_table_that_is_tapped_before_a_person_asks_for_one(
    evening: Evening, alice: Client
) -> None:
    here(evening, "Ana", "Ben")
    organiser = Organiser(alice, evening)
    organiser.tap("add:artem")
    page = organiser.tap("move:1")
    assert "Tap a person first, then the table." in words(page.content.decode())
    assert shown(page) == [("artem", ["Ana", "Ben"])]


def test_a_table_is_removed_and_its_people_are_dealt_to_the_others(
    evening: Evening, alice: Client
) -> None:
    here(evening, *"ABCDEF")
    organiser = Organiser(alice, evening)
    for button in ("add:artem", "add:duplik", "remove:1"):
        organiser.tap(button)
    assert shown(organiser.page) == [("duplik", list("ABCDEF"))]


@pytest.mark.parametrize("button", ["add:chess", "add:"])
def test_a_table_of_no_game_is_refused(evening: Evening, alice: Client, button: str) -> None:
    here(evening, "Ana", "Ben")
    page = Organiser(alice, evening).tap(button)
    assert page.status_code == 422
    assert "Choose a game." in words(page.content.decode())


@pytest.mark.parametrize("button", ["move:99", "move:x", "remove:0", "remove:99", "fly:1"])
def test_a_button_of_nothing_changes_no_game(evening: Evening, alice: Client, button: str) -> None:
    keys = here(evening, "Ana", "Ben")
    organiser = Organiser(alice, evening)
    organiser.tap("add:artem")
    page = organiser.tap(button, keys["Ana"])
    assert page.status_code == 200
    assert [game for game, _people in shown(page)] == ["artem"]


def test_a_refusal_names_the_game_and_keeps_the_tables(
    group: Group, evening: Evening, alice: Client
) -> None:
    keys = here(evening, *"ABCDE")
    organiser = Organiser(alice, evening)
    organiser.tap("add:artem")
    organiser.tap("add:duplik")
    organiser.tap("move:1", keys["B"])
    before = shown(organiser.page)
    page = organiser.tap("open")
    assert page.status_code == 422
    assert "Duplik: " in words(page.content.decode())
    assert shown(page) == before
    assert not group.sessions.exists()


def test_a_phone_gets_the_form_alone_and_follows_the_redirect(
    evening: Evening, alice: Client
) -> None:
    keys = here(evening, "Ana", "Ben")
    htmx = {"hx-request": "true"}
    values = {"game": "artem", "key": str(uuid4()), **{f"table-{key}": 1 for key in keys.values()}}
    address = evening_url(evening, "evening_tables")
    part = alice.post(address, {**values, "do": "look"}, headers=htmx)
    assert "<html" not in part.content.decode()
    opened = alice.post(address, {**values, "do": "open"}, headers=htmx)
    assert opened.headers["HX-Redirect"] == evening_url(evening)
