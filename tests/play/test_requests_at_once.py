"""Two phones ask or answer at the same moment: on PostgreSQL the second waits for the first."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import HostRequest, Phone, Seat, SeatRequest, Session
from scoring.play.joining import free_seat
from tests.builders.tables import open_empty, phone
from tests.row_locks import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


@pytest.fixture
def players() -> dict[int, Client]:
    """The phones of four, whose host is away."""
    session = open_empty("artem", "Ida", "Joe", "Kim", "Lou")
    session.phones.update(joined_at=timezone.now() - timedelta(minutes=12))
    return {place: phone(session, place=place) for place in (1, 2, 3, 4)}


def answer(client: Client, view: str) -> int:
    return client.post(reverse(view, args=[Session.objects.get().uuid])).status_code


def test_of_two_who_ask_to_host_at_once_one_does(players: dict[int, Client]) -> None:
    second = at_once(
        lambda: answer(players[1], "ask_to_host"), lambda: answer(players[2], "ask_to_host")
    )
    assert second == 422
    assert Phone.objects.get(pk=HostRequest.objects.get().phone_id).seat_id
    assert Session.objects.get().has_requests


def test_the_last_two_who_agree_at_once_make_one_host(players: dict[int, Client]) -> None:
    answer(players[1], "ask_to_host")
    at_once(
        lambda: answer(players[2], "agree_to_host"), lambda: answer(players[3], "agree_to_host")
    )
    hosts = Phone.objects.filter(hosts=True).with_seats()
    assert [one.seat.name for one in hosts if one.seat] == ["Ida"]
    session = Session.objects.get()
    assert (session.revision, session.has_requests) == (2, False)


def test_a_phone_whose_seat_is_taken_away_at_that_moment_does_not_agree(
    players: dict[int, Client],
) -> None:
    answer(players[1], "ask_to_host")
    seat = Seat.objects.get(place=2)
    status = at_once(lambda: free_seat(seat=seat), lambda: answer(players[2], "agree_to_host"))
    assert status == 403
    assert not HostRequest.objects.get().agreed.exists()


@pytest.fixture
def asks(players: dict[int, Client]) -> Phone:
    """A phone that asks for the first seat."""
    session = Session.objects.get()
    new_phone = phone(session)
    new_phone.post(reverse("ask_for_seat", args=[session.uuid, 1]))
    assert players
    return SeatRequest.objects.get().phone


def test_of_two_neighbours_who_answer_at_once_the_first_counts(
    players: dict[int, Client], asks: Phone
) -> None:
    request = SeatRequest.objects.get().pk
    address = reverse("answer_seat_request", args=[Session.objects.get().uuid, request])
    second = at_once(
        lambda: players[2].post(address),
        lambda: players[4].post(address, {"agree": "1"}).status_code,
    )
    assert second == 422
    asks.refresh_from_db()
    assert asks.seat is None


@pytest.mark.parametrize(
    ("freed", "status"),
    [
        pytest.param(2, 403, id="a neighbour whose seat is taken away at that moment"),
        pytest.param(1, 422, id="of a seat that is freed at that moment"),
    ],
)
def test_who_confirms_gives_nobody_a_seat(
    players: dict[int, Client], asks: Phone, freed: int, status: int
) -> None:
    seat, request = Seat.objects.get(place=freed), SeatRequest.objects.get().pk
    address = reverse("answer_seat_request", args=[Session.objects.get().uuid, request])
    answered = at_once(
        lambda: free_seat(seat=seat),
        lambda: players[2].post(address, {"agree": "1"}).status_code,
    )
    assert answered == status
    asks.refresh_from_db()
    assert asks.seat is None
