"""One row a seat of a finished session: all that standings and statistics read."""

from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from scoring.models.sessions import Seat, Session


class ResultQuerySet(models.QuerySet["Result"]):
    def of(self, sessions: models.QuerySet[Session]) -> Self:
        """Session by session, in the order of the seats."""
        found = self.filter(session__in=sessions.order_by()).select_related("session", "seat")
        return found.order_by("session_id", "seat__place")


class Result(models.Model):
    session = models.ForeignKey(Session, models.CASCADE, related_name="results")
    seat = models.OneToOneField(Seat, models.CASCADE, related_name="result")
    rank = models.PositiveSmallIntegerField()
    points = models.PositiveIntegerField()
    decided_by = models.CharField(max_length=30, blank=True)

    objects = ResultQuerySet.as_manager()

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        constraints = (
            models.CheckConstraint(
                condition=Q(rank__gte=1, rank__lte=8),
                name="scoring_ranks_are_one_to_eight",
                violation_error_message=_("A rank is from 1 to 8."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.seat}: {self.rank}"
