"""The history: who changed what, with its effect, and going back to a revision; entries so far."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Revision, Session
from scoring.models.revisions import By
from scoring.sessions.loading import load
from scoring.sessions.recording import stop
from scoring.sessions.undo import undo
from tests.builders.groups import thursday_group
from tests.builders.tables import artem_table, enter_turns, phone
from tests.pages import page_words, words

pytestmark = pytest.mark.django_db


def history_url(session: Session) -> str:
    return reverse("history", args=[session.uuid])


def restore(session: Session, number: int) -> str:
    return reverse("restore", args=[session.uuid, number])


def history_lines(client: Client, address: str) -> list[str]:
    html = client.get(address).content.decode()
    return [words(line) for line in re.findall(r'<li class="row change".*?</li>', html, re.DOTALL)]


@pytest.mark.parametrize(("place", "link"), [(1, "Edit"), (None, "So far")])
def test_a_table_leads_to_what_was_entered_once_there_is_something(
    place: int | None, link: str
) -> None:
    session = artem_table()
    reader = phone(session, place=place)
    address, entries = (reverse(name, args=[session.uuid]) for name in ("table", "entries"))
    assert entries not in reader.get(address).content.decode()
    enter_turns(session, "")
    page = reader.get(address).content.decode()
    assert f'<a id="so-far" class="button" href="{entries}">{link}</a>' in page
    assert "no claim" not in page
    assert "1 Ida no claim" in page_words(reader, entries)


def test_the_newest_comes_first_with_what_it_did() -> None:
    session = artem_table("", "", "1x5", "1x6")
    newest, before, *_rest, first = history_lines(phone(session), history_url(session))
    assert "A turn was entered" in newest
    assert "Joe: 0 → 9 points, place 2 → 1" in newest
    assert "Ida: place 1 → 2" in newest
    assert "Ida is ahead → Joe is ahead" in newest
    assert "Ida: 0 → 7 points" in before
    assert first.startswith("1 Table opened")
    assert "points" not in first


def test_what_changed_no_points_says_nothing_of_them() -> None:
    session = artem_table("")
    assert "→" not in history_lines(phone(session), history_url(session))[0]


def test_it_says_whose_phone_it_was() -> None:
    session = artem_table("", "", "1x2")
    ada = User.objects.create_user("ada")
    seat = session.seats.get(place=2)
    now = timezone.now()
    stop(session=session, by=By(at=now, seat=seat))
    undo(session=session, by=By(at=now, actor=ada))
    by_ada, by_joe, by_host, *_earlier = history_lines(phone(session), history_url(session))
    assert "someone with an account ·" in by_ada
    assert "Joe ·" in by_joe
    assert "the host’s phone ·" in by_host
    html = phone(session).get(history_url(session)).content.decode()
    joes = html.split('id="revision-5"')[1].split("</li>")[0]
    assert "#seat-2" in joes


@pytest.mark.parametrize("who", ["a stranger with a seat", "an account of no member", "a member"])
def test_it_names_accounts_to_members_alone(who: str) -> None:
    session = artem_table("", "", "1x2", group=thursday_group())
    ada = User.objects.create_user("ada")
    stop(session=session, by=By(at=timezone.now(), actor=ada))
    client = phone(session, place=1)
    if who != "a stranger with a seat":
        client.force_login(User.objects.get(username="bob" if who == "a member" else "ada"))
    (stopped, *_earlier) = history_lines(client, history_url(session))
    table = page_words(client, reverse("table", args=[session.uuid]))
    assert ("ada ·" in stopped) == (who == "a member")
    assert ("Stopped early · ada" in table) == (who == "a member")


def test_its_times_can_be_read_by_the_clock_of_the_phone() -> None:
    session = artem_table()
    html = phone(session).get(history_url(session)).content.decode()
    at = session.revisions.get().at.isoformat(timespec="seconds")
    assert f'<time datetime="{at[:19]}' in html
    assert " UTC</time>" in html


def long_session() -> Session:
    session = artem_table()
    Revision.objects.bulk_create(
        Revision(session=session, number=n, action="turn", at=timezone.now()) for n in range(2, 121)
    )
    Session.objects.filter(pk=session.pk).update(revision=120)
    session.refresh_from_db()
    return session


def test_it_shows_fifty_and_leads_to_the_older_ones() -> None:
    session = long_session()
    client = phone(session)
    seen: list[int] = []
    address = history_url(session)
    for _page in range(3):
        numbers = [int(line.split()[0]) for line in history_lines(client, address)]
        seen += numbers
        assert len(numbers) <= 50
        html = client.get(address).content.decode()
        older = re.search(r'href="([^"]+)">Older', html)
        if older is None:
            break
        address = older[1]
    assert seen == list(range(120, 0, -1))


@pytest.mark.parametrize("below", ["0", "1", "x", "-3", "9" * 30, "²", ""])
def test_an_address_that_somebody_wrote_by_hand_breaks_nothing(below: str) -> None:
    session = artem_table("")
    assert phone(session).get(history_url(session), {"below": below}).status_code == 200


def test_it_costs_the_same_however_long_the_history_is(django_assert_max_num_queries: Any) -> None:
    for session in (artem_table(), long_session()):
        client = phone(session, place=1)
        with django_assert_max_num_queries(6):
            client.get(history_url(session))


# Restoring


def test_a_watcher_sees_it_and_restores_nothing() -> None:
    session = artem_table("", "")
    watcher = phone(session)
    assert "Restore" not in page_words(watcher, history_url(session))
    assert watcher.get(restore(session, 1)).status_code == 302
    assert watcher.post(restore(session, 1), {"key": str(uuid4())}).status_code == 403
    session.refresh_from_db()
    assert session.revision == 3


def test_it_says_first_what_restoring_would_change() -> None:
    session = artem_table("", "", "1x5", "1x6")
    text = page_words(phone(session, place=1), restore(session, 4))
    assert "Restore number 4?" in text
    assert "Joe 9 → 0 points, place 1 → 2" in text
    assert "Joe is ahead → Ida is ahead" in text
    session.refresh_from_db()
    assert session.revision == 5


def test_it_restores_as_one_more_revision_and_counts_a_double_tap_once() -> None:
    session = artem_table("", "", "1x5", "1x6")
    client = phone(session, place=1)
    html = client.get(restore(session, 4)).content.decode()
    key = re.search(r'name="key" value="([^"]+)"', html)
    assert key
    for _tap in range(2):
        answer = client.post(restore(session, 4), {"key": key[1]})
        assert answer.headers["location"] == reverse("table", args=[session.uuid])
    session.refresh_from_db()
    assert session.revision == 6
    assert len(load(session).state.turns) == 3
    revision = session.revisions.get(number=6)
    assert (revision.action, revision.seat) == ("restore", session.seats.get(place=1))


def test_a_key_that_is_none_is_reported_and_restores_nothing() -> None:
    session = artem_table("")
    answer = phone(session, hosts=True).post(restore(session, 1), {"key": "nonsense"})
    assert answer.status_code == 422
    assert "This page is out of date." in answer.content.decode()
    session.refresh_from_db()
    assert session.revision == 2


def test_no_revision_that_never_was_is_restored() -> None:
    session = artem_table("")
    client = phone(session, hosts=True)
    for number in (0, 99, 10**30):
        address = f"/table/{session.uuid}/history/{number}/restore/"
        assert client.get(address).status_code == 404
        assert client.post(address, {"key": str(uuid4())}).status_code == 404


# Putting back


def redo_form(client: Client, session: Session) -> dict[str, str]:
    html = client.get(history_url(session)).content.decode()
    form = re.search(r"<form[^>]*redo/.*?</form>", html, re.DOTALL)
    return dict(re.findall(r'name="(\w+)"[^>]* value="([^"]*)"', form[0])) if form else {}


def test_what_was_taken_back_can_be_put_back_from_here() -> None:
    session = artem_table("", "", "1x5")
    client = phone(session, place=2)
    assert redo_form(client, session) == {}
    undo(session=session, by=By(at=timezone.now()))
    session.refresh_from_db()
    fields = redo_form(client, session)
    for _tap in range(2):
        client.post(reverse("redo", args=[session.uuid]), fields)
    session.refresh_from_db()
    assert session.revision == 6
    assert len(load(session).state.turns) == 3
    assert redo_form(client, session) == {}


def test_putting_back_is_not_offered_once_something_else_was_entered_or_to_watchers() -> None:
    session = artem_table("", "")
    undo(session=session, by=By(at=timezone.now()))
    session.refresh_from_db()
    assert redo_form(phone(session), session) == {}
    client = phone(session, place=1)
    assert redo_form(client, session) != {}
    enter_turns(session, "")
    assert redo_form(client, session) == {}
