"""The pages of errors, named in `config/urls.py`: unlike Django's own, none reads what was sent.

What cannot be read is one reason for an error, and would be another one inside of its page. While
the database is busy, full or away, the answer is 503 instead of 500."""

import sqlite3
import sys

import psycopg
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.deprecation import MiddlewareMixin

RETRY_AFTER = 5  # seconds
# Of SQLite's codes those that do not say that a statement is wrong.
UNAVAILABLE_SQLITE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
}
PRIMARY_CODE = 0xFF  # the rest of a code is a detail
UNAVAILABLE_POSTGRESQL = (
    psycopg.OperationalError,  # with locks, connections, shutdown, a full disk
    psycopg.InterfaceError,  # the connection is closed
    psycopg.errors.ReadOnlySqlTransaction,  # the server is a standby now
    psycopg.errors.FeatureNotSupported,  # it was prepared before a migration
)


def is_unavailable(error: BaseException | None) -> bool:
    """Return whether the database could not do its work just now.

    A lock was held for too long, its disk is full, or it does not answer."""
    cause = error.__cause__ if isinstance(error, DatabaseError | InterfaceError) else None
    if isinstance(cause, sqlite3.OperationalError):
        return cause.sqlite_errorcode & PRIMARY_CODE in UNAVAILABLE_SQLITE
    return isinstance(cause, UNAVAILABLE_POSTGRESQL)


class DatabaseErrorMiddleware(MiddlewareMixin):
    """Answer 503 where a view fails because of the database, and log it without a traceback."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return _unavailable() if is_unavailable(exception) else None


def _unavailable() -> HttpResponse:
    """Render a page without a request: who is signed in would be asked of the database."""
    page = render_to_string("503.html")
    return HttpResponse(page, status=503, headers={"Retry-After": RETRY_AFTER})


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    return render(request, "400.html", status=400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", {"exception": str(exception)}, status=403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:  # noqa: ARG001 (Django passes it)
    """Answer a request that failed outside of its view: 503 because of the database, else 500.

    The page is rendered without the request: who is signed in would be asked of the database."""
    if is_unavailable(sys.exception()):
        return _unavailable()
    return HttpResponse(render_to_string("500.html"), status=500)
