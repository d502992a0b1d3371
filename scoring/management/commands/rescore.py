"""Recalculate every result from what was recorded, and report what differs."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from scoring.leagues.counting import count_all
from scoring.management.output import lines_of, one_line
from scoring.models import Group, Season, Session
from scoring.upkeep.database_copy import undisturbing
from scoring.upkeep.rescore import (
    CHANGED_BY_A_CHECK,
    Difference,
    TotalDifference,
    differences,
    group_differences,
    season_differences,
)


class Command(BaseCommand):
    help = "Recalculate every result from what was recorded, and report what differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; exit with 1 if any"
        )

    def handle(self, *, check: bool, **options: Any) -> None:
        with undisturbing(CHANGED_BY_A_CHECK) if check else nullcontext():
            number = self._report(repair=not check)
        if check and number:
            sys.exit(1)

    def _report(self, *, repair: bool) -> int:
        number = 0
        count_all()  # so that results have the seasons that they count for
        with lines_of(self) as out:
            for pk in list(Session.objects.in_order().values_list("pk", flat=True)):
                for difference in differences(pk, repair=repair):
                    number += 1
                    out.write(one_line(_line(difference)))
            for total in _total_differences(repair=repair):
                number += 1
                out.write(one_line(_total_line(total)))
            out.write(_("Differences: %(number)s.") % {"number": number})
        return number


def _total_differences(*, repair: bool) -> Iterator[TotalDifference]:
    for group in Group.objects.order_by("pk"):
        yield from group_differences(group, repair=repair)
    for season in Season.objects.select_related("league").order_by("pk"):
        yield from season_differences(season, repair=repair)


def _total_line(difference: TotalDifference) -> str:
    return _("%(of)s: %(table)s has %(stored)s, should have %(expected)s") % {
        "of": difference.of,
        "table": difference.table,
        "stored": difference.stored,
        "expected": difference.expected,
    }


def _line(difference: Difference) -> str:
    return _("%(session)s: %(table)s has %(stored)s, should have %(expected)s") % {
        "session": difference.session.uuid,
        "table": difference.table,
        "stored": difference.stored,
        "expected": difference.expected,
    }
