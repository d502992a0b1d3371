"""Import session documents into a group."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, OutputWrapper
from django.utils import timezone
from django.utils.translation import gettext as _
from tqdm import tqdm

from scoring.core.refusals import Refused
from scoring.documents.file_formats import Found, Unreadable, open_documents
from scoring.documents.scorer import explain
from scoring.documents.strict_json import NotJson
from scoring.exchange.import_sessions import Imported, Importer
from scoring.management.output import lines_of, one_line
from scoring.models import Group, League, Session
from scoring.models.revisions import By
from scoring.sessions.rows import look_over

BATCH = 100
MUCH = 1.1  # times as many sessions as before: queries may have to be planned otherwise


class Command(BaseCommand):
    help = "Take session documents into a group: files as `score` reads them."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="- for standard input")
        parser.add_argument("--group", required=True, metavar="SLUG")
        parser.add_argument("--league", metavar="SLUG", help="that they count for")
        parser.add_argument("--dry-run", action="store_true", help="say it and do nothing")

    def handle(self, *, files: list[str], **options: Any) -> None:
        group = Group.objects.filter(slug=options["group"]).first()
        if group is None:
            raise CommandError(_("There is no group at “%(slug)s”.") % {"slug": options["group"]})
        league = _league(group, options["league"]) if options["league"] else None
        importer = Importer(group, league, dry_run=options["dry_run"])
        status, before = 0, Session.objects.count()
        with lines_of(self) as out:
            for name in files:
                status = max(status, self.import_file(name, importer, out))
        if Session.objects.count() > MUCH * before:
            look_over()
        if status:
            sys.exit(status)

    def import_file(self, name: str, importer: Importer, out: OutputWrapper) -> int:
        """Import the documents of a file; return the exit status that it calls for."""
        status = 0
        quiet = None if sys.stderr else True  # None: quiet where it is no terminal
        try:
            documents = tqdm(open_documents(name), disable=quiet, desc=name, leave=False)
            for batch in _in_batches(documents):
                for line, line_status in _import_batch(importer, batch):
                    status = max(status, line_status)
                    out.write(one_line(line))
        except Unreadable as problem:
            raise CommandError(f"{name}: {problem}", returncode=2) from None
        return status


def _league(group: Group, slug: str) -> League:
    league = group.leagues.filter(slug=slug).first()
    if league is None:
        raise CommandError(_("This group has no league at “%(slug)s”.") % {"slug": slug})
    return league


def _in_batches(documents: Iterable[Found]) -> Iterator[list[Found]]:
    """Yield lists of documents, also of those before the place where a file becomes unreadable."""
    batch: list[Found] = []
    try:
        for document in documents:
            batch.append(document)
            if len(batch) == BATCH:
                yield batch
                batch = []
    except Unreadable:
        yield batch
        raise
    yield batch


def _import_batch(importer: Importer, batch: Sequence[Found]) -> Iterator[tuple[str, int]]:
    """Yield a line about each document, and the exit status that it calls for."""
    readable = [document for document in batch if not isinstance(document, NotJson | Refused)]
    results = iter(importer.import_documents(readable, By(at=timezone.now())))
    for document in batch:
        if isinstance(document, NotJson):
            yield _("not JSON: %(why)s") % {"why": document}, 2
            continue
        result = document if isinstance(document, Refused) else next(results)
        if isinstance(result, Refused):
            yield _refused_line(result, None if document is result else document), 1
        else:
            yield _imported_line(result), 0


def _refused_line(refused: Refused, value: object) -> str:
    values = {"path": refused.where or "-", "why": explain(refused, value)}
    return _("refused at %(path)s: %(why)s") % values


def _imported_line(imported: Imported) -> str:
    if imported.known is not None:
        return _("already here: %(id)s") % {"id": imported.known}
    line = _("added: %(game)s, %(players)s") % {
        "game": imported.document.game.name,
        "players": ", ".join(imported.document.state.players),
    }
    if imported.new_players:
        line += _("; new in the group: %(players)s") % {"players": ", ".join(imported.new_players)}
    return line
