"""A group's own cards: what its tables copied from cards whose points are only in print."""

from typing import Self

from django.contrib.auth.models import User
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.canvas.cards import NUMBERS
from games.canvas.models.choices import conditions
from games.canvas.models.printed import Edition
from scoring.models import Group
from scoring.models.constraints import named, once

POINTS_COLUMNS = ("points_1", "points_2", "points_3", "points_4", "points_5")


class GroupCardQuerySet(models.QuerySet["GroupCard"]):
    def managed_by(self, user: User) -> Self:
        return self if user.is_superuser else self.filter(group__in=Group.objects.managed_by(user))

    def copied_by(self, group: Group, edition: str) -> Self:
        return self.filter(group=group, edition=edition)


def _not_less(fewer: int, more: int) -> Q:
    """Return a condition: the next place of a points row is empty or not less."""
    goes_on = Q((f"points_{fewer}__isnull", False), (f"points_{more}__gte", F(f"points_{fewer}")))
    return Q((f"points_{more}__isnull", True)) | goes_on


def _at_most(ribbons: int) -> Q:
    return Q((f"points_{ribbons}__isnull", True)) | Q((f"points_{ribbons}__lte", NUMBERS[-1]))


class GroupCard(models.Model):
    """A card of a group. Its points are columns, so that a constraint sees that they never fall."""

    group = models.ForeignKey(
        Group, models.CASCADE, related_name="canvas_cards", verbose_name=_("group")
    )
    edition = models.ForeignKey(
        Edition, models.PROTECT, related_name="group_cards", verbose_name=_("edition")
    )
    name = models.CharField(_("name"), max_length=60)
    condition = models.CharField(
        _("condition"),
        max_length=30,
        choices=conditions,
        blank=True,
        help_text=_(
            "Leave empty to use the edition’s; needed for a card that the edition does not have."
        ),
    )
    points_1 = models.PositiveSmallIntegerField(_("points for 1 ribbon"))
    points_2 = models.PositiveSmallIntegerField(_("for 2 ribbons"), null=True, blank=True)
    points_3 = models.PositiveSmallIntegerField(_("for 3 ribbons"), null=True, blank=True)
    points_4 = models.PositiveSmallIntegerField(_("for 4 ribbons"), null=True, blank=True)
    points_5 = models.PositiveSmallIntegerField(_("for 5 ribbons"), null=True, blank=True)

    objects = GroupCardQuerySet.as_manager()

    class Meta:
        verbose_name = _("a group’s own card")
        verbose_name_plural = _("groups’ own cards")
        constraints = named(
            canvas_one_own_card_of_a_name=(
                once("group", "edition", "name"),
                _("The group already has a card with that name."),
            ),
            canvas_own_points_never_fall=(
                _not_less(1, 2) & _not_less(2, 3) & _not_less(3, 4) & _not_less(4, 5),
                _("A points row cannot have gaps, and more ribbons cannot be worth less."),
            ),
            canvas_own_points_at_most_999=(
                _at_most(1) & _at_most(2) & _at_most(3) & _at_most(4) & _at_most(5),
                _("Ribbons cannot be worth more than 999 points."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.edition_id})"

    @property
    def points(self) -> tuple[int, ...]:
        row = (self.points_1, self.points_2, self.points_3, self.points_4, self.points_5)
        return tuple([worth for worth in row if worth is not None])

    @points.setter
    def points(self, row: tuple[int, ...]) -> None:
        for name, worth in zip(POINTS_COLUMNS, (*row, None, None, None, None), strict=False):
            setattr(self, name, worth)
