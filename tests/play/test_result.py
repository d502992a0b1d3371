"""The page of a result, for those at the table."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.core.outcome import Outcome
from scoring.core.wording import award_sentence
from scoring.models import Group, Session
from scoring.models.revisions import By
from scoring.registry import get_game
from scoring.sessions.lifecycle import delete
from tests.builders.tables import (
    artem_table,
    describe_session,
    finished_table,
    phone,
    result_url,
    signed_in,
)
from tests.pages import page_words, words

pytestmark = pytest.mark.django_db


def test_it_says_who_won_how_it_ended_and_why() -> None:
    session = finished_table()
    text = page_words(phone(session), result_url(session))
    assert "Joe wins" in text
    assert "Joe reached 20 points." in text
    assert "Joe beats Ida: 21 points against 7." in text


def test_its_label_says_what_was_played_when_and_where() -> None:
    session = finished_table()
    describe_session(session)
    text = page_words(phone(session), result_url(session))
    assert "Artem · 2 players · Thursday 12 November 2026 · Sam’s attic" in text
    assert "With cake." in text


def test_while_the_session_goes_on_it_says_who_is_ahead() -> None:
    session = artem_table("", "", "1x5")
    text = page_words(phone(session), result_url(session))
    assert "Ida is ahead" in text
    assert "Still playing: round 2, playing to 20 points." in text
    assert "Play again" not in text


def test_before_the_first_entry_it_says_so_and_draws_nothing() -> None:
    session = artem_table()
    html = phone(session).get(result_url(session)).content.decode()
    assert "Nothing entered yet" in html
    assert "<svg viewBox" not in html


def test_level_players_share_the_win_with_a_sentence() -> None:
    session = artem_table("", "", "1x5", "1x5")
    client = phone(session, hosts=True)
    client.post(reverse("end", args=[session.uuid]))
    text = page_words(client, result_url(session))
    assert "Ida and Joe share the win" in text
    assert "The game was stopped early; the standings at that point count." in text
    assert "Ida and Joe both have 7 points, so they share the win." in text


def test_the_drawing_has_a_title_a_description_and_the_same_numbers_as_a_table() -> None:
    session = finished_table()
    html = phone(session).get(result_url(session)).content.decode()
    assert '<title id="chart-title">Points round by round</title>' in html
    description = re.search(r"<desc[^>]*>(.*?)</desc>", html, re.DOTALL)
    assert description
    assert description[1].endswith("Ida 7; Joe 21")
    table = re.search(r'<table class="numbers">.*?</table>', html, re.DOTALL)
    assert table
    assert words(table[0]).startswith("Ida Joe Turn 1 0 0 Turn 2 0 0 Turn 3 7 0 Turn 4 7 9")


def test_every_line_has_its_colour_its_mark_and_its_dash() -> None:
    session = finished_table()
    html = phone(session).get(result_url(session)).content.decode()
    for place, dash in ((1, "none"), (2, "18 8")):
        course = re.search(rf'<g class="course seat-{place}">.*?</g>', html, re.DOTALL)
        assert course
        assert f'stroke-dasharray="{dash}"' in course[0]
        assert f"#seat-{place}" in course[0]


def test_nothing_on_it_is_styled_inline() -> None:
    session = finished_table()
    html = phone(session).get(result_url(session)).content.decode()
    assert not re.search(r"<style|\sstyle=|<script>|\son\w+=", html)


def test_it_opens_into_what_the_points_are_made_of() -> None:
    session = finished_table()
    assert "a row of 6, first play" in page_words(phone(session), result_url(session))


@pytest.mark.parametrize(
    ("points", "award"),
    [(40, "Best in Show: 40 points or more."), (12, "Participation Award: up to 24 points.")],
)
def test_an_award_for_the_whole_game_has_its_sentence(points: int, award: str) -> None:
    code = "best-in-show" if points == 40 else "participation-award"
    wording = get_game("canvas").wording
    over = Outcome(standings=(), ladder=(), end="paintings", details={"award": code})
    assert award_sentence(over, wording) == award
    going = Outcome(standings=(), ladder=(), end=None, details={"award": code})
    assert award_sentence(going, wording) == ""
    other: Outcome[Any] = Outcome(standings=(), ladder=(), end="paintings", details={})
    assert award_sentence(other, wording) == ""


def play_again_url(client: Client, session: Session) -> str:
    html = client.get(result_url(session)).content.decode()
    match = re.search(r'href="(/new/[^"]+)"', html)
    assert match
    return match[1].replace("&amp;", "&")


def test_it_can_be_played_again_with_the_same_players() -> None:
    session = finished_table()
    client = phone(session)
    html = client.get(play_again_url(client, session)).content.decode()
    assert re.findall(r'name="name" value="([^"]*)"', html) == ["Ida", "Joe"]


def test_it_is_played_again_in_the_same_group_by_who_keeps_its_scores() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    session = artem_table(turns=[{"player": "Ida", "claims": []}], end="main-deck", group=group)
    keeper = signed_in("kim", group, "scorekeeper")
    assert play_again_url(keeper, session).endswith("&group=thursday%2F")  # and no league of it
    member = signed_in("bob", group)
    assert "group" not in play_again_url(member, session)
    assert member.get(play_again_url(member, session)).status_code == 200


def test_it_is_played_again_with_one_tap() -> None:
    session = finished_table()
    host = phone(session, hosts=True)
    page = host.get(result_url(session)).content.decode()
    assert f'action="/table/{session.uuid}/rematch/"' in page
    host.post(f"/table/{session.uuid}/rematch/")
    following = Session.objects.latest("pk")
    page = host.get(result_url(session)).content.decode()
    assert f'href="/table/{following.uuid}/">Go to the next game</a>' in page
    assert "/rematch/" not in page


def test_a_phone_that_was_not_there_learns_no_names() -> None:
    session = finished_table()
    html = Client().get(f"/new/artem/?again={session.uuid}").content.decode()
    assert "Joe" not in html


def test_a_deleted_table_gives_its_names_to_nobody() -> None:
    session = finished_table()
    client = phone(session)
    delete(session=session, by=By(at=timezone.now()))
    assert "Joe" not in client.get(f"/new/artem/?again={session.uuid}").content.decode()


def test_it_costs_few_queries(django_assert_max_num_queries: Any) -> None:
    for session in (artem_table(), artem_table(*[""] * 40)):
        client = phone(session)
        with django_assert_max_num_queries(6):
            client.get(result_url(session))
