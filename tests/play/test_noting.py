"""Entering a result without rounds in one form, and correcting it."""

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.models import Group, Membership, Player, Result, Session
from tests.builders.noted import GAMES, noted_points
from tests.builders.seasons import play_session, season_of
from tests.builders.tables import signed_in
from tests.pages import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    group = Group.objects.create(name="Thursday", slug="thursday")
    for name in ("Ana", "Ben", "Cleo"):
        Player.objects.create(group=group, name=name)
    season_of(group)
    return group


@pytest.fixture
def keeper(group: Group) -> Client:
    return signed_in("keeper", group, Membership.Role.SCOREKEEPER)


def said() -> dict[str, Any]:
    return {
        "game": "canvas",
        "played_on": "2026-03-01",
        "key": "6a0f1c52-7a53-4f5b-9d3e-2b8a51a7c001",
    }


def said_by(response: Any) -> str:
    return words(response.content.decode())


POINTS = {"points-0": 30, "points-1": 28}


def results(session: Session) -> list[tuple[str, int, int | None]]:
    rows = Result.objects.filter(session=session).order_by("rank", "pk")
    return list(rows.values_list("player__name", "rank", "points"))


def test_points_of_two_players_make_a_session(keeper: Client) -> None:
    response = keeper.post(reverse("enter_result", args=["thursday"]), said() | POINTS)
    session = Session.objects.get()
    assert response.headers["Location"] == reverse("result", args=[session.uuid])
    assert (session.group_id is not None, session.result_only, session.played_on) == (
        True,
        True,
        date(2026, 3, 1),
    )
    assert results(session) == [("Ana", 1, 30), ("Ben", 2, 28)]


def test_a_form_that_is_sent_twice_counts_once(keeper: Client) -> None:
    for _again in range(2):
        keeper.post(reverse("enter_result", args=["thursday"]), said() | POINTS)
    assert Session.objects.count() == 1


def test_a_new_name_is_a_new_player_and_other_capitals_are_the_same_one(keeper: Client) -> None:
    new = {"name-new0": "ÁNA", "points-new0": 20, "name-new1": "Dov", "points-new1": 9}
    keeper.post(reverse("enter_result", args=["thursday"]), said() | new)
    assert results(Session.objects.get()) == [("Ana", 1, 20), ("Dov", 2, 9)]
    assert Player.objects.count() == 4


def test_it_asks_for_the_places_where_the_game_breaks_ties(keeper: Client) -> None:
    level = said() | {"points-0": 30, "points-1": 30}
    response = keeper.post(reverse("enter_result", args=["thursday"]), level)
    assert "this game has a tie-break" in said_by(response)
    assert not Session.objects.exists()
    keeper.post(reverse("enter_result", args=["thursday"]), level | {"ties_are_shared": "on"})
    assert results(Session.objects.get()) == [("Ana", 1, 30), ("Ben", 1, 30)]


def test_it_asks_whether_it_is_another_session(keeper: Client) -> None:
    keeper.post(reverse("enter_result", args=["thursday"]), said() | POINTS)
    again = said() | POINTS | {"key": "6a0f1c52-7a53-4f5b-9d3e-2b8a51a7c002"}
    response = keeper.post(reverse("enter_result", args=["thursday"]), again)
    assert "already seems to be here" in said_by(response)
    assert Session.objects.count() == 1
    keeper.post(reverse("enter_result", args=["thursday"]), again | {"is_another": "on"})
    assert Session.objects.count() == 2


def test_what_is_refused_is_said_beside_its_field(keeper: Client) -> None:
    wrong = said() | {"points-0": 30, "place-0": 2, "points-1": 28, "place-1": 1}
    response = keeper.post(reverse("enter_result", args=["thursday"]), wrong)
    assert response.status_code == 422
    assert "With 30 points, the place must be 1." in said_by(response)


@pytest.mark.parametrize(
    ("wrong", "first"),
    [
        pytest.param({"place-1": 9}, "place-1", id="a field"),
        pytest.param({"place-1": 9, "points-0": -1}, "points-0", id="the first of two players"),
        pytest.param({"place-1": 9, "played_on": "x"}, "played_on", id="above the players"),
        pytest.param({"place-1": 9, "minutes": 0}, "place-1", id="before what is folded"),
        pytest.param({"minutes": 0}, "minutes", id="what is folded"),
        pytest.param({"place-0": 2, "place-1": 1}, "place-0", id="what the rules refuse"),
    ],
)
def test_a_refused_result_opens_at_its_first_wrong_field(
    wrong: dict[str, object], first: str, keeper: Client
) -> None:
    response = keeper.post(reverse("enter_result", args=["thursday"]), said() | POINTS | wrong)
    assert response.status_code == 422
    html = response.content.decode()
    focused = [tag for tag in re.findall(r"<input[^>]*>", html) if " autofocus" in tag]
    assert [re.findall(r'name="([^"]*)"', tag) for tag in focused] == [[first]]
    details = re.findall(r"<details( open)?>\s*<summary>League", html)
    assert details == [" open" if "minutes" in wrong else ""]


def test_a_refused_correction_opens_at_its_first_wrong_field(keeper: Client) -> None:
    keeper.post(reverse("enter_result", args=["thursday"]), said() | POINTS)
    session = Session.objects.get()
    wrong = {"points-0": 20, "points-1": 28, "place-0": 1, "seen": session.revision, "save": "1"}
    response = keeper.post(reverse("correct_result", args=[session.uuid]), wrong)
    focused = re.findall(r'<input[^>]* name="([^"]*)"[^>]* autofocus', response.content.decode())
    assert focused == ["place-0"]


def test_a_correction_is_previewed_and_saved(keeper: Client) -> None:
    keeper.post(reverse("enter_result", args=["thursday"]), said() | POINTS)
    session = Session.objects.get()
    address = reverse("correct_result", args=[session.uuid])
    assert keeper.get(address).status_code == 200
    other = {"points-0": 20, "points-1": 28, "seen": session.revision}
    assert "Ana" in said_by(keeper.post(address, other))
    assert results(session) == [("Ana", 1, 30), ("Ben", 2, 28)]
    response = keeper.post(address, other | {"save": "1"}, follow=True)
    assert results(session) == [("Ben", 1, 28), ("Ana", 2, 20)]
    assert "Only the result was entered." in said_by(response)
    keeper.post(reverse("undo", args=[session.uuid]), {"seen": 2})
    assert results(session) == [("Ana", 1, 30), ("Ben", 2, 28)]


def test_pages_of_rounds_lead_to_the_result(keeper: Client) -> None:
    keeper.post(reverse("enter_result", args=["thursday"]), said() | POINTS)
    session = Session.objects.get()
    result = reverse("result", args=[session.uuid])
    for page in ("table", "entries"):
        assert keeper.get(reverse(page, args=[session.uuid])).headers["Location"] == result
    assert keeper.get(reverse("board", args=[session.uuid])).status_code == 200
    assert keeper.get(reverse("about", args=[session.uuid])).status_code == 200
    assert keeper.get(reverse("history", args=[session.uuid])).status_code == 200
    assert keeper.post(reverse("end", args=[session.uuid])).status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_a_result_of_every_game_has_its_page(keeper: Client, group: Group, game: str) -> None:
    session = play_session(group, noted_points(game, 3, 2, 1), league=None)
    page = keeper.get(reverse("result", args=[session.uuid]))
    assert "Only the result was entered." in said_by(page)


@pytest.mark.parametrize(("role", "status"), [("member", 403), (None, 404)])
def test_only_scorekeepers_and_owners_enter_results(
    group: Group, role: str | None, status: int
) -> None:
    client = signed_in("somebody", group if role else None)
    assert client.get(reverse("enter_result", args=["thursday"])).status_code == status
