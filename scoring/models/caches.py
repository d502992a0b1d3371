"""The database table of Django's database cache, as a model so that a migration creates it."""

from django.db import models


class CachedValue(models.Model):
    """An entry of the cache `default`: counters of rate limits and other small values."""

    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)  # Django's cache backend expects this name

    def __str__(self) -> str:
        return self.cache_key
