"""The seats of many sessions are read together, as a queryset reads them."""

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from scoring.models import Group, Player, Seat, Session
from scoring.models.sessions import read_seats
from tests.builders.seasons import artem_document, play_session

pytestmark = pytest.mark.django_db


def test_seats_are_read_as_a_queryset_reads_them(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    group = Group.objects.create(name="One", slug="one")
    finished = play_session(group, artem_document(2, 1), league=None)
    running = Session.objects.create(group=group, game="artem", created_at=timezone.now())
    Seat.objects.create(session=running, place=1, name="Ana", player=group.players.first())
    with_seats = {session.pk: session for session in Session.objects.with_seats()}
    sessions = [Session.objects.get(pk=session.pk) for session in (running, finished)]
    with django_assert_num_queries(1):
        read_seats(sessions)
    with django_assert_num_queries(0):
        for session in sessions:
            expected = with_seats[session.pk].seats.all()
            assert [_seat(seat) for seat in session.seats.all()] == [_seat(s) for s in expected]
            assert {seat.session for seat in session.seats.all()} == {session}
    with django_assert_num_queries(0):
        read_seats([])


def _seat(seat: Seat) -> tuple[Seat, str, Player | None, int | None]:
    return seat, seat.name, seat.player, seat.result.rank if hasattr(seat, "result") else None
