"""Score session documents: one line of JSON for each, without a database."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, OutputWrapper
from django.utils.translation import gettext as _

from scoring.core.refusals import Refused
from scoring.documents.file_formats import Found, Unreadable, open_documents
from scoring.documents.scorer import explain, score_value
from scoring.documents.strict_json import NotJson
from scoring.management.output import lines_of

SCORED, REFUSED, UNREADABLE = 0, 1, 2


class Command(BaseCommand):
    help = "Score session documents: one line of JSON for each. No database is needed."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "files",
            nargs="+",
            metavar="FILE",
            help="a document, a list of documents, or one per line (.ndjson); - for standard input",
        )

    def handle(self, *, files: list[str], **options: Any) -> None:
        status = SCORED
        with lines_of(self) as out:
            for name in files:
                status = max(status, self.score_file(name, out))
        if status:
            sys.exit(status)

    def score_file(self, name: str, out: OutputWrapper) -> int:
        status = SCORED
        try:
            for document in open_documents(name):
                result, result_status = _result(document)
                out.write(json.dumps(result))
                status = max(status, result_status)
        except Unreadable as problem:
            if sys.stderr is not None:
                self.stderr.write(f"{name}: {problem}")
            return UNREADABLE
        return status


def _result(document: Found) -> tuple[dict[str, Any], int]:
    """Return the line for a document, and the exit status that it calls for."""
    if isinstance(document, NotJson):
        message = _("This line is not JSON: %(why)s") % {"why": document}
        return {"error": {"path": "", "message": message}}, UNREADABLE
    if isinstance(document, Refused):
        return {"error": {"path": document.where, "message": explain(document, None)}}, REFUSED
    result = score_value(document)
    return result, REFUSED if "error" in result else SCORED
