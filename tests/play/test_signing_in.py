"""Rights of a browser at tables before, while and after somebody is logged in on it."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session as Login
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Group, Membership, Phone, Session
from scoring.models.phones import new_browser
from scoring.web.browser_cookie import UNSIGNED_COOKIE, cookie_name, sign_browser
from tests.builders.groups import OWNER, SCOREKEEPER
from tests.builders.tables import PLAYERS, artem_table, enter_turns, phone
from tests.pages import page_words

pytestmark = pytest.mark.django_db

PASSWORD = "a gallery of one"  # noqa: S105 (of nobody)
OPENING = {
    "do": "open",
    "begins": 0,
    "name": PLAYERS,
    "variant": "standard",
    "directions": "universal",
}


@pytest.fixture(autouse=True)
def _accounts() -> None:
    for name in ("alice", "bob"):
        User.objects.create_user(name, password=PASSWORD)


def log_in(client: Client, name: str) -> None:
    answer = client.post(reverse("account_login"), {"login": name, "password": PASSWORD})
    assert answer.status_code == 302


def log_out(client: Client) -> None:
    assert client.post(reverse("account_logout")).status_code == 302


def open_table(client: Client, **more: Any) -> Session:
    answer = client.post(reverse("new", args=["artem"]), {**OPENING, "key": uuid4(), **more})
    assert answer.status_code == 302, answer.content.decode()
    return Session.objects.latest("pk")


def join(client: Client, session: Session, place: int | None = None) -> None:
    code = Session.objects.get(pk=session.pk).code
    assert client.post(reverse("join", args=[code])).status_code == 302
    if place:
        assert sit(client, session, place) == 302


def sit(client: Client, session: Session, place: int) -> int:
    return client.post(reverse("seats", args=[session.uuid]), {"place": place}).status_code


def visits(client: Client, session: Session) -> int:
    return client.get(reverse("table", args=[session.uuid])).status_code


def hosts(client: Client, session: Session) -> int:
    """Return the status of a request that only a host may make; 404 to who may not visit."""
    return client.post(reverse("renew", args=[session.uuid])).status_code


def enters(client: Client, session: Session) -> int:
    """Return the status of a request that a seat may make."""
    return client.post(reverse("hourglass", args=[session.uuid])).status_code


def cookie_of(client: Client) -> str:
    return client.cookies[cookie_name()].value


def copy_of(client: Client) -> Client:
    """Return a browser without an account that has a copy of the cookie."""
    thief = Client()
    thief.cookies[cookie_name()] = cookie_of(client)
    return thief


# A quick table, opened without an account


def test_who_opened_a_table_and_then_logs_in_hosts_it_until_the_log_out() -> None:
    client = Client()
    session = open_table(client)
    log_in(client, "alice")
    assert hosts(client, session) == 302
    log_out(client)
    assert (visits(client, session), hosts(client, session)) == (404, 404)
    log_in(client, "alice")
    assert hosts(client, session) == 302


def test_the_next_account_on_the_browser_inherits_no_hosting() -> None:
    client = Client()
    session = open_table(client)
    log_in(client, "alice")
    log_out(client)
    log_in(client, "bob")
    assert hosts(client, session) == 404
    join(client, session)
    assert hosts(client, session) == 403
    log_out(client)
    log_in(client, "alice")
    assert hosts(client, session) == 302


def test_who_logs_out_without_having_logged_in_on_a_page_of_the_table_hosts_no_more() -> None:
    client = Client()
    log_in(client, "alice")
    session = open_table(client)
    log_out(client)
    assert hosts(client, session) == 404
    log_in(client, "alice")
    assert hosts(client, session) == 302


def test_a_log_in_on_another_device_takes_over_what_was_logged_out() -> None:
    client, other, third = Client(), Client(), Client()
    session = open_table(client)
    log_in(client, "alice")
    log_in(other, "alice")
    assert hosts(other, session) == 404  # the first device is still logged in
    log_out(client)
    assert hosts(other, session) == 302
    log_in(third, "alice")
    assert hosts(third, session) == 404


def test_who_comes_again_by_the_code_hosts_and_sits_after_the_log_in() -> None:
    client = Client()
    session = open_table(client)
    log_in(client, "alice")
    log_out(client)
    join(client, session, place=2)
    assert (visits(client, session), hosts(client, session)) == (200, 403)
    log_in(client, "alice")
    assert hosts(client, session) == 302
    assert Phone.objects.seated().get().seat == session.seats.get(place=2)


def test_phones_of_an_account_at_one_table_are_signed_out_together() -> None:
    session, clients = artem_table(), [Client(), Client()]
    for client in clients:
        log_in(client, "alice")
        join(client, session)
    Phone.objects.filter(account__username="alice").sign_out(timezone.now())
    assert [visits(client, session) for client in clients] == [200, 200]
    assert not Phone.objects.filter(signed_out_at__isnull=False).exists()


# Seats


def test_a_seat_that_was_taken_before_the_log_in_is_the_accounts() -> None:
    session, client = artem_table("", ""), Client()
    join(client, session, place=1)
    log_in(client, "alice")
    assert enters(client, session) == 302
    log_out(client)
    assert enters(client, session) == 404
    log_in(client, "bob")
    assert enters(client, session) == 404
    log_out(client)
    log_in(client, "alice")
    assert enters(client, session) == 302
    assert Phone.objects.seated().get().seat == session.seats.get(place=1)


def test_the_seat_of_an_account_is_not_the_next_ones_where_nobody_logged_out() -> None:
    """The login of the first one expired."""
    session, client = artem_table("", ""), Client()
    log_in(client, "alice")
    join(client, session, place=1)
    Login.objects.all().delete()
    assert enters(client, session) == 404
    log_in(client, "bob")
    assert enters(client, session) == 404
    other = Client()
    log_in(other, "alice")
    assert enters(other, session) == 302
    join(client, session)
    assert enters(client, session) == 403


def test_who_only_watched_after_the_log_out_sits_again_after_the_log_in() -> None:
    session, client = artem_table("", ""), Client()
    log_in(client, "alice")
    join(client, session, place=1)
    log_out(client)
    join(client, session)
    log_in(client, "alice")
    assert enters(client, session) == 302


def test_who_only_sat_there_hosts_no_table_after_the_next_log_in() -> None:
    session, client = artem_table("", ""), Client()
    log_in(client, "alice")
    join(client, session, place=1)
    log_out(client)
    join(client, session, place=2)
    log_in(client, "alice")
    assert hosts(client, session) == 403


def test_who_comes_by_the_code_after_a_login_expired_takes_nothing_from_the_account() -> None:
    client = Client()
    log_in(client, "alice")
    session = open_table(client)
    Login.objects.all().delete()
    join(client, session)
    assert (visits(client, session), hosts(client, session)) == (200, 403)
    log_in(client, "alice")
    assert hosts(client, session) == 302


def test_the_seat_of_who_logged_out_is_free_to_take() -> None:
    session, client, other = artem_table("", ""), Client(), Client()
    log_in(client, "alice")
    join(client, session, place=1)
    join(other, session)
    assert "already has a phone" in page_words(other, reverse("seats", args=[session.uuid]))
    assert sit(other, session, 1) == 422
    log_out(client)
    assert "already has a phone" not in page_words(other, reverse("seats", args=[session.uuid]))
    assert sit(other, session, 1) == 302
    log_in(client, "alice")
    assert (visits(client, session), enters(client, session)) == (200, 403)


def test_a_login_that_expired_and_is_renewed_keeps_the_seat() -> None:
    session, client, other = artem_table("", ""), Client(), Client()
    log_in(client, "alice")
    join(client, session, place=1)
    Login.objects.all().delete()
    log_in(client, "alice")
    join(other, session)
    assert sit(other, session, 1) == 422


def test_who_sat_corrects_a_finished_session_after_the_next_log_in() -> None:
    client = Client()
    session = artem_table("", "", "1x5", "1x6", "", "1x6", "")
    join(client, session, place=1)
    log_in(client, "alice")
    enter_turns(session, "1x3")
    log_out(client)
    assert enters(client, session) == 404
    log_in(client, "alice")
    assert enters(client, session) == 302


# Members


@pytest.fixture
def group() -> Group:
    group = Group.objects.create(name="Thursday", slug="thursday")
    for name, role in (("alice", OWNER), ("bob", SCOREKEEPER)):
        user = User.objects.get(username=name)
        Membership.objects.create(group=group, user=user, role=role)
    return group


def test_hosting_by_membership_ends_with_the_log_out(group: Group) -> None:
    session, client = artem_table(group=group), Client()
    log_in(client, "bob")
    assert hosts(client, session) == 302
    assert sit(client, session, 1) == 302
    log_out(client)
    assert (visits(client, session), hosts(client, session)) == (404, 404)
    log_in(client, "alice")
    assert hosts(client, session) == 302  # an owner, by a phone without that seat
    assert "you are Ida" not in page_words(client, reverse("table", args=[session.uuid]))
    log_out(client)
    log_in(client, "bob")
    assert "you are Ida" in page_words(client, reverse("table", args=[session.uuid]))


def test_who_came_by_the_code_hosts_as_a_scorekeeper_once_logged_in(group: Group) -> None:
    session, client = artem_table(group=group), Client()
    join(client, session, place=1)
    assert hosts(client, session) == 403
    log_in(client, "bob")
    assert hosts(client, session) == 302
    log_out(client)
    assert hosts(client, session) == 404


def test_a_poll_of_a_scorekeeper_who_came_by_the_code_brings_what_a_host_sees(group: Group) -> None:
    session, client, watcher = artem_table("", group=group), Client(), Client()
    htmx = {"hx-request": "true"}
    for each in (client, watcher):
        join(each, session)
    log_in(client, "bob")
    watcher.get(reverse("table", args=[session.uuid]), headers=htmx)
    screen = client.get(reverse("live", args=[session.uuid]), headers=htmx).content.decode()
    assert "You are watching." not in screen


def test_a_member_who_was_removed_while_logged_out_comes_back_to_nothing(group: Group) -> None:
    session, client = artem_table(group=group), Client()
    log_in(client, "bob")
    assert sit(client, session, 1) == 302
    log_out(client)
    Membership.objects.filter(user__username="bob").delete()
    log_in(client, "bob")
    assert visits(client, session) == 404
    join(client, session)
    log_out(client)
    log_in(client, "bob")
    assert (visits(client, session), enters(client, session)) == (200, 403)


def test_a_poll_of_who_logged_out_is_a_strangers(group: Group) -> None:
    for ended in ("by the log-out", "by time"):
        session, client = artem_table(group=group), Client()
        log_in(client, "bob")
        visits(client, session)
        copy = copy_of(client)
        version = Session.objects.get(pk=session.pk).version
        poll = f"{reverse('live', args=[session.uuid])}?seen={version}"
        assert client.get(poll).status_code == 204
        assert copy.get(poll).status_code == 404
        if ended == "by time":
            Login.objects.update(expire_date=timezone.now())
        else:
            log_out(client)
        assert client.get(poll).status_code == 404


def test_a_poll_of_a_code_that_an_account_came_by_ends_with_the_login() -> None:
    """Also where something has changed, and strangers who watch have seen it."""
    session, client, watcher = artem_table(""), Client(), phone(artem_table())
    log_in(client, "bob")
    join(client, session)
    watcher = Client()
    join(watcher, session)
    Login.objects.all().delete()
    htmx = {"hx-request": "true"}
    watcher.get(reverse("table", args=[session.uuid]), headers=htmx)
    assert client.get(reverse("live", args=[session.uuid]), headers=htmx).status_code == 404


# The cookie


@pytest.mark.parametrize("change", [log_in, lambda client, _name: log_out(client)])
def test_a_copy_of_the_cookie_is_worth_nothing_after_a_log_in_or_out(change: Any) -> None:
    client = Client()
    if change is not log_in:
        log_in(client, "alice")
    session = open_table(client)
    thief, before = copy_of(client), cookie_of(client)
    change(client, "alice")
    assert cookie_of(client) != before
    assert visits(thief, session) == 404
    assert client.get(reverse("table", args=[session.uuid])).status_code == (
        200 if change is log_in else 404
    )


def test_a_log_in_that_is_sent_again_finds_the_phones(client: Client) -> None:
    """The first response was lost on the way."""
    session = open_table(client)
    before = copy_of(client)
    log_in(client, "alice")
    log_in(before, "alice")
    assert hosts(before, session) == 302


@pytest.mark.parametrize("plant", [str, lambda value: f"{value}:x", lambda value: f"{value[:-1]}x"])
def test_a_value_that_is_not_signed_is_ignored_and_replaced(plant: Any) -> None:
    session, browser = artem_table(), new_browser()
    Phone.objects.create(session=session, browser=browser, hosts=True, joined_at=timezone.now())
    planted = plant(browser if plant is str else sign_browser(browser))
    client = Client()
    client.cookies[cookie_name()] = client.cookies[UNSIGNED_COOKIE] = planted
    assert visits(client, session) == 404
    join(client, session)
    assert hosts(client, session) == 403
    assert cookie_of(client) not in {planted, ""}


def test_a_value_that_an_earlier_key_signed_is_known(settings: Any) -> None:
    client = Client()
    session = open_table(client)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "the next key"  # noqa: S105 (of nothing)
    assert hosts(client, session) == 302
    settings.SECRET_KEY_FALLBACKS = []
    assert hosts(client, session) == 404


def test_under_tls_no_other_host_can_set_the_cookie(settings: Any) -> None:
    client = Client()
    client.get(reverse("new", args=["artem"]))
    plain = client.cookies["browser_id"]
    assert (plain["secure"], plain["path"], plain["httponly"]) == ("", "/", True)
    settings.HTTPS = True
    client.cookies["__Host-browser_id"] = ""
    answer = client.get(reverse("new", args=["artem"]), secure=True)
    given = answer.cookies["__Host-browser_id"]
    assert (given["secure"], given["path"], given["domain"]) == (True, "/", "")
    assert "browser_id" not in answer.cookies


def test_a_phone_of_the_release_before_stays_at_its_table_and_at_no_other() -> None:
    session, other, client = artem_table("", ""), artem_table(), Client()
    value = "abcdefghijklmnopqrstuv"
    Phone.objects.create(session=session, browser=value, hosts=True, joined_at=timezone.now())
    client.cookies[UNSIGNED_COOKIE] = value
    assert hosts(client, session) == 302
    poll = (
        f"{reverse('live', args=[session.uuid])}?seen={Session.objects.get(pk=session.pk).version}"
    )
    assert client.get(poll).status_code == 204
    join(client, other, place=1)
    assert Phone.objects.seated().get().browser != value
    thief = Client()
    thief.cookies[UNSIGNED_COOKIE] = value
    assert visits(thief, other) == 404
    log_in(client, "alice")
    assert hosts(client, session) == 302
    assert visits(thief, session) == 404
    log_out(client)
    assert hosts(client, session) == 404


def test_another_account_with_the_same_cookie_learns_nothing_by_polling() -> None:
    session, client = artem_table(""), Client()
    log_in(client, "alice")
    join(client, session, place=1)
    session.refresh_from_db()
    poll = f"{reverse('live', args=[session.uuid])}?seen={session.version}"
    assert client.get(poll).status_code == 204
    thief = Client()
    log_in(thief, "bob")
    thief.cookies[cookie_name()] = cookie_of(client)
    assert thief.get(poll).status_code == 404
