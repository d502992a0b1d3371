"""Joining a table by code or link, taking a seat or watching, until the table ends."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from http.cookiejar import CookieJar
from threading import Barrier
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, HTTPRedirectHandler, build_opener
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Phone, Session
from scoring.models.revisions import By
from scoring.play.joining import SeatIsTaken, free_seat, take_seat
from scoring.sessions.code_renewal import renew_code
from scoring.sessions.lifecycle import delete
from scoring.sessions.recording import reopen, stop
from tests.builders.tables import artem_table, phone
from tests.pages import page_words, words


def by() -> By:
    return By(at=timezone.now())


def follow_link(session: Session, client: Client | None = None) -> int:
    """Return the status that a phone gets which follows the link."""
    client = client or Client()
    return client.post(reverse("join", args=[session.code])).status_code


def sit(client: Client, session: Session, place: int | str) -> Any:
    return client.post(reverse("seats", args=[session.uuid]), {"place": place})


# By code and by link


@pytest.mark.django_db
@pytest.mark.parametrize(
    "typed",
    [
        lambda session: session.code,
        lambda session: session.spoken_code,
        lambda session: session.spoken_code.lower(),
        lambda session: f"  {session.spoken_code.replace('-', ' ').lower()} ",
    ],
)
def test_a_code_is_understood_as_people_type_it(typed: Callable[[Session], str]) -> None:
    session = artem_table()
    answer = Client().get("/join/", {"code": typed(session)})
    assert answer.headers["location"] == reverse("join", args=[session.code])


@pytest.mark.django_db
@pytest.mark.parametrize("typed", ["ABCD-EFGH-JKLM", "x" * 3000, "\x00", "<script>"])
def test_a_code_of_no_table_is_reported_and_stays_in_its_field(typed: str) -> None:
    page = Client().get("/join/", {"code": typed})
    html = page.content.decode()
    assert "<script>" not in html
    if page.status_code == 404:
        assert "No table has this code." in html
    else:  # nothing that a code could be made of
        assert 'id="code"' in html


@pytest.mark.django_db
def test_looking_at_the_link_takes_no_part() -> None:
    session = artem_table()
    page = Client().get(reverse("join", args=[session.code]))
    assert page.status_code == 200
    assert "Artem · Ida · Joe" in words(page.content.decode())
    assert session.phones.count() == 1  # the host's


@pytest.mark.django_db
def test_who_came_before_goes_on_and_is_counted_once() -> None:
    session = artem_table()
    client = Client()
    for _time in range(2):
        assert follow_link(session, client) == 302
    assert session.phones.watching().count() == 1
    answer = client.get(reverse("join", args=[session.code]))
    assert answer.headers["location"] == reverse("seats", args=[session.uuid])


@pytest.mark.django_db
def test_the_link_dies_when_the_session_ends_and_there_is_a_new_one_when_it_goes_on() -> None:
    session = artem_table("", "", "1x2")
    stop(session=session, by=by())
    assert follow_link(session) == 410
    assert Client().get(reverse("join", args=[session.code])).status_code == 410
    reopen(session=session, by=by())
    assert follow_link(session) == 404
    session.refresh_from_db()
    assert follow_link(session) == 302


@pytest.mark.django_db
def test_the_link_dies_when_the_code_is_renewed_and_watchers_have_to_go() -> None:
    session = artem_table()
    watcher, seated = phone(session), phone(session, place=1)
    old = session.code
    phone(session, hosts=True).post(reverse("renew", args=[session.uuid]))
    session.refresh_from_db()
    assert Client().get(reverse("join", args=[old])).status_code == 404
    assert Client().get("/join/", {"code": old}).status_code == 404
    assert follow_link(session) == 302
    table = reverse("table", args=[session.uuid])
    assert watcher.get(table).status_code == 404
    assert seated.get(table).status_code == 200


@pytest.mark.django_db
def test_a_quick_table_is_over_when_its_time_has_passed() -> None:
    session = artem_table()
    host = phone(session, hosts=True)
    Session.objects.filter(pk=session.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert follow_link(session) == 410
    assert host.get(reverse("table", args=[session.uuid])).status_code == 404


@pytest.mark.django_db
def test_a_deleted_table_has_no_link() -> None:
    session = artem_table()
    delete(session=session, by=by())
    assert follow_link(session) == 404


# Seats


@pytest.mark.django_db
def test_a_phone_sits_down_and_gives_the_seat_back() -> None:
    session = artem_table()
    one, other = phone(session), phone(session)
    assert sit(one, session, 1).status_code == 302
    assert "you are Ida" in page_words(one, reverse("table", args=[session.uuid]))
    assert "already has a phone" in page_words(other, reverse("seats", args=[session.uuid]))
    assert sit(one, session, "").status_code == 302
    assert sit(other, session, 1).status_code == 302


@pytest.mark.django_db
def test_a_seat_that_is_taken_is_reported_and_nobody_is_moved() -> None:
    session = artem_table()
    phone(session, place=1)
    late = phone(session, place=2)
    answer = sit(late, session, 1)
    assert answer.status_code == 422
    text = words(answer.content.decode())
    assert "That seat was just taken." in text
    assert "Leave your seat" in text
    assert session.seats.get(place=2).phone is not None


@pytest.mark.django_db
@pytest.mark.parametrize("place", ["3", "9", "0", "-1", "x", "²", "9" * 5000])
def test_no_seat_that_is_not_there_is_taken(place: str) -> None:
    session = artem_table()
    assert sit(phone(session), session, place).status_code == 404


@pytest.mark.django_db
def test_every_screen_sees_who_sits_down() -> None:
    session = artem_table()
    sit(phone(session), session, 1)
    version = session.version
    session.refresh_from_db()
    assert session.version > version


@pytest.mark.django_db
def test_the_host_frees_a_seat_and_its_phone_has_to_come_again() -> None:
    session = artem_table()
    host, freed = phone(session, hosts=True), phone(session, place=2)
    answer = host.post(reverse("free", args=[session.uuid, 2]))
    assert answer.headers["location"] == reverse("about", args=[session.uuid])
    assert freed.get(reverse("table", args=[session.uuid])).status_code == 404
    assert sit(phone(session), session, 2).status_code == 302


@pytest.mark.django_db
def test_the_host_who_sits_there_stays_the_host() -> None:
    session = artem_table()
    host = phone(session, place=1, hosts=True)
    free_seat(seat=session.seats.get(place=1))
    assert host.get(reverse("table", args=[session.uuid])).status_code == 200
    assert session.phones.filter(hosts=True, seat=None).count() == 2


@pytest.mark.django_db
def test_a_phone_that_was_sent_away_meanwhile_does_not_sit_down() -> None:
    session = artem_table()
    phone(session)
    late = session.phones.watching().get()
    renew_code(session=session)
    with pytest.raises(Phone.DoesNotExist):
        take_seat(phone=late, seat=session.seats.get(place=1))


@pytest.mark.django_db
def test_a_seat_that_could_not_be_had_moves_no_screen() -> None:
    session = artem_table()
    phone(session, place=1)
    phone(session)
    version = Session.objects.get(pk=session.pk).version
    with pytest.raises(SeatIsTaken):
        take_seat(phone=session.phones.watching().get(), seat=session.seats.get(place=1))
    assert Session.objects.get(pk=session.pk).version == version


# Two phones at once: real ones, on connections of their own


class Stay(HTTPRedirectHandler):
    def redirect_request(self, *_args: Any, **_more: Any) -> None:
        return None


class Browser:
    """Post forms as a page without JavaScript would."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.jar = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.jar), Stay())

    def get(self, path: str) -> str:
        page: bytes = self.opener.open(self.address + path).read()
        return page.decode()

    def post(self, path: str, **fields: Any) -> tuple[int, str]:
        """Return the status and the address of the redirect."""
        token = next(cookie.value for cookie in self.jar if cookie.name == "csrftoken")
        body = urlencode({"csrfmiddlewaretoken": token, **fields}, doseq=True).encode()
        try:
            self.opener.open(self.address + path, body)
        except HTTPError as answer:
            with answer:
                return answer.code, answer.headers.get("location") or ""
        return 200, ""


def open_one(address: str) -> tuple[Browser, str, str]:
    """Open a table; return its host, its path and its code."""
    host = Browser(address)
    host.get("/new/artem/")
    fields = {
        "do": "open",
        "name": ["Ida", "Joe"],
        "variant": "standard",
        "directions": "universal",
    }
    status, table = host.post("/new/artem/", key=uuid4(), begins=0, **fields)
    assert status == 302
    code = re.search(r'class="code">([A-Z0-9-]+)<', host.get(f"{table}about/"))
    assert code
    return host, table, code[1].replace("-", "")


def at_once(does: list[Callable[[], tuple[int, str]]]) -> list[tuple[int, str]]:
    start = Barrier(len(does))

    def wait_and(do: Callable[[], tuple[int, str]]) -> tuple[int, str]:
        start.wait()
        return do()

    with ThreadPoolExecutor(len(does)) as pool:
        return list(pool.map(wait_and, does))


@pytest.mark.django_db
def test_who_logged_out_keeps_a_seat_that_nobody_takes() -> None:
    session, other = artem_table(), artem_table()
    for table in (session, other):
        for place in (1, 2):
            phone(table, place=place)
    seated = Phone.objects.filter(seat__isnull=False)
    seated.update(signed_out_at=timezone.now())
    sit(phone(session), session, 1)
    still_seated = seated.filter(signed_out_at__isnull=False).values_list("session", "seat__place")
    assert sorted(still_seated) == [(session.pk, 2), (other.pk, 1), (other.pk, 2)]


def test_of_phones_that_race_for_a_seat_one_gets_it_and_the_others_are_refused(served: str) -> None:
    _host, table, code = open_one(served)
    phones = [Browser(served) for _phone in range(6)]
    for one in phones:
        one.get(f"/join/{code}/")
        assert one.post(f"/join/{code}/")[0] == 302
    answers = at_once([partial(one.post, f"{table}seats/", place=1) for one in phones])
    assert sorted(status for status, _to in answers) == [302, *[422] * 5]


def test_a_form_that_arrives_several_times_opens_one_table(served: str) -> None:
    browser = Browser(served)
    browser.get("/new/artem/")
    browser.post("/new/artem/", do="look", name=["Ida", "Joe"])  # known by a cookie from now on
    key = uuid4()
    fields = {
        "do": "open",
        "name": ["Ida", "Joe"],
        "variant": "standard",
        "directions": "universal",
    }
    answers = at_once([lambda: browser.post("/new/artem/", key=key, **fields)] * 6)
    assert {status for status, _to in answers} == {302}
    assert len({to for _status, to in answers}) == 1


def invites(client: Client, session: Session) -> bool:
    page = client.get(reverse("table", args=[session.uuid])).content.decode()
    return f">{session.spoken_code}<" in page


@pytest.mark.django_db
def test_the_table_shows_its_code_until_something_is_entered() -> None:
    session = artem_table()
    assert invites(phone(session, hosts=True), session)
    assert invites(phone(session, place=1), session)
    assert not invites(phone(session), session)  # who only watches
    begun = artem_table("")
    assert not invites(phone(begun, hosts=True), begun)
