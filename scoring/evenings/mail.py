"""Mail before and after an evening, to those who answered and asked for it.

The worker writes it; each email is written once, in the transaction that says so."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.background.mail_limits import may_write_to
from scoring.background.outbox import expires_header, sends_mail
from scoring.evenings.tonight import latest_finished
from scoring.models import AnswerAddress, Evening
from scoring.models.evenings.evenings import LONGEST_EVENING
from scoring.models.locks import lock_evening
from scoring.models.transactions import write_transaction
from scoring.web.links import link_in_mail
from scoring.web.mail import with_html

AHEAD = timedelta(hours=24)  # mail goes out before an evening
TOO_LATE = timedelta(days=2)  # after its end, to write about it

Stopped = Callable[[], bool]


def write_due_mail(stopped: Stopped = lambda: False) -> int:
    """Write all mail about evenings that is due; return how many evenings it was about."""
    if not sends_mail():
        return 0
    at, evenings = timezone.now(), Evening.objects.taking_place().with_addresses()
    number = 0
    ended = at - LONGEST_EVENING
    for one in evenings.between(at, at + AHEAD).filter(announced_at=None):
        if stopped():
            break
        number += announce(evening=one, at=at)
    for one in evenings.between(ended - TOO_LATE, ended).filter(concluded_at=None):
        if stopped():
            break
        number += conclude(evening=one, at=at)
    return number


@write_transaction()
def announce(*, evening: Evening, at: datetime) -> bool:
    """Remind everybody who asked for it; False if another worker did, or it was cancelled."""
    locked = lock_evening(evening.pk)
    if locked.announced_at or locked.cancelled_at:
        return False
    locked.announced_at = at
    locked.save(update_fields=["announced_at"])
    with translation.override(locked.group.language), timezone.override(locked.group.zone):
        values = {"group": locked.group.name, "time": _moment(locked)}
        subject = _("%(group)s: game evening, %(time)s") % values
        sentences = [_("%(group)s: game evening, %(time)s") % values, locked.location, locked.notes]
        sentences += [_("Who is coming, and everything else about the evening:"), _link(locked)]
        _send(locked, f"before.{locked.sequence}", subject, sentences, locked.starts_at)
    return True


@write_transaction()
def conclude(*, evening: Evening, at: datetime) -> bool:
    """Lead everybody who asked for it to the standings; False if another worker did."""
    locked = lock_evening(evening.pk)
    if locked.concluded_at or locked.cancelled_at:
        return False
    locked.concluded_at = at
    locked.save(update_fields=["concluded_at"])
    with translation.override(locked.group.language), timezone.override(locked.group.zone):
        values = {"group": locked.group.name, "time": _moment(locked)}
        subject = _("How the evening of %(group)s went") % values
        sentences = [_("Here are the evening’s standings, and a picture of them:"), _link(locked)]
        picture = ""
        if latest_finished(locked):
            picture = link_in_mail(reverse("standings_picture", args=[locked.link]))
        kind = f"after.{locked.sequence}"
        _send(locked, kind, subject, sentences, at + TOO_LATE, picture=picture)
    return True


def _moment(evening: Evening) -> str:
    return date_format(timezone.localtime(evening.starts_at), "EVENING_TIME_FORMAT")


def _link(evening: Evening) -> str:
    return link_in_mail(reverse("evening", args=[evening.link]))


def _send(
    evening: Evening,
    kind: str,
    subject: str,
    sentences: Iterable[str],
    expires_at: datetime,
    *,
    picture: str = "",
) -> None:
    for address in AnswerAddress.objects.to_write_to(evening):
        if not may_write_to(address.email, timezone.now()):
            continue
        stop = link_in_mail(reverse("no_evening_mail", args=[address.token]))
        unwanted = _("To stop emails about this evening:")
        message = EmailMessage(
            subject,
            "\n\n".join(filter(None, (*sentences, unwanted, stop))),
            to=[address.email],
            headers={
                "Message-ID": f"<{evening.uuid}.{address.pk}.{kind}@evening.scorefolio>",
                "List-Unsubscribe": f"<{stop}>",
                **expires_header(expires_at),
            },
        )
        with_html(message, link=_link(evening), picture=picture).send()
