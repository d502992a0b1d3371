"""When the site was backed up, so that it can be said when that is too long ago."""

from datetime import datetime

from django.db import models
from django.db.models import Max


class BackupQuerySet(models.QuerySet["Backup"]):
    def latest_at(self) -> datetime | None:
        latest: datetime | None = self.aggregate(latest=Max("created_at"))["latest"]
        return latest


class Backup(models.Model):
    created_at = models.DateTimeField()

    objects = BackupQuerySet.as_manager()

    def __str__(self) -> str:
        return str(self.created_at)
