"""Canvas: cards put on the table and paintings of art cards, entered in the admin."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from games.canvas.models import ArtCard, GroupCard, RibbonPoints
from games.canvas.printed import load_catalogue
from scoring.documents.scorer import dump_document, read_document
from scoring.models import Group, Session
from scoring.models.revisions import By
from scoring.sessions import recording
from scoring.sessions.loading import load
from tests.builders.admin_forms import form_data, page_of, refusals

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

NOW = datetime(2024, 2, 29, 20, 0, tzinfo=UTC)
OPENING: dict[str, Any] = {
    "format": "scorefolio/session@1",
    "game": "canvas",
    "edition": "r2i-2021",
    "players": ["Ana"],
    "cards": [{"name": "Composition"}, {"name": "Variety"}],
    "paintings": {},
}


@pytest.fixture
def session() -> Session:
    load_catalogue()
    return recording.start(document=read_document(OPENING), by=By(at=NOW))


def correct_bait() -> None:
    """Its texture stands at the left and not at the right."""
    ArtCard.objects.get(name="Bait").icons.filter(slot=5).update(slot=1)


CARDS = "canvas_tablecard_rows"


def put_on_the_table(client: Client, session: Session, place: int, **typed: Any) -> Any:
    """Change these fields in the row of a card, and save the page as it is otherwise."""
    data = form_data(client, session)
    fields = {"place": place, **typed}
    data |= {f"{CARDS}-{place - 1}-{name}": value for name, value in fields.items()}
    data[f"{CARDS}-TOTAL_FORMS"] = max(place, int(data[f"{CARDS}-TOTAL_FORMS"]))
    return client.post(page_of(session), data)


def cards(session: Session) -> Any:
    return dump_document(load(session))["cards"]


def correct(name: str, worth: int) -> None:
    """Let an admin change what the first ribbon of a printed card is worth."""
    entries = RibbonPoints.objects.filter(card__edition="r2i-2021", card__name=name)
    entries.filter(ribbons=1).update(points=worth)


@pytest.fixture
def thursday(session: Session) -> Group:
    """Return the group of the session, which copied the points row of the card Unity."""
    group = Group.objects.create(name="Thursday", slug="thursday")
    Session.objects.filter(pk=session.pk).update(group=group)
    GroupCard.objects.create(
        group=group,
        edition_id="r2i-2021",
        name="Unity",
        condition="by-hand",
        points_1=2,
        points_2=5,
    )
    return group


@pytest.mark.usefixtures("thursday")
def test_a_card_gets_the_points_that_the_group_copied(
    admin_client: Client, session: Session
) -> None:
    assert put_on_the_table(admin_client, session, 3, name="Unity").status_code == 302
    stated = {"name": "Unity", "condition": "by-hand", "points": [2, 5]}
    assert cards(session) == [*OPENING["cards"], stated]


@pytest.mark.usefixtures("thursday")
def test_a_card_keeps_what_was_typed(admin_client: Client, session: Session) -> None:
    typed = {"name": "Unity", "condition": "style", "points": "1, 2"}
    assert put_on_the_table(admin_client, session, 3, **typed).status_code == 302
    assert cards(session)[2] == {"name": "Unity", "condition": "style", "points": [1, 2]}


@pytest.mark.usefixtures("thursday")
def test_a_condition_that_was_typed_goes_with_the_points_on_offer(
    admin_client: Client, session: Session
) -> None:
    typed = {"name": "Unity", "condition": "style"}
    assert put_on_the_table(admin_client, session, 3, **typed).status_code == 302
    assert cards(session)[2] == {"name": "Unity", "condition": "style", "points": [2, 5]}


def test_a_group_gets_no_points_of_another(
    admin_client: Client, session: Session, thursday: Group
) -> None:
    other = Group.objects.create(name="Friday", slug="friday")
    GroupCard.objects.filter(group=thursday).update(group=other)
    page = put_on_the_table(admin_client, session, 3, name="Unity", condition="by-hand")
    assert "Copy the points row that is printed on “Unity”." in page.content.decode()


def test_a_misspelt_card_is_refused_at_its_condition(
    admin_client: Client, session: Session
) -> None:
    page = put_on_the_table(admin_client, session, 3, name="Compositon", points="1, 2")
    (formset,) = [
        one for one in page.context["inline_admin_formsets"] if one.formset.prefix == CARDS
    ]
    wrong = "This edition has no card “Compositon”; say what earns its ribbons."
    assert formset.formset.errors[2] == {"condition": [wrong]}
    assert cards(session) == OPENING["cards"]


def test_a_card_gets_the_points_that_an_admin_corrected(
    admin_client: Client, session: Session
) -> None:
    correct("Style", 1)
    assert put_on_the_table(admin_client, session, 3, name="Style").status_code == 302
    assert cards(session)[2] == {"name": "Style", "condition": "style", "points": [1, 10, 18]}


def test_a_card_as_printed_is_stated_by_name(admin_client: Client, session: Session) -> None:
    assert put_on_the_table(admin_client, session, 3, name="Style").status_code == 302
    assert cards(session)[2] == {"name": "Style"}


def test_a_card_of_an_edition_that_there_is_not_is_refused(
    admin_client: Client, session: Session
) -> None:
    unknown = {f"{SETUP}-0-edition": "r3i"}
    data = form_data(admin_client, session) | unknown
    data |= {f"{CARDS}-2-place": 3, f"{CARDS}-2-name": "Style", f"{CARDS}-TOTAL_FORMS": 3}
    assert admin_client.post(page_of(session), data).status_code == 200
    assert cards(session) == OPENING["cards"]


def test_a_card_that_lay_there_before_keeps_its_points(
    admin_client: Client, session: Session
) -> None:
    correct("Variety", 1)
    response = put_on_the_table(admin_client, session, 2, condition="by-hand")
    assert response.status_code == 302
    assert cards(session)[1] == {"name": "Variety", "condition": "by-hand"}


ROWS = "canvas_painting_rows"


def painted(client: Client, session: Session, number: int, **typed: Any) -> None:
    """Change these fields in the row of a painting, and save the page as it is otherwise."""
    data = form_data(client, session)
    fields = {"number": number, "seat": session.seats.get().pk, **typed}
    data |= {f"{ROWS}-{number - 1}-{name}": value for name, value in fields.items()}
    response = client.post(page_of(session), data)
    assert response.status_code == 302, response.context["errors"]


def paintings(session: Session) -> Any:
    return dump_document(load(session))["paintings"]["Ana"]


HEAVY_BAIT = {"art_1": "Heavy", "art_2": "Mess", "art_3": "Bait"}


def test_a_painting_is_recorded_by_its_art_cards(admin_client: Client, session: Session) -> None:
    painted(admin_client, session, 1, **HEAVY_BAIT)
    assert paintings(session) == [{"art": ["Heavy", "Mess", "Bait"]}]


def test_a_painting_of_a_corrected_card_is_recorded_by_its_icons(
    admin_client: Client, session: Session
) -> None:
    correct_bait()
    painted(admin_client, session, 1, **HEAVY_BAIT)
    slots = [["texture"], ["shape", "tone"], ["shape", "texture"], ["shape"], ["texture"]]
    assert paintings(session) == [{"slots": slots, "title": "Heavy Bait"}]


def test_it_keeps_the_title_that_was_typed(admin_client: Client, session: Session) -> None:
    correct_bait()
    painted(admin_client, session, 1, **HEAVY_BAIT, title="Rain")
    assert paintings(session)[0]["title"] == "Rain"


def test_a_painting_that_was_there_before_keeps_its_art_cards(
    admin_client: Client, session: Session
) -> None:
    painted(admin_client, session, 1, **HEAVY_BAIT)
    correct_bait()
    painted(admin_client, session, 1, title="Rain")
    assert paintings(session) == [{"art": ["Heavy", "Mess", "Bait"], "title": "Rain"}]


def test_ribbons_by_hand_are_asked_for_by_the_names_of_the_cards_on_the_table(
    admin_client: Client, session: Session
) -> None:
    html = admin_client.get(page_of(session)).content.decode()
    labels = re.findall(rf'<label[^>]*for="id_{ROWS}-0-hand_(\d)"[^>]*>\s*([^<:]*)', html)
    assert labels == [("1", "Composition"), ("2", "Variety"), ("3", ""), ("4", "")]
    hidden = re.findall(rf'<input type="hidden" name="{ROWS}-0-hand_(\d)"', html)
    assert hidden == ["3", "4"]


# Refusals

SETUP, TOKENS = "canvas_setup", "canvas_inspiration_rows"


def refused(client: Client, session: Session, **changes: Any) -> dict[str, str]:
    answer = client.post(page_of(session), {**form_data(client, session), **changes})
    assert answer.status_code == 200
    assert Session.objects.get(pk=session.pk).revision == session.revision
    return refusals(answer)


def new_painting(session: Session, **typed: Any) -> dict[str, Any]:
    fields = {"number": 1, "seat": session.seats.get().pk, **typed}
    return {f"{ROWS}-0-{name}": value for name, value in fields.items()}


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"name": "Ochre"}, "condition", "Ochre"),
        (
            {"name": "Unity", "condition": "by-hand"},
            "",
            "Copy the points row that is printed on “Unity”.",
        ),
        ({"name": "Style", "points": "1;2"}, "points", "Enter a valid value."),
        ({"name": "Variety"}, "name", "is listed twice"),
    ],
)
def test_a_card_is_refused_at_its_row_or_field(
    admin_client: Client, session: Session, typed: dict[str, str], field: str, sentence: str
) -> None:
    answer = put_on_the_table(admin_client, session, 3, **typed)
    sentences = refusals(answer)
    at = "-".join(filter(None, (f"{CARDS}-2", field)))
    assert list(sentences) == [at]
    assert sentence in sentences[at]


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"title": "Rain"}, "bonus", "Enter its icons, its art cards, or bonus points by hand"),
        ({"slot_1": ["hue"], "bonus": 1}, "", "Note a painting in one way"),
        ({"bonus": 1000}, "bonus", "Enter a number from 0 to 999"),
        ({"slot_1": ["hue"], "title": "A\u2028B"}, "title", "cannot be printed"),
        ({"art_1": "Heavy", "art_2": "Heavy", "art_3": "Bait"}, "", "Heavy"),
    ],
)
def test_a_painting_is_refused_at_its_row_or_field(
    admin_client: Client, session: Session, typed: dict[str, Any], field: str, sentence: str
) -> None:
    sentences = refused(admin_client, session, **new_painting(session, **typed))
    at = "-".join(filter(None, (f"{ROWS}-0", field)))
    assert list(sentences) == [at]
    assert sentence in sentences[at]


def test_tokens_are_refused_at_the_player(admin_client: Client, session: Session) -> None:
    typed = {f"{TOKENS}-0-seat": session.seats.get().pk, f"{TOKENS}-0-tokens": 9}
    sentences = refused(admin_client, session, **typed)
    assert list(sentences) == [f"{TOKENS}-0-tokens"]
    assert "Enter a number from 0 to 8" in sentences[f"{TOKENS}-0-tokens"]


def test_a_judge_who_has_nothing_to_judge_is_refused_at_the_choice(
    admin_client: Client, session: Session
) -> None:
    choice = {f"{SETUP}-0-judge_choice": session.seats.get().pk}
    assert list(refused(admin_client, session, **choice)) == [f"{SETUP}-0-judge_choice"]


def test_a_table_that_loses_all_its_cards_is_refused_above_them(admin_client: Client) -> None:
    """No row is left at which it could be told."""
    own = [{"name": name, "condition": "by-hand", "points": [1, 2]} for name in "ABCD"]
    opening = {**OPENING, "cards": own}
    del opening["edition"]
    session = recording.start(document=read_document(opening), by=By(at=NOW))
    data = {f"{CARDS}-{at}-DELETE": "on" for at in range(4)}
    sentences = refused(admin_client, session, **data)
    assert list(sentences) == [CARDS]
    assert "4" in sentences[CARDS]
