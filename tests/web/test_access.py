"""Every address of the site, read and written by every kind of person in every state of a table.

docs/security.md says what each may do; a view that is in none of its rows fails."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.cookies import SimpleCookie
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from scoring.models import Session
from scoring.models.revisions import By
from scoring.sessions.recording import stop
from scoring.web.browser_cookie import cookie_name
from tests.builders.addresses import address_of
from tests.builders.evening import PEOPLE, Sessions, client_of, evening
from tests.web.access_matrix import (
    ADDRESSES,
    BY_CODE,
    NOT_AVAILABLE,
    OF_A_TABLE,
    STATES,
    Request,
    during_play,
    in_state,
    in_words,
)

pytestmark = pytest.mark.django_db

# Posted as it is, this would be done; so it says something that is refused.
SAID = {"undo": {"key": "x"}, "redo": {"key": "x"}, "restore": {"key": "x"}}


@pytest.fixture
def sessions() -> Sessions:
    return evening()


def session_for(view: str, sessions: Sessions) -> Session:
    """Return the session of the game that has the address."""
    game, own, _name = view.partition(":")
    return sessions[game if own else "artem"]


@contextmanager
def untouched(client: Client) -> Iterator[None]:
    """Roll back whatever is written inside, and take away the cookies that the client gets."""
    cookies = SimpleCookie(client.cookies)
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    client.cookies = cookies


def surprises(
    who: str, sessions: Sessions, expected: dict[Request, str], views: list[str]
) -> list[str]:
    """Read and write each of the views; return what is not as expected."""
    client = client_of(who, sessions)
    lines = []
    for view in views:
        session = session_for(view, sessions)
        address, before = address_of(view, session), stored(session)
        for method in ("get", "post"):
            wanted = expected.get(Request(method, view, who), NOT_AVAILABLE)
            with untouched(client):
                response = getattr(client, method)(address, SAID.get(view, {}))
                answer = in_words(view, response)
                if answer != wanted:
                    lines.append(f"{method} {view}: “{answer}” instead of “{wanted}”")
                if method == "post" and answer != "yes" and stored(session) != before:
                    lines.append(f"{method} {view} was refused and changed something")
    return lines


def stored(session: Session) -> tuple[object, ...]:
    columns = ("revision", "code", "share_token", "deleted_at")
    values: tuple[object, ...] = Session.objects.filter(pk=session.pk).values_list(*columns).get()
    return values


def test_every_view_is_in_the_matrix_and_nothing_else() -> None:
    assert sorted({request.view for request in during_play()}) == sorted(ADDRESSES)


@pytest.mark.parametrize("who", PEOPLE)
def test_everybody_may_do_what_the_matrix_says_and_nothing_else(
    who: str, sessions: Sessions
) -> None:
    assert surprises(who, sessions, during_play(), list(ADDRESSES)) == []


@pytest.mark.parametrize(
    ("state", "who"), [(name, who) for name, state in STATES.items() for who in state.people]
)
def test_a_table_allows_in_each_state_what_the_matrix_says(state: str, who: str) -> None:
    assert surprises(who, evening(state), in_state(state), OF_A_TABLE + BY_CODE) == []


def test_a_table_that_is_not_there_is_no_different(sessions: Sessions) -> None:
    """Nobody learns from an answer whether a table exists."""
    stranger = client_of("stranger", sessions)
    for view in OF_A_TABLE:
        session = session_for(view, sessions)
        address = address_of(view, session)
        not_there = address.replace(str(session.uuid), str(uuid4()))
        for method in (stranger.get, stranger.post):
            assert method(address).status_code == method(not_there).status_code, view


@pytest.mark.parametrize("who", ["watcher", "member", "scorekeeper", "owner"])
def test_nobody_takes_a_seat_after_the_end(who: str, sessions: Sessions) -> None:
    session = sessions["artem"]
    client = client_of(who, sessions)
    stop(session=session, by=By(at=timezone.now()))
    assert client.post(address_of("seats", session), {"place": "1"}).status_code == 422
    assert not session.phones.seated().exists()


def test_no_browser_shows_a_page_of_a_table_again_without_asking(sessions: Sessions) -> None:
    """A phone is handed around, and the table moves on."""
    host = client_of("host", sessions)
    for view in OF_A_TABLE:
        answer = host.get(address_of(view, session_for(view, sessions)))
        if answer.status_code == 200:
            cache_control = set(answer.headers["Cache-Control"].split(", "))
            expected = {"private", "no-cache" if view in {"qr_code", "picture"} else "no-store"}
            assert cache_control == expected, view


def test_a_member_who_was_never_here_is_known_from_then_on(sessions: Sessions) -> None:
    session = sessions["artem"]
    member = client_of("member", sessions)
    member.get(address_of("table", session))
    member.get(address_of("table", session))
    assert session.phones.filter(hosts=False).count() == 1


def test_what_a_browser_says_it_is_cannot_break_anything(sessions: Sessions) -> None:
    session = sessions["artem"]
    for cookie in ("x" * 5000, "é", "a b", "\\000", "x:y", ":"):
        client = Client()
        client.cookies[cookie_name()] = client.cookies["browser"] = cookie
        assert client.get(address_of("table", session)).status_code == 404
        assert client.post(address_of("join", session)).status_code == 302


def test_an_answer_without_news_is_not_cached_either(sessions: Sessions) -> None:
    session = sessions["artem"]
    address = f"{address_of('live', session)}?seen={session.version}"
    answer = client_of("host", sessions).get(address)
    assert answer.status_code == 204
    assert "no-store" in answer.headers["Cache-Control"]


def test_what_arrives_just_after_the_table_was_deleted_finds_none(
    sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = sessions["artem"]
    host = client_of("host", sessions)
    host.post(address_of("remove", session))
    # As if it had been deleted between the check and the lock.
    monkeypatch.setattr("scoring.web.table_access._is_deleted_or_expired", lambda _session: False)
    assert host.post(address_of("end", session)).status_code == 404
    assert host.post(address_of("remove", session)).status_code == 404
