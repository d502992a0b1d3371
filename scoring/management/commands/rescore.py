"""Compute every result anew from what was recorded, and report what differs."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from scoring.management.output import lines_of, one_line
from scoring.models import Session
from scoring.rescoring import Difference, differences


class Command(BaseCommand):
    help = "Compute every result anew from what was recorded, and report what differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; exit 1 if any")

    def handle(self, *, check: bool, **options: Any) -> None:
        found = 0
        with lines_of(self) as out:
            for pk in list(Session.objects.in_order().values_list("pk", flat=True)):
                for difference in differences(pk, mend=not check):
                    found += 1
                    out.write(one_line(_said(difference)))
            out.write(_("Differences: %(number)s.") % {"number": found})
        if check and found:
            sys.exit(1)


def _said(difference: Difference) -> str:
    return _("%(session)s: %(table)s has %(stored)s, should have %(expected)s") % {
        "session": difference.session.uuid,
        "table": difference.table,
        "stored": difference.stored,
        "expected": difference.expected,
    }
