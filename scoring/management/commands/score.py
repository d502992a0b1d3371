"""Score session documents: one line of JSON for each, without a database."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _

from scoring.document_files import Found, documents
from scoring.json_text import NotJson
from scoring.refusals import Refused
from scoring.scorer import explain, score_value

SCORED, REFUSED, UNREADABLE = 0, 1, 2


class Command(BaseCommand):
    help = "Score session documents: one line of JSON for each. No database is needed."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files",
            nargs="+",
            metavar="FILE",
            help="one document, a list of documents, or one a line (.ndjson); - for standard input",
        )

    def handle(self, *, files: list[str], **options: Any) -> None:
        status = SCORED
        try:
            for name in files:
                status = max(status, self.score_file(name))
            self.stdout.flush()
        except BrokenPipeError:  # the reader has seen enough
            sys.stdout = None
        if status:
            sys.exit(status)

    def score_file(self, name: str) -> int:
        try:
            if name == "-":
                return self.score_lines(name, sys.stdin.buffer)
            with Path(name).open("rb") as file:
                return self.score_lines(name, file)
        except OSError as problem:
            if isinstance(problem, BrokenPipeError):
                raise
            self.stderr.write(f"{name}: {problem.strerror}")
        except NotJson as problem:
            self.stderr.write(_("%(name)s is not JSON: %(why)s") % {"name": name, "why": problem})
        return UNREADABLE

    def score_lines(self, name: str, file: BinaryIO) -> int:
        status = SCORED
        for found in documents(name, file):
            result, outcome = _result(found)
            self.stdout.write(json.dumps(result))
            status = max(status, outcome)
        return status


def _result(found: Found) -> tuple[dict[str, Any], int]:
    if isinstance(found, NotJson):
        message = _("This line is not JSON: %(why)s") % {"why": found}
        return {"error": {"path": "", "message": message}}, UNREADABLE
    if isinstance(found, Refused):
        return {"error": {"path": found.where, "message": explain(found, None)}}, REFUSED
    result = score_value(found)
    return result, REFUSED if "error" in result else SCORED
