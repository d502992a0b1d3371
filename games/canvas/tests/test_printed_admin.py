"""Canvas: what the editions print, corrected in the admin as the rules could read it."""

from typing import Any

import pytest
from django.db import models
from django.test import Client
from django.urls import reverse

from games.canvas.models import ArtCard, CardSet, Edition, ScoringCard
from games.canvas.printed import load_catalogue
from tests.builders.admin_forms import posted

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("printed")]


def change(row: models.Model) -> str:
    return reverse(f"admin:canvas_{row._meta.model_name}_change", args=[row.pk])


def card(name: str = "Style", edition: str = "r2i-2021") -> ScoringCard:
    return ScoringCard.objects.get(name=name, edition=edition)


def row_of(card: ScoringCard) -> list[int]:
    return list(card.points.order_by("ribbons").values_list("points", flat=True))


def test_an_edition_is_described_and_taken_off_the_list(admin_client: Client) -> None:
    retail = Edition.objects.get(slug="retail")
    page = admin_client.get(change(retail))
    response = posted(admin_client, page, name="Second printing", offered=None)
    assert response.status_code == 302
    retail.refresh_from_db()
    assert (retail.slug, retail.name, retail.offered) == ("retail", "Second printing", False)
    assert list(Edition.objects.offered()) == [Edition.objects.get(slug="r2i-2021")]
    load_catalogue()
    retail.refresh_from_db()
    assert (retail.name, retail.offered) == ("Second printing", False)


def test_an_edition_is_neither_added_nor_taken_away(admin_client: Client) -> None:
    assert admin_client.get(reverse("admin:canvas_edition_add")).status_code == 403
    address = reverse("admin:canvas_edition_delete", args=["retail"])
    assert admin_client.post(address, {"post": "yes"}).status_code == 403
    assert Edition.objects.count() == 2


def test_two_editions_have_two_names(admin_client: Client) -> None:
    page = admin_client.get(change(Edition.objects.get(slug="retail")))
    response = posted(admin_client, page, name="First printing, 2021")
    assert "Another edition already has this name." in response.content.decode()


def test_a_points_row_is_corrected(admin_client: Client) -> None:
    page = admin_client.get(change(card()))
    assert posted(admin_client, page, **{"points-2-points": 20}).status_code == 302
    assert row_of(card()) == [4, 10, 20]
    load_catalogue()
    assert row_of(card()) == [4, 10, 20]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        pytest.param(
            {"points-2-points": 9}, "More ribbons cannot be worth less: 9 cannot follow 10.",
            id="R-C2: a row never falls",
        ),
        pytest.param(
            {"points-1-DELETE": "on"}, "Enter the points from one ribbon up, without a gap.",
            id="R-C2: entry n is what n ribbons are worth",
        ),
        pytest.param(
            {"points-2-points": 1000}, "Ribbons cannot be worth more than 999 points.",
            id="the documents take numbers up to 999",
        ),
        pytest.param(
            {"name": "Sty\u200ble"}, "This contains a character that cannot be printed; remove it",
            id="no document could state the name",
        ),
        pytest.param(
            {"name": "Variety"}, "This edition already has a scoring card with that name.",
            id="one card of a name",
        ),
    ],
)  # fmt: skip
def test_no_card_is_left_that_no_session_could_play(
    admin_client: Client, typed: dict[str, Any], sentence: str
) -> None:
    response = posted(admin_client, admin_client.get(change(card())), **typed)
    assert response.status_code == 200
    assert sentence in response.content.decode()
    assert row_of(card()) == [4, 10, 18]


def refuses_twice(page: str, fields: str, own: str) -> bool:
    """Tell whether rows that are alike are refused: by Django 5.2 in its words, by 6.1 in ours."""
    return f"Please correct the duplicate data for {fields}" in page or own in page


def test_a_number_of_ribbons_has_its_points_once(admin_client: Client) -> None:
    """R-C2."""
    response = posted(admin_client, admin_client.get(change(card())), **{"points-1-ribbons": 3})
    own = "That number of ribbons already has its points."
    assert refuses_twice(response.content.decode(), "ribbons", own)
    assert row_of(card()) == [4, 10, 18]


def test_all_points_of_a_card_may_go(admin_client: Client) -> None:
    """Then they are only on the card."""
    data = {f"points-{at}-DELETE": "on" for at in range(3)}
    assert posted(admin_client, admin_client.get(change(card())), **data).status_code == 302
    assert row_of(card()) == []


def test_a_card_stays_in_its_edition(admin_client: Client) -> None:
    page = admin_client.get(change(card()))
    assert posted(admin_client, page, edition="retail", condition="by-hand").status_code == 302
    assert card().condition == "by-hand"


def test_a_card_can_be_added_to_an_edition(admin_client: Client) -> None:
    page = admin_client.get(reverse("admin:canvas_scoringcard_add"))
    typed = {"edition": "retail", "name": "Chiaroscuro", "condition": "hierarchy-tone"}
    assert posted(admin_client, page, **typed).status_code == 302
    assert card("Chiaroscuro", "retail").condition == "hierarchy-tone"


def test_a_slot_of_an_art_card_shows_two_icons_at_most(admin_client: Client) -> None:
    """R-C1."""
    bait = ArtCard.objects.get(name="Bait")
    page = admin_client.get(change(bait))
    third = {"icons-TOTAL_FORMS": 4, "icons-3-slot": 3, "icons-3-icon": "hue"}
    response = posted(admin_client, page, **third)
    assert "A slot can have at most two icons." in response.content.decode()
    assert posted(admin_client, page, **{**third, "icons-3-slot": 5}).status_code == 302
    assert bait.icons.count() == 4


def test_a_slot_of_an_art_card_shows_an_icon_once(admin_client: Client) -> None:
    bait = ArtCard.objects.get(name="Bait")
    shown = bait.icons.all()[0]
    again = {"icons-TOTAL_FORMS": 4, "icons-3-slot": shown.slot, "icons-3-icon": shown.icon}
    response = posted(admin_client, admin_client.get(change(bait)), **again)
    own = "That icon is already in this slot."
    assert refuses_twice(response.content.decode(), "slot and icon", own)
    assert bait.icons.count() == 3


def family() -> CardSet:
    return CardSet.objects.get(name="Family", edition="r2i-2021")


def names(card_set: CardSet) -> list[str]:
    return list(card_set.cards.order_by("place").values_list("card__name", flat=True))


def test_a_set_is_corrected_and_stays_so(admin_client: Client) -> None:
    page = admin_client.get(change(family()))
    typed = {"cards-1-card": card("Space").pk, "offered": None}
    assert posted(admin_client, page, **typed).status_code == 302
    load_catalogue()
    assert (names(family()), family().offered) == (["Composition", "Space"], False)


def test_a_set_can_be_added(admin_client: Client) -> None:
    typed: dict[str, Any] = {"edition": "r2i-2021", "name": "Evening", "place": 9}
    for at, name in enumerate(("Style", "Space", "Movement")):
        typed |= {f"cards-{at}-place": at + 1, f"cards-{at}-card": card(name).pk}
    page = admin_client.get(reverse("admin:canvas_cardset_add"))
    assert posted(admin_client, page, **typed).status_code == 302
    assert names(CardSet.objects.get(name="Evening")) == ["Style", "Space", "Movement"]


def test_no_set_is_left_that_no_table_could_play(admin_client: Client) -> None:
    """R-C2: two to four cards, of the edition."""
    page = admin_client.get(change(family()))
    alone = posted(admin_client, page, **{"cards-1-DELETE": "on"})
    assert "This list must have 2 to 4 items; it has 1." in alone.content.decode()
    foreign = {"cards-1-card": card("Unity", "retail").pk}
    page = posted(admin_client, page, **foreign).content.decode()
    assert "This set’s edition does not have Unity." in page
    assert names(family()) == ["Composition", "Variety"]


def test_a_card_of_a_set_is_not_taken_away(admin_client: Client) -> None:
    address = reverse("admin:canvas_scoringcard_delete", args=[card("Variety").pk])
    page = admin_client.post(address, {"post": "yes"}).content.decode()
    assert "would require deleting the following protected related objects" in page
    assert names(family()) == ["Composition", "Variety"]
