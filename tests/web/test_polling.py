"""Screens that poll a table: 204 until something has changed."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Group
from tests.builders.tables import artem_table, enter_turns, phone, signed_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("account", "queries"), [("", 1), ("bob", 2)])
def test_a_look_without_news_costs_a_query_and_one_for_a_log_in(
    account: str, queries: int, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    """Every screen polls all the time."""
    group = Group.objects.create(name="Thursday", slug="thursday")
    session = artem_table(group=group)
    client = signed_in(account, group) if account else phone(session)
    client.get(reverse("table", args=[session.uuid]))
    session.refresh_from_db()
    with django_assert_num_queries(queries):  # type: ignore[operator]
        answer = client.get(f"{reverse('live', args=[session.uuid])}?seen={session.version}")
    assert answer.status_code == 204


@pytest.mark.parametrize("page", ["live", "board_live", "table"])
def test_it_is_noted_once_a_minute_that_a_phone_was_seen(
    page: str, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: pytest.FixtureRequest
) -> None:
    session = artem_table()
    client, own = phone(session), session.phones.get(hosts=False)
    address = f"{reverse(page, args=[session.uuid])}?seen={session.version}"
    seen = [own.joined_at]
    for seconds, queries in ((59, 1), (61, 2), (119, 1), (122, 2), (122, 1)):
        at = own.joined_at + timedelta(seconds=seconds)
        monkeypatch.setattr(timezone, "now", lambda at=at: at)
        if page == "table":
            client.get(address)
        else:
            with django_assert_num_queries(queries):  # type: ignore[operator]
                client.get(address)
        own.refresh_from_db()
        seen.append(own.last_seen_at)
    first, second, third = (own.joined_at + timedelta(seconds=one) for one in (0, 61, 122))
    assert seen == [first, first, second, second, third, third]


def test_a_look_is_answered_also_while_nothing_can_be_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = artem_table()
    client = phone(session)
    session.phones.update(joined_at=timezone.now() - timedelta(minutes=5))

    def refuse(*_arguments: object, **_more: object) -> int:
        raise OperationalError

    monkeypatch.setattr(QuerySet, "update", refuse)
    answer = client.get(f"{reverse('live', args=[session.uuid])}?seen={session.version}")
    assert answer.status_code == 204


def test_a_look_without_news_is_answered_before_a_language_is_chosen() -> None:
    session = artem_table()
    client = phone(session)
    address = reverse("live", args=[session.uuid])
    quiet = client.get(f"{address}?seen={session.version}")
    assert (quiet.status_code, "Content-Language" in quiet.headers) == (204, False)
    assert client.get(f"{address}?seen=0").headers["Content-Language"] == "en"


@pytest.mark.parametrize(("path", "status"), [("/", 200), ("/no/such/page", 404)])
def test_other_addresses_are_no_polls_whatever_they_ask(path: str, status: int) -> None:
    answer = phone(artem_table()).get(f"{path}?seen=1")
    assert answer.status_code == status


@pytest.mark.parametrize("seen", ["1", "x", ""])
def test_a_stranger_who_polls_finds_no_table(client: Client, seen: str) -> None:
    address = reverse("live", args=[artem_table().uuid])
    assert client.get(f"{address}?seen={seen}").status_code == 404


def test_it_is_quiet_until_something_moves_and_then_comes_as_a_part() -> None:
    session = artem_table()
    client = phone(session)
    address = reverse("board_live", args=[session.uuid])
    seen = session.version
    htmx = {"hx-request": "true"}
    assert client.get(f"{address}?seen={seen}", headers=htmx).status_code == 204
    enter_turns(session, "")
    part = client.get(f"{address}?seen={seen}", headers=htmx)
    assert part.status_code == 200
    assert part.content.decode().lstrip().startswith('<div id="table"')


@pytest.mark.parametrize("name", ["table", "live", "board", "board_live"])
def test_what_phones_load_all_the_time_is_compressed(name: str) -> None:
    session = artem_table()
    page = phone(session).get(
        reverse(name, args=[session.uuid]), headers={"accept-encoding": "gzip"}
    )
    assert page.headers["Content-Encoding"] == "gzip"
