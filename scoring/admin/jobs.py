"""What of the admin the worker does: the upload of many players."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy

from scoring.admin.player_upload import (
    ADDED,
    CHANGED,
    IMPORT_PLAYERS,
    KNOWN,
    PlayerResource,
    log_added,
    stored_players,
)
from scoring.admin.stored_uploads import EXPIRED, StoredFile
from scoring.background.jobs import Done, JobFailed, Run, kind
from scoring.models import Upload


@kind(IMPORT_PLAYERS, gettext_lazy("The upload of players"))
def import_players(run: Run, *, stored: str, number: int) -> Done:
    """Save all players of a file that was confirmed, or none; who exists already stays."""
    user = run.job.asked_by
    try:
        dataset = stored_players(stored, number)
    except Upload.DoesNotExist:
        raise JobFailed(str(EXPIRED)) from None
    if user is None or not (user.is_active and user.is_staff):
        raise JobFailed(str(CHANGED))
    run.progress(0, len(dataset))
    result: Any = PlayerResource().import_data(
        dataset, user=user, rollback_on_validation_errors=True, retain_instance_in_row_result=True
    )
    if result.has_errors() or result.has_validation_errors():
        raise JobFailed(str(CHANGED))
    log_added(user, [row.instance for row in result if row.is_new()])
    StoredFile(name=stored).remove()
    run.progress(len(dataset), len(dataset))
    sentences = [ADDED % {"n": result.totals["new"]}]
    if known := result.totals["skip"]:
        sentences.append(KNOWN % {"n": known})
    return Done(tuple(sentences), link=reverse("admin:scoring_player_changelist"))
