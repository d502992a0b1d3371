"""Photographs of what was drawn, and where each belongs in its session."""

import secrets
from collections.abc import Collection
from datetime import datetime
from typing import Self
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Count, F, Q, Sum
from django.utils.translation import gettext_lazy as _

from scoring.models.constraints import named
from scoring.models.people import Group
from scoring.models.phones import Phone
from scoring.models.sessions import Seat, Session

LETTERS_OF_REFUSAL = 20


def new_photo_name() -> str:
    """Return a name for the files of a photo, which nobody can guess."""
    return secrets.token_hex(16)


class PhotoQuerySet(models.QuerySet["Photo"]):
    def shown(self) -> Self:
        """Return photos that can be looked at and whose round is recorded or open."""
        return self.filter(width__gt=0, step__isnull=False)

    def recorded(self) -> Self:
        """Return the shown photos that are no secret: those of recorded rounds and of the end."""
        return self.shown().filter(Q(recorded_in__isnull=False) | Q(step=0))

    def of_group(self, group: Group) -> Self:
        sessions = Session.objects.filter(group=group, deleted_at=None)
        return self.filter(session__in=sessions)

    def to_read(self) -> Self:
        """Return photos whose file the worker still has to read, the oldest first."""
        return self.exclude(incoming="").order_by("pk")

    def named(self, name: str) -> "Photo | None":
        """Return the photo with these files, with its session, group and seat."""
        rows = self.filter(name=name, width__gt=0, session__deleted_at=None)
        return rows.select_related("session__group", "seat__player", "phone").first()

    def in_order(self) -> Self:
        return self.order_by("step", "seat__place", "nth", "pk")

    def newest_first(self) -> Self:
        """Return photos of the sessions that were played last first, each session in order."""
        day = F("session__played_on").desc(nulls_last=True)
        return self.order_by(day, "-session_id", "step", "seat__place", "nth", "pk")

    def session_by_session(self) -> Self:
        return self.order_by("session_id", "step", "seat__place", "nth", "pk")

    def removed_before(self, at: datetime) -> Self:
        return self.filter(removed_at__lt=at)

    def refused_before(self, at: datetime) -> Self:
        return self.exclude(refusal="").filter(width=0, added_at__lt=at)

    def files_named(self, names: Collection[str]) -> "models.QuerySet[Photo, str]":
        """Return those of the names by which files of photos are called."""
        return self.filter(name__in=names).values_list("name", flat=True)

    def waiting_for(self, files: Collection[str]) -> "models.QuerySet[Photo, str]":
        """Return those of the files that the worker still has to read."""
        return self.filter(incoming__in=files).values_list("incoming", flat=True)

    def numbers(self) -> tuple[int, int]:
        """Return how many they are, and how many bytes their files have."""
        all_of_them = self.order_by().aggregate(number=Count("pk"), size=Sum("size"))
        return all_of_them["number"], all_of_them["size"] or 0


class Photo(models.Model):
    """A photograph of a drawing, a painting or a board.

    `step` is the position of its round in the session now, 0 for the whole session, none if the
    round is no longer in it. `recorded_in` and `recorded_as` name the round by the revision that
    added it and its position there: scoring/sessions/steps.py; they are empty until the round is
    recorded."""

    uuid = models.UUIDField(unique=True, default=uuid4, editable=False)
    session = models.ForeignKey(Session, models.CASCADE, related_name="photos")
    # Whose drawing it is; nobody's, if it is of what all have made.
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="photos", null=True)
    # The seat to whose own list the step belongs, where the game has one for each player.
    own_list = models.BooleanField(default=False)
    step = models.PositiveSmallIntegerField(null=True)
    recorded_in = models.PositiveIntegerField(null=True)
    recorded_as = models.PositiveSmallIntegerField(default=0)
    nth = models.PositiveSmallIntegerField(default=1)  # of the player's drawings in that round
    # Its files are called so, each with its width; another name after each change.
    name = models.CharField(max_length=32, default=new_photo_name, unique=True, editable=False)
    # The file that the worker reads, and how many quarter turns to the right it makes.
    incoming = models.CharField(max_length=100, blank=True, default="")
    turn = models.PositiveSmallIntegerField(default=0)
    attempts = models.PositiveSmallIntegerField(default=0)
    tried_at = models.DateTimeField(null=True)
    refusal = models.CharField(max_length=LETTERS_OF_REFUSAL, blank=True, default="")
    # Of the largest rendition; no width: it cannot be looked at yet.
    width = models.PositiveSmallIntegerField(default=0)
    height = models.PositiveSmallIntegerField(default=0)
    size = models.PositiveIntegerField(default=0)  # bytes of all renditions
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="photos", null=True
    )
    phone = models.ForeignKey(Phone, models.SET_NULL, related_name="photos", null=True)
    added_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)  # since its round is no longer in the session
    reported_at = models.DateTimeField(null=True)

    objects = PhotoQuerySet.as_manager()

    class Meta:
        verbose_name = _("photo")
        verbose_name_plural = _("photos")
        constraints = named(
            scoring_a_photo_is_recorded_with_its_round=(
                Q(recorded_in__isnull=True) | Q(recorded_in__gt=0),
                _("Revisions are numbered from 1."),
            ),
        )
        indexes = (
            models.Index(fields=("id",), condition=~Q(incoming=""), name="scoring_photos_to_read"),
        )

    def __str__(self) -> str:
        return f"{self.session}: {self.step}"

    @property
    def is_secret(self) -> bool:
        """Return whether its round is still being played."""
        return self.recorded_in is None and self.step != 0

    def at_the_same_place(self) -> PhotoQuerySet:
        """Return the other photos of the same drawing that can be looked at."""
        if self.step is None:
            return Photo.objects.none()
        same = Photo.objects.filter(session=self.session_id, seat=self.seat_id, nth=self.nth)
        same = same.filter(own_list=self.own_list, step=self.step, recorded_in=self.recorded_in)
        return same.filter(width__gt=0).exclude(pk=self.pk)

    @property
    def is_waiting(self) -> bool:
        return bool(self.incoming)
