"""Compute every result anew from what was recorded, and report what differs."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from scoring.models import Session
from scoring.rescoring import differences, rescore


class Command(BaseCommand):
    help = "Compute every result anew from what was recorded, and report what differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if any")

    def handle(self, *, check: bool, **options: Any) -> None:
        found = 0
        for session in Session.objects.in_order().iterator():
            for difference in differences(session) if check else rescore(session):
                found += 1
                values = {
                    "session": session.uuid,
                    "table": difference.table,
                    "stored": difference.stored,
                    "expected": difference.expected,
                }
                line = _("%(session)s: %(table)s has %(stored)s, should have %(expected)s")
                self.stdout.write(line % values)
        self.stdout.write(_("Differences: %(number)s.") % {"number": found})
        if check and found:
            sys.exit(1)
