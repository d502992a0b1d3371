"""Rows of the site itself: entries of its database cache, and when it was backed up."""

from datetime import datetime

from django.db import models
from django.db.models import Max


class CachedValue(models.Model):
    """An entry of the cache `default`: counters of rate limits and other small values.

    A model, so that a migration creates its table."""

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)  # Django's cache backend expects this name

    def __str__(self) -> str:
        return self.cache_key


class BackupQuerySet(models.QuerySet["Backup"]):
    def latest_at(self) -> datetime | None:
        latest: datetime | None = self.aggregate(latest=Max("created_at"))["latest"]
        return latest


class Backup(models.Model):
    created_at = models.DateTimeField()

    objects = BackupQuerySet.as_manager()

    def __str__(self) -> str:
        return str(self.created_at)
