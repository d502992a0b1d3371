"""Files that were uploaded and wait for their confirmation; imports, and what they added."""

from datetime import datetime, timedelta
from typing import Self
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Exists, F, OuterRef

from scoring.models.people import Group, Player
from scoring.models.seasons import League, Season
from scoring.models.sessions import Session

UPLOAD_LIFETIME = timedelta(hours=1)
MOST_IMPORTS = 20  # listed


class UploadQuerySet(models.QuerySet["Upload"]):
    def stored_before(self, at: datetime) -> Self:
        return self.filter(stored_at__lt=at)


class Upload(models.Model):
    uuid = models.UUIDField(primary_key=True, default=uuid4)
    content = models.BinaryField()
    stored_at = models.DateTimeField(db_index=True)

    objects = UploadQuerySet.as_manager()

    def __str__(self) -> str:
        return str(self.uuid)


class ImportQuerySet(models.QuerySet["Import"]):
    def unconfirmed_before(self, at: datetime) -> Self:
        return self.filter(confirmed_at=None, stored_at__lt=at)

    def unconfirmed_of(self, user: User | None) -> Self:
        return self.filter(confirmed_at=None, actor=user)

    def latest_of(self, group: Group) -> Self:
        """Return the latest imports of a group that somebody confirmed."""
        confirmed = self.filter(group=group).exclude(confirmed_at=None)
        return confirmed.order_by("-stored_at", "pk")[:MOST_IMPORTS]

    def of_group(self, group: Group, uuid: UUID) -> "Import | None":
        """Return an import with the league that its results count for."""
        return self.filter(group=group, pk=uuid).select_related("league").first()


class Import(models.Model):
    """A file of results for a group: uploaded, then looked at, then added, then perhaps undone."""

    uuid = models.UUIDField(primary_key=True, default=uuid4)
    group = models.ForeignKey(Group, models.CASCADE, related_name="imports")
    league = models.ForeignKey(League, models.SET_NULL, related_name="+", null=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True
    )
    file_name = models.CharField(max_length=200)
    content = models.BinaryField()  # empty once it was added
    stored_at = models.DateTimeField(db_index=True)
    confirmed_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    undone_at = models.DateTimeField(null=True)
    added = models.PositiveIntegerField(default=0)

    objects = ImportQuerySet.as_manager()

    def __str__(self) -> str:
        return self.file_name


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


class ImportedPlayer(models.Model):
    """A player whom an import created."""

    source = models.ForeignKey(Import, models.CASCADE, related_name="players")
    player = models.OneToOneField(Player, models.CASCADE, related_name="imported")

    def __str__(self) -> str:
        return str(self.player_id)
