"""The loop of `manage.py work`: duties, each in a thread of its own, until it is asked to stop.

Threads, so that a silent mail server keeps no job waiting, and no long job an email."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event, Thread

from django.db import InterfaceError, OperationalError, close_old_connections, connections

LONGEST_PAUSE = 30  # seconds after failures, such as while the database is away

Stopped = Callable[[], bool]
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Duty:
    """Something that the worker does again and again.

    `run` does all that there is to do, and stops early once `stopped()` returns True."""

    name: str
    run: Callable[[Stopped], object]
    pause: float  # seconds after each run


def work(duties: Sequence[Duty], stop: Event) -> None:
    """Fulfil the duties until `stop` is set, and return when all have ended."""
    threads = [Thread(target=_repeat, args=(duty, stop), name=duty.name) for duty in duties]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _repeat(duty: Duty, stop: Event) -> None:
    failures = 0
    while not stop.is_set():
        close_old_connections()
        try:
            duty.run(stop.is_set)
            failures = 0
        except (InterfaceError, OperationalError) as problem:
            failures += 1
            logger.error("The database does not serve the worker (%s): %s", duty.name, problem)  # noqa: TRY400 (it is away)
        except Exception:
            failures += 1
            logger.exception("The worker failed (%s), and tries again.", duty.name)
        stop.wait(min(2**failures, LONGEST_PAUSE) if failures else duty.pause)
    connections.close_all()
