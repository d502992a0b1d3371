"""Import files into a group."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, OutputWrapper
from django.utils import timezone
from django.utils.translation import gettext as _
from tqdm import tqdm

from scoring.core.refusals import Refused
from scoring.documents.file_formats import LINES, Found, Unreadable, open_documents
from scoring.documents.scorer import explain
from scoring.documents.strict_json import NotJson
from scoring.exchange.import_sessions import Imported, Importer
from scoring.exchange.importing.plan import Line, Status
from scoring.exchange.importing.reading import is_export_file
from scoring.exchange.importing.text import DateOrder
from scoring.exchange.importing.verbs import (
    add_planned,
    begin_adding,
    confirm_import,
    finish_import,
    new_import,
    store_import,
)
from scoring.management.output import lines_of, one_line
from scoring.models import Group, League, Session
from scoring.models.revisions import By
from scoring.registry import installed_games
from scoring.sessions.rows import look_over

BATCH = 100
LONGEST_START = 4096  # bytes that say what a file is
MUCH = 1.1  # times as many sessions as before: queries may have to be planned otherwise


class Command(BaseCommand):
    help = "Take session documents, tables of results and exports of BG Stats into a group."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="- for standard input")
        parser.add_argument("--group", required=True, metavar="SLUG")
        parser.add_argument("--league", metavar="SLUG", help="that they count for")
        parser.add_argument("--game", choices=[*installed_games()], help="of a table without games")
        parser.add_argument("--dates", choices=[*DateOrder], help="what 3/4/2025 begins with")
        parser.add_argument("--dry-run", action="store_true", help="say it and do nothing")

    def handle(self, *, files: list[str], **options: Any) -> None:
        group = Group.objects.filter(slug=options["group"]).first()
        if group is None:
            raise CommandError(_("There is no group at “%(slug)s”.") % {"slug": options["group"]})
        league = _league(group, options["league"]) if options["league"] else None
        importer = Importer(group, league, dry_run=options["dry_run"])
        asked = {"game": options["game"] or "", "order": options["dates"] or ""}
        status, before = 0, Session.objects.count()
        with lines_of(self) as out:
            for name in files:
                if holds_documents(name):
                    status = max(status, self.import_file(name, importer, out))
                else:
                    status = max(status, self.import_results(name, importer, asked, out))
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

    def import_results(
        self, name: str, importer: Importer, asked: dict[str, str], out: OutputWrapper
    ) -> int:
        """Import the results of a file as their page does; return the exit status."""
        by = By(at=timezone.now())
        try:
            content = Path(name).read_bytes()
            source, plan = new_import(
                group=importer.group,
                league=importer.league,
                name=Path(name).name,
                content=content,
                by=by,
                choices=asked,
            )
        except OSError as problem:
            raise CommandError(f"{name}: {problem.strerror}", returncode=2) from None
        except Unreadable as problem:
            raise CommandError(f"{name}: {problem}", returncode=2) from None
        if not source.is_ready:
            sentence = _("Say --game, or --dates, which the file leaves open.")
            raise CommandError(f"{name}: {sentence}", returncode=2)
        for line in plan.lines:
            out.write(one_line(_planned_line(line)))
        if not importer.dry_run and plan.of(Status.NEW):
            store_import(source, plan)
            confirm_import(source, plan=source.plan, at=by.at)
            begin_adding(source, by=by)
            add_planned(source, by=by, progress=lambda _done, _all: None)
            finish_import(source, at=by.at)
        return int(bool(plan.of(Status.REFUSED)))


def holds_documents(name: str) -> bool:
    """Return whether a file has session documents, which are read one after the other."""
    if name == "-" or Path(name).suffix.lower() in LINES or not Path(name).is_file():
        return True
    with Path(name).open("rb") as file:
        start = file.read(LONGEST_START).lstrip(b"\xef\xbb\xbf \r\n\t")
    return start.startswith((b"{", b"[")) and not is_export_file(Path(name))


def _planned_line(line: Line) -> str:
    rows = ", ".join(map(str, line.entry.rows))
    remarks = "; ".join(remark.why for remark in line.remarks)
    players = ", ".join(each.name for each in line.players)
    values = {"rows": rows, "status": line.status.label, "players": players}
    text = _("%(rows)s: %(status)s: %(players)s") % values
    return "; ".join(filter(None, (text, line.message, remarks)))


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
