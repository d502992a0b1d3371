"""Compute every result anew from what was recorded, and report what differs."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from scoring.management.output import lines_of, one_line
from scoring.models import Group, Season, Session
from scoring.upkeep.rescore import (
    AddedUpWrong,
    Difference,
    differences,
    group_differences,
    season_differences,
)


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
            for wrong in _added_up_wrong(mend=not check):
                found += 1
                out.write(one_line(_said_of_sums(wrong)))
            out.write(_("Differences: %(number)s.") % {"number": found})
        if check and found:
            sys.exit(1)


def _added_up_wrong(*, mend: bool) -> Iterator[AddedUpWrong]:
    for group in Group.objects.order_by("pk"):
        yield from group_differences(group, mend=mend)
    for season in Season.objects.select_related("league").order_by("pk"):
        yield from season_differences(season, mend=mend)


def _said_of_sums(wrong: AddedUpWrong) -> str:
    return _("%(of)s: %(table)s has %(stored)s, should have %(expected)s") % {
        "of": wrong.of,
        "table": wrong.table,
        "stored": wrong.stored,
        "expected": wrong.expected,
    }


def _said(difference: Difference) -> str:
    return _("%(session)s: %(table)s has %(stored)s, should have %(expected)s") % {
        "session": difference.session.uuid,
        "table": difference.table,
        "stored": difference.stored,
        "expected": difference.expected,
    }
