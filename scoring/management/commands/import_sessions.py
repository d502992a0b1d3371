"""Import files into a group."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import starmap
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from tqdm import tqdm

from scoring.documents.file_formats import LINES, Unreadable, open_documents
from scoring.exchange.importing.documents import add_documents, plan_documents
from scoring.exchange.importing.entries import Entry
from scoring.exchange.importing.plan import Line, Plan, Status, twice
from scoring.exchange.importing.reading import entry_of, is_export_file
from scoring.exchange.importing.text import DateOrder
from scoring.exchange.importing.verbs import PlanChanged, add_now, new_import
from scoring.management.output import lines_of, one_line
from scoring.models import Group, Import, League, Session
from scoring.models.revisions import By
from scoring.registry import installed_games
from scoring.sessions.rows import look_over

BATCH = 500  # documents that are planned together
LONGEST_START = 4096  # bytes that say what a file is
MUCH = 1.1  # times as many sessions as before: queries may have to be planned otherwise


class Command(BaseCommand):
    help = "Import session documents, tables of results and BG Stats exports into a group."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="- for standard input")
        parser.add_argument("--group", required=True, metavar="SLUG")
        parser.add_argument("--league", metavar="SLUG", help="the league they count for")
        parser.add_argument("--game", choices=[*installed_games()], help="if the table names none")
        parser.add_argument("--dates", choices=[*DateOrder], help="what comes first in 3/4/2025")
        parser.add_argument("--dry-run", action="store_true", help="only print what would be added")

    def handle(self, *, files: list[str], **options: Any) -> None:
        group = Group.objects.filter(slug=options["group"]).first()
        if group is None:
            raise CommandError(_("There is no group at “%(slug)s”.") % {"slug": options["group"]})
        league = _league(group, options["league"]) if options["league"] else None
        asked = {"game": options["game"] or "", "order": options["dates"] or ""}
        target = _Target(group, league, asked, is_dry_run=options["dry_run"])
        is_refused, before = False, Session.objects.count()
        with lines_of(self) as out:
            for name in files:
                try:
                    for plan in target.plans(name):
                        is_refused |= bool(plan.of(Status.REFUSED))
                        for line in _lines(plan):
                            out.write(one_line(line))
                except OSError as problem:
                    raise CommandError(f"{name}: {problem.strerror}", returncode=2) from None
                except Unreadable as problem:
                    raise CommandError(f"{name}: {problem}", returncode=2) from None
                except PlanChanged:
                    sentence = _("The group keeps changing. Try again later.")
                    raise CommandError(f"{name}: {sentence}", returncode=2) from None
        if Session.objects.count() > MUCH * before:
            look_over()
        if is_refused:
            sys.exit(1)


@dataclass(frozen=True, slots=True)
class _Target:
    """The group and league that results go to; `asked`: answers that the file does not give."""

    group: Group
    league: League | None
    asked: dict[str, str]
    is_dry_run: bool

    def plans(self, name: str) -> Iterator[Plan]:
        """Plan a file, one plan for so many documents, and add them; yield what was planned."""
        return self._documents(name) if holds_documents(name) else self._results(name)

    def _documents(self, name: str) -> Iterator[Plan]:
        quiet = None if sys.stderr else True  # None: quiet where it is no terminal
        documents = tqdm(open_documents(name), disable=quiet, desc=name, leave=False)
        planned: set[object] = set()
        source: Import | None = None
        for entries in _in_batches(starmap(entry_of, enumerate(documents, 1))):
            if self.is_dry_run:
                plan = plan_documents(self.group, entries)
                lines = [twice(line) if line.id in planned else line for line in plan.lines]
                planned |= {line.id for line in plan.of(Status.NEW)}
                yield replace(plan, lines=lines)
            else:
                source, plan = add_documents(
                    group=self.group,
                    league=self.league,
                    name=Path(name).name,
                    entries=entries,
                    by=By(at=timezone.now()),
                    before=source,
                )
                yield plan

    def _results(self, name: str) -> Iterator[Plan]:
        by = By(at=timezone.now())

        def read() -> tuple[Import, Plan]:
            source, plan = new_import(
                group=self.group,
                league=self.league,
                name=Path(name).name,
                content=Path(name).read_bytes(),
                by=by,
                choices=self.asked,
            )
            if not source.is_ready:
                raise Unreadable(_("Give --game or --dates: the file does not say it."))
            return source, plan

        yield read()[1] if self.is_dry_run else add_now(read, by=by)[1]


def holds_documents(name: str) -> bool:
    """Return whether a file has session documents, which are read one after the other."""
    if name == "-" or Path(name).suffix.lower() in LINES or not Path(name).is_file():
        return True
    with Path(name).open("rb") as file:
        start = file.read(LONGEST_START).lstrip(b"\xef\xbb\xbf \r\n\t")
    return start.startswith((b"{", b"[")) and not is_export_file(Path(name))


def _lines(plan: Plan) -> Iterator[str]:
    """Yield a line for each result, and one for the players whom the group did not have."""
    yield from map(_planned_line, plan.lines)
    if plan.new_names:
        yield _("New players: %(names)s") % {"names": ", ".join(plan.new_names)}


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


def _in_batches(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Yield lists of documents, also of those before the place where a file becomes unreadable."""
    batch: list[Entry] = []
    try:
        for entry in entries:
            batch.append(entry)
            if len(batch) == BATCH:
                yield batch
                batch = []
    except Unreadable:
        yield batch
        raise
    yield batch
