"""Canvas: points that are only on the cards, copied when a card first scores (R-C2)."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.canvas.cards import NOT_COPIED, Card, CardRefusal
from games.canvas.models import GroupCard
from games.canvas.rules import (
    Refusal,
    State,
    change_painting,
    complete_painting,
    copy_points,
    missing_points,
    score,
)
from games.canvas.tests.builders import check_refused, ended, hand, points, shows, table
from scoring.core.entries import stop
from scoring.models import Group, Membership, Session
from scoring.models.revisions import By
from scoring.play.rematch import open_rematch
from scoring.sessions.loading import load
from tests.builders.tables import phone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("printed")]

FOUR = ["Composition", "Repetition", "Unity", "Variety"]
CARDS = tuple([Card(name, points=NOT_COPIED) for name in FOUR])
SHAPES = shows("s|s|s|s|")  # two ribbons of Repetition
HUES = shows("h|h|h||")  # no ribbon of any of the four
ROW = {"points_2_0": 3, "points_2_1": 7}


def asked(state: State) -> tuple[str, ...]:
    return missing_points(state, score(state).details)


# The rules


def test_ribbons_of_a_card_are_worth_nothing_until_its_points_are_copied() -> None:
    state = table(CARDS, Ana=(SHAPES,), Ben=())
    assert points(score(state)) == {"Ana": 0, "Ben": 0}
    assert asked(state) == ("Repetition",)
    copied = copy_points(state, {"Repetition": (3, 7)})
    assert points(score(copied)) == {"Ana": 7, "Ben": 0}
    assert asked(copied) == ()


def test_ribbons_beyond_the_row_are_given_back_once_it_is_known() -> None:
    """R-C4"""
    state = table(CARDS, Ana=(SHAPES, SHAPES), Ben=())
    copied = copy_points(state, {"Repetition": (3, 7, 11)})
    assert points(score(copied)) == {"Ana": 11, "Ben": 0}


NEARLY_OVER = table(CARDS, Ana=(SHAPES, HUES), Ben=(HUES,) * 3)
OVER = table(CARDS, Ana=(HUES,) * 3, Ben=(HUES,) * 3)
BY_HAND = table(CARDS, Ana=(hand(Unity=2), hand(Unity=1)), Ben=())
COPIED = copy_points(NEARLY_OVER, {"Repetition": (3, 7)})


@pytest.mark.parametrize(
    ("act", "where", "code"),
    [
        pytest.param(
            lambda: complete_painting(NEARLY_OVER, "Ana", HUES), "cards",
            Refusal.POINTS_MISSING, id="a last painting",
        ),
        pytest.param(
            lambda: change_painting(OVER, "Ana", 0, SHAPES), "cards",
            Refusal.POINTS_MISSING, id="a correction after the end",
        ),
        pytest.param(
            lambda: stop(NEARLY_OVER), "cards", Refusal.POINTS_MISSING, id="stopping early"
        ),
        pytest.param(
            lambda: copy_points(COPIED, {"Repetition": (4, 7)}), "cards[1].points",
            CardRefusal.COPIED_MEANWHILE, id="other points than somebody else copied",
        ),
        pytest.param(
            lambda: copy_points(COPIED, {"Unity": NOT_COPIED}), "cards[2].points",
            CardRefusal.NO_POINTS, id="a row that is worth nothing",
        ),
        pytest.param(
            lambda: copy_points(COPIED, {"Unity": (5, 4)}), "cards[2].points[1]",
            CardRefusal.FALLING_POINTS, id="R-C2: a row that falls",
        ),
        pytest.param(
            lambda: copy_points(BY_HAND, {"Unity": (1, 2)}), "paintings.Ana[1].ribbons.Unity",
            CardRefusal.RIBBONS_GONE, id="R-C7: a row for fewer than were counted",
        ),
    ],
)  # fmt: skip
def test_it_refuses(act: Callable[[], State], where: str, code: StrEnum) -> None:
    check_refused(lambda: ended(act()), where, code, None)


def test_a_card_without_ribbons_keeps_no_game_from_ending() -> None:
    assert score(OVER).finished
    assert score(complete_painting(COPIED, "Ana", HUES)).finished
    assert score(stop(COPIED)).finished


def test_the_same_points_twice_are_no_disagreement() -> None:
    assert copy_points(COPIED, {"Repetition": (3, 7)}) == COPIED
    corrected = copy_points(COPIED, {"Repetition": (4, 7)}, correcting=True)
    assert corrected.cards[1].points == (4, 7)


# At the table

Answer = Any


def opened(client: Client, *names: str, **values: Any) -> Session:
    data = {"edition": "retail", "cards_of": "retail", "cards": FOUR, "name": names, **values}
    answer = client.post("/new/canvas/", {**data, "do": "open", "key": uuid4()})
    assert answer.status_code == 302, answer.content.decode()
    return Session.objects.latest("pk")


def sent(client: Client, session: Session, path: str, **values: Any) -> Answer:
    return client.post(f"/table/{session.uuid}/{path}", {"key": uuid4(), **values})


def paint(client: Client, session: Session, name: str, number: int, **values: Any) -> Answer:
    shapes = {f"slots_{slot}": ["shape"] for slot in range(1, 5)}
    way = {"way": "slots", **shapes, **values}
    return sent(client, session, "canvas/painting/", player=name, at=number - 1, **way)


def page_of(client: Client, session: Session, path: str = "") -> str:
    return client.get(f"/table/{session.uuid}/{path}").content.decode()


def row_of(session: Session, card: str = "Repetition") -> tuple[int, ...] | None:
    state: State = load(session).state
    return next(each.points for each in state.cards if each.name == card)


QUESTION = "Copy the points from the cards"


def test_it_asks_once_a_card_has_scored_and_for_no_other(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    assert QUESTION not in page_of(client, session)
    paint(client, session, "Ana", 1)
    page = page_of(client, session)
    assert QUESTION in page
    assert "the points of Repetition" in page
    assert "the points of Variety" not in page
    assert "Not counted yet: Repetition." in page_of(client, session, "board/")


def test_another_phone_answers_and_an_undo_asks_again(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    paint(client, session, "Ana", 1)
    other = phone(session, place=2)
    assert sent(other, session, "canvas/points/", **ROW).status_code == 302
    assert row_of(session) == (3, 7)
    page = page_of(client, session)
    assert QUESTION not in page
    assert 'data-points="1">7<' in page
    assert "Points were copied from the cards" in page_of(client, session, "history/")
    session.refresh_from_db()
    sent(client, session, "undo/", seen=session.revision)
    assert row_of(session) == NOT_COPIED
    assert QUESTION in page_of(client, session)


def test_who_only_watches_is_not_asked(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    paint(client, session, "Ana", 1)
    watcher = phone(session)
    assert QUESTION not in page_of(watcher, session)
    assert sent(watcher, session, "canvas/points/", **ROW).status_code == 403
    assert row_of(session) == NOT_COPIED


@pytest.mark.parametrize(
    ("values", "wrong"),
    [
        ({}, "Copy the points of at least one card."),
        ({"points_2_0": 3, "points_2_2": 9}, "Leave no gap"),
        ({"points_2_0": 3, "points_2_1": 2}, "More ribbons cannot be worth less"),
        ({"points_2_0": 1000}, "less than or equal to 999"),
        ({f"points_2_{at}": 0 for at in range(5)}, "Copy the points row that is printed on"),
    ],
)
def test_it_says_what_is_wrong_with_a_row_and_keeps_it(
    client: Client, values: dict[str, int], wrong: str
) -> None:
    session = opened(client, "Ana", "Ben")
    paint(client, session, "Ana", 1)
    answer = sent(client, session, "canvas/points/", **values)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert wrong in page
    for name, value in values.items():
        assert f'name="{name}" value="{value}"' in page
    assert row_of(session) == NOT_COPIED


def test_it_says_who_has_more_ribbons_than_the_row_is_long(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    paint(client, session, "Ben", 1, way="hand", ribbons_3=4)
    answer = sent(client, session, "canvas/points/", points_3_0=2, points_3_1=5)
    assert answer.status_code == 422
    assert "Ben already has more ribbons of “Unity”, counted by hand." in answer.content.decode()


def play_up_to_the_last(client: Client, session: Session) -> None:
    for name, number in [("Ana", 1), ("Ana", 2), ("Ana", 3), ("Ben", 1), ("Ben", 2)]:
        paint(client, session, name, number)


def test_the_last_painting_asks_in_its_own_form(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    play_up_to_the_last(client, session)
    answer = paint(client, session, "Ben", 3)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Before the game can end, copy the points of Repetition from the cards." in page
    assert 'name="points_2_0"' in page.partition('id="whose"')[2]
    assert paint(client, session, "Ben", 3, **ROW).status_code == 302
    session.refresh_from_db()
    assert session.finished_at
    assert row_of(session) == (3, 7)


def test_a_table_does_not_stop_before_its_points_are_there(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    paint(client, session, "Ana", 1)
    answer = sent(client, session, "end/")
    assert answer.status_code == 422
    assert "copy the points of Repetition" in answer.content.decode()
    sent(client, session, "canvas/points/", **ROW)
    sent(client, session, "end/")
    session.refresh_from_db()
    assert session.finished_at


def test_copied_points_are_corrected_with_a_look_at_the_effect(client: Client) -> None:
    session = opened(client, "Ana", "Ben")
    paint(client, session, "Ana", 1)
    sent(client, session, "canvas/points/", **ROW)
    address = f"/table/{session.uuid}/canvas/points/2/"
    assert f'href="{address}"' in page_of(client, session, "entries/")
    assert 'name="points_2_1" value="7"' in client.get(address).content.decode()
    values = {"points_2_0": 3, "points_2_1": 8}
    assert "7 → 8 points" in sent(client, session, "canvas/points/2/", **values).content.decode()
    assert row_of(session) == (3, 7)
    assert sent(client, session, "canvas/points/2/", **values, save="1").status_code == 302
    assert row_of(session) == (3, 8)


@pytest.mark.parametrize("place", [0, 5])
def test_no_other_card_is_corrected(client: Client, place: int) -> None:
    session = opened(client, "Ana", "Ben")
    assert client.get(f"/table/{session.uuid}/canvas/points/{place}/").status_code == 404


def test_points_that_the_edition_prints_are_not_corrected(client: Client) -> None:
    printed = {"edition": "r2i-2021", "cards_of": "r2i-2021", "cards": FOUR[:2]}
    session = opened(client, "Ana", "Ben", **printed)
    assert client.get(f"/table/{session.uuid}/canvas/points/1/").status_code == 404


# What is remembered


def play_with_points(client: Client, **values: Any) -> Session:
    session = opened(client, "Ana", "Ben", **values)
    paint(client, session, "Ana", 1)
    sent(client, session, "canvas/points/", **ROW)
    return session


def test_the_next_table_of_this_browser_knows_them(client: Client) -> None:
    play_with_points(client)
    opened(client, "Ana", "Ben", edition="r2i-2021", cards_of="r2i-2021", cards=FOUR[:2])
    page = client.post("/new/canvas/", {"do": "look", "edition": "retail"}).content.decode()
    assert "as copied on this device" in page
    assert row_of(opened(client, "Cy", "Dov")) == (3, 7)
    assert row_of(opened(Client(), "Cy", "Dov")) == NOT_COPIED


def test_a_phone_that_sat_there_knows_them_too(client: Client) -> None:
    session = play_with_points(client)
    other, watcher = phone(session, place=2), phone(session)
    assert row_of(opened(other, "Cy", "Dov")) == (3, 7)
    assert row_of(opened(watcher, "Cy", "Dov")) == NOT_COPIED


def test_the_points_of_the_latest_table_are_offered(client: Client) -> None:
    play_with_points(client)
    session = opened(client, "Ana", "Ben")
    sent(client, session, "canvas/points/2/", points_2_0=4, save="1")
    assert row_of(opened(client, "Ana", "Ben")) == (4,)


def test_the_rules_of_a_table_show_its_own_points_where_others_were_copied_since(
    client: Client,
) -> None:
    first = play_with_points(client)
    second = opened(client, "Ana", "Ben")
    sent(client, second, "canvas/points/2/", points_2_0=4, save="1")
    of_first, of_second = (
        client.get(f"/table/{session.uuid}/rules/").context["options"].initial
        for session in (first, second)
    )
    assert (of_first["own_name_0"], of_first["own_points_0"]) == ("Repetition", (3, 7))
    assert of_first["cards"] == ["Composition", "Unity", "Variety"]
    assert of_second["cards"] == FOUR
    assert of_second["points-retail-repetition"] == (4,)
    assert "own_name_0" not in of_second


@pytest.fixture
def thursday_of_alice(client: Client, thursday: Group) -> Group:
    user = User.objects.create_user("alice")
    Membership.objects.create(user=user, group=thursday, role=Membership.Role.OWNER)
    client.force_login(user)
    return thursday


def test_the_group_learns_them_and_a_correction_of_them(
    client: Client, thursday_of_alice: Group
) -> None:
    session = play_with_points(client, group="thursday")
    cards = GroupCard.objects.filter(group=thursday_of_alice)
    assert {card.name: card.points for card in cards} == {"Repetition": (3, 7)}
    sent(client, session, "canvas/points/2/", points_2_0=4, save="1")
    assert {card.name: card.points for card in cards.all()} == {"Repetition": (4,)}
    other = Client()
    other.force_login(User.objects.get(username="alice"))
    assert row_of(opened(other, "Ana", "Ben", group="thursday")) == (4,)


def test_a_rematch_keeps_them(client: Client) -> None:
    session = play_with_points(client)
    sent(client, session, "end/")
    session.refresh_from_db()
    following = open_rematch(session=session, by=By(at=timezone.now()))
    assert row_of(following) == (3, 7)
    assert row_of(following, "Unity") == NOT_COPIED
