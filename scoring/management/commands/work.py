"""Do what requests leave to be done: send mail, and look after the data every hour."""

import logging
import os
import signal
from argparse import ArgumentParser
from threading import Event, Thread
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from scoring.background.outbox import send_due_mail
from scoring.background.worker import Duty, Stopped, work
from scoring.upkeep.tend import tend

SECOND, HOUR = 1, 3600

logger = logging.getLogger(__name__)


def _tend(stopped: Stopped) -> None:
    for done in tend(at=timezone.now(), stopped=stopped):
        if done.removed:
            logger.info(done.line)


DUTIES = (Duty("mail", send_due_mail, every=SECOND), Duty("tend", _tend, every=HOUR))


class Command(BaseCommand):
    help = "Send mail and do other work in the background, until stopped by SIGTERM or Ctrl-C."

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
        if until_empty:
            send_due_mail()
            return
        parent, stop = os.getppid(), Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        worker = Thread(target=work, args=(DUTIES, stop))
        worker.start()
        while not stop.wait(1):
            if with_parent and os.getppid() != parent:
                stop.set()
        worker.join()
