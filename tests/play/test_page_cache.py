"""Pages rendered once for all readers show every change at once, and nothing about one reader."""

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.template.loader import get_template
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.models import Group, Player, Season, Session
from scoring.models.revisions import By
from scoring.play.sharing import share
from scoring.play.timer import start_timer
from scoring.play.views.table import table_context
from scoring.registry import installed_games
from scoring.sessions import recording, undo
from scoring.web.table_access import Visit
from tests.builders.seasons import season_of
from tests.builders.tables import (
    PLAYERS,
    artem_table,
    describe_session,
    enter_turns,
    finished_table,
    phone,
    result_url,
    signed_in,
)
from tests.pages import page_words

pytestmark = pytest.mark.django_db

FRENCH = {"accept-language": "fr"}
HTMX = {"hx-request": "true"}


def table_url(session: Session) -> str:
    return reverse("table", args=[session.uuid])


def entries_url(session: Session) -> str:
    return reverse("entries", args=[session.uuid])


def board_url(session: Session) -> str:
    return reverse("board", args=[session.uuid])


def by() -> By:
    return By(at=timezone.now())


def count_queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


# One rendering


def test_what_is_entered_while_a_board_is_rendered_is_kept_as_the_version_that_it_shows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = artem_table("", "")

    def context_after_a_turn(visit: Visit, **more: Any) -> dict[str, Any]:
        enter_turns(session, "1x5")
        return table_context(visit, **more)

    with monkeypatch.context() as patched:
        patched.setattr("scoring.play.views.board.table_context", context_after_a_turn)
        phone(session).get(board_url(session))
    assert count_queries(phone(session), board_url(session)) == 1


@pytest.mark.parametrize("url", [board_url, result_url])
def test_the_second_reader_of_a_version_costs_the_query_of_its_phone(url: Any) -> None:
    session = finished_table()
    phone(session).get(url(session))
    assert count_queries(phone(session), url(session)) == 1


def test_a_board_that_polls_gets_what_another_one_got() -> None:
    session = artem_table("", "")
    address = f"{reverse('board_live', args=[session.uuid])}?seen=1"
    first, second = phone(session), phone(session, place=1)
    page = first.get(address, headers=HTMX)
    with CaptureQueriesContext(connection) as asked:
        same = second.get(address, headers=HTMX)
    assert same.content == page.content
    assert len(asked) == 1


@pytest.mark.parametrize("url", [table_url, board_url, result_url])
def test_every_change_shows_at_once(url: Any) -> None:
    session = artem_table("", "", "1x5")
    readers = phone(session), phone(session, place=2), phone(session, hosts=True)

    def points_of_joe() -> set[str]:
        pages = [reader.get(url(session)).content.decode() for reader in readers]
        return {page.partition('data-points="2">')[2].partition("<")[0] for page in pages}

    assert points_of_joe() == {"0"}
    enter_turns(session, "1x6")
    assert points_of_joe() == {"9"}
    undo.undo(session=session, by=by())
    assert points_of_joe() == {"0"}


def test_a_correction_of_a_finished_session_shows_at_once_to_everybody() -> None:
    session = finished_table()
    readers = phone(session), phone(session, place=1)
    assert all("Joe wins" in page_words(reader, result_url(session)) for reader in readers)
    recording.stop(session=session, by=by())
    undo.undo(session=session, by=by())
    undo.undo(session=session, by=by())
    for reader in readers:
        assert "Still playing" in page_words(reader, result_url(session))


def test_day_place_and_notes_show_at_once() -> None:
    session = finished_table()
    reader = phone(session)
    assert "attic" not in page_words(reader, result_url(session))
    describe_session(session)
    assert "Sam’s attic" in page_words(reader, result_url(session))


@pytest.mark.parametrize(
    ("url", "english"),
    [
        (table_url, "You are watching."),
        (entries_url, "no claim"),
        (board_url, "Scan to join"),
        (result_url, "How the points add up"),
    ],
)
def test_each_language_has_its_own(url: Any, english: str) -> None:
    session = artem_table("", "")
    for _ in range(2):
        assert english in page_words(phone(session), url(session))
        page = phone(session).get(url(session), headers=FRENCH).content.decode()
        assert english not in page
        assert 'lang="fr"' in page


def test_a_board_with_an_hourglass_is_drawn_for_each_reader() -> None:
    session = artem_table("", "")
    start_timer(session=session, seconds=60, at=timezone.now())
    phone(session).get(board_url(session))
    assert count_queries(phone(session), board_url(session)) > 1


@pytest.mark.parametrize("part", ["_entries", "_parts"])
@pytest.mark.parametrize("slug", sorted(installed_games()))
def test_parts_that_all_phones_share_read_nothing_of_one_phone(slug: str, part: str) -> None:
    source = _source_with_includes(f"{slug}/{part}.html")
    assert set(re.findall(r"visit\.\w+", source)) <= {"visit.enters"}
    assert not re.findall(r"{% tap\b|csrf|request|\buser\b|\bfailed\b|\btimer\b", source)


def _source_with_includes(name: str) -> str:
    source = Path(get_template(name).origin.name).read_text()  # type: ignore[attr-defined]
    included = re.findall(r'{% include "([^"]+)"', source)
    return source + "".join(map(_source_with_includes, included))


# What is around the session


@pytest.fixture
def counted() -> tuple[Season, Session]:
    group = Group.objects.create(name="Thursday", slug="thursday", visibility="public")
    season = season_of(group)
    session = finished_table(group=group, league=season.league)
    recording.describe(
        session=session, played_on=season.starts_on or date(2026, 1, 1), location="", notes="",
        by=by(),
    )  # fmt: skip
    return season, session


def test_new_names_of_the_season_its_league_and_the_group_show_at_once(
    counted: tuple[Season, Session],
) -> None:
    season, session = counted
    reader = phone(session)
    assert "Thursday" in page_words(reader, result_url(session))
    Group.objects.update(name="The Friday club")
    Season.objects.filter(pk=season.pk).update(name="The long winter")
    season.league.name = "Major"
    season.league.save(update_fields=["name"])
    text = page_words(reader, result_url(session))
    assert "Counts for Major, The long winter · The Friday club" in text


def test_a_session_that_counts_no_more_says_so_at_once(counted: tuple[Season, Session]) -> None:
    _season, session = counted
    reader = phone(session)
    assert "Counts for" in page_words(reader, result_url(session))
    recording.describe(session=session, played_on=None, location="", notes="", by=by())
    assert "Counts for" not in page_words(reader, result_url(session))


def test_a_group_that_closes_is_named_to_no_stranger_any_more(
    counted: tuple[Season, Session],
) -> None:
    _season, session = counted
    reader = phone(session)
    assert "Counts for" in page_words(reader, result_url(session))
    Group.objects.update(visibility="members")
    assert "Counts for" not in page_words(reader, result_url(session))


# Readers apart


def test_what_the_table_may_do_is_on_no_page_of_those_who_watch() -> None:
    session = finished_table()
    host, seated, watcher = phone(session, hosts=True), phone(session, place=1), phone(session)
    for reader in (host, seated, watcher, host, phone(session)):
        html = reader.get(result_url(session)).content.decode()
        enters = reader in {host, seated}
        assert ("csrfmiddlewaretoken" in html) == enters
        assert ("Create a link to share" in html) == enters
        assert ("Edit" in html) == enters


def test_what_was_entered_has_links_to_correct_only_for_those_who_enter() -> None:
    session = artem_table("", "")
    for reader, enters in ((phone(session), False), (phone(session, place=1), True)) * 2:
        assert ("csrfmiddlewaretoken" in page_source(reader, table_url(session))) == enters
        assert ("/artem/turn/1/" in page_source(reader, entries_url(session))) == enters


def page_source(reader: Client, address: str) -> str:
    return reader.get(address).content.decode()


def test_each_phone_has_a_token_and_keys_of_its_own() -> None:
    session = artem_table("", "")
    pages = [phone(session, place=at).get(table_url(session)).content.decode() for at in (1, 2)]
    tokens = [set(_values(page, "csrfmiddlewaretoken")) for page in pages]
    keys = [_values(page, "key") for page in pages]
    assert [len(own) for own in tokens] == [1, 1]
    assert tokens[0] != tokens[1]
    assert len({*keys[0], *keys[1]}) == len(keys[0]) + len(keys[1])


def _values(page: str, name: str) -> list[str]:
    return [part.partition('"')[0] for part in page.split(f'name="{name}" value="')[1:]]


def test_a_name_that_is_hidden_is_in_no_part_that_outsiders_read() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    players = {name: Player.objects.create(group=group, name=name) for name in PLAYERS}
    session = finished_table(group=group)
    session.seats.filter(name="Ida").update(player=players["Ida"])
    share(session=session, shared=True)
    session.refresh_from_db()
    shared = reverse("shared", args=[session.share_token])
    member = signed_in("alice", group)
    assert "Ida" in page_words(member, result_url(session))
    assert "Ida" in page_words(Client(), shared)
    Player.objects.filter(name="Ida").update(hidden=True)
    assert "Ida" not in Client().get(shared).content.decode()
    assert "Ida" in page_words(member, result_url(session))
