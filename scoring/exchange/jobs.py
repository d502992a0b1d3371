"""Let the worker make archives of large groups, add large imports and undo them."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from scoring.background.jobs import Done, JobFailed, Run, kind
from scoring.documents.file_formats import Unreadable
from scoring.exchange import archive
from scoring.exchange.downloads import ZIP
from scoring.exchange.importing.missing_seasons import missing_season
from scoring.exchange.importing.verbs import (
    MOST_CHECKS,
    PlanChanged,
    add_planned,
    begin_adding,
    check,
    take_back_confirmation,
    undo_import,
)
from scoring.models import Group, Import
from scoring.models.revisions import By

ARCHIVE = "group-archive"
IMPORT_RESULTS, UNDO_IMPORT = "import-results", "undo-import"
ADDED = ngettext_lazy("%(n)d session added.", "%(n)d sessions added.", "n")
CORRECTED = ngettext_lazy("%(n)d session corrected.", "%(n)d sessions corrected.", "n")


@kind(ARCHIVE, gettext_lazy("Preparing a group’s archive"))
def make_archive(run: Run, *, group: int) -> Done:
    user = run.job.asked_by
    of_group = Group.objects.managed_by(user).filter(pk=group).first() if user else None
    if of_group is None:
        raise JobFailed(_("You no longer own this group, or it was deleted."))
    at = timezone.now()
    chunks = archive.group_archive(of_group, at, run.progress)
    with timezone.override(of_group.zone):
        run.save_file(archive.file_name(of_group, at), ZIP, chunks)
    return Done((_("The archive has everything from %(group)s.") % {"group": of_group.name},))


@kind(IMPORT_RESULTS, gettext_lazy("Importing results"))
def import_results(run: Run, *, source: str) -> Done:
    """Add the plan that was confirmed; what an earlier attempt added, is known by its id."""
    stored, by = _import_of(run, source)
    if stored.finished_at is not None:
        return _done(stored)
    with _rights_may_end():
        try:
            _begin(stored, by)
        except (PlanChanged, Unreadable):
            take_back_confirmation(stored)
            changed = _(
                "Something has changed since the preview, so nothing was added. Check the"
                " preview again."
            )
            return Done((changed,), link=_address(stored))
        add_planned(stored, by=by, progress=run.progress)
    return _done(stored)


def _begin(stored: Import, by: By) -> None:
    """Begin, also while results of others come in: as often as the plan stays the same."""
    for _attempt in range(MOST_CHECKS):
        if stored.player_ids is None:
            check(stored)
        with suppress(PlanChanged):
            begin_adding(stored, by=by)
            return
    raise PlanChanged


@kind(UNDO_IMPORT, gettext_lazy("Undoing an import"))
def undo_results(run: Run, *, source: str) -> Done:
    stored, by = _import_of(run, source)
    if stored.undone_at is None:
        with _rights_may_end():
            undo_import(stored, by=by, progress=run.progress)
    return Done((_("The import was undone."),), link=_address(stored))


def _import_of(run: Run, source: str) -> tuple[Import, By]:
    """Return an import, and who does it, whose rights are checked again before each part."""
    user = run.job.asked_by
    stored = Import.objects.filter(pk=source).select_related("group", "league").first()
    if stored is None or user is None:
        raise JobFailed(_("This import, or its group, was deleted."))

    def check() -> None:
        now = User.objects.filter(pk=user.pk, is_active=True).first()
        keeps = Group.objects.with_scorekeeper(user).filter(pk=stored.group_id).exists()
        if now is None or not (keeps or now.is_superuser):
            raise PermissionDenied

    return stored, By(at=timezone.now(), actor=user, check=check)


@contextmanager
def _rights_may_end() -> Iterator[None]:
    try:
        yield
    except PermissionDenied:
        sentence = _("You can no longer add sessions to this group, or it was deleted.")
        raise JobFailed(sentence) from None


def _done(stored: Import) -> Done:
    missing = missing_season(stored)
    sentences = [ADDED % {"n": stored.added}]
    if corrected := stored.corrected.count():
        sentences.append(CORRECTED % {"n": corrected})
    if missing:
        sentences.append(missing.sentence)
    return Done(tuple(sentences), link=_address(stored))


def _address(stored: Import) -> str:
    return reverse("import_preview", args=[stored.group.slug, stored.pk])
