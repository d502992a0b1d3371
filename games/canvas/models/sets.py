"""Named sets of scoring cards, as rows that an admin can correct."""

from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.canvas.cards import CARD_PLACES
from games.canvas.models.printed import Edition, ScoringCard
from scoring.models.constraints import named, once, within


class CardSet(models.Model):
    edition = models.ForeignKey(
        Edition, models.PROTECT, related_name="card_sets", verbose_name=_("edition")
    )
    name = models.CharField(_("name"), max_length=60)
    place = models.PositiveSmallIntegerField(_("position in the list"), default=1)
    offered = models.BooleanField(_("offered to new tables"), default=True)

    class Meta:
        verbose_name = _("named set of cards")
        verbose_name_plural = _("named sets of cards")
        constraints = named(
            canvas_one_card_set_of_a_name=(
                once("edition", "name"),
                _("This edition already has a set with that name."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.edition_id})"


class CardInSetQuerySet(models.QuerySet["CardInSet"]):
    def on_offer(self, edition: str) -> Self:
        """Return the cards of every set that is offered, set by set."""
        offered = self.filter(card_set__edition=edition, card_set__offered=True)
        return offered.order_by("card_set__place", "card_set__pk", "place")


class CardInSet(models.Model):
    card_set = models.ForeignKey(
        CardSet, models.CASCADE, related_name="cards", verbose_name=_("set")
    )
    place = models.PositiveSmallIntegerField(_("position"))
    # Protected: a set that lost a card could not be played.
    card = models.ForeignKey(
        ScoringCard, models.PROTECT, related_name="in_sets", verbose_name=_("scoring card")
    )

    objects = CardInSetQuerySet.as_manager()

    class Meta:
        verbose_name = _("card of the set")
        verbose_name_plural = _("cards of the set")
        constraints = named(
            canvas_one_card_a_place_in_a_set=(
                once("card_set", "place"),
                _("Another card of the set already has that position."),
            ),
            canvas_a_card_once_in_a_set=(
                once("card_set", "card"),
                _("That card is already in the set."),
            ),
            canvas_four_cards_in_a_set_at_most=(
                within("place", CARD_PLACES),
                _("A set has positions 1 to 4."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.place}: {self.card}"
