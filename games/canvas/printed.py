"""Canvas: store the printed cards as rows."""

from games.canvas.catalogue import ART_CARDS, EDITION_FACTS, SCORING_CARDS, SETUPS
from games.canvas.models import (
    ArtCard,
    ArtIcon,
    CardInSet,
    CardSet,
    Edition,
    RibbonPoints,
    ScoringCard,
)
from scoring.models.transactions import write_transaction


@write_transaction()
def load_catalogue() -> int:
    """Add cards that have no row yet; keep an admin's corrections. Return how many are new."""
    _load_editions()
    added = _load_scoring_cards() + _load_art_cards()
    _load_card_sets()
    return added


def _load_editions() -> None:
    Edition.objects.bulk_create(
        [
            Edition(slug=slug, name=facts.name, about=facts.about, place=place)
            for place, (slug, facts) in enumerate(EDITION_FACTS.items(), 1)
        ],
        ignore_conflicts=True,
    )


def _load_scoring_cards() -> int:
    known = set(ScoringCard.objects.values_list("edition_id", "name"))
    cards = []
    points = []
    for edition, printed in SCORING_CARDS.items():
        for name, facts in printed.items():
            if (edition, name) not in known:
                card = ScoringCard(edition_id=edition, name=name, condition=facts.condition)
                cards.append(card)
                points += [
                    RibbonPoints(card=card, ribbons=ribbons, points=worth)
                    for ribbons, worth in enumerate(facts.points or (), 1)
                ]
    ScoringCard.objects.bulk_create(cards)
    RibbonPoints.objects.bulk_create(points)
    return len(cards)


def _load_art_cards() -> int:
    known = set(ArtCard.objects.values_list("name", flat=True))
    missing = {name: facts for name, facts in ART_CARDS.items() if name not in known}
    cards = {name: ArtCard(name=name, side=facts.side) for name, facts in missing.items()}
    ArtCard.objects.bulk_create(cards.values())
    ArtIcon.objects.bulk_create(
        ArtIcon(card=cards[name], slot=slot, icon=icon)
        for name, facts in missing.items()
        for slot, icons in enumerate(facts.slots, 1)
        for icon in icons
    )
    return len(cards)


def _load_card_sets() -> None:
    """Add the sets, after the cards, which they refer to."""
    known = set(CardSet.objects.values_list("edition_id", "name"))
    cards_by_name = {(card.edition_id, card.name): card for card in ScoringCard.objects.all()}
    sets, cards = [], []
    for edition, setups in SETUPS.items():
        for at, (name, names) in enumerate(setups.items(), 1):
            if (edition, name) not in known:
                card_set = CardSet(edition_id=edition, name=name, place=at)
                sets.append(card_set)
                cards += [
                    CardInSet(card_set=card_set, place=place, card=cards_by_name[edition, card])
                    for place, card in enumerate(names, 1)
                ]
    CardSet.objects.bulk_create(sets)
    CardInSet.objects.bulk_create(cards)
