"""What of import and export the worker does: archives of large groups, imports of large uploads."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.background.jobs import Done, JobFailed, Run, kind
from scoring.documents.file_formats import Unreadable
from scoring.exchange import archive
from scoring.exchange.downloads import ZIP
from scoring.exchange.import_sessions import Importer
from scoring.exchange.importing.entries import Choices
from scoring.exchange.importing.missing_seasons import missing_season
from scoring.exchange.importing.plan import make_plan
from scoring.exchange.importing.reading import read_file
from scoring.exchange.importing.text import DateOrder
from scoring.exchange.importing.verbs import add_planned, finish_import, undo_import
from scoring.exchange.upload_sessions import ADDED, UploadedDocument, import_upload, read, report
from scoring.models import Group, Import, League, Upload
from scoring.models.revisions import By

ARCHIVE, IMPORT = "group-archive", "import-sessions"
IMPORT_RESULTS, UNDO_IMPORT = "import-results", "undo-import"


@kind(ARCHIVE, gettext_lazy("The archive of a group"))
def make_archive(run: Run, *, group: int) -> Done:
    user = run.job.asked_by
    of_group = Group.objects.managed_by(user).filter(pk=group).first() if user else None
    if of_group is None:
        raise JobFailed(_("You no longer own this group, or it was deleted."))
    at = timezone.now()
    chunks = archive.group_archive(of_group, at, run.progress)
    with timezone.override(of_group.zone):
        run.save_file(archive.file_name(of_group, at), ZIP, chunks)
    return Done((_("Everything of %(group)s is in it.") % {"group": of_group.name},))


@kind(IMPORT, gettext_lazy("The import of sessions"))
def import_sessions(run: Run, *, stored: str, name: str, group: int, league: int | None) -> Done:
    """Import an upload that was confirmed in the admin; what is in already, is known by its key."""
    user = run.job.asked_by
    upload = Upload.objects.filter(uuid=stored).first()
    to_group = Group.objects.managed_by(user).filter(pk=group).first() if user else None
    if user is None or to_group is None:
        raise JobFailed(_("You may no longer add sessions to this group, or it was deleted."))
    if upload is None:
        raise JobFailed(_("This upload is too old or was already imported; upload it again."))
    to_league = League.objects.filter(pk=league or 0, group=group).first()
    if league is not None and to_league is None:
        raise JobFailed(_("This league was deleted; nothing was imported."))
    values = read(name, io.BytesIO(bytes(upload.content)))
    documents: list[UploadedDocument] = []
    importer = Importer(to_group, to_league)
    imported = import_upload(values, importer, at=timezone.now(), actor=user, upload=UUID(stored))
    for document in imported:
        documents.append(document)
        run.progress(len(documents), len(values))
    upload.delete()
    sentences = tuple(sentence for _fate, sentence in report(documents))
    return Done(sentences, link=reverse("admin:scoring_session_changelist"))


@kind(IMPORT_RESULTS, gettext_lazy("The import of results"))
def import_results(
    run: Run, *, source: str, order: str, game: str, players: dict[str, str], also: list[int]
) -> Done:
    """Add what was confirmed on the preview; what an earlier attempt added, is known by its id."""
    stored, by = _import_of(run, source)
    if stored.finished_at is not None:
        return _done(stored)
    choices = Choices(DateOrder(order) if order else None, game)
    try:
        parsed = read_file(bytes(stored.content), choices)
    except Unreadable as problem:
        raise JobFailed(str(problem)) from None
    plan = make_plan(stored.group, parsed, players, also)
    with _rights_may_end():
        add_planned(stored, plan, by=by, progress=run.progress)
    finish_import(stored, at=by.at)
    return _done(stored)


@kind(UNDO_IMPORT, gettext_lazy("Undoing an import"))
def undo_results(run: Run, *, source: str) -> Done:
    stored, by = _import_of(run, source)
    if stored.undone_at is None:
        with _rights_may_end():
            undo_import(stored, by=by, progress=run.progress)
    return Done((_("The import was undone."),), link=_address(stored))


def no_progress(_done: int, _total: int) -> None:
    """Tell nobody: the browser waits for all of it."""


def _import_of(run: Run, source: str) -> tuple[Import, By]:
    """Return an import, and who does it, whose rights are checked again before each part."""
    user = run.job.asked_by
    stored = Import.objects.filter(pk=source).select_related("group", "league").first()
    if stored is None or user is None:
        raise JobFailed(_("This import was removed, or its group was."))

    def check() -> None:
        if not Group.objects.with_scorekeeper(user).filter(pk=stored.group_id).exists():
            raise PermissionDenied

    return stored, By(at=timezone.now(), actor=user, check=check)


@contextmanager
def _rights_may_end() -> Iterator[None]:
    try:
        yield
    except PermissionDenied:
        sentence = _("You may no longer add sessions to this group, or it was deleted.")
        raise JobFailed(sentence) from None


def _done(stored: Import) -> Done:
    missing = missing_season(stored)
    sentences = (ADDED % {"n": stored.added}, *([missing.sentence] if missing else []))
    return Done(sentences, link=_address(stored))


def _address(stored: Import) -> str:
    return reverse("import_preview", args=[stored.group.slug, stored.pk])
