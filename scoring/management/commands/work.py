"""Do what requests leave to be done: mail, jobs, skill, and every hour the periodic work."""

import signal
from argparse import ArgumentParser
from threading import Event, Thread
from typing import Any

from django.core.management.base import BaseCommand

from scoring.background.jobs import run_ready_jobs
from scoring.background.outbox import send_due_mail
from scoring.background.worker import work
from scoring.totals.skill import refresh_all
from scoring.upkeep.duties import DUTIES, REPORT_JOBS


def _work_until_empty(stop: Event) -> None:
    finished = Event()
    reporting = Thread(target=work, args=([REPORT_JOBS], finished))
    reporting.start()
    try:
        send_due_mail(stop.is_set)
        run_ready_jobs(stop.is_set)
        refresh_all(stop.is_set)
    finally:
        finished.set()
        reporting.join()


class Command(BaseCommand):
    help = "Send email, run jobs and calculate skill until stopped by SIGTERM or Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--until-empty", action="store_true", help="do what is due now, then exit"
        )

    def handle(self, *, until_empty: bool, **options: Any) -> None:
        stop = Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        if until_empty:
            _work_until_empty(stop)
            return
        worker = Thread(target=work, args=(DUTIES, stop))
        worker.start()
        stop.wait()
        worker.join()
