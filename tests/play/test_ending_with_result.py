"""Ending an open table with a result, where nobody entered what happened on the way there."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.documents.scorer import dump_document
from scoring.models import Group, Phone, Result, Session
from scoring.models.revisions import By
from scoring.noted.rules import NotedPlayer, State
from scoring.play.noting import end_with_result
from scoring.sessions.loading import load
from scoring.sessions.undo import redo, undo
from scoring.upkeep.rescore import differences, group_differences
from tests.builders.noted import GAMES
from tests.builders.seasons import season_of
from tests.builders.tables import artem_table, open_empty, phone, signed_in
from tests.pages import page_words, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


def end(client: Client, session: Session, key: object = None, **fields: object) -> Any:
    address = reverse("end_with_result", args=[session.uuid])
    return client.post(address, {"key": str(key or uuid4()), **fields})


def standings(session: Session) -> list[tuple[str, int, int | None]]:
    rows = Result.objects.filter(session=session).order_by("rank", "seat__place")
    return list(rows.values_list("seat__name", "rank", "points"))


@pytest.mark.parametrize("slug", GAMES)
def test_it_becomes_the_result_of_the_same_session(slug: str, group: Group) -> None:
    season = season_of(group, starts_on=timezone.localdate())
    session = open_empty(slug, group=group, league=season.league)
    joe = phone(session, place=2)
    assert "Enter only the result" in page_words(joe, reverse("about", args=[session.uuid]))
    answer = end(joe, session, **{"points-0": 4, "points-1": 7, "points-2": 2})
    assert answer.headers["Location"] == reverse("result", args=[session.uuid])
    session.refresh_from_db()
    assert session.result_only
    assert standings(session) == [("Joe", 1, 7), ("Ida", 2, 4), ("Kim", 3, 2)]
    assert Phone.objects.get(seat__place=2).session == session
    assert list(season.counted_sessions.values_list("session", flat=True)) == [session.pk]
    assert [*differences(session.pk), *group_differences(group)] == []


def test_the_phones_and_the_board_are_led_to_the_result() -> None:
    session = artem_table()
    joe, ida = phone(session, place=2), phone(session, place=1)
    seen = f"?seen={session.version}"
    end(joe, session, **{"place-0": 2, "place-1": 1})
    poll = ida.get(reverse("live", args=[session.uuid]) + seen, headers={"HX-Request": "true"})
    assert poll.headers["HX-Redirect"] == reverse("result", args=[session.uuid])
    board = ida.get(reverse("board_live", args=[session.uuid]) + seen)
    assert "Joe wins" in words(board.content.decode())
    assert "Only the result was entered." in page_words(ida, reverse("result", args=[session.uuid]))


def test_the_history_has_both_and_leads_back(group: Group) -> None:
    session = artem_table(group=group)
    joe = phone(session, place=2)
    end(joe, session, **{"winner-1": "on"})
    history = page_words(joe, reverse("history", args=[session.uuid]))
    assert "Only the result was entered" in history
    assert "Table opened" in history
    restore = reverse("restore", args=[session.uuid, 1])
    assert "What this would change" in page_words(joe, restore)
    assert joe.post(restore, {"key": str(uuid4())}).status_code == 302
    session.refresh_from_db()
    assert (session.result_only, session.finished_at) == (False, None)
    assert "Ida’s turn" in page_words(joe, reverse("table", args=[session.uuid]))
    assert [*standings(session), *differences(session.pk), *group_differences(group)] == []


@pytest.mark.parametrize("slug", GAMES)
def test_it_is_undone_and_redone_like_any_change(slug: str) -> None:
    session, by = open_empty(slug), By(at=timezone.now())
    noted = State((NotedPlayer("Ida", 1), NotedPlayer("Joe", 3), NotedPlayer("Kim", 2)))
    end_with_result(session=session, state=noted, by=by)
    undo(session=session, by=by)
    session.refresh_from_db()
    assert (session.result_only, standings(session), differences(session.pk)) == (False, [], [])
    redo(session=session, by=by)
    session.refresh_from_db()
    assert session.result_only
    assert [name for name, _rank, _points in standings(session)] == ["Joe", "Kim", "Ida"]
    assert differences(session.pk) == []


def test_an_edition_stays() -> None:
    session = open_empty("artbox", edition="fr-2019")
    end(phone(session, place=1), session, **{"points-0": 4, "points-1": 7, "points-2": 2})
    assert "fr-2019" in str(dump_document(load(session)))


def test_it_is_refused_once_something_that_can_score_was_recorded() -> None:
    session = artem_table("", "", "1x5")
    ida = phone(session, place=1)
    assert "Enter only the result" not in page_words(ida, reverse("about", args=[session.uuid]))
    answer = end(ida, session, **{"points-0": 4, "points-1": 7})
    assert answer.status_code == 422
    assert "Stop the game, or undo that first." in words(answer.content.decode())
    session.refresh_from_db()
    assert (session.revision, session.result_only) == (4, False)


def test_what_cannot_score_is_in_nobodys_way() -> None:
    """There is nothing to stop either: without this the table could only be deleted."""
    session = artem_table("", "")
    ida = phone(session, place=1)
    assert "Enter only the result" in page_words(ida, reverse("about", args=[session.uuid]))
    assert end(ida, session, **{"points-0": 4, "points-1": 7}).status_code == 302
    assert standings(session) == [("Joe", 1, 7), ("Ida", 2, 4)]
    assert differences(session.pk) == []


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({}, "Enter the points, the places, or who won."),
        ({"points-0": 4}, "“points” is missing here."),
        ({"points-0": 4, "points-1": 900}, "not possible here"),
        ({"place-0": 1, "place-1": 3}, "places are counted 1, 2, 2, 4"),
    ],
)
def test_what_cannot_be_is_refused_at_its_place(fields: dict[str, int], sentence: str) -> None:
    session = artem_table()
    answer = end(phone(session, place=1), session, **fields)
    assert answer.status_code == 422
    assert sentence in words(answer.content.decode())
    session.refresh_from_db()
    assert session.revision == 1


def test_it_asks_who_is_ahead_where_the_game_separates_equal_points() -> None:
    session = open_empty("canvas", "Ida", "Joe")
    ida, points = phone(session, place=1), {"points-0": 30, "points-1": 30}
    answer = end(ida, session, **points)
    assert "Enter their places, or tick who won." in words(answer.content.decode())
    assert end(ida, session, ties_are_shared="on", **points).status_code == 302
    assert standings(session) == [("Ida", 1, 30), ("Joe", 1, 30)]


def test_the_same_tap_again_leads_to_the_result_too() -> None:
    session, key = artem_table(), uuid4()
    ida, points = phone(session, place=1), {"points-0": 4, "points-1": 7}
    answers = [end(ida, session, key, **points) for _time in range(2)]
    assert {answer.headers["Location"] for answer in answers} == {
        reverse("result", args=[session.uuid])
    }
    session.refresh_from_db()
    assert session.revision == 2


def test_who_only_watches_ends_nothing() -> None:
    session = artem_table()
    assert end(phone(session), session, **{"points-0": 4, "points-1": 7}).status_code == 403


def test_whoever_enters_a_result_is_led_to_the_table_that_these_players_have(group: Group) -> None:
    season_of(group)
    session = artem_table(group=group)
    keeper = signed_in("kim", group, "scorekeeper")
    result = {
        "game": "artem",
        "played_on": session.played_on,
        "key": str(uuid4()),
        "points-0": 4,
        "points-1": 7,
    }
    answer = keeper.post(reverse("enter_result", args=["thursday"]), result)
    page = answer.content.decode()
    assert (answer.status_code, Session.objects.count()) == (422, 1)
    assert "These players have an open table of this game." in words(page)
    assert reverse("end_with_result", args=[session.uuid]) in page
    result["is_another"] = "on"
    assert keeper.post(reverse("enter_result", args=["thursday"]), result).status_code == 302
    assert Session.objects.count() == 2
