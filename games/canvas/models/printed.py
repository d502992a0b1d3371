"""The printed cards, as rows that an admin can correct."""

from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.canvas.cards import NUMBERS, TABLE_LENGTHS
from games.canvas.conditions import SLOT_NUMBERS
from games.canvas.models.choices import conditions, editions, icons, sides
from scoring.models.constraints import named, once, within


class EditionQuerySet(models.QuerySet["Edition"]):
    def offered(self) -> Self:
        return self.filter(offered=True).order_by("place", "slug")


class Edition(models.Model):
    """The texts about an edition. The worth of its bonus icons is a rule."""

    slug = models.CharField(
        _("name in documents"), max_length=20, choices=editions, primary_key=True
    )
    name = models.CharField(_("name"), max_length=60)
    about = models.CharField(_("distinguishing mark"), max_length=200, blank=True)
    place = models.PositiveSmallIntegerField(_("position in the list"), default=1)
    offered = models.BooleanField(_("offered to new tables"), default=True)

    objects = EditionQuerySet.as_manager()

    class Meta:
        verbose_name = _("edition")
        verbose_name_plural = _("editions")
        constraints = named(
            canvas_one_edition_of_a_name=(
                once("name"),
                _("Another edition already has this name."),
            ),
        )

    def __str__(self) -> str:
        return self.name

    def has_card(self, name: str) -> bool:
        return self.cards.filter(name=name).exists()


class ScoringCardQuerySet(models.QuerySet["ScoringCard"]):
    def with_points(self, edition: str) -> Self:
        return self.filter(edition=edition).prefetch_related("points")


class ScoringCard(models.Model):
    edition = models.ForeignKey(
        Edition, models.PROTECT, related_name="cards", verbose_name=_("edition")
    )
    name = models.CharField(_("name"), max_length=60)
    condition = models.CharField(_("condition"), max_length=30, choices=conditions)

    objects = ScoringCardQuerySet.as_manager()

    class Meta:
        verbose_name = _("printed scoring card")
        verbose_name_plural = _("printed scoring cards")
        constraints = named(
            canvas_one_scoring_card_of_a_name=(
                once("edition", "name"),
                _("This edition already has a scoring card with that name."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.edition_id})"


class RibbonPoints(models.Model):
    """One place of a card's points row; a card without any has them only in print."""

    card = models.ForeignKey(ScoringCard, models.CASCADE, related_name="points")
    ribbons = models.PositiveSmallIntegerField(_("ribbons"))
    points = models.PositiveSmallIntegerField(_("points"))

    class Meta:
        verbose_name = _("number in the points row")
        verbose_name_plural = _("points row")
        constraints = named(
            canvas_one_worth_for_a_number_of_ribbons=(
                once("card", "ribbons"),
                _("That number of ribbons already has its points."),
            ),
            canvas_points_row_is_one_to_five_long=(
                within("ribbons", TABLE_LENGTHS),
                _("A points row must be for one to five ribbons."),
            ),
            canvas_points_at_most_999=(
                Q(points__lte=NUMBERS[-1]),
                _("Ribbons cannot be worth more than 999 points."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.ribbons}: {self.points}"


class ArtCard(models.Model):
    name = models.CharField(
        _("name"),
        max_length=60,
        unique=True,
        error_messages={"unique": _("There is already an art card with that name.")},
    )
    side = models.CharField(_("side of the title"), max_length=1, choices=sides)

    class Meta:
        verbose_name = _("printed art card")
        verbose_name_plural = _("printed art cards")

    def __str__(self) -> str:
        return self.name


class ArtIcon(models.Model):
    card = models.ForeignKey(ArtCard, models.CASCADE, related_name="icons")
    slot = models.PositiveSmallIntegerField(_("slot"))
    icon = models.CharField(_("icon"), max_length=20, choices=icons)

    class Meta:
        verbose_name = _("icon")
        verbose_name_plural = _("icons")
        constraints = named(
            canvas_art_icon_once_in_a_slot=(
                once("card", "slot", "icon"),
                _("That icon is already in this slot."),
            ),
            canvas_art_has_five_slots=(
                within("slot", SLOT_NUMBERS),
                _("An art card has slots 1 to 5."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.slot}: {self.icon}"
