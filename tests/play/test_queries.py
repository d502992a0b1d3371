"""The queries of a page of a table do not grow with its rounds."""

from functools import cache
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.documents.scorer import read_document
from scoring.models import Session
from scoring.models.phones import new_browser
from scoring.models.revisions import By
from scoring.play.opening import open_table
from scoring.play.screen import table_now
from scoring.registry import get_game, installed_games
from scoring.sessions import recording
from tests.builders.tables import artem_table, enter_turns, phone
from tools.bench.scene import count
from tools.bench.statements import most

pytestmark = pytest.mark.django_db


@cache
def evenings(slug: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a short and a long session with equally many players; neither is finished."""
    game = get_game(slug)
    by_game_and_size: dict[tuple[int, str], dict[int, dict[str, Any]]] = {}
    for seed in range(400):
        document = game.sample(Random(seed))
        state = read_document(document).state
        outcome = game.score(state)
        steps = len(game.play.steps(state, outcome))
        if steps and not outcome.finished:
            alike = len(state.players), str(document.get("edition"))
            by_game_and_size.setdefault(alike, {})[steps] = document
    lengths = max(by_game_and_size.values(), key=lambda by_length: max(by_length) - min(by_length))
    return lengths[min(lengths)], lengths[max(lengths)]


def begun(document: dict[str, Any]) -> Session:
    by = By(at=timezone.now())
    return open_table(document=read_document(document), by=by, browser=new_browser())


def count_queries(client: Client, session: Session, page: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert client.get(f"/table/{session.uuid}/{page}").status_code == 200
    return len(queries)


@pytest.mark.parametrize("page", ["", "board/", "result/", "history/"])
@pytest.mark.parametrize("slug", sorted(installed_games()))
def test_a_long_evening_asks_no_more_than_a_short_one(slug: str, page: str) -> None:
    short, long = [begun(document) for document in evenings(slug)]
    counts = [count_queries(phone(session, place=1), session, page) for session in (short, long)]
    assert counts[1] <= counts[0] <= most("page of a table")


def test_a_tap_without_javascript_takes_no_more_statements_than_with_it() -> None:
    session = artem_table("", "")
    host = phone(session, hosts=True)
    turn = {"key": str(uuid4()), "at": 2, "player": "Ida"}
    address = f"/table/{session.uuid}/artem/turn/"
    asked = count(lambda: host.post(address, turn))
    assert session.revisions.latest("number").number > 2
    assert asked <= most("tap artem")


def test_an_answer_has_its_own_version_so_that_the_next_poll_brings_what_followed() -> None:
    session = artem_table("", "", "1x2")
    recorded = recording.stop(session=session, by=By(at=timezone.now()))
    recording.reopen(session=session, by=By(at=timezone.now()))
    answer, poll = table_now(session, recorded=recorded), table_now(session)
    assert (answer.session.version, answer.state.stopped) == (5, True)
    assert (poll.session.version, poll.state.stopped) == (6, False)


def test_a_tap_that_comes_again_is_answered_with_what_followed_the_first_time() -> None:
    session, key = artem_table("", "", "1x2"), uuid4()
    recording.stop(session=session, by=By(at=timezone.now(), key=key))
    recording.reopen(session=session, by=By(at=timezone.now()))
    again = recording.stop(session=session, by=By(at=timezone.now(), key=key))
    assert again.revision == 5
    assert (table_now(session, recorded=again).session.revision, again.repeated) == (6, True)


def test_a_version_is_rendered_once_for_all_who_watch() -> None:
    session = artem_table()
    address = f"/table/{session.uuid}/live?seen=0"
    first, second = (phone(session) for _ in range(2))
    page = first.get(address, headers={"hx-request": "true"})
    with CaptureQueriesContext(
        connection,
    ) as queries:
        same = second.get(address, headers={"hx-request": "true"})
    assert same.content == page.content
    assert len(queries) == 1  # of the version, and whether the phone watches


def test_who_watches_sees_each_change_and_its_own_language() -> None:
    session = artem_table()
    watcher, host = phone(session), phone(session, hosts=True)
    address = f"/table/{session.uuid}/live?seen=0"
    headers = {"hx-request": "true"}
    before = watcher.get(address, headers=headers).content.decode()
    enter_turns(session, "")
    after = watcher.get(address, headers=headers).content.decode()
    french = watcher.get(address, headers={**headers, "accept-language": "fr"}).content.decode()
    assert "?seen=1" in before
    assert "?seen=2" in after
    assert "You are watching." in after
    assert "You are watching." not in french
    assert "csrfmiddlewaretoken" in host.get(address, headers=headers).content.decode()
