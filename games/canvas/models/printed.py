"""The printed cards, as data that an admin can correct."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.canvas.models.choices import conditions, editions, icons, sides


class ScoringCard(models.Model):
    edition = models.CharField(max_length=20, choices=editions)
    name = models.CharField(max_length=60)
    condition = models.CharField(max_length=30, choices=conditions)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("edition", "name"),
                name="canvas_one_scoring_card_of_a_name",
                violation_error_message=_("This edition already has a scoring card of that name."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.edition})"


class RibbonPoints(models.Model):
    """One entry of a card's points row; a card without any has it only in print."""

    card = models.ForeignKey(ScoringCard, models.CASCADE, related_name="points")
    ribbons = models.PositiveSmallIntegerField()
    points = models.PositiveSmallIntegerField()

    class Meta:
        verbose_name_plural = "ribbon points"
        constraints = (
            models.UniqueConstraint(
                fields=("card", "ribbons"),
                name="canvas_one_worth_for_a_number_of_ribbons",
                violation_error_message=_("That number of ribbons already has its points."),
            ),
            models.CheckConstraint(
                condition=Q(ribbons__gte=1, ribbons__lte=5),
                name="canvas_points_row_is_one_to_five_long",
                violation_error_message=_("A points row is for one to five ribbons."),
            ),
            models.CheckConstraint(
                condition=Q(points__lte=999),
                name="canvas_points_at_most_999",
                violation_error_message=_("No number of ribbons is worth more than 999 points."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.ribbons}: {self.points}"


class ArtCard(models.Model):
    name = models.CharField(
        max_length=60,
        unique=True,
        error_messages={"unique": _("There already is an art card of that name.")},
    )
    side = models.CharField(max_length=1, choices=sides)

    def __str__(self) -> str:
        return self.name


class ArtIcon(models.Model):
    card = models.ForeignKey(ArtCard, models.CASCADE, related_name="icons")
    slot = models.PositiveSmallIntegerField()
    icon = models.CharField(max_length=20, choices=icons)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("card", "slot", "icon"),
                name="canvas_art_icon_once_in_a_slot",
                violation_error_message=_("That icon already stands in this slot."),
            ),
            models.CheckConstraint(
                condition=Q(slot__gte=1, slot__lte=5),
                name="canvas_art_has_five_slots",
                violation_error_message=_("An art card has the slots 1 to 5."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.slot}: {self.icon}"
