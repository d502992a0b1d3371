"""The end of a game, on every screen: who won, what decided, who did what best."""

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.models.revisions import By
from scoring.play.celebration import celebration
from scoring.play.screen import plates, table_now
from scoring.sessions.recording import stop
from tests.builders.tables import artem_table, finished_table, open_empty, phone

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("page", ["table", "board"])
def test_it_is_the_same_on_phones_and_the_board(page: str) -> None:
    session = finished_table()
    html = phone(session, place=2).get(reverse(page, args=[session.uuid])).content.decode()
    assert '<section class="celebration seat-2"' in html
    assert '<span class="names">Joe</span> wins</h2>' in html
    assert "Joe beats Ida: 21 points against 7." in html


def test_it_names_who_did_what_best() -> None:
    now = table_now(finished_table())
    shown = celebration(now, plates(now))
    assert shown is not None
    assert [(best.title, best.names, best.says) for best in shown.bests] == [
        ("The longest claim", "Joe", "A row of 6"),
        ("The best turn", "Joe", "9 points"),
    ]


def test_nothing_is_celebrated_while_the_game_goes_on() -> None:
    now = table_now(artem_table("", "", "1x5"))
    assert celebration(now, plates(now)) is None


def test_nothing_is_celebrated_that_was_never_played() -> None:
    now = table_now(artem_table(end="main-deck"))
    assert celebration(now, plates(now)) is None


def test_who_shares_the_win_is_named_with_the_others() -> None:
    session = artem_table("", "", "1x4", "1x4")
    stop(session=session, by=By(at=timezone.now()))
    now = table_now(session)
    shown = celebration(now, plates(now))
    assert shown is not None
    assert [plate.name for plate in shown.winners] == ["Ida", "Joe"]
    assert shown.decided == "Ida and Joe both have 5 points, so they share the win."


def test_a_shared_win_is_explained_and_not_who_is_below() -> None:
    session = artem_table("", "", "", "1x4", "1x4", players=("Ida", "Joe", "Kim"))
    stop(session=session, by=By(at=timezone.now()))
    now = table_now(session)
    shown = celebration(now, plates(now))
    assert shown is not None
    assert shown.decided == "Ida and Joe both have 5 points, so they share the win."


def test_all_who_share_the_win_are_named_in_the_reason() -> None:
    now = table_now(open_empty("artem", "Ida", "Joe", "Kim", "Lou", end="main-deck"))
    rows = plates(now)
    sentence = "Ida, Joe, Kim and Lou all have 0 points, so they share the win."
    assert [row.why for row in rows] == ["", sentence, "", ""]


def test_after_the_end_the_table_says_how_long_it_was() -> None:
    session = artem_table("", "", "1x4")
    stop(session=session, by=By(at=timezone.now()))
    assert "over in round 2" in phone(session).get(f"/table/{session.uuid}/").content.decode()


def test_after_the_end_the_entries_are_no_longer_so_far() -> None:
    session = artem_table("", "", "1x4", "2x5")
    address = f"/table/{session.uuid}/entries/"
    page = phone(session).get(address).content.decode()
    assert "<h1>So far</h1>" in page
    assert "a row of 4, first play" in page
    assert "a row of 5, second play" in page
    stop(session=session, by=By(at=timezone.now()))
    assert "<h1>What was entered</h1>" in phone(session).get(address).content.decode()
