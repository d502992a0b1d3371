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
    GroupCard,
    RibbonPoints,
    ScoringCard,
)
from scoring.models import Group

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
    group = Group.objects.create(name="Thursday", slug="thursday")
    own = {"group": group, "edition": retail, "name": "Unity"}
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
        "canvas_one_own_card_of_a_name": [
            GroupCard(**own, points_1=1),
            GroupCard(**own, points_1=2),
        ],
        "canvas_own_points_never_fall": [GroupCard(**own, points_1=3, points_2=2)],
        "canvas_own_points_at_most_999": [GroupCard(**own, points_1=1, points_2=1000)],
    }


TRIED = [
    "canvas_one_edition_of_a_name", "canvas_one_scoring_card_of_a_name",
    "canvas_one_worth_for_a_number_of_ribbons", "canvas_points_row_is_one_to_five_long",
    "canvas_points_at_most_999", "canvas_art_icon_once_in_a_slot", "canvas_art_has_five_slots",
    "canvas_one_card_set_of_a_name", "canvas_one_card_a_place_in_a_set",
    "canvas_a_card_once_in_a_set", "canvas_four_cards_in_a_set_at_most",
    "canvas_one_own_card_of_a_name", "canvas_own_points_never_fall",
    "canvas_own_points_at_most_999",
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


def own_card(*row: int | None) -> GroupCard:
    retail, _ = Edition.objects.get_or_create(slug="retail", defaults={"name": "Shop"})
    group, _ = Group.objects.get_or_create(name="Thursday", slug="thursday")
    columns = {f"points_{ribbons}": worth for ribbons, worth in enumerate(row, 1)}
    return GroupCard(group=group, edition=retail, name="Unity", **columns)


@pytest.mark.parametrize(
    "row",
    [
        pytest.param((3, 2), id="R-C2: two are worth less than one"),
        pytest.param((3, 3, 2), id="R-C2: three are worth less than two"),
        pytest.param((1, 2, 3, 2), id="R-C2: four are worth less than three"),
        pytest.param((1, 2, 3, 4, 3), id="R-C2: five are worth less than four"),
        pytest.param((1, None, 3), id="R-C2: no worth for two"),
        pytest.param((1, 2, None, 4), id="R-C2: no worth for three"),
        pytest.param((1, 2, 3, None, 5), id="R-C2: no worth for four"),
    ],
)
def test_no_own_points_row_has_a_gap_or_falls(row: tuple[int | None, ...]) -> None:
    with pytest.raises(ValidationError, match="more ribbons cannot be worth less"):
        own_card(*row).validate_constraints()
    with pytest.raises(IntegrityError), transaction.atomic():
        own_card(*row).save()


@pytest.mark.parametrize("row", [(0,), (0, 0), (3, 6, 10), (1, 1, 2, 2, 999)], ids=str)
def test_an_own_points_row_is_read_as_it_was_written(row: tuple[int, ...]) -> None:
    card = own_card(9, 9, 9, 9, 9)
    card.points = row
    card.validate_constraints()
    card.save()
    assert GroupCard.objects.get().points == row
