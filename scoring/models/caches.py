"""The database tables of Django's database cache, as models so that migrations create them."""

from django.db import models


class CacheEntry(models.Model):
    cache_key = models.CharField(max_length=255, primary_key=True)
    value = models.TextField()
    expires = models.DateTimeField(db_index=True)  # Django's cache backend expects this name

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.cache_key


class CachedValue(CacheEntry):
    """An entry of the cache `default`: counters of rate limits and other small values."""


class CachedPage(CacheEntry):
    """An entry of the cache `pages`, which is separate so that counters never evict pages."""
