"""The outbox: requests write mail into the database, and the worker hands it to the mail server.

An email is sent at least once, and twice only if a worker was killed after
the mail server took it and before the database knew: then it goes again, with the same Message-ID.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime, make_msgid, parseaddr, parsedate_to_datetime
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused, SMTPSenderRefused
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import F
from django.utils import timezone

from scoring.models import OutgoingMail
from scoring.models.outbox import LONGEST_PROBLEM

LIFETIME = timedelta(days=2)  # of an email that does not say itself when it expires
# Longer than a mail server can keep a worker busy with one email: a few waits of EMAIL_TIMEOUT.
LEASE = timedelta(minutes=5)
MOST_ATTEMPTS = 9  # over about 13 hours
FIRST_DELAY, LONGEST_DELAY = timedelta(seconds=10), timedelta(hours=4)
BATCH = 10  # due mail that is looked at at once, as other workers may be faster
EXPIRED = "It expired before a mail server took it."

logger = logging.getLogger(__name__)


class OutboxBackend(BaseEmailBackend):
    """Django's EMAIL_BACKEND: stores every email, in the transaction of its sender."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        at = timezone.now()
        mails = [_stored(message, at) for message in email_messages if message.recipients()]
        return len(OutgoingMail.objects.bulk_create(mails))


def sends_mail() -> bool:
    """Return whether a mail server is set; otherwise mail is only printed by this machine."""
    return not settings.EMAIL_URL.startswith("console")


def expires_header(at: datetime) -> dict[str, str]:
    """Return the header that says until when an email is of use; it is not sent later."""
    return {"Expires": format_datetime(at.astimezone(UTC))}


def _stored(message: EmailMessage, at: datetime) -> OutgoingMail:
    if message.attachments:
        raise NotImplementedError("The outbox keeps no attachments.")
    headers = {name: str(value) for name, value in message.extra_headers.items()}
    domain = parseaddr(str(message.from_email))[1].rpartition("@")[2]
    headers.setdefault("Message-ID", make_msgid(domain=domain))  # no name is looked up for it
    headers.setdefault("Date", format_datetime(at.astimezone(UTC)))
    expires_at = at + LIFETIME
    if "Expires" in headers:
        expires_at = max(parsedate_to_datetime(headers["Expires"]), at + FIRST_DELAY)
    return OutgoingMail(
        message_id=headers["Message-ID"],
        recipients=", ".join(message.recipients()),
        subject=" ".join(str(message.subject).split()),
        content={
            "subject": str(message.subject),
            "body": str(message.body),
            "subtype": message.content_subtype,
            "from": str(message.from_email),
            "to": message.to,
            "cc": message.cc,
            "bcc": message.bcc,
            "reply_to": message.reply_to,
            "headers": headers,
            "alternatives": [list(part) for part in getattr(message, "alternatives", [])],
        },
        created_at=at,
        expires_at=expires_at,
        due_at=at,
    )


def _message(content: Any) -> EmailMessage:
    message = EmailMultiAlternatives(
        subject=content["subject"],
        body=content["body"],
        from_email=content["from"],
        to=content["to"],
        cc=content["cc"],
        bcc=content["bcc"],
        reply_to=content["reply_to"],
        headers=content["headers"],
        alternatives=[tuple(part) for part in content["alternatives"]],
    )
    message.content_subtype = content["subtype"]
    return message


def send_due_mail(stopped: Callable[[], bool] = lambda: False) -> int:
    """Send all mail that is due, and return how many emails the mail server took."""
    connection = get_connection(settings.DELIVERY_BACKEND)
    sent = 0
    try:
        while not stopped() and (mail := claim(at=timezone.now())):
            sent += _deliver(mail, connection)
    finally:
        _close(connection)
    return sent


def claim(*, at: datetime) -> OutgoingMail | None:
    """Return a due mail that no other worker sends, and keep it from them for a while."""
    for mail in OutgoingMail.objects.due(at)[:BATCH]:
        unclaimed = OutgoingMail.objects.waiting().filter(pk=mail.pk, due_at=mail.due_at)
        if mail.expires_at <= at:
            _give_up(mail, EXPIRED, at=at)
        elif unclaimed.update(due_at=at + LEASE, attempts=F("attempts") + 1):
            mail.attempts += 1
            return mail
    return None


def _deliver(mail: OutgoingMail, connection: Any) -> bool:
    try:
        connection.open()  # does nothing if it is open already
        connection.send_messages([_message(mail.content)])
    except Exception as problem:  # whatever it is, it is no reason not to send the other mail
        _close(connection)
        _postpone_or_give_up(mail, problem, at=timezone.now())
        return False
    at = timezone.now()
    OutgoingMail.objects.filter(pk=mail.pk).update(sent_at=at, content=None, problem="")
    return True


def _close(connection: Any) -> None:
    with suppress(OSError, SMTPException):
        connection.close()


def _postpone_or_give_up(mail: OutgoingMail, problem: Exception, *, at: datetime) -> None:
    sentence = f"{type(problem).__name__}: {problem}"[:LONGEST_PROBLEM]
    if _is_final(problem) or mail.attempts >= MOST_ATTEMPTS:
        _give_up(mail, sentence, at=at)
        return
    delay = min(FIRST_DELAY * 4 ** (mail.attempts - 1), LONGEST_DELAY)
    due_at = min(at + delay, mail.expires_at)  # when it expires, it is given up
    OutgoingMail.objects.waiting().filter(pk=mail.pk).update(due_at=due_at, problem=sentence)
    # The server's answer may contain the address, so it is only in the admin.
    logger.warning(
        "Mail %d not sent (%s); tried again in %s.", mail.pk, type(problem).__name__, delay
    )


def _give_up(mail: OutgoingMail, problem: str, *, at: datetime) -> None:
    waiting = OutgoingMail.objects.waiting().filter(pk=mail.pk)
    if waiting.update(failed_at=at, content=None, problem=problem):
        # No error: errors may be reported by email.
        logger.warning(
            "Mail %d given up; attempts: %d. The admin says why.", mail.pk, mail.attempts
        )


def _is_final(problem: Exception) -> bool:
    """Return whether no mail server will ever take this email, by the code of its answer.

    What a server says to us and not to an email is never final, such as that the password is wrong:
    who runs the site may correct it."""
    if isinstance(problem, SMTPRecipientsRefused):
        return all(_is_refusal(code) for code, _answer in problem.recipients.values())
    if isinstance(problem, SMTPDataError | SMTPSenderRefused):
        return _is_refusal(problem.smtp_code)
    return isinstance(problem, ValueError)  # no message can be made of it


def _is_refusal(code: int) -> bool:
    return 500 <= code < 600
