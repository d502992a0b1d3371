"""Canvas: what a new table can choose from, by the rows of admins and groups.

A session keeps what it was scored with: its document states in full whatever differs from
`catalogue.py`, so that no later correction of a row changes it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, cast

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.canvas import catalogue
from games.canvas.cards import NOT_COPIED, Card, played_cards
from games.canvas.catalogue import ART_CARDS, SCORING_CARDS
from games.canvas.conditions import SLOTS, Condition, Icon
from games.canvas.layers import title, topmost
from games.canvas.models import (
    ArtCard,
    CardInSet,
    Edition,
    GroupCard,
    ScoringCard,
    TableCardPoints,
)
from games.canvas.models.own import POINTS_COLUMNS
from games.canvas.rules import LAYERS, Painting
from scoring.models import Group
from scoring.models.transactions import write_transaction


class Source(models.TextChoices):
    PRINTED = "printed", _("as printed")
    CORRECTED = "corrected", _("as corrected on this site")
    OWN = "own", _("as your group copied it")
    DEVICE = "device", _("as copied on this device")


@dataclass(frozen=True, slots=True)
class EditionOnOffer:
    slug: catalogue.Edition
    name: str
    about: str


@dataclass(frozen=True, slots=True)
class CardOnOffer:
    """A card that can be chosen; `points` is None if only the print has them."""

    edition: catalogue.Edition
    name: str
    condition: Condition
    points: tuple[int, ...] | None
    source: Source

    @property
    def as_printed(self) -> bool:
        return _is_printed(self.edition, self.name, self.condition, self.points)


@dataclass(frozen=True, slots=True)
class SetupOnOffer:
    name: str
    cards: tuple[str, ...]  # by name, as they lie in the row


# Reading: as many queries whatever there is


def editions() -> tuple[EditionOnOffer, ...]:
    """Return the editions whose rules are known, in the order of the list; one query."""
    return tuple(
        [
            EditionOnOffer(slug, row.name, row.about)
            for row in Edition.objects.offered()
            for slug in catalogue.EDITIONS
            if slug == row.slug
        ]
    )


def cards_on_offer(
    edition: catalogue.Edition, group: Group | None = None, browser: str = ""
) -> tuple[CardOnOffer, ...]:
    """Return cards by name, a group's own before the edition's; two queries, and one more each with
    a group and a browser.

    A group's card that leaves its condition to the edition is offered while the edition has it.
    Points that neither of them has are those that were last copied on this browser."""
    offered = _printed(edition)
    for name, own in _own(edition, group).items():
        printed = offered.get(name)
        if condition := own.condition or (printed.condition if printed else ""):
            stated = cast("Condition", condition)
            offered[name] = CardOnOffer(edition, name, stated, own.points, Source.OWN)
    for name, points in _copied_on(browser, edition).items():
        card = offered.get(name)
        if card is not None and card.points is None:
            offered[name] = replace(card, points=points, source=Source.DEVICE)
    return tuple([offered[name] for name in sorted(offered)])


def _copied_on(browser: str, edition: catalogue.Edition) -> dict[str, tuple[int, ...]]:
    """Return the points of each card as the latest table of this browser stated them."""
    if not browser:
        return {}
    stated: dict[tuple[int, str], tuple[int, ...]] = {}
    for table, card, points in TableCardPoints.objects.copied_on(browser, edition):
        stated[table, card] = (*stated.get((table, card), ()), points)
    copied = {key: row for key, row in stated.items() if row != NOT_COPIED}
    return {card: row for (_table, card), row in reversed(copied.items())}


def _printed(edition: catalogue.Edition) -> dict[str, CardOnOffer]:
    return {
        card.name: _from_row(edition, card) for card in ScoringCard.objects.with_points(edition)
    }


def _from_row(edition: catalogue.Edition, card: ScoringCard) -> CardOnOffer:
    entries = sorted(card.points.all(), key=lambda entry: entry.ribbons)
    points = tuple([entry.points for entry in entries]) or None
    condition = cast("Condition", card.condition)
    as_printed = _is_printed(edition, card.name, condition, points)
    source = Source.PRINTED if as_printed else Source.CORRECTED
    return CardOnOffer(edition, card.name, condition, points, source)


def _is_printed(
    edition: catalogue.Edition, name: str, condition: Condition, points: tuple[int, ...] | None
) -> bool:
    return SCORING_CARDS[edition].get(name) == catalogue.ScoringCard(condition, points)


def _own(edition: catalogue.Edition, group: Group | None) -> dict[str, GroupCard]:
    rows = GroupCard.objects.copied_by(group, edition) if group else ()
    return {card.name: card for card in rows}


def setups(edition: catalogue.Edition) -> tuple[SetupOnOffer, ...]:
    """Return the sets of cards, in the order of the list; one query."""
    rows = CardInSet.objects.on_offer(edition).values_list("card_set__name", "card__name")
    return tuple(
        [
            SetupOnOffer(name, tuple([card for _name, card in cards]))
            for name, cards in groupby(rows, key=lambda row: row[0])
        ]
    )


def art_names() -> list[str]:
    """Return the names of the art cards; one query."""
    return sorted(ArtCard.objects.values_list("name", flat=True))


def art_cards() -> Mapping[str, catalogue.ArtCard]:
    """Return the art cards by name; two queries."""
    cards = ArtCard.objects.prefetch_related("icons")
    return {card.name: _art_facts(card) for card in sorted(cards, key=lambda card: card.name)}


def _art_facts(card: ArtCard) -> catalogue.ArtCard:
    slots: list[list[Icon]] = [[] for _slot in range(SLOTS)]
    for icon in sorted(card.icons.all(), key=lambda icon: icon.pk):
        slots[icon.slot - 1].append(cast("Icon", icon.icon))
    side = cast("catalogue.Side", card.side)
    return catalogue.ArtCard(side, tuple([tuple(icons) for icons in slots]))


# What a document states


def as_document(cards: Iterable[CardOnOffer]) -> list[dict[str, Any]]:
    """Return a card for a document: by its name if it is as printed, else in full."""
    return [{"name": card.name} if card.as_printed else _in_full(card) for card in cards]


def _in_full(card: CardOnOffer) -> dict[str, Any]:
    stated: dict[str, Any] = {"name": card.name, "condition": card.condition}
    if card.points is not None:
        stated["points"] = list(card.points)
    return stated


def painting_of(art: Sequence[str], cards: Mapping[str, catalogue.ArtCard]) -> Painting:
    """Return the painting of these art cards, bottom first; by its icons if a card was corrected.

    The rules know art cards as printed, and would score a corrected one differently. What makes no
    painting is left for the rules to refuse."""
    known = {**ART_CARDS, **cards}
    layers = {name: known[name] for name in art if name in known}
    if not len(layers) == len(art) == LAYERS or all(map(_is_printed_art, layers, layers.values())):
        return Painting(art=tuple(art))
    return Painting(slots=topmost([*layers.values()]), title=title(layers))


def _is_printed_art(name: str, card: catalogue.ArtCard) -> bool:
    """Return whether an art card is as printed; in a slot the icons have no order."""
    facts = ART_CARDS.get(name)
    return facts is not None and _unordered(facts) == _unordered(card)


def _unordered(card: catalogue.ArtCard) -> tuple[object, ...]:
    return (card.side, *map(frozenset, card.slots))


# Writing


@write_transaction()
def keep_points(
    *, group: Group, edition: catalogue.Edition, cards: tuple[Card, ...]
) -> tuple[str, ...]:
    """Store points that a table copied from its cards as cards of the group. Raises Refused.

    What the edition's rows say already is not stored; what the group copied before is replaced."""
    played_cards(edition, cards)
    printed, own = _printed(edition), _own(edition, group)
    rows = []
    for card in sorted(cards, key=lambda card: card.name):  # two tables lock in one order
        before, known = own.get(card.name), printed.get(card.name)
        if card.points in {None, NOT_COPIED}:
            continue
        if before is None and known is not None and known.points:
            continue
        condition = _own_condition(card, before, known)
        if before is None or (before.points, before.condition) != (card.points, condition):
            row = GroupCard(group=group, edition_id=edition, name=card.name, condition=condition)
            row.points = card.points
            rows.append(row)
    GroupCard.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["group", "edition", "name"],
        update_fields=["condition", *POINTS_COLUMNS],
    )
    return tuple([row.name for row in rows])


def _own_condition(card: Card, before: GroupCard | None, known: CardOnOffer | None) -> str:
    """Return the condition of a group's card; empty if the edition has it, and may correct it."""
    if card.condition is None:
        return before.condition if before else ""
    return "" if known and card.condition == known.condition else card.condition
