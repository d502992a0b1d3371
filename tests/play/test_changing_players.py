"""Changing who plays, and in which order, at a table at which nothing was entered yet."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.artbox.rules import drawings_each
from scoring.models import Group, Player, SeatRequest, Session
from scoring.models.revisions import By
from scoring.play.rematch import open_rematch
from scoring.sessions.loading import load
from scoring.sessions.players import places_after
from scoring.sessions.recording import stop
from scoring.sessions.undo import NothingToUndo, OthersPlayed, redo, restore, undo
from scoring.upkeep.rescore import differences
from tests.builders.noted import GAMES
from tests.builders.tables import enter_turns, open_empty, phone, signed_in
from tests.pages import page_words, words

pytestmark = pytest.mark.django_db

TRIO = ("Ida", "Joe", "Kim")


def by() -> By:
    return By(at=timezone.now())


def change(client: Client, session: Session, *names: str, **fields: Any) -> Any:
    address = reverse("change_players", args=[session.uuid])
    return client.post(address, {"key": str(uuid4()), "name": names, **fields})


def table(client: Client, session: Session) -> str:
    return page_words(client, reverse("table", args=[session.uuid]))


def phones(session: Session) -> dict[str, str]:
    """Return the browser of each player who has a phone."""
    seated = session.phones.seated().with_seats()
    return {one.seat.name: one.browser for one in seated if one.seat}


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize(
    "names",
    [
        ("Ida", "Joe", "Kim", "Lou"),
        ("Kim", "Ida", "Joe"),
        ("Lou", "Joe", "Kim"),
        ("Kim", "Lou", "Joe", "Ida"),
    ],
    ids=["one more", "another order", "another player", "all of it"],
)
def test_a_table_of_any_game_gets_other_players(slug: str, names: tuple[str, ...]) -> None:
    session = open_empty(slug, *TRIO)
    assert change(phone(session, hosts=True), session, *names).status_code == 302
    session.refresh_from_db()
    assert session.seats.names() == load(session).state.players == names
    assert (session.revision, differences(session.pk)) == (2, [])


@pytest.mark.parametrize("slug", ["artem", "canvas"])
def test_a_player_is_removed(slug: str) -> None:
    session = open_empty(slug, *TRIO)
    host = phone(session, hosts=True)
    joe = phone(session, place=2)
    change(host, session, "Ida", "Kim")
    assert "You are watching." in table(joe, session)
    assert session.seats.names() == ("Ida", "Kim")
    assert phones(session) == {}
    assert [*session.seats.values_list("place", flat=True)] == [1, 2]


def test_the_one_who_begins_is_the_first() -> None:
    session = open_empty("artem", *TRIO)
    change(phone(session, hosts=True), session, *TRIO, begins="1")
    assert load(session).state.players == ("Joe", "Kim", "Ida")


def test_phones_and_the_history_go_with_their_players() -> None:
    session = open_empty("artem", *TRIO)
    host, joe = phone(session, place=1, hosts=True), phone(session, place=2)
    joe.post(reverse("name_players", args=[session.uuid]), {"key": uuid4(), "name-2": "Joseph"})
    before = phones(session)
    change(host, session, "Lou", "Kim", "Joseph", "Ida")
    assert phones(session) == before
    assert "you are Joseph" in table(joe, session)
    history = page_words(host, reverse("history", args=[session.uuid]))
    assert "Players changed Ida ·" in history
    assert "Players renamed Joseph ·" in history


def test_a_host_who_does_not_play_still_hosts() -> None:
    session = open_empty("artem", *TRIO)
    host = phone(session, place=3, hosts=True)
    assert change(host, session, "Joe", "Ida").status_code == 302
    assert phones(session) == {}
    assert change(host, session, "Joe", "Ida", "Lou").status_code == 302
    history = page_words(host, reverse("history", args=[session.uuid]))
    assert history.count("Players changed the host’s phone ·") == 2


def test_requests_for_seats_go_with_their_players() -> None:
    session = open_empty("artem", *TRIO)
    host = phone(session, hosts=True)
    for place in (1, 2):
        phone(session, place=place)
        phone(session).post(reverse("ask_for_seat", args=[session.uuid, place]))
    change(host, session, "Kim", "Lou", "Ida")
    assert [str(one.seat) for one in SeatRequest.objects.all()] == ["Ida"]
    page = page_words(host, reverse("asked", args=[session.uuid]))
    assert "Is Ida here with another phone?" in page
    assert "Is Joe" not in page


def test_another_player_in_a_seat_comes_with_another_phone() -> None:
    session = open_empty("artem", *TRIO)
    host, joe = phone(session, hosts=True), phone(session, place=2)
    change(host, session, "Ida", "Lou", "Kim")
    assert "You are watching." in table(joe, session)
    lou = phone(session)
    lou.post(reverse("seats", args=[session.uuid]), {"place": "2"})
    assert "you are Lou" in table(lou, session)


def test_a_seat_without_a_name_keeps_its_phone_when_it_gets_one() -> None:
    session = open_empty("artem", "Player 1", "Player 2")
    host, second = phone(session, hosts=True), phone(session, place=2)
    change(host, session, "Ida", "Joe")
    assert session.seats.names() == ("Ida", "Joe")
    assert "you are Joe" in table(second, session)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (TRIO, TRIO, {1: 1, 2: 2, 3: 3}),
        (TRIO, ("Kim", "Ida"), {3: 1, 1: 2}),
        (("Player 1", "Joe", "Player 3"), ("Ida", "Joe", "Kim"), {2: 2, 1: 1, 3: 3}),
        (("Player 1", "Player 2"), ("Player 2", "Ida"), {2: 1, 1: 2}),
        (("Ida", "Player 2"), ("Joe", "Kim", "Lou"), {2: 1}),
    ],
)
def test_people_are_told_apart_by_their_names(
    before: tuple[str, ...], after: tuple[str, ...], expected: dict[int, int]
) -> None:
    unnamed = {"Player 1", "Player 2", "Player 3"}
    assert places_after(before, after, unnamed) == expected


def test_rules_that_depend_on_how_many_play_follow() -> None:
    session = open_empty("artbox", *TRIO)
    host = phone(session, hosts=True)
    assert drawings_each(load(session).state) == 2
    change(host, session, *TRIO, "Lou")
    assert drawings_each(load(session).state) == 1
    change(host, session, *TRIO)
    assert drawings_each(load(session).state) == 2


def test_a_group_counts_for_whom_the_seats_are() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    session = open_empty("artem", *TRIO, group=group)
    keeper = signed_in("kim", group, "scorekeeper")
    change(keeper, session, "Kim", "Lou", "Ida")
    seats = session.seats.clockwise().with_players()
    assert [(one.name, one.player and one.player.name) for one in seats] == [
        ("Kim", "Kim"),
        ("Lou", "Lou"),
        ("Ida", "Ida"),
    ]
    assert group.players.count() == 4


@pytest.mark.parametrize(
    ("slug", "names", "sentence"),
    [
        ("artem", ("Ida", "Joe", "Kim", "Lou", "Mia"), "This game is for 2 to 4 players."),
        ("artbox", ("Ida", "Joe"), "This game is for 3 to 8 players."),
        ("duplik", tuple("ABCDEFGHIJKL"), "This game is for 3 to 6 players."),
        ("canvas", ("Ida", "Joe", "Ida"), "“Ida” is listed twice."),
        ("canvas", ("Ida", "x" * 61), "must have from 1 to 60 characters"),
    ],
)
def test_what_the_game_does_not_take_is_refused(
    slug: str, names: tuple[str, ...], sentence: str
) -> None:
    session = open_empty(slug, *TRIO)
    phone(session, place=1)
    before = phones(session)
    answer = change(phone(session, hosts=True), session, *names)
    assert answer.status_code == 422
    assert sentence in words(answer.content.decode())
    session.refresh_from_db()
    assert (session.seats.names(), session.revision, phones(session)) == (TRIO, 1, before)


def test_after_the_first_entry_it_is_refused_until_that_is_undone() -> None:
    session = open_empty("artem", "Ida", "Joe")
    host = phone(session, hosts=True)
    about = reverse("about", args=[session.uuid])
    assert "Change the players" in page_words(host, about)
    enter_turns(session, "")
    assert "Change the players" not in page_words(host, about)
    answer = change(host, session, "Ida", "Kim")
    assert "so the players can no longer change." in words(answer.content.decode())
    assert "so the players can no longer change." in page_words(host, answer.request["PATH_INFO"])
    undo(session=session, by=by())
    assert change(host, session, "Ida", "Kim").status_code == 302


@pytest.mark.parametrize(
    ("slug", "tap", "fields"),
    [
        ("artbox", "artbox:finish", {"number": 1, "seat": 1}),
        ("duplik", "duplik:begin", {"narrator": "Ida", "super_criterion": 3, "at": 0}),
    ],
)
def test_what_is_entered_of_the_first_round_counts_as_an_entry(
    slug: str, tap: str, fields: dict[str, Any]
) -> None:
    session = open_empty(slug, *TRIO)
    host = phone(session, hosts=True)
    entered = host.post(reverse(tap, args=[session.uuid]), {"key": uuid4(), **fields})
    assert entered.status_code == 302, entered.content.decode()
    answer = change(host, session, *TRIO, "Lou")
    assert "so the players can no longer change." in words(answer.content.decode())
    assert session.seats.names() == TRIO
    about = reverse("about", args=[session.uuid])
    assert "Change the players" not in page_words(host, about)
    entry = session.open_entries.get().number
    host.post(reverse("undo", args=[session.uuid]), {"key": uuid4(), "entry": entry})
    assert "Change the players" in page_words(host, about)
    assert change(host, session, *TRIO, "Lou").status_code == 302


# Nothing goes back to what others played


def test_it_is_neither_undone_nor_restored() -> None:
    session = open_empty("artem", *TRIO)
    host = phone(session, hosts=True)
    change(host, session, "Kim", "Ida")
    page = host.get(reverse("table", args=[session.uuid])).content.decode()
    assert 'id="undo"' not in page
    with pytest.raises(NothingToUndo):
        undo(session=session, by=by())
    with pytest.raises(OthersPlayed):
        restore(session=session, number=1, by=by())
    assert host.get(reverse("restore", args=[session.uuid, 1])).status_code == 404
    history = host.get(reverse("history", args=[session.uuid])).content.decode()
    assert re.findall(r"/history/(\d+)/restore/", history) == []
    assert "Table opened" in history


def test_what_follows_is_undone_redone_and_restored_as_ever() -> None:
    session = open_empty("artem", *TRIO)
    host = phone(session, hosts=True)
    enter_turns(session, "")
    undo(session=session, by=by())
    change(host, session, "Kim", "Ida")
    enter_turns(session, "", "")
    undo(session=session, by=by())
    redo(session=session, by=by())
    assert len(load(session).state.turns) == 2
    restore(session=session, number=4, by=by())
    assert (load(session).state.turns, load(session).state.players) == ((), ("Kim", "Ida"))
    page = host.get(reverse("history", args=[session.uuid]))
    assert page.status_code == 200
    board = reverse("board", args=[session.uuid])
    assert host.get(board).status_code == 200
    assert differences(session.pk) == []


def test_a_rematch_is_with_the_players_who_came_later() -> None:
    session = open_empty("artem", *TRIO, options={"variant": "all-in"})
    change(phone(session, hosts=True), session, "Kim", "Ida")
    enter_turns(session, "", "", "1x5")
    stop(session=session, by=by())
    following = open_rematch(session=session, by=by())
    state = load(following).state
    assert (state.players, state.variant) == (("Kim", "Ida"), "all-in")


# The page


def test_buttons_of_the_form_change_nothing_yet() -> None:
    session = open_empty("artem", *TRIO)
    host = phone(session, hosts=True)
    for do, names in (
        ("up:1", ["Joe", "Ida", "Kim"]),
        ("remove:0", ["Joe", "Kim"]),
        ("add", ["Ida", "Joe", "Kim", ""]),
        ("add:Lou", ["Ida", "Joe", "Kim", "Lou"]),
    ):
        answer = change(host, session, *TRIO, do=do).content.decode()
        assert re.findall(r'name="name" value="([^"]*)"', answer) == names
    session.refresh_from_db()
    assert (session.seats.names(), session.revision) == (TRIO, 1)


def test_the_same_tap_again_changes_nothing_more() -> None:
    session, key = open_empty("artem", *TRIO), uuid4()
    host = phone(session, hosts=True)
    for _time in range(2):
        assert change(host, session, "Kim", "Ida", key=key).status_code == 302
    session.refresh_from_db()
    assert session.revision == 2


def test_a_name_is_refused_beside_its_field() -> None:
    session = open_empty("artem", *TRIO)
    answer = change(phone(session, hosts=True), session, "Ida", "x" * 61, "Kim")
    assert 'aria-describedby="wrong-1"' in answer.content.decode()


@pytest.fixture
def thursday() -> Session:
    """A table of a group, where Joe got another name since it was opened."""
    group = Group.objects.create(name="Thursday", slug="thursday")
    session = open_empty("artem", *TRIO, group=group)
    group.players.filter(name="Joe").update(name="Joseph")
    return session


def test_a_player_of_a_group_who_stays_is_the_same_one(thursday: Session) -> None:
    keeper = signed_in("kim", thursday.group, "scorekeeper")
    assert change(keeper, thursday, "Kim", "Joe", "Ida").status_code == 302
    joe = thursday.seats.with_players().get(name="Joe")
    assert str(joe.player) == "Joseph"
    assert Player.objects.count() == 3


def test_nobody_has_two_seats_by_two_names(thursday: Session) -> None:
    keeper = signed_in("kim", thursday.group, "scorekeeper")
    answer = change(keeper, thursday, "Ida", "Joe", "Joseph")
    assert answer.status_code == 422
    assert "Joseph already has a seat at this table." in words(answer.content.decode())
    assert thursday.seats.names() == TRIO


@pytest.mark.parametrize("who", [{"place": 1}, {}], ids=["a seat", "who watches"])
def test_only_the_host_changes_players(who: dict[str, Any]) -> None:
    session = open_empty("artem", *TRIO)
    assert change(phone(session, **who), session, "Kim", "Ida").status_code == 403
