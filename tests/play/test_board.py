"""The board: the standings, the code, the hourglass and what changed last."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models.revisions import By
from scoring.play.timer import start_timer
from scoring.sessions.code_renewal import renew_code
from scoring.sessions.recording import describe
from scoring.sessions.undo import undo
from tests.builders.tables import artem_table, finished_table, phone
from tests.pages import page_words, words

pytestmark = pytest.mark.django_db


def board(session: Any) -> str:
    return reverse("board", args=[session.uuid])


def plates(client: Client, session: Any) -> list[str]:
    html = client.get(board(session)).content.decode()
    return [words(item) for item in re.findall(r"<li class=\"lane.*?</li>", html, re.DOTALL)]


def test_an_empty_board_names_everyone_and_shows_no_points() -> None:
    session = artem_table()
    client = phone(session)
    assert plates(client, session) == [
        "– Ida to play 20 points to go –",
        "– Joe 20 points to go –",
    ]
    assert "round 1, playing to 20 points" in page_words(client, board(session))


def test_it_says_whose_turn_it_is_and_what_is_still_to_come() -> None:
    session = artem_table("", "", "1x5")
    assert plates(phone(session), session) == [
        "1 Ida ▲ +7 13 points to go 7",
        "2 Joe to play 20 points to go down from place 1 0",
    ]


def test_it_marks_who_came_from_where_by_the_latest_change() -> None:
    session = artem_table("", "", "1x5", "1x6")
    assert plates(phone(session), session) == [
        "1 Joe ▲ +9 11 points to go up from place 2 9",
        "2 Ida to play 13 points to go down from place 1 7",
    ]


def test_what_was_taken_back_is_marked_as_well() -> None:
    session = artem_table("", "", "1x5")
    undo(session=session, by=By(at=timezone.now()))
    session.refresh_from_db()
    assert plates(phone(session), session)[0] == "1 Ida ▼ -7 to play 20 points to go 0"


def test_a_change_of_the_place_marks_nobody() -> None:
    session = artem_table("", "", "1x5")
    describe(session=session, played_on=None, location="Attic", notes="", by=By(at=timezone.now()))
    assert "▲" not in page_words(phone(session), board(session))


def test_at_the_end_it_says_who_wins_how_it_ended_and_why() -> None:
    session = finished_table()
    text = page_words(phone(session), board(session))
    assert "Joe wins" in text
    assert "Joe reached 20 points." in text
    assert "Joe beats Ida: 21 points against 7." in text
    assert "to play" not in text


def test_it_offers_to_join_while_the_table_is_open() -> None:
    session = artem_table()
    text = page_words(phone(session), board(session))
    assert "Scan to join" in text
    assert session.spoken_code in text


@pytest.mark.parametrize("ended", [True, False])
def test_the_code_is_gone_when_nobody_may_come_any_more(ended: bool) -> None:
    session = finished_table() if ended else artem_table()
    text = page_words(phone(session), board(session))
    assert (session.spoken_code in text) is not ended


def test_the_code_changes_when_the_host_renews_it() -> None:
    session = artem_table()
    client = phone(session, place=1)
    old = session.spoken_code
    renew_code(session=session)
    session.refresh_from_db()
    text = page_words(client, board(session))
    assert session.spoken_code in text
    assert old not in text


def test_the_hourglass_shows_when_it_runs() -> None:
    session = artem_table()
    client = phone(session)
    assert "hourglass" not in client.get(board(session)).content.decode()
    start_timer(session=session, seconds=60, at=timezone.now() - timedelta(seconds=5))
    assert "Time left, in seconds:" in page_words(client, board(session))


def test_names_are_escaped() -> None:
    session = artem_table(players=("<b>Ida</b>", "Joe"))
    html = phone(session).get(board(session)).content.decode()
    assert "&lt;b&gt;Ida&lt;/b&gt;" in html
    assert "<b>Ida" not in html


def test_it_keeps_the_screen_on_and_says_when_the_connection_is_lost() -> None:
    session = artem_table()
    html = phone(session).get(board(session)).content.decode()
    assert "data-wake" in html
    assert 'data-notice="offline"' in html


def test_it_costs_few_queries_however_long_the_evening_is(
    django_assert_max_num_queries: Any,
) -> None:
    for session in (artem_table(), artem_table(*[""] * 40)):
        client = phone(session)
        with django_assert_max_num_queries(5):
            client.get(board(session))


def test_a_look_without_news_costs_one_query(django_assert_max_num_queries: Any) -> None:
    session = artem_table()
    client = phone(session)
    address = reverse("board_live", args=[session.uuid])
    with django_assert_max_num_queries(1):
        client.get(f"{address}?seen={session.version}")


def test_the_heading_says_what_is_done_right_now() -> None:
    session = artem_table("", "")
    text = page_words(phone(session), board(session))
    assert "Artem · round 2, playing to 20 points Ida’s turn 20 to go" in text


def test_the_code_is_small_once_each_seat_has_a_phone() -> None:
    session = artem_table()
    watcher, ida = phone(session), phone(session, place=1)
    assert "small-code" not in watcher.get(board(session)).content.decode()
    joe = phone(session)
    joe.post(reverse("seats", args=[session.uuid]), {"place": 2})
    assert "small-code" in watcher.get(board(session)).content.decode()
    ida.post(reverse("seats", args=[session.uuid]), {"place": ""})
    assert "small-code" not in watcher.get(board(session)).content.decode()
