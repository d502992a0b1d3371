"""Typed names are compared with the players of the group: they are theirs, or it is asked."""

import html
import re
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.models import Group, Player, Session
from tests.builders.groups import player, thursday_group
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import open_empty, phone, signed_in
from tests.pages import words

pytestmark = pytest.mark.django_db

CHOSEN = {"variant": "standard", "directions": "universal", "group": "thursday/"}


@pytest.fixture
def group() -> Group:
    return thursday_group(visibility=Group.Visibility.PUBLIC)


@pytest.fixture
def alice(group: Group) -> Client:
    return signed_in("alice", group)


@pytest.fixture
def ben(group: Group) -> Player:
    player(group, "Zoe")
    return player(group, "Ben Braun")


def open_table(client: Client, *names: str, **fields: Any) -> Any:
    values = {"name": names, "begins": 0, "key": str(uuid4()), **CHOSEN, **fields}
    return client.post("/new/artem/", values)


def change(client: Client, session: Session, *names: str, **fields: Any) -> Any:
    address = reverse("change_players", args=[session.uuid])
    return client.post(address, {"key": str(uuid4()), "name": names, **fields})


def answers(page: Any) -> list[tuple[str, str, str]]:
    """Return the name and the value of each button that answers a question, and its words."""
    found = re.findall(
        r'<button name="(meant-[^"]*|somebody_new)" value="([^"]*)"[^>]*>(.*?)</button>',
        page.content.decode(),
    )
    return [(name, html.unescape(value), html.unescape(text)) for name, value, text in found]


def typed(page: Any) -> list[str]:
    return re.findall(r'name="name" value="([^"]*)"', page.content.decode())


def remembered(page: Any) -> list[str]:
    return re.findall(r'name="somebody_new" type="hidden" value="([^"]*)"', page.content.decode())


def players() -> list[str]:
    return sorted(Player.objects.names())


# Opening a table


@pytest.mark.parametrize("name", ["ben braun", "BEN  BRAUN", "Bén Braun"])
def test_a_player_is_recognized_however_the_name_is_written(
    alice: Client, ben: Player, name: str
) -> None:
    assert open_table(alice, name, "Zoe").status_code == 302
    assert players() == ["Ben Braun", "Zoe"]
    assert Session.objects.get().seats.get(place=1).player == ben
    assert Session.objects.get().seats.names() == ("Ben Braun", "Zoe")


@pytest.mark.usefixtures("ben")
def test_a_name_that_is_nearly_a_players_is_asked_about_beside_its_field(alice: Client) -> None:
    page = open_table(alice, "Zoe", "Ben Braum")
    assert page.status_code == 422
    assert "Is this Ben Braun?" in words(page.content.decode())
    assert answers(page) == [
        ("meant-1", "Ben Braun", "Yes, Ben Braun"),
        ("somebody_new", "Ben Braum", "No, someone new"),
    ]
    assert typed(page) == ["Zoe", "Ben Braum"]
    assert not Session.objects.exists()


def test_one_tap_says_that_it_is_the_player(alice: Client, ben: Player) -> None:
    assert open_table(alice, "Zoe", "Ben Braum", **{"meant-1": "Ben Braun"}).status_code == 302
    assert Session.objects.get().seats.get(place=2).player == ben
    assert players() == ["Ben Braun", "Zoe"]


@pytest.mark.usefixtures("ben")
def test_one_tap_says_that_it_is_somebody_new(alice: Client) -> None:
    assert open_table(alice, "Zoe", "Ben Braum", somebody_new="Ben Braum").status_code == 302
    assert players() == ["Ben Braum", "Ben Braun", "Zoe"]


@pytest.mark.usefixtures("ben")
def test_an_answer_is_remembered_while_another_question_is_open(alice: Client) -> None:
    player(Group.objects.get(), "Elisabeth")
    page = open_table(alice, "Elizabeth", "Ben Braum", somebody_new="Ben Braum")
    assert [name for name, _value, _text in answers(page)] == ["meant-0", "somebody_new"]
    assert remembered(page) == ["Ben Braum"]
    page = open_table(alice, "Elizabeth", "Ben Braum", **{"meant-1": "Ben Braun"})
    assert typed(page) == ["Elizabeth", "Ben Braun"]


@pytest.mark.parametrize("names", [("Zoe", "Ben Braun"), ("Mia", "Tom"), ("Zoe", "")])
@pytest.mark.usefixtures("ben")
def test_other_names_are_not_asked_about(alice: Client, names: tuple[str, ...]) -> None:
    assert b"Is this" not in open_table(alice, *names).content


@pytest.mark.usefixtures("ben")
def test_a_player_at_the_table_is_not_meant_by_another_seat(alice: Client) -> None:
    assert open_table(alice, "Ben Braun", "Ben Braum").status_code == 302
    assert players() == ["Ben Braum", "Ben Braun", "Zoe"]


@pytest.mark.usefixtures("ben")
def test_a_player_has_one_seat_however_the_name_is_written(alice: Client) -> None:
    page = open_table(alice, "Ben Braun", "ben braun")
    assert page.status_code == 422
    assert not Session.objects.exists()


@pytest.mark.usefixtures("ben")
def test_two_players_with_one_spelling_are_both_offered(alice: Client, group: Group) -> None:
    other = player(group, "ben braun")
    page = open_table(alice, "BEN BRAUN", "Zoe")
    assert "Which player is this?" in words(page.content.decode())
    offered = [value for _name, value, _text in answers(page)]
    assert offered == ["Ben Braun", "ben braun", "BEN BRAUN"]
    assert open_table(alice, "ben braun", "Zoe").status_code == 302
    assert Session.objects.get().seats.get(place=1).player == other


@pytest.mark.usefixtures("ben")
def test_a_quick_table_asks_nothing(alice: Client) -> None:
    for client in (alice, Client()):
        assert open_table(client, "ben braun", "Ben Braum", group="").status_code == 302
    assert {*Session.objects.values_list("seats__name", flat=True)} == {"ben braun", "Ben Braum"}


# Changing the players before the first entry


@pytest.mark.usefixtures("ben")
def test_other_players_of_a_table_are_recognized_and_asked_about(
    alice: Client, group: Group
) -> None:
    session = open_empty("artem", "Zoe", "Mia", group=group)
    page = change(alice, session, "Zoe", "Ben Braum")
    assert page.status_code == 422
    assert answers(page)[0] == ("meant-1", "Ben Braun", "Yes, Ben Braun")
    assert change(alice, session, "Zoe", "ben braun").status_code == 302
    assert session.seats.names() == ("Zoe", "Ben Braun")
    assert change(alice, session, "Zoe", "Ben Braum", somebody_new="Ben Braum").status_code == 302
    assert players() == ["Ben Braum", "Ben Braun", "Mia", "Zoe"]


def test_a_name_that_has_a_seat_already_is_not_asked_about(alice: Client, group: Group) -> None:
    session = open_empty("artem", "Ben", "Mia", group=group)
    Player.objects.filter(name="Ben").update(name="Benn")
    assert change(alice, session, "Mia", "Ben").status_code == 302
    assert players() == ["Benn", "Mia"]


# Naming the players of a table


def name(client: Client, session: Session, *names: str, **fields: Any) -> Any:
    values = {f"name-{place}": one for place, one in enumerate(names, 1)}
    address = reverse("name_players", args=[session.uuid])
    return client.post(address, {"key": str(uuid4()), **values, **fields})


@pytest.mark.usefixtures("ben")
def test_players_who_are_named_later_are_recognized_and_asked_about(
    alice: Client, group: Group
) -> None:
    session = open_empty("artem", "Zoe", "Mia", group=group)
    page = name(alice, session, "Zoe", "Ben Braum")
    assert page.status_code == 422
    assert answers(page)[0] == ("meant-name-2", "Ben Braun", "Yes, Ben Braun")
    assert 'value="Ben Braum"' in page.content.decode()
    said = {"meant-name-2": "Ben Braun"}
    assert name(alice, session, "Zoe", "Ben Braum", **said).status_code == 302
    assert session.seats.names() == ("Zoe", "Ben Braun")
    assert name(alice, session, "Zoe", "Ben Braum").status_code == 302  # he sits there
    assert players() == ["Ben Braum", "Ben Braun", "Mia", "Zoe"]


def test_any_player_is_recognized_also_who_plays_least(alice: Client, group: Group) -> None:
    for number in range(20):
        player(group, f"Regular {number:03}")
    player(group, "Ben Braun")
    session = open_empty("artem", "Regular 001", "Mia", group=group)
    assert name(alice, session, "", "ben braun").status_code == 302
    assert session.seats.names() == ("Regular 001", "Ben Braun")


def test_an_answer_is_kept_while_the_standings_are_asked_about(alice: Client, group: Group) -> None:
    league = season_of(group).league
    session = play_session(group, artem_document(1, 2, names=("Zoe", "Mia")), league=league)
    player(group, "Ben Braun")
    asked = name(alice, session, "Zoe", "Ben Braum", somebody_new="Ben Braum")
    assert "Count this session for other players?" in words(asked.content.decode())
    assert remembered(asked) == ["Ben Braum"]


# Moving a quick table to a group


def quick_table(*names: str) -> tuple[Client, Session]:
    """Return a table without a group, and alice with the phone that hosts it."""
    session = open_empty("artem", *names)
    host = phone(session, hosts=True)
    host.force_login(User.objects.get(username="alice"))
    return host, session


def take_in(host: Client, session: Session, **fields: str) -> Any:
    address = reverse("take_in", args=[session.uuid])
    return host.post(address, {"group": "thursday/", **fields})


def test_a_table_that_is_moved_to_a_group_makes_no_second_player(ben: Player) -> None:
    host, session = quick_table("ben braun", "Zoe")
    assert take_in(host, session).status_code == 302
    assert players() == ["Ben Braun", "Zoe"]
    assert session.seats.get(place=1).player == ben
    assert session.seats.names() == ("ben braun", "Zoe")


def test_a_table_is_moved_to_a_group_as_soon_as_all_is_answered(ben: Player) -> None:
    player(Group.objects.get(), "Elisabeth")
    host, session = quick_table("Ben Braum", "Elizabeth")
    page = take_in(host, session)
    assert page.status_code == 422
    assert [name for name, _value, _text in answers(page)][::2] == ["meant-0", "meant-1"]
    page = take_in(host, session, **{"meant-0": "Ben Braun"})
    assert 'name="meant-0" type="hidden" value="Ben Braun"' in page.content.decode()
    assert [name for name, _value, _text in answers(page)] == ["meant-1", "somebody_new"]
    session.refresh_from_db()
    assert session.group is None
    said = {"meant-0": "Ben Braun", "somebody_new": "Elizabeth"}
    assert take_in(host, session, **said).status_code == 302
    assert session.seats.get(place=1).player == ben
    assert players() == ["Ben Braun", "Elisabeth", "Elizabeth", "Zoe"]


@pytest.mark.usefixtures("ben")
def test_two_people_at_a_quick_table_stay_two() -> None:
    host, session = quick_table("Ben Braun", "ben braun")
    assert take_in(host, session).status_code == 302
    assert players() == ["Ben Braun", "Zoe", "ben braun"]


@pytest.mark.usefixtures("group")
def test_seats_that_nobody_named_are_not_asked_about() -> None:
    player(Group.objects.get(), "Player 3")
    host, session = quick_table("Player 1", "Zoe")
    assert take_in(host, session).status_code == 302


# Entering a result


def enter(client: Client, *names: str, **fields: Any) -> Any:
    """Enter that the first one of these, who are typed as new names, has the most points."""
    values = {"game": "canvas", "played_on": "2026-03-01", "key": str(uuid4())}
    for at, one in enumerate(names):
        values |= {f"name-new{at}": one, f"points-new{at}": str(30 - at)}
    return client.post(reverse("enter_result", args=["thursday"]), {**values, **fields})


def test_a_result_is_that_of_the_player_however_the_name_is_written(
    alice: Client, group: Group
) -> None:
    """Also of one whom the page does not offer, because sixty others played more."""
    Player.objects.bulk_create(Player(group=group, name=f"Regular {at:03}") for at in range(60))
    ben = player(group, "Ben Braun")
    assert enter(alice, "ben braun", "Tom").status_code == 302
    assert Session.objects.get().seats.get(player=ben).name == "Ben Braun"
    assert Player.objects.filter(name__iexact="ben braun").count() == 1


@pytest.mark.usefixtures("ben")
def test_a_new_name_of_a_result_is_asked_about(alice: Client) -> None:
    page = enter(alice, "Ben Braum", "Tom", somebody_new="Tom")
    assert page.status_code == 422
    assert answers(page)[0] == ("meant-name-new0", "Ben Braun", "Yes, Ben Braun")
    assert 'value="30"' in page.content.decode()
    assert not Session.objects.exists()
    assert enter(alice, "Ben Braum", "Tom", **{"meant-name-new0": "Ben Braun"}).status_code == 302
    assert players() == ["Ben Braun", "Tom", "Zoe"]


@pytest.mark.usefixtures("ben")
def test_an_answer_is_kept_while_a_tie_of_a_result_is_asked_about(alice: Client) -> None:
    said = {"points-new0": "29", "somebody_new": "Ben Braum"}
    page = enter(alice, "Ben Braum", "Tom", **said)
    assert "They are tied." in words(page.content.decode())
    assert remembered(page) == ["Ben Braum"]
    assert enter(alice, "Ben Braum", "Tom", ties_are_shared="on", **said).status_code == 302
    assert players() == ["Ben Braum", "Ben Braun", "Tom", "Zoe"]


@pytest.mark.usefixtures("ben")
def test_a_player_who_is_ticked_is_not_meant_by_a_new_name(alice: Client) -> None:
    names = [one.name for one in Player.objects.most_played_first()]
    ticked = {f"points-{names.index('Ben Braun')}": "40"}
    assert enter(alice, "Ben Braum", **ticked).status_code == 302
    assert players() == ["Ben Braum", "Ben Braun", "Zoe"]


# Hosts who may not see the players of the group


def told_nothing(page: Any) -> bool:
    return page.status_code == 302 and "Ben Braun" not in page.content.decode()


@pytest.mark.usefixtures("ben")
@pytest.mark.parametrize("typed", ["ben braun", "Ben Braum", "Ben Braun", "Tom"])
@pytest.mark.parametrize("way", [change, name], ids=["change", "name"])
def test_a_host_who_is_no_member_names_guests(group: Group, typed: str, way: Any) -> None:
    """Also the very name is no proof of being the player, and none is told of."""
    session = open_empty("artem", "Zoe", "Mia", group=group)
    assert told_nothing(way(phone(session, hosts=True), session, "Zoe", typed))
    seat = session.seats.get(place=2)
    assert (seat.name, seat.player) == (typed, None)
    assert players() == ["Ben Braun", "Mia", "Zoe"]


def guest_at_table(group: Group, typed: str) -> Session:
    session = open_empty("artem", "Zoe", "Mia", group=group)
    name(phone(session, hosts=True), session, "Zoe", typed)
    return session


@pytest.mark.parametrize("typed", ["ben braun", "Ben Braum", "Ben Braun"])
def test_a_scorekeeper_says_which_player_a_guest_is(
    alice: Client, group: Group, ben: Player, typed: str
) -> None:
    session = guest_at_table(group, typed)
    table = alice.get(reverse("table", args=[session.uuid])).content.decode()
    assert "Name the players" in words(table)
    page = alice.get(reverse("name_players", args=[session.uuid]))
    assert answers(page)[0] == ("meant-name-2", "Ben Braun", "Yes, Ben Braun")
    assert name(alice, session, "Zoe", typed).status_code == 302
    assert session.seats.get(place=2).player is None  # nothing was said
    said = {"meant-name-2": "Ben Braun"}
    assert name(alice, session, "Zoe", typed, **said).status_code == 302
    seat = session.seats.get(place=2)
    assert (seat.name, seat.player) == ("Ben Braun", ben)


@pytest.mark.usefixtures("ben")
@pytest.mark.parametrize("typed", ["Tom", "Ben Braum"])
def test_a_scorekeeper_makes_a_guest_a_player(alice: Client, group: Group, typed: str) -> None:
    session = guest_at_table(group, typed)
    assert name(alice, session, "Zoe", typed, somebody_new=typed).status_code == 302
    assert session.seats.get(place=2).player == Player.objects.get(name=typed)


@pytest.mark.usefixtures("ben")
@pytest.mark.parametrize("typed", ["ben braun", "Ben Braun"])
def test_a_guest_with_a_players_name_needs_another_one_to_be_new(
    alice: Client, group: Group, typed: str
) -> None:
    session = guest_at_table(group, typed)
    page = name(alice, session, "Zoe", typed, somebody_new=typed)
    assert "The group already has a player with that name." in words(page.content.decode())
    assert session.seats.get(place=2).player is None
    other = {"somebody_new": "Ben Braun 2"}
    assert name(alice, session, "Zoe", "Ben Braun 2", **other).status_code == 302
    assert session.seats.get(place=2).player == Player.objects.get(name="Ben Braun 2")


@pytest.mark.usefixtures("ben")
def test_a_guest_stays_one_when_the_table_moves_to_another_league(
    alice: Client, group: Group
) -> None:
    session = guest_at_table(group, "Ben Braun")
    league = season_of(group).league
    address = reverse("refile", args=[session.uuid])
    assert alice.post(address, {"group": f"thursday/{league.slug}"}).status_code == 302
    assert session.seats.get(place=2).player is None
