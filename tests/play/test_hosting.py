"""The host of a table makes another phone the host."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.groups.members import change_role, remove_member
from scoring.models import Group, Phone, Session
from scoring.sessions.loading import load
from tests.builders.groups import membership
from tests.builders.tables import artem_table, enter_turns, phone, signed_in
from tests.pages import page_words

pytestmark = pytest.mark.django_db


def hand_over(client: Client, session: Session, place: int, key: object = None) -> int:
    address = reverse("hand_hosting_over", args=[session.uuid, place])
    return client.post(address, {"key": str(key or uuid4()), "save": "1"}).status_code


def hosts(client: Client, session: Session) -> bool:
    return client.get(reverse("remove", args=[session.uuid])).status_code == 200


def table(client: Client, session: Session) -> str:
    return page_words(client, reverse("table", args=[session.uuid]))


def test_another_phone_hosts_at_once_and_says_so() -> None:
    session = artem_table("", "")
    ida, joe = phone(session, place=1, hosts=True), phone(session, place=2)
    about = reverse("about", args=[session.uuid])
    assert "Make host" in page_words(ida, about)
    assert "Make host" not in page_words(joe, about)
    assert hand_over(ida, session, 2) == 302
    assert (hosts(ida, session), hosts(joe, session)) == (False, True)
    assert "You are the host now." in table(joe, session)
    history = page_words(joe, reverse("history", args=[session.uuid]))
    assert "Became the host, chosen by the previous host Joe ·" in history
    assert "Joe this phone · host" in page_words(joe, about)


@pytest.mark.parametrize("place", [1, None], ids=["with a seat", "without a seat"])
def test_it_asks_first_and_says_what_changes(place: int | None) -> None:
    session = artem_table("", "")
    host, joe = phone(session, place=place, hosts=True), phone(session, place=2)
    answer = host.post(reverse("hand_hosting_over", args=[session.uuid, 2]))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "Make Joe the host?" in page
    assert "only that phone can make another one the host" in page
    assert ("will then only watch" in page) == (place is None)
    assert (hosts(host, session), hosts(joe, session)) == (True, False)


def test_the_new_host_is_told_before_anything_was_entered_too() -> None:
    session = artem_table()
    ida, joe = phone(session, place=1, hosts=True), phone(session, place=2)
    hand_over(ida, session, 2)
    assert "You are the host now." in table(joe, session)
    enter_turns(session, "")
    assert "You are the host now." not in table(joe, session)


def test_an_undo_passes_over_it() -> None:
    session = artem_table("", "")
    ida, joe = phone(session, place=1, hosts=True), phone(session, place=2)
    hand_over(ida, session, 2)
    undo = {"key": str(uuid4()), "seen": "4"}
    assert joe.post(reverse("undo", args=[session.uuid]), undo).status_code == 302
    assert hosts(joe, session)
    assert len(load(session).state.turns) == 1
    assert "Undo: A turn was entered" in table(joe, session)


def test_a_host_without_a_seat_hands_over_and_watches_from_then_on() -> None:
    session = artem_table()
    host, joe = phone(session, hosts=True), phone(session, place=2)
    hand_over(host, session, 2)
    assert "You are watching." in table(host, session)
    assert hosts(joe, session)


@pytest.mark.parametrize("who", [{"place": 1}, {}], ids=["a seat", "who watches"])
def test_only_the_host_hands_over(who: dict[str, Any]) -> None:
    session = artem_table()
    phone(session, place=2)
    assert hand_over(phone(session, **who), session, 2) == 403
    assert not Phone.objects.filter(session=session, seat__isnull=False, hosts=True).exists()


@pytest.mark.parametrize("signed_out", [False, True], ids=["free", "logged out"])
def test_a_seat_without_a_phone_takes_nothing(*, signed_out: bool) -> None:
    session = artem_table()
    host = phone(session, hosts=True)
    if signed_out:
        phone(session, place=2)
        session.phones.filter(seat__place=2).update(signed_out_at=timezone.now())
    assert hand_over(host, session, 2) == 302
    assert hosts(host, session)
    session.refresh_from_db()
    assert session.revision == 1


def test_a_tap_that_comes_again_later_changes_nothing() -> None:
    session, key = artem_table(), uuid4()
    ida, joe = phone(session, place=1, hosts=True), phone(session, place=2)
    hand_over(ida, session, 2, key)
    hand_over(joe, session, 1)
    hand_over(ida, session, 2, key)
    assert hosts(ida, session)


def test_a_member_keeps_what_a_scorekeeper_handed_over_until_they_leave_the_group() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    session = artem_table(group=group)
    keeper, bob = signed_in("kim", group, "scorekeeper"), signed_in("bob", group)
    seats = reverse("seats", args=[session.uuid])
    assert bob.get(seats).status_code == 200
    bob.post(seats, {"place": "2"})
    assert (hosts(bob, session), hosts(keeper, session)) == (False, True)
    hand_over(keeper, session, 2)
    assert (hosts(bob, session), hosts(keeper, session)) == (True, True)
    change_role(membership=membership(group, "kim"), role="member", at=timezone.now())
    assert (hosts(bob, session), hosts(keeper, session)) == (True, False)
    signed_in("owen", group, "owner")
    remove_member(membership=membership(group, "bob"), at=timezone.now())
    assert bob.get(reverse("table", args=[session.uuid])).status_code == 404
