"""Merges of two players, stored so that they can be undone."""

from typing import Self

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.models.people import Group, Player
from scoring.models.sessions import Seat


class MergeQuerySet(models.QuerySet["Merge"]):
    def managed_by(self, user: User) -> Self:
        players = Player.objects.managed_by(user)
        return self if user.is_superuser else self.filter(target__in=players)

    def of_group(self, group: Group) -> Self:
        """Return the merges of a group's players, with both players of each."""
        return self.filter(target__group=group).select_related("source", "target")

    def newest_first(self) -> Self:
        return self.order_by("-pk")


class Merge(models.Model):
    """Two players who are one person; the row is kept so that the merge can be undone."""

    source = models.ForeignKey(Player, models.CASCADE, related_name="merges_away")
    target = models.ForeignKey(Player, models.CASCADE, related_name="merges_in")
    seats = models.ManyToManyField(Seat, related_name="merges")
    at = models.DateTimeField(_("date"))
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True, blank=True
    )

    objects = MergeQuerySet.as_manager()

    class Meta:
        verbose_name = _("merge of two players")
        verbose_name_plural = _("merges of two players")

    def __str__(self) -> str:
        return f"{self.source} → {self.target}"
