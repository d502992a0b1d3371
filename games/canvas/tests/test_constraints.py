"""Canvas: what must never be false of the cards is refused by the database, with a sentence."""

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction

from games.canvas.models import (
    ArtCard,
    ArtIcon,
    CardInSet,
    CardSet,
    Edition,
    RibbonPoints,
    ScoringCard,
)

pytestmark = pytest.mark.django_db

SENTENCES = {
    constraint.name: str(constraint.violation_error_message)
    for model in apps.get_app_config("canvas").get_models()
    for constraint in model._meta.constraints
}


def rows() -> dict[str, list[models.Model]]:
    """What may not stand side by side, or not at all, by the name of what forbids it."""
    retail = Edition.objects.create(slug="retail", name="Shop")
    card = ScoringCard.objects.create(edition=retail, name="Style", condition="style")
    other = ScoringCard.objects.create(edition=retail, name="Space", condition="space")
    art = ArtCard.objects.create(name="Vast", side="L")
    first = CardSet.objects.create(edition=retail, name="First game")
    CardInSet.objects.create(card_set=first, place=1, card=card)
    return {
        "canvas_one_edition_of_a_name": [Edition(slug="r2i-2021", name="Shop")],
        "canvas_one_scoring_card_of_a_name": [
            ScoringCard(edition=retail, name="Style", condition="by-hand")
        ],
        "canvas_one_worth_for_a_number_of_ribbons": [
            RibbonPoints(card=card, ribbons=1, points=2),
            RibbonPoints(card=card, ribbons=1, points=3),
        ],
        "canvas_points_row_is_one_to_five_long": [RibbonPoints(card=card, ribbons=6, points=2)],
        "canvas_points_at_most_999": [RibbonPoints(card=card, ribbons=1, points=1000)],
        "canvas_art_icon_once_in_a_slot": [
            ArtIcon(card=art, slot=1, icon="hue"),
            ArtIcon(card=art, slot=1, icon="hue"),
        ],
        "canvas_art_has_five_slots": [ArtIcon(card=art, slot=6, icon="hue")],
        "canvas_one_card_set_of_a_name": [CardSet(edition=retail, name="First game")],
        "canvas_one_card_a_place_in_a_set": [CardInSet(card_set=first, place=1, card=other)],
        "canvas_a_card_once_in_a_set": [CardInSet(card_set=first, place=2, card=card)],
        "canvas_four_cards_in_a_set_at_most": [CardInSet(card_set=first, place=5, card=other)],
    }


TRIED = [
    "canvas_one_edition_of_a_name", "canvas_one_scoring_card_of_a_name",
    "canvas_one_worth_for_a_number_of_ribbons", "canvas_points_row_is_one_to_five_long",
    "canvas_points_at_most_999", "canvas_art_icon_once_in_a_slot", "canvas_art_has_five_slots",
    "canvas_one_card_set_of_a_name", "canvas_one_card_a_place_in_a_set",
    "canvas_a_card_once_in_a_set", "canvas_four_cards_in_a_set_at_most",
]  # fmt: skip


def test_every_constraint_of_the_cards_is_tried() -> None:
    of_sessions = {"session"}
    ours = {
        constraint.name
        for model in apps.get_app_config("canvas").get_models()
        for constraint in model._meta.constraints
        if not of_sessions & {field.name for field in model._meta.fields}
    }
    assert ours == set(TRIED) == set(rows())


@pytest.mark.parametrize("name", TRIED)
def test_the_database_refuses_it(name: str) -> None:
    *allowed, forbidden = rows()[name]
    for row in allowed:
        row.save()
    with pytest.raises(IntegrityError), transaction.atomic():
        forbidden.save(force_insert=True)


@pytest.mark.parametrize("name", TRIED)
def test_a_form_would_say_the_sentence(name: str) -> None:
    *allowed, forbidden = rows()[name]
    for row in allowed:
        row.save()
    with pytest.raises(ValidationError) as caught:
        forbidden.validate_constraints()
    assert SENTENCES[name] in caught.value.messages
