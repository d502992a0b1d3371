"""List what is wrong with an installation, in sentences that say what to do."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from email.utils import parseaddr
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import WARNING, run_checks
from django.core.mail import get_connection
from django.db import DatabaseError, connection
from django.db.models import Max

from scoring.background.outbox import sends_mail
from scoring.models import Backup, Job, OutgoingMail, Session
from scoring.monitoring import health

NEWEST_BACKUP = timedelta(days=2)
LATE_WORK = timedelta(minutes=15)
WRONG_CLOCK = timedelta(seconds=5)
GIGABYTE = 1024**3
# Promises about other names of the domain, which only its owner can make; and without HTTPS,
# what _web() says in one sentence.
NOT_ASKED = {"security.W005", "security.W021"}
WITHOUT_HTTPS = {"security.W004", "security.W008", "security.W012", "security.W016"}


def examine(at: datetime) -> Iterator[str]:
    """Yield a sentence for each thing that is wrong; `at` is what this machine's clock says."""
    yield from _settings()
    yield from _web()
    yield from _disk()
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        yield f"The database cannot be used: {_first_line(error)}"
        return
    yield from _sqlite() if connection.vendor == "sqlite" else _postgresql(at)
    if pending := health.unapplied_migrations():
        number, latest = len(pending), pending[-1]
        yield f"The database lacks {number} migrations, {latest} among them: run manage.py prepare."
        return
    yield from _cache()
    yield from _clock(at)
    yield from _worker(at)
    yield from _mail()
    yield from _backup(at)


def _settings() -> Iterator[str]:
    """Ask Django's checks and ours, also those that are only for production."""
    left_out = NOT_ASKED if settings.HTTPS else NOT_ASKED | WITHOUT_HTTPS
    for problem in run_checks(include_deployment_checks=True):
        if problem.level >= WARNING and problem.id not in left_out:
            yield " ".join(" ".join([problem.msg, problem.hint or ""]).split())


def _web() -> Iterator[str]:
    local = set(settings.ALLOWED_HOSTS) <= set(settings.OWN_HOSTS)
    if settings.HTTPS and local:
        yield "HTTPS is set, but ALLOWED_HOSTS does not name the site: it answers only locally."
    if not settings.HTTPS and not local:
        yield (
            "The site has its own name but no HTTPS: passwords are sent in the clear. Put a"
            " proxy with TLS in front, and set HTTPS=True."
        )
    if "*" in settings.ALLOWED_HOSTS and not settings.HOME_HOSTS:
        yield "ALLOWED_HOSTS allows every name: links in emails could lead to someone else's site."
    for origin in settings.CSRF_TRUSTED_ORIGINS:
        if settings.HTTPS and urlsplit(origin).scheme != "https":
            yield f"CSRF_TRUSTED_ORIGINS has {origin}, which is not https."


def _worker(at: datetime) -> Iterator[str]:
    late = max(OutgoingMail.objects.seconds_late(at), Job.objects.seconds_waiting(at))
    if late > LATE_WORK.total_seconds():
        yield (
            f"Mail or a job has been waiting for {round(late / 60)} minutes: is the worker running"
            " (manage.py work)?"
        )


def _mail() -> Iterator[str]:
    if not sends_mail():
        if settings.HTTPS or settings.PUBLIC_ADDRESS:
            yield "The server only prints emails: set EMAIL_URL to a mail server."
        if settings.ERROR_MAIL:
            yield "ERROR_MAIL is set, but no email can be sent: set EMAIL_URL."
        return
    if _is_local(settings.MAIL_ADDRESS):
        yield (
            f"Links in emails lead to {settings.MAIL_ADDRESS}, which only works on this machine:"
            " set PUBLIC_ADDRESS."
        )
    sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    if _is_local(f"//{sender.rpartition('@')[2]}"):
        yield f"Emails are sent from {sender}, which other mail servers refuse: set MAIL_FROM."
    server = get_connection(settings.DELIVERY_BACKEND)
    try:
        server.open()
        server.close()
    except OSError as error:
        yield f"The mail server of EMAIL_URL does not accept our emails: {_first_line(error)}"


def _is_local(url: str) -> bool:
    return urlsplit(url).hostname in {None, "localhost", "127.0.0.1", "::1"}


def _disk() -> Iterator[str]:
    if (free := health.free_bytes()) < GIGABYTE:
        yield f"Only {free // 1024**2} MB are free where VAR_DIR is ({settings.VAR_DIR})."


def _sqlite() -> Iterator[str]:
    if (mode := _setting("PRAGMA journal_mode")) not in {"wal", "memory"}:
        yield f"SQLite's journal_mode is {mode}, not wal: readers and writers wait for each other."
    if _setting("PRAGMA synchronous") != "2":
        yield "SQLite's synchronous is not FULL: a power cut could lose the last taps."


def _postgresql(at: datetime) -> Iterator[str]:
    if (isolation := _setting("SHOW transaction_isolation")) != "read committed":
        yield f"PostgreSQL's isolation is {isolation}: simultaneous taps fail; use read committed."
    if _setting("SHOW synchronous_commit") == "off":
        yield "PostgreSQL's synchronous_commit is off: a crash could lose the last taps."
    if _setting("SHOW server_encoding") != "UTF8":
        yield "The database's encoding is not UTF8: some names cannot be stored."

    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        off = abs(cursor.fetchone()[0] - at)
    if off > WRONG_CLOCK:
        yield (
            f"The clocks of this machine and of the database differ by {off.total_seconds():.0f}"
            " seconds: let both follow a time server."
        )


def _setting(query: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute(query)
        return str(cursor.fetchone()[0])


def _clock(at: datetime) -> Iterator[str]:
    """Say so if the clock was ahead once, or is behind now."""
    latest = Session.objects.aggregate(latest=Max("created_at"))["latest"]
    if latest and latest - at > WRONG_CLOCK:
        yield f"The clock says {at:%Y-%m-%d %H:%M}; a table was opened at {latest:%Y-%m-%d %H:%M}."


def _cache() -> Iterator[str]:
    if health.cache_state() != health.OK:
        yield "The cache server of CACHE_URL is down: each process counts limits by itself."


def _backup(at: datetime) -> Iterator[str]:
    if not Session.objects.exists():
        return
    latest = Backup.objects.latest_at()
    if latest is None:
        yield "No backup has been made yet: run manage.py backup."
    elif at - latest > NEWEST_BACKUP:
        yield f"The latest backup is {(at - latest).days} days old."


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
