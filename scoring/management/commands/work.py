"""Do what requests leave to be done: mail, jobs, skill, and every hour the periodic work."""

import logging
import os
import signal
from argparse import ArgumentParser
from threading import Event, Thread
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from scoring.background.jobs import report_running_jobs, run_ready_jobs
from scoring.background.outbox import send_due_mail
from scoring.background.worker import Duty, Stopped, work
from scoring.totals.skill import refresh_all
from scoring.upkeep.remove_expired import tend

SECOND, HOUR = 1, 3600

logger = logging.getLogger(__name__)


def _tend(stopped: Stopped) -> None:
    for done in tend(at=timezone.now(), stopped=stopped):
        if done.removed:
            logger.info(done.line)


REPORT = Duty("report", report_running_jobs, pause=SECOND)
DUTIES = (
    Duty("mail", send_due_mail, pause=SECOND),
    Duty("jobs", run_ready_jobs, pause=SECOND),
    Duty("skill", refresh_all, pause=SECOND),
    REPORT,
    Duty("tend", _tend, pause=HOUR),
)


def _work_until_empty(stop: Event) -> None:
    finished = Event()
    reporting = Thread(target=work, args=([REPORT], finished))
    reporting.start()
    try:
        send_due_mail(stop.is_set)
        run_ready_jobs(stop.is_set)
        refresh_all(stop.is_set)
    finally:
        finished.set()
        reporting.join()


class Command(BaseCommand):
    help = "Send mail, do jobs and compute skill, until stopped by SIGTERM or Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--until-empty", action="store_true", help="do what is due now, and end"
        )
        parser.add_argument(
            "--with-parent",
            action="store_true",
            help="also end when the process that started it has ended, however it did",
        )

    def handle(self, *, until_empty: bool, with_parent: bool, **options: Any) -> None:
        parent, stop = os.getppid(), Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        if until_empty:
            _work_until_empty(stop)
            return
        worker = Thread(target=work, args=(DUTIES, stop))
        worker.start()
        while not stop.wait(1):
            if with_parent and os.getppid() != parent:
                stop.set()
        worker.join()
