"""What of import and export the worker does: archives of large groups, imports of large uploads."""

import io
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.background.jobs import Done, JobFailed, Run, kind
from scoring.exchange import archive
from scoring.exchange.downloads import ZIP
from scoring.exchange.import_sessions import Importer
from scoring.exchange.upload_sessions import UploadedDocument, import_upload, read, report
from scoring.models import Group, League, Upload

ARCHIVE, IMPORT = "group-archive", "import-sessions"


@kind(ARCHIVE, gettext_lazy("The archive of a group"))
def make_archive(run: Run, *, group: int) -> Done:
    user = run.job.asked_by
    of_group = Group.objects.managed_by(user).filter(pk=group).first() if user else None
    if of_group is None:
        raise JobFailed(_("You do not own this group any more, or it was deleted."))
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
        raise JobFailed(_("You may not add sessions to this group any more, or it was deleted."))
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
