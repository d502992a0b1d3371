"""The mail settings, read from one URL."""

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

CONSOLE = "django.core.mail.backends.console.EmailBackend"
SMTP = "django.core.mail.backends.smtp.EmailBackend"
OUTBOX = "scoring.background.outbox.OutboxBackend"
PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


@dataclass(frozen=True, slots=True)
class MailServer:
    backend: str  # of Django, for whatever sends mail
    delivery_backend: str  # of Django, for the worker
    host: str = ""
    port: int = 0
    user: str = ""
    password: str = ""
    starttls: bool = False
    tls: bool = False


def mail_server(url: str) -> MailServer:
    """Read `console://`, or a server such as `smtp+tls://user:password@mail.example.org`."""
    try:
        parts = urlsplit(url)
        scheme, port = parts.scheme, parts.port
    except ValueError as error:
        raise ImproperlyConfigured(f"EMAIL_URL is not understood: {error}") from None
    if scheme == "console":
        return MailServer(CONSOLE, CONSOLE)  # printing delays nobody
    if scheme not in PORTS or not parts.hostname:
        known = ", ".join(f"{name}://" for name in ("console", *PORTS))
        raise ImproperlyConfigured(f"EMAIL_URL is not understood: it starts with one of {known}")
    return MailServer(
        OUTBOX,
        SMTP,
        host=parts.hostname,
        port=port or PORTS[scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        starttls=scheme == "smtp+tls",
        tls=scheme == "smtps",
    )
