"""Threads of one process that write at the same time, as phones do that tap at once.

`python -m tools.load.writers` prints by how many writes of the others the unluckiest of them was
overtaken while it waited for its turn."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from time import sleep

import django

THREADS, WRITES = 8, 25
WORK = 0.003  # seconds that a tap keeps the lock


def overtaken() -> int:
    from django.db import connection
    from django.utils import timezone

    from scoring.models.site import Backup
    from scoring.models.transactions import write_transaction

    start = Barrier(THREADS)
    written: list[int] = []
    overtakers: list[int] = []

    def thread(number: int) -> None:
        connection.ensure_connection()
        start.wait()
        for _ in range(WRITES):
            before = len(written)
            with write_transaction():
                overtakers.append(len(written) - before)
                Backup.objects.create(created_at=timezone.now())
                sleep(WORK)
                written.append(number)
        connection.close()

    with ThreadPoolExecutor(THREADS) as threads:
        list(threads.map(thread, range(THREADS)))
    return max(overtakers)


if __name__ == "__main__":
    django.setup()
    print(overtaken())
