"""Figures for Prometheus, added up over the processes of this machine."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
)
from prometheus_client.metrics_core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector

from scoring.models import Job, OutgoingMail

REQUESTS = Counter("scorefolio_requests", "Requests by view and status", ["view", "status"])
REQUEST_SECONDS = Histogram(
    "scorefolio_request_seconds",
    "How long requests take",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
POLLS = Counter(
    "scorefolio_polls", "Polls of tables and boards: 204 without news, 200 with", ["status"]
)
TAPS = Counter("scorefolio_taps", "Taps by what became of them", ["outcome"])
LOCK_SECONDS = Histogram(
    "scorefolio_lock_wait_seconds",
    "How long transactions wait for a lock: of rows, or on SQLite of the database",
    buckets=(0.005, 0.025, 0.1, 0.5, 1, 2.5, 5),
)
DATABASE_BYTES = {
    "sqlite": "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
    "postgresql": "SELECT pg_database_size(current_database())",
}


def count_request(request: HttpRequest, response: HttpResponse, view: str, seconds: float) -> None:
    status = response.status_code
    REQUESTS.labels(view, status).inc()
    REQUEST_SECONDS.observe(seconds)
    if request.method == "GET" and "seen" in request.GET:
        POLLS.labels(status).inc()


def timing_locks() -> AbstractContextManager[Any]:
    """Observe how long the queries of this thread wait for locks."""
    return connection.execute_wrapper(_time_lock)


def _time_lock(
    execute: Callable[..., Any], sql: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    if not takes_lock(sql):
        return execute(sql, params, many, context)
    start = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        LOCK_SECONDS.observe(time.perf_counter() - start)


def takes_lock(sql: str) -> bool:
    """Return whether a query waits for rows, or on SQLite for the database's only writer."""
    return sql.startswith("BEGIN") or " UPDATE" in sql[-32:]


class DatabaseCollector:
    """Ask the database at each scrape; return nothing while it does not answer."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        try:
            size, now = database_bytes(), timezone.now()
            waiting = OutgoingMail.objects.waiting().count()
            late = OutgoingMail.objects.seconds_late(now)
            jobs = Job.objects.unfinished().count()
            oldest_job = Job.objects.seconds_waiting(now)
        except DatabaseError:
            return
        for name, documentation, value in (
            ("scorefolio_database_bytes", "Size of the database", size),
            ("scorefolio_mail_waiting", "Mail that the worker has to send", waiting),
            ("scorefolio_mail_late_seconds", "How long the first of it is overdue", late),
            ("scorefolio_jobs_unfinished", "Jobs that the worker has to do or is doing", jobs),
            ("scorefolio_jobs_waiting_seconds", "How long the first one waits", oldest_job),
        ):
            yield GaugeMetricFamily(name, documentation, value=value)


def database_bytes() -> int:
    with connection.cursor() as cursor:
        cursor.execute(DATABASE_BYTES[connection.vendor])
        size: int = cursor.fetchone()[0]
    return size


def scrape() -> HttpResponse:
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    database = CollectorRegistry()
    database.register(DatabaseCollector())
    content = generate_latest(registry) + generate_latest(database)
    return HttpResponse(content, content_type=CONTENT_TYPE_LATEST)


def may_scrape(request: HttpRequest) -> bool:
    """Return whether the figures may be read: with the token, or from this machine.

    Behind a proxy on this machine everybody comes from this machine, so the token is needed."""
    if settings.METRICS_TOKEN:
        expected = f"Bearer {settings.METRICS_TOKEN}"
        return constant_time_compare(request.headers.get("Authorization", ""), expected)
    from_here = request.META.get("REMOTE_ADDR") in {"127.0.0.1", "::1"}
    return from_here and not settings.PROXIES and "X-Forwarded-For" not in request.headers
