"""Remove what is past its time.

It may run at any time, also twice at once: rows that another run is removing are passed over. It
works in small transactions, so that no tap waits long, and leaves what is too much to a later run.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session as BrowserSession
from django.db.models import Exists, OuterRef, QuerySet

from scoring.evenings.mail_consent import ASKED_FOR
from scoring.models import (
    AnswerAddress,
    CachedValue,
    Import,
    Invitation,
    Job,
    MailConsent,
    OpenEntry,
    OutgoingMail,
    Photo,
    PlannedSession,
    Session,
)
from scoring.models.locks import lock_free_rows
from scoring.models.transactions import write_transaction
from scoring.models.uploads import PLAN_LIFETIME

MOST_ROWS = 5_000  # removed of one kind in a run
BATCH = 100  # rows in a transaction
BATCH_OF_SESSIONS = 10  # each has hundreds of rows in other tables
ENDED_INVITATIONS = FAILED_MAIL = timedelta(days=30)
FINISHED_JOBS = OPEN_ENTRIES = timedelta(days=2)
PHOTOS_WITHOUT_ROUND = timedelta(days=30)
REFUSED_PHOTOS = timedelta(days=1)
SENT_MAIL = ADDRESSES = timedelta(days=7)

Stopped = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class Removal:
    """Rows of one kind that have expired."""

    name: str
    expired: Callable[[datetime], QuerySet[Any]]
    batch: int = BATCH


SESSION_OF_DEVICE = BrowserSession.objects.filter(session_key=OuterRef("session_key"))
REMOVALS = (
    Removal(
        "deleted sessions and quick tables after 30 days",
        Session.objects.expired,
        BATCH_OF_SESSIONS,
    ),
    Removal(
        "invitations 30 days after they ended",
        lambda at: Invitation.objects.ended_before(at - ENDED_INVITATIONS),
    ),
    Removal(
        "email addresses of answers, 7 days after the evening",
        lambda at: AnswerAddress.objects.of_evenings_before(at - ADDRESSES),
    ),
    Removal(
        "questions about evening emails, after 30 days without an answer",
        lambda at: MailConsent.objects.unanswered_before(at - ASKED_FOR),
    ),
    Removal(
        "imports that nobody confirmed, after 7 days",
        lambda at: Import.objects.unconfirmed_before(at - PLAN_LIFETIME),
    ),
    Removal(
        "plans of finished imports, after 7 days",
        lambda at: PlannedSession.objects.stored_before(at - PLAN_LIFETIME),
    ),
    Removal(
        "emails, 7 days after they were sent or 30 after they were given up",
        lambda at: OutgoingMail.objects.over_since(
            sent_before=at - SENT_MAIL, failed_before=at - FAILED_MAIL
        ),
    ),
    Removal(
        "entries of open rounds, after 2 days",
        lambda at: OpenEntry.objects.entered_before(at - OPEN_ENTRIES),
    ),
    Removal(
        "photos of rounds that were deleted or undone, after 30 days",
        lambda at: Photo.objects.removed_before(at - PHOTOS_WITHOUT_ROUND),
    ),
    Removal(
        "photos that could not be read, after a day",
        lambda at: Photo.objects.refused_before(at - REFUSED_PHOTOS),
    ),
    Removal(
        "finished jobs and their files after 2 days",
        lambda at: Job.objects.filter(finished_at__lt=at - FINISHED_JOBS),
        BATCH_OF_SESSIONS,
    ),
    Removal(
        "expired sessions of browsers", lambda at: BrowserSession.objects.filter(expire_date__lt=at)
    ),
    Removal(
        "devices that are no longer logged in",
        lambda _at: UserSession.objects.filter(~Exists(SESSION_OF_DEVICE)),
    ),
    Removal("expired cached values", lambda at: CachedValue.objects.filter(expires__lt=at)),
)


def remove_expired(*, at: datetime, stopped: Stopped) -> Iterator[tuple[str, int]]:
    """Remove kind by kind; yield a sentence and the number of rows for each."""
    for removal in REMOVALS:
        number = _remove(removal, at, stopped)
        rest = ", and more next time" if number >= MOST_ROWS else ""
        yield f"Removed {number} {removal.name}{rest}.", number


def _remove(removal: Removal, at: datetime, stopped: Stopped) -> int:
    number = 0
    while number < MOST_ROWS and not stopped():
        removed = _remove_batch(removal.expired(at), removal.batch)
        number += removed
        if removed < removal.batch:
            break
    return number


@write_transaction()
def _remove_batch(expired: QuerySet[Any], most: int) -> int:
    keys = lock_free_rows(expired, most)
    expired.model._default_manager.filter(pk__in=keys).delete()
    return len(keys)
