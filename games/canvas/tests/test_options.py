"""Canvas: what a new table chooses."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.canvas.cards import NOT_COPIED
from games.canvas.models import GroupCard
from games.canvas.rules import State
from scoring.models import Group, Membership, Session
from scoring.sessions.loading import load

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("printed")]
HTMX = {"HX-Request": "true"}
FOUR = ["Composition", "Repetition", "Unity", "Variety"]
ROWS: dict[str, Any] = {
    f"points-retail-{name.lower()}_{at}": worth for name in FOUR for at, worth in enumerate((2, 5))
}


@pytest.fixture
def alice(client: Client, thursday: Group) -> User:
    user = User.objects.create_user("alice")
    Membership.objects.create(user=user, group=thursday, role=Membership.Role.OWNER)
    client.force_login(user)
    return user


def posted(client: Client, do: str = "open", edition: str = "r2i-2021", **values: Any) -> Any:
    data = {
        "edition": edition,
        "cards_of": edition,
        "name": ["Ana", "Ben"],
        "key": uuid4(),
        **values,
    }
    return client.post("/new/canvas/", {**data, "do": do}, headers=HTMX)


def own_card(name: str, condition: str = "") -> dict[str, Any]:
    """A card that is typed, worth 3 and 8."""
    points = {"own_points_0_0": 3, "own_points_0_1": 8}
    return {"own_name_0": name, "own_condition_0": condition, **points}


def chosen(answer: Any) -> list[str]:
    return re.findall(r'type="checkbox" value="([^"]+)" checked', answer.content.decode())


def state() -> State:
    state: State = load(Session.objects.latest("pk")).state
    return state


def test_it_begins_with_the_first_named_set(client: Client) -> None:
    page = client.get("/new/canvas/")
    assert chosen(page) == ["Composition", "Emphasis", "Repetition", "Variety"]
    assert "One ribbon for each pair of shapes." in page.content.decode()
    assert "3 · 7 · 11 · 16" in page.content.decode()


def test_a_named_set_chooses_its_cards_and_keeps_the_names(client: Client) -> None:
    answer = posted(client, "setup:Family")
    assert chosen(answer) == ["Composition", "Variety"]
    assert 'value="Ana"' in answer.content.decode()
    assert not Session.objects.exists()


@pytest.mark.parametrize("number", [2, 3, 4])
def test_the_server_draws_as_many_cards_as_were_asked_for(client: Client, number: int) -> None:
    drawn = {tuple(chosen(posted(client, f"draw-cards:{number}"))) for _draw in range(12)}
    assert {len(cards) for cards in drawn} == {number}
    assert len(drawn) > 1


@pytest.mark.parametrize("number", ["2", "", "four", "٤", "9" * 5000])
def test_it_draws_no_number_that_the_edition_does_not_play(client: Client, number: str) -> None:
    answer = posted(client, f"draw-cards:{number}", "retail", cards=FOUR)
    assert chosen(answer) == FOUR


def test_another_edition_shows_its_own_cards(client: Client) -> None:
    answer = posted(client, "look", "retail", cards_of="r2i-2021", cards=["Style"])
    assert chosen(answer) == FOUR


def test_it_opens_no_table_with_cards_that_were_not_shown(client: Client) -> None:
    answer = posted(client, "open", "retail", cards_of="r2i-2021", cards=FOUR)
    assert answer.status_code == 422
    assert "These are the cards of this edition" in answer.content.decode()


def test_it_offers_to_draw_the_usual_number_first(client: Client) -> None:
    page = posted(client, "look").content.decode()
    assert re.findall(r'value="draw-cards:(\d)"', page) == ["4", "3", "2"]


def test_it_opens_without_the_points_that_are_on_the_cards_alone(client: Client) -> None:
    answer = posted(client, edition="retail", cards=FOUR)
    assert answer.status_code == 200
    assert [(card.name, card.points) for card in state().cards] == [
        (name, NOT_COPIED) for name in FOUR
    ]


def test_it_states_the_points_that_were_copied(client: Client) -> None:
    posted(client, edition="retail", cards=FOUR, **ROWS)
    assert [(card.name, card.points) for card in state().cards] == [(name, (2, 5)) for name in FOUR]


def test_a_points_row_has_no_gap(client: Client) -> None:
    gap: dict[str, Any] = {**ROWS, "points-retail-unity_1": "", "points-retail-unity_2": "9"}
    answer = posted(client, edition="retail", cards=FOUR, **gap)
    assert answer.status_code == 422
    assert "Leave no gap" in answer.content.decode()


@pytest.mark.usefixtures("alice")
def test_a_group_copies_its_points_once(client: Client, thursday: Group) -> None:
    posted(client, edition="retail", cards=FOUR, group="thursday", **ROWS)
    assert {
        card.name: card.points for card in GroupCard.objects.filter(group=thursday)
    } == dict.fromkeys(FOUR, (2, 5))
    again = posted(client, edition="retail", cards=FOUR, group="thursday")
    assert again.status_code == 200
    assert Session.objects.filter(group=thursday).count() == 2
    assert state().cards[0].points == (2, 5)


def test_a_table_of_no_group_leaves_nothing_behind(client: Client) -> None:
    posted(client, edition="retail", cards=FOUR, **ROWS)
    assert not GroupCard.objects.exists()


def test_a_card_that_nobody_knows_is_typed(client: Client) -> None:
    posted(client, cards=["Variety"], **own_card("Chiaroscuro", "style"))
    card = state().cards[1]
    assert (card.name, card.condition, card.points) == ("Chiaroscuro", "style", (3, 8))


def test_a_card_that_nobody_knows_is_counted_by_hand_if_the_table_says_so(client: Client) -> None:
    posted(client, cards=["Variety"], **own_card("Chiaroscuro", "by-hand"))
    assert state().cards[1].condition == "by-hand"


@pytest.mark.parametrize(
    ("edition", "cards"), [("retail", FOUR[1:]), ("r2i-2021", ["Variety", "Style"])]
)
def test_a_misspelt_card_opens_no_table_before_somebody_says_what_earns_its_ribbons(
    client: Client, edition: str, cards: list[str]
) -> None:
    answer = posted(client, edition=edition, cards=cards, **ROWS, **own_card("Compositon"))
    assert answer.status_code == 422
    wrong = "This edition has no card “Compositon”; give the condition for its ribbons."
    assert answer.context["options"].errors == {"own_condition_0": [wrong]}
    assert wrong in answer.content.decode()
    assert not Session.objects.exists()


def test_a_card_of_the_edition_that_is_typed_needs_no_condition(client: Client) -> None:
    posted(client, cards=["Variety"], **own_card("Style"))
    card = state().cards[1]
    assert (card.name, card.condition, card.points) == ("Style", "style", (3, 8))


@pytest.mark.parametrize(
    "values",
    [
        pytest.param({"cards": ["Variety"]}, id="R-C2: one card is too few"),
        pytest.param(
            {"cards": ["Variety", "Style", "Space", "Movement", "Symmetry"]}, id="R-C2: five"
        ),
        pytest.param(
            {"edition": "retail", "cards": FOUR[:3], **ROWS}, id="R-C2: retail plays four"
        ),
        pytest.param(
            {"cards": ["Variety"], "own_name_0": "Variety", "own_points_0_0": 1}, id="a name twice"
        ),
    ],
)
def test_it_opens_no_table_that_the_rules_refuse(client: Client, values: dict[str, Any]) -> None:
    answer = posted(client, **values)
    assert answer.status_code == 422
    assert 'class="wrong"' in answer.content.decode()
    assert not Session.objects.exists()


def test_the_line_of_rules_says_names_as_the_reader_knows_them(client: Client) -> None:
    page = client.get("/new/canvas/", headers={"Accept-Language": "fr"}).content.decode()
    lines = re.findall(r'class="rules-line">(.*?)<', page)
    assert [line.partition(" · ")[0] for line in lines] == ["Premier tirage, 2021"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("edition", "reminder"),
    [
        (
            "r2i-2021",
            (
                "Scored as: First printing, 2021. Is your copy from a shop? "
                "Then change the rules to the retail edition."
            ),
        ),
        ("retail", "Scored as: Retail edition."),
    ],
)
def test_a_new_table_says_beside_its_button_which_edition_is_scored(
    client: Client, edition: str, reminder: str
) -> None:
    """R-C6: a bonus icon is worth 1 point in one and 2 in the other."""
    data = {"name": ["Ana", "Ben"], "begins": "0", "do": "look", "edition": edition}
    page = client.post("/new/canvas/", data).content.decode()
    assert f'<p id="reminder" class="small">{reminder}</p>' in page
