"""Errors by email: what broke and where, once an hour for each place, without personal data."""

import logging
import time

from django.conf import settings
from django.core.mail import mail_admins

ONCE_IN = 60 * 60  # seconds


class ErrorMailHandler(logging.Handler):
    """Send errors by email, unlike Django without cookies, form fields or settings.

    Only this process remembers which it has sent: the database may be what broke."""

    def __init__(self) -> None:
        super().__init__()
        self._send_again_at: dict[str, float] = {}

    def emit(self, record: logging.LogRecord) -> None:
        place, now = _place(record), time.monotonic()
        if now < self._send_again_at.get(place, now):
            return
        self._send_again_at[place] = now + ONCE_IN
        try:
            mail_admins(f"{record.levelname} at {place}", self.format(record))
        except Exception:
            self.handleError(record)


def _place(record: logging.LogRecord) -> str:
    """Return the innermost line of ours in the traceback, or where the record was logged."""
    traceback = record.exc_info[2] if record.exc_info else None
    place = f"{record.module}:{record.lineno}"
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if file.startswith(f"{settings.BASE_DIR}/") and "site-packages" not in file:
            place = f"{file.removeprefix(f'{settings.BASE_DIR}/')}:{traceback.tb_lineno}"
        traceback = traceback.tb_next
    return place
