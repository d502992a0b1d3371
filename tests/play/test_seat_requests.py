"""Going on with another phone: it asks for the seat, and the host or a neighbour confirms."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Group, Phone, SeatRequest, Session
from scoring.models.revisions import By
from scoring.play.joining import free_seat, take_seat
from scoring.sessions.recording import stop
from tests.builders.tables import enter_turns, open_empty, phone, signed_in
from tests.pages import page_words, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    return open_empty("artem", "Ida", "Joe", "Kim", "Lou")


@pytest.fixture
def seats(session: Session) -> list[Client]:
    """The phones of the four; Ida's battery is about to die."""
    return [phone(session, place=place) for place in (1, 2, 3, 4)]


@pytest.fixture
def new_phone(session: Session, seats: list[Client]) -> Client:
    assert seats
    return phone(session)


def ask(client: Client, session: Session, place: int = 1) -> str:
    page = client.post(reverse("ask_for_seat", args=[session.uuid, place]), follow=True)
    return words(page.content.decode())


def answer(client: Client, session: Session, *, yes: bool = True) -> int:
    address = reverse("answer_seat_request", args=[session.uuid, SeatRequest.objects.get().pk])
    return client.post(address, {"agree": "1"} if yes else {}).status_code


def table(client: Client, session: Session) -> str:
    return page_words(client, reverse("table", args=[session.uuid]))


def asked(client: Client, session: Session) -> str:
    return page_words(client, reverse("asked", args=[session.uuid]))


def number_on(page: str) -> str:
    return str(re.findall(r"number: (\d{3}) ", page)[0])


def test_a_neighbour_confirms_and_the_other_phone_is_signed_out_of_the_seat(
    session: Session, seats: list[Client], new_phone: Client
) -> None:
    ida, joe, *_others = seats
    choice = page_words(new_phone, reverse("seats", args=[session.uuid]))
    assert "I am Ida, with another phone" in choice
    shown = ask(new_phone, session)
    assert "You asked to continue as Ida" in shown
    assert "Is Ida here with another phone? Answer" in table(joe, session)
    page = asked(joe, session)
    assert "A phone without a seat asks to continue as Ida." in page
    assert number_on(page) == number_on(shown)
    assert answer(joe, session) == 302
    assert "you are Ida" in table(new_phone, session)
    assert "You are watching." in table(ida, session)
    history = page_words(joe, reverse("history", args=[session.uuid]))
    assert "Continues with another phone, confirmed by a neighbour Ida ·" in history
    assert "Nobody is asking anything right now." in asked(joe, session)
    session.refresh_from_db()
    assert not session.has_requests


def test_the_host_confirms_too(session: Session, new_phone: Client) -> None:
    host = phone(session, hosts=True)
    ask(new_phone, session)
    answer(host, session)
    assert "you are Ida" in table(new_phone, session)
    history = page_words(host, reverse("history", args=[session.uuid]))
    assert "confirmed by the host" in history


def test_a_phone_that_loses_its_seat_still_hosts(session: Session) -> None:
    """A neighbour decides who plays, not who hosts."""
    ida, joe = phone(session, place=1, hosts=True), phone(session, place=2)
    new_phone = phone(session)
    ask(new_phone, session)
    answer(joe, session)
    assert "you are Ida" in table(new_phone, session)
    assert ida.get(reverse("rules", args=[session.uuid])).status_code == 200
    assert new_phone.get(reverse("rules", args=[session.uuid])).status_code == 403


@pytest.fixture
def lone(session: Session) -> Client:
    """The host's phone, on Ida's seat, at a table without any other phone."""
    session.phones.all().delete()
    return phone(session, place=1, hosts=True)


def leave_for(minutes: int, session: Session) -> None:
    ago = timezone.now() - timedelta(minutes=minutes)
    session.phones.seated().update(joined_at=ago, seen_at=None)


def test_with_no_other_phone_the_seat_is_free_once_its_phone_was_away_for_ten_minutes(
    session: Session, lone: Client
) -> None:
    new_phone = phone(session)
    leave_for(9, session)
    assert "No other phone at this table can confirm it." in ask(new_phone, session)
    assert "you are Ida" in table(lone, session)
    leave_for(12, session)
    assert "you are Ida" in ask(new_phone, session)
    assert "you are Ida" not in table(lone, session)
    history = page_words(lone, reverse("history", args=[session.uuid]))
    assert "no other phone was there to confirm it Ida ·" in history
    assert not SeatRequest.objects.exists()


@pytest.mark.parametrize("other", [{"place": 3}, {"hosts": True}], ids=["a seat", "a host"])
def test_another_phone_that_may_confirm_is_waited_for(
    session: Session, lone: Client, other: dict[str, Any]
) -> None:
    phone(session, **other)
    leave_for(12, session)
    session.phones.filter(hosts=True, seat=None).update(
        joined_at=timezone.now() - timedelta(minutes=12)
    )
    assert "The host or a neighbour at the table confirms it" in ask(phone(session), session)
    assert "you are Ida" in table(lone, session)


@pytest.mark.parametrize(
    ("with_phones", "may"),
    [
        ((1, 2, 3, 4), {2, 4}),
        ((1, 3, 4), {3, 4}),  # Joe has none, so Kim is next on that side
        ((1, 3), {3}),
    ],
)
def test_neighbours_are_the_next_seats_with_a_phone(
    session: Session, with_phones: tuple[int, ...], may: set[int]
) -> None:
    phones = {place: phone(session, place=place) for place in with_phones}
    ask(phone(session), session)
    for place in with_phones[1:]:
        if place not in may:
            assert "Is Ida here" not in table(phones[place], session)
            assert answer(phones[place], session) == 403
    assert {place for place in may if "Is Ida here" in table(phones[place], session)} == may


def test_a_neighbour_whose_phone_is_signed_out_is_none(
    session: Session, seats: list[Client], new_phone: Client
) -> None:
    session.phones.filter(seat__place=2).update(signed_out_at=timezone.now())
    ask(new_phone, session)
    assert "Is Ida here" in table(seats[2], session)


@pytest.mark.parametrize("who", ["Kim", "the new phone", "a watcher"])
def test_nobody_else_confirms(
    session: Session, seats: list[Client], new_phone: Client, who: str
) -> None:
    client = {"Kim": seats[2], "the new phone": new_phone, "a watcher": phone(session)}[who]
    ask(new_phone, session)
    assert answer(client, session) == 403
    assert "you are Ida" in table(seats[0], session)


def test_the_phone_that_has_the_seat_can_only_say_no(
    session: Session, seats: list[Client], new_phone: Client
) -> None:
    ida = seats[0]
    ask(new_phone, session)
    page = asked(ida, session)
    assert "Another phone asks for your seat" in page
    assert "Yes, it is Ida" not in page
    assert answer(ida, session) == 403
    assert answer(ida, session, yes=False) == 302
    assert "you are Ida" in table(ida, session)
    assert not SeatRequest.objects.exists()


def test_of_two_who_ask_for_a_seat_the_numbers_tell_which_is_which(
    session: Session, seats: list[Client], new_phone: Client
) -> None:
    stranger = phone(session)
    wrong, right = number_on(ask(stranger, session)), number_on(ask(new_phone, session))
    assert wrong != right
    assert re.findall(r"number: (\d{3}) ", asked(seats[1], session)) == [wrong, right]
    request = SeatRequest.objects.order_by("pk")[1]
    seats[1].post(reverse("answer_seat_request", args=[session.uuid, request.pk]), {"agree": "1"})
    assert "you are Ida" in table(new_phone, session)
    assert "You are watching." in table(stranger, session)
    assert not SeatRequest.objects.exists()


def test_asking_again_for_the_same_seat_changes_nothing(
    session: Session, new_phone: Client
) -> None:
    first = number_on(ask(new_phone, session))
    session.refresh_from_db()
    version = session.version
    assert number_on(ask(new_phone, session)) == first
    session.refresh_from_db()
    assert session.version == version


def test_a_free_seat_is_taken_without_asking(session: Session, new_phone: Client) -> None:
    free_seat(seat=session.seats.get(place=1))
    assert "This seat is free now." in ask(new_phone, session)
    assert not SeatRequest.objects.exists()


def test_a_phone_with_a_seat_asks_for_no_other(session: Session, seats: list[Client]) -> None:
    assert "This phone already has a seat." in ask(seats[2], session)
    assert not SeatRequest.objects.exists()


def test_a_phone_that_sat_down_elsewhere_asks_no_longer(
    session: Session, seats: list[Client], new_phone: Client
) -> None:
    ask(new_phone, session)
    free_seat(seat=session.seats.get(place=4))
    take_seat(phone=session.phones.get(seat=None, hosts=False), seat=session.seats.get(place=4))
    assert "Is Ida here" not in table(seats[1], session)
    request = reverse("answer_seat_request", args=[session.uuid, SeatRequest.objects.get().pk])
    late = seats[1].post(request, {"agree": "1"})
    assert "Nobody is asking for this seat any longer" in words(late.content.decode())
    assert "you are Ida" in table(seats[0], session)


def test_after_the_end_no_seat_changes_hands(
    session: Session, seats: list[Client], new_phone: Client
) -> None:
    enter_turns(session, "", "", "", "", "1x5")
    ask(new_phone, session)
    stop(session=session, by=By(at=timezone.now()))
    answer(seats[1], session)
    assert "The game is over" in ask(new_phone, session)
    assert Phone.objects.get(seat__place=1).pk == min(
        Phone.objects.seated().values_list("pk", flat=True)
    )


def test_only_members_read_which_account_asks() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    session = open_empty("artem", "Ida", "Joe", group=group)
    phone(session, place=1)
    joe, keeper, bob = phone(session, place=2), signed_in("kim", group, "owner"), signed_in("bob")
    bob.post(reverse("join", args=[session.code]))
    ask(bob, session)
    assert "The account bob is logged in on it." in asked(keeper, session)
    assert "bob" not in asked(joe, session)


def test_who_watches_gets_no_page_of_a_phone_that_asks(
    session: Session, seats: list[Client], new_phone: Client
) -> None:
    ask(new_phone, session)
    assert seats
    assert "You asked to continue as Ida" in asked(new_phone, session)
    other = phone(session)
    for page in (table(other, session), asked(other, session)):
        assert "continue as Ida" not in page


def test_so_many_questions_are_read_at_once(
    session: Session, seats: list[Client], django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    for _phone in range(12):
        ask(phone(session), session)
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        page = asked(seats[1], session)
    assert page.count("Yes, it is Ida") == 8
