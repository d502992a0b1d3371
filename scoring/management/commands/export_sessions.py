"""Write a group's sessions as documents, one a line."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from scoring.exchange.export_sessions import document_lines
from scoring.management.output import lines_of
from scoring.models import Group


class Command(BaseCommand):
    help = "Write a group's sessions as documents, one per line, in the order of recording."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--group", required=True, metavar="SLUG")

    def handle(self, *, group: str, **options: Any) -> None:
        exported = Group.objects.filter(slug=group).first()
        if exported is None:
            raise CommandError(_("There is no group at “%(slug)s”.") % {"slug": group})
        with lines_of(self) as out:
            for line in document_lines(exported.sessions.not_deleted()):
                out.write(line)
