"""The cache `default` of a site without a cache server: counters of limits, in the database."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.db.models import BigIntegerField, F, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from scoring.models import CachedValue
from scoring.models.transactions import write_transaction

FOR_EVER = datetime.max.replace(tzinfo=UTC) - timedelta(days=1)  # in any time zone
CULLED = 4  # of so many entries one goes, where there are too many


class CounterCache(BaseCache):
    """Keep values as JSON: Django's cache in the database reads pickles, and a pickle can run any
    code of the person who wrote it."""

    def __init__(self, _location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self.most = int(params["OPTIONS"]["MAX_ENTRIES"])

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        current = self._entry(key, version).filter(expires__gt=timezone.now())
        for text in current.values_list("value", flat=True):
            try:
                return json.loads(text)
            except ValueError:  # nobody wrote it by this cache
                break
        return default

    def set(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None
    ) -> None:
        self._make_room()
        entry = CachedValue(
            cache_key=self.make_and_validate_key(key, version),
            value=json.dumps(value),
            expires=self._expiry(timeout),
        )
        CachedValue.objects.bulk_create(
            [entry],
            update_conflicts=True,
            unique_fields=["cache_key"],
            update_fields=["value", "expires"],
        )

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None
    ) -> bool:
        self._make_room()
        with write_transaction():
            self._entry(key, version).filter(expires__lte=timezone.now()).delete()
            _entry, is_new = CachedValue.objects.get_or_create(
                cache_key=self.make_and_validate_key(key, version),
                defaults={"value": json.dumps(value), "expires": self._expiry(timeout)},
            )
        return is_new

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> int:
        """Add to a number, so that nobody else's addition is lost."""
        number = Cast(F("value"), BigIntegerField())
        with write_transaction():
            if self._entry(key, version).update(value=Cast(number + delta, TextField())):
                return int(self._entry(key, version).values_list("value", flat=True).get())
        raise ValueError(f"There is no entry {key!r}.")

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: Any = None) -> bool:
        current = self._entry(key, version).filter(expires__gt=timezone.now())
        return bool(current.update(expires=self._expiry(timeout)))

    def delete(self, key: Any, version: Any = None) -> bool:
        return bool(self._entry(key, version).delete()[0])

    def clear(self) -> None:
        CachedValue.objects.all().delete()

    def _entry(self, key: Any, version: Any) -> QuerySet[CachedValue]:
        return CachedValue.objects.filter(pk=self.make_and_validate_key(key, version))

    def _expiry(self, timeout: Any) -> datetime:
        seconds = self.get_backend_timeout(timeout)
        return FOR_EVER if seconds is None else datetime.fromtimestamp(seconds, UTC)

    def _make_room(self) -> None:
        """Remove what has expired, or else what expires first, if there are too many entries."""
        number = CachedValue.objects.count()
        if number <= self.most:
            return
        if not CachedValue.objects.filter(expires__lte=timezone.now()).delete()[0]:
            first = CachedValue.objects.order_by("expires", "pk").values_list("pk", flat=True)
            keys = list(first[: number // CULLED])
            CachedValue.objects.filter(pk__in=keys).delete()
