"""A rematch: the next table with the same people and rules, to which all phones come along."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Group, Phone, Rematch, Session
from scoring.models.revisions import By
from scoring.play.rematch import BegunWhenOpened, NotOver, open_rematch
from scoring.sessions import lifecycle
from scoring.sessions.loading import load
from scoring.sessions.recording import stop
from tests.builders.tables import artem_table, finished_table, phone

pytestmark = pytest.mark.django_db


def now() -> By:
    return By(at=timezone.now())


def press_rematch(host: Client, session: Session) -> Session:
    response = host.post(reverse("rematch", args=[session.uuid]), {"key": str(uuid4())})
    assert response.status_code == 302, response.content.decode()
    return Session.objects.get(uuid=response.headers["Location"].split("/")[2])


def test_it_has_the_people_in_their_seats_and_the_rules() -> None:
    session = artem_table("", "", "1x6", options={"variant": "all-in"})
    stop(session=session, by=now())
    following = press_rematch(phone(session, hosts=True), session)
    assert following.seats.names() == ("Ida", "Joe")
    state = load(following).state
    assert (state.variant, state.turns, state.stopped) == ("all-in", (), False)
    assert following.played_on is not None


def test_it_brings_every_phone_with_its_seat_and_rights() -> None:
    session = finished_table()
    host, joe, watcher = phone(session, hosts=True), phone(session, place=2), phone(session)
    following = press_rematch(host, session)
    page = reverse("table", args=[following.uuid])
    assert 'id="no-claim"' in host.get(page).content.decode()
    assert "you are Joe" in joe.get(page).content.decode()
    assert "You are watching." in watcher.get(page).content.decode()


def test_phones_and_boards_follow_with_their_next_poll() -> None:
    session = finished_table()
    host, joe = phone(session, hosts=True), phone(session, place=2)
    seen = f"?seen={session.version}"
    following = press_rematch(host, session)
    for view, to in (("live", "table"), ("board_live", "board")):
        address = reverse(view, args=[session.uuid])
        response = joe.get(address + seen, headers={"HX-Request": "true"})
        assert response.headers["HX-Redirect"] == reverse(to, args=[following.uuid])


def test_who_goes_back_to_the_table_stays_there() -> None:
    session = finished_table()
    host = phone(session, hosts=True)
    following = press_rematch(host, session)
    page = host.get(reverse("table", args=[session.uuid])).content.decode()
    assert "&amp;stays=1" in page
    assert f'href="/table/{following.uuid}/">Go to the next game</a>' in page
    poll = reverse("live", args=[session.uuid]) + "?seen=0&stays=1"
    assert host.get(poll, headers={"HX-Request": "true"}).status_code == 200


def test_everybody_with_a_seat_may_press_it_and_all_go_to_one_table() -> None:
    session = finished_table()
    phones = phone(session, place=1), phone(session, place=2), phone(session, hosts=True)
    pages = [reverse(page, args=[session.uuid]) for page in ("table", "result")]
    for client in phones:
        assert all('id="rematch"' in client.get(page).content.decode() for page in pages)
    assert len({press_rematch(client, session) for client in phones}) == 1


def test_the_host_of_the_next_table_is_the_same_whoever_pressed_it() -> None:
    session = finished_table()  # hosted by a phone without a seat
    following = press_rematch(phone(session, place=2), session)
    phones = Phone.objects.filter(session=following)
    assert sorted((one.hosts, one.seat is None) for one in phones) == [(False, False), (True, True)]


def test_who_only_watches_may_not_press_it() -> None:
    session = finished_table()
    watcher = phone(session)
    assert 'id="rematch"' not in watcher.get(reverse("table", args=[session.uuid])).content.decode()
    address = reverse("rematch", args=[session.uuid])
    assert watcher.post(address, {"key": str(uuid4())}).status_code == 403


def test_after_the_next_table_was_deleted_there_is_another() -> None:
    session = finished_table()
    deleted = open_rematch(session=session, by=now())
    lifecycle.delete(session=deleted, by=now())
    assert open_rematch(session=session, by=now()) != deleted
    assert Rematch.objects.count() == 1


def test_a_group_keeps_its_players(group: Group) -> None:
    session = finished_table(group=group)
    following = open_rematch(session=session, by=now())
    players = [list(one.seats.values_list("player", flat=True)) for one in (session, following)]
    assert following.group == group
    assert players[0] == players[1]


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Club", slug="club")


def test_a_game_that_goes_on_has_none() -> None:
    with pytest.raises(NotOver):
        open_rematch(session=artem_table("", ""), by=now())


def test_the_page_says_so_too() -> None:
    session = artem_table("", "")
    response = phone(session, hosts=True).post(
        reverse("rematch", args=[session.uuid]), {"key": str(uuid4())}
    )
    assert response.status_code == 422
    assert "This game is not over yet." in response.content.decode()


def test_what_was_imported_as_played_has_no_rules_to_start_from() -> None:
    session = artem_table(turns=[{"player": "Ida", "claims": []}], end="main-deck")
    with pytest.raises(BegunWhenOpened):
        open_rematch(session=session, by=now())


def test_a_phone_that_is_signed_out_stays() -> None:
    session = finished_table()
    phone(session, place=1)
    phone(session, place=2)
    session.phones.filter(seat__place=2).update(signed_out_at=timezone.now())
    following = open_rematch(session=session, by=now())
    seated = Phone.objects.filter(session=following).seated()
    assert [one.seat.name for one in seated.with_seats() if one.seat] == ["Ida"]
