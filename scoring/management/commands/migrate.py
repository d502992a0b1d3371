"""Django's migrate, which gives up on a lock before everybody waits behind it, and tries again."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import OperationalError, connection

# A change of a table waits for its readers, and everybody else waits for the change.
LOCK_TIMEOUT = 2.0  # seconds
ATTEMPTS = 30
PAUSE = 1.0  # seconds in which others go on


class Command(migrate.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "postgresql":
            super().handle(*args, **options)
            return
        with _short_lock_timeout():
            for attempt in range(1, ATTEMPTS + 1):
                try:
                    super().handle(*args, **options)
                except OperationalError as error:
                    if not isinstance(error.__cause__, psycopg.errors.LockNotAvailable):
                        raise
                    self.stderr.write(f"A table is busy; trying again ({attempt}/{ATTEMPTS}).")
                    time.sleep(PAUSE)
                else:
                    return
        raise CommandError("A table was busy all the time: migrate when the site is less busy.")


@contextmanager
def _short_lock_timeout() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('lock_timeout', %s, false)", [f"{LOCK_TIMEOUT * 1000:.0f}ms"]
        )
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")
