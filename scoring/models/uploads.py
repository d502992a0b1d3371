"""Imports: files with their plans, and what was added of them."""

from datetime import datetime, timedelta
from typing import Any, Self
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Count, Exists, F, OuterRef, Q, Value
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.models.constraints import named, once
from scoring.models.people import Group, Player
from scoring.models.seasons import League, Season
from scoring.models.sessions import Session

PLAN_LIFETIME = timedelta(days=7)
MOST_IMPORTS = 20  # listed
MOST_REMEMBERED = 5  # imports whose columns are taken again
ROWS_OF_A_PAGE = 50  # of a preview


class ImportQuerySet(models.QuerySet["Import"]):
    def unconfirmed_before(self, at: datetime) -> Self:
        return self.filter(confirmed_at=None, stored_at__lt=at)

    def unconfirmed_of(self, user: User) -> Self:
        return self.filter(confirmed_at=None, actor=user).order_by("-stored_at")

    def choices_of_columns(self, group: Group) -> "models.QuerySet[Import, dict[str, Any]]":
        """Return what was chosen for the latest imports of a group, the latest first."""
        latest = self.filter(group=group).order_by("-stored_at")
        return latest.values_list("choices", flat=True)[:MOST_REMEMBERED]

    def latest_of(self, group: Group) -> Self:
        """Return the latest imports of a group that somebody confirmed."""
        confirmed = self.filter(group=group).exclude(confirmed_at=None)
        return confirmed.order_by("-stored_at", "pk")[:MOST_IMPORTS]

    def of_group(self, group: Group, uuid: UUID) -> "Import | None":
        """Return an import with the league that its results count for."""
        return self.filter(group=group, pk=uuid).select_related("league").first()


class Import(models.Model):
    """A file of results for a group: read into a plan, looked at, added, then perhaps undone.

    `plan` has a number of its own for each plan that was made; `rests_on` is a hash of what the
    plan rests on. `player_ids`: once adding began, the players by the names in documents."""

    uuid = models.UUIDField(primary_key=True, default=uuid4)
    group = models.ForeignKey(Group, models.CASCADE, related_name="imports")
    league = models.ForeignKey(League, models.SET_NULL, related_name="+", null=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True
    )
    file_name = models.CharField(max_length=200)
    content = models.BinaryField()  # empty once it was added
    choices = models.JSONField(default=dict, db_default=Value({}, models.JSONField()))
    reading = models.JSONField(default=dict, db_default=Value({}, models.JSONField()))
    plan = models.PositiveIntegerField(default=0, db_default=0)
    rests_on = models.CharField(max_length=64, default="", db_default="")
    player_ids = models.JSONField(null=True)
    stored_at = models.DateTimeField(db_index=True)
    confirmed_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    undone_at = models.DateTimeField(null=True)
    added = models.PositiveIntegerField(default=0)

    objects = ImportQuerySet.as_manager()

    def __str__(self) -> str:
        return self.file_name

    @property
    def is_ready(self) -> bool:
        """Return whether everything was said without which nothing can be added."""
        asked = {"order": "asks_date_order", "game": "asks_game"}
        return all(
            self.choices.get(choice) for choice, asks in asked.items() if self.reading.get(asks)
        )


class PlannedSessionQuerySet(models.QuerySet["PlannedSession"]):
    def in_order(self) -> Self:
        return self.order_by("number")

    def to_add(self) -> Self:
        return self.filter(status=PlannedSession.Status.NEW).order_by("number")

    def to_correct(self) -> Self:
        return self.filter(status=PlannedSession.Status.CORRECTED).order_by("number")

    def number_to_do(self) -> int:
        """Return how many sessions are added or corrected."""
        status = PlannedSession.Status
        return self.filter(status__in=(status.NEW, status.CORRECTED)).count()

    def shown(self, name: str) -> Self:
        """Return the rows of a filter of the preview, in the order of the file."""
        return self.filter(FILTERS[name]).order_by("number")

    def numbers(self) -> dict[str, int]:
        """Return how many rows each filter of the preview shows."""
        counts = {f"n{at}": Count("pk", filter=q) for at, q in enumerate(FILTERS.values())}
        numbers = self.order_by().aggregate(**counts)
        return dict(zip(FILTERS, numbers.values(), strict=True))

    def stored_before(self, at: datetime) -> Self:
        return self.filter(source__stored_at__lt=at)


class PlannedSession(models.Model):
    """The plan for one result of a file: the document that is added, or why none is.

    `row`: its first row in the file; `details`: what of it was left out or guessed, and what is
    shown; `is_marked`: whether anything was; `is_changed`: since somebody looked at the plan."""

    class Status(models.TextChoices):
        NEW = "new", pgettext_lazy("of a result", "New")
        ALIKE = "alike", _("Possible duplicates")
        KNOWN = "known", _("Already here")
        DIFFERS = "differs", _("Already here, but different")
        CORRECTED = "corrected", pgettext_lazy("of a result", "Corrected")
        REFUSED = "refused", pgettext_lazy("of a result", "Refused")
        LEFT_OUT = "left-out", pgettext_lazy("of a result", "Left out")

    source = models.ForeignKey(Import, models.CASCADE, related_name="planned")
    number = models.PositiveIntegerField()
    row = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=Status)
    is_marked = models.BooleanField(default=False)
    is_changed = models.BooleanField(default=False)
    document = models.JSONField(null=True)
    document_id = models.UUIDField(null=True)
    session = models.UUIDField(null=True)  # that is here already; the one that is corrected
    details = models.JSONField(default=dict)

    objects = PlannedSessionQuerySet.as_manager()

    class Meta:
        constraints = named(
            scoring_planned_session_once=(
                once("source", "number"),
                _("This result is already planned."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.source_id}: {self.number}"


# The filters of a preview, by their name in the address.
FILTERS = {
    "": Q(),
    "added": Q(status=PlannedSession.Status.NEW),
    "corrected": Q(status=PlannedSession.Status.CORRECTED),
    "marked": Q(status=PlannedSession.Status.NEW, is_marked=True),
    "refused": Q(status=PlannedSession.Status.REFUSED),
    "alike": Q(status=PlannedSession.Status.ALIKE),
    "here": Q(status__in=(PlannedSession.Status.KNOWN, PlannedSession.Status.DIFFERS)),
    "left-out": Q(status=PlannedSession.Status.LEFT_OUT),
    "changed": Q(is_changed=True),
}


class ImportedSessionQuerySet(models.QuerySet["ImportedSession"]):
    def without_season(self) -> Self:
        """Return those that would count for their league, if a season of it had their day."""
        day = OuterRef("session__played_on")
        seasons = Season.objects.filter(
            league=OuterRef("source__league"), starts_on__lte=day, ends_on__gte=day
        )
        of_league = self.filter(session__league=F("source__league"), session__deleted_at=None)
        finished = of_league.exclude(session__finished_at=None).exclude(session__played_on=None)
        return finished.exclude(Exists(seasons))


class ImportedSession(models.Model):
    """A session that an import added, by which all of them can be found and undone together."""

    source = models.ForeignKey(Import, models.CASCADE, related_name="sessions")
    session = models.OneToOneField(Session, models.CASCADE, related_name="imported")

    objects = ImportedSessionQuerySet.as_manager()

    def __str__(self) -> str:
        return str(self.session_id)


class CorrectedSessionQuerySet(models.QuerySet["CorrectedSession"]):
    def in_order(self) -> Self:
        """Return them with their sessions, the latest day first, but for deleted sessions."""
        shown = self.filter(session__deleted_at=None).select_related("session")
        return shown.order_by(F("session__played_on").desc(nulls_last=True), "pk")


class CorrectedSession(models.Model):
    """A session that was here and that an import corrected; undoing the import leaves it."""

    source = models.ForeignKey(Import, models.CASCADE, related_name="corrected")
    session = models.ForeignKey(Session, models.CASCADE, related_name="+")

    objects = CorrectedSessionQuerySet.as_manager()

    class Meta:
        constraints = named(
            scoring_corrected_session_once=(
                once("source", "session"),
                _("This import has already corrected it."),
            ),
        )

    def __str__(self) -> str:
        return str(self.session_id)


class ImportedPlayer(models.Model):
    """A player whom an import created."""

    source = models.ForeignKey(Import, models.CASCADE, related_name="players")
    player = models.OneToOneField(Player, models.CASCADE, related_name="imported")

    def __str__(self) -> str:
        return str(self.player_id)
