"""Figures for Prometheus: what is counted, over all processes, and who may read it."""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.request import urlopen
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from prometheus_client import REGISTRY

from config.server_folder import use_server_folder
from scoring.models.locks import lock_session
from scoring.monitoring.metrics import LOCK_SECONDS, REQUEST_SECONDS, takes_lock
from tests.builders.tables import artem_table, phone

METRICS = "/metrics"


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, labels) or 0.0


@pytest.fixture
def added() -> Callable[..., float]:
    """A figure's growth since it was first read."""
    before: dict[Any, float] = {}

    def growth(name: str, **labels: str) -> float:
        key = (name, *sorted(labels.items()))
        now = value(name, **labels)
        return now - before.setdefault(key, now)

    return growth


@pytest.mark.django_db
def test_requests_are_counted_by_view_and_status(added: Callable[..., float]) -> None:
    session = artem_table()
    labels = {"view": "table", "status": "200"}
    added("scorefolio_requests_total", **labels)
    phone(session).get(reverse("table", args=[session.uuid]))
    assert added("scorefolio_requests_total", **labels) == 1


@pytest.mark.django_db
def test_polls_are_counted_by_what_they_brought(added: Callable[..., float]) -> None:
    session = artem_table()
    session.refresh_from_db()
    client, address = phone(session), reverse("live", args=[session.uuid])
    for status in ("200", "204"):
        added("scorefolio_polls_total", status=status)
    for seen in (session.version, session.version, session.version - 1):
        client.get(address, {"seen": seen})
    assert added("scorefolio_polls_total", status="204") == 2
    assert added("scorefolio_polls_total", status="200") == 1


def test_times_are_counted_below_these_seconds() -> None:
    bounds = {
        metric.name: [sample.labels["le"] for sample in metric.samples if "le" in sample.labels]
        for histogram in (REQUEST_SECONDS, LOCK_SECONDS)
        for metric in histogram.collect()
    }
    of_requests = "0.01 0.025 0.05 0.1 0.25 0.5 1.0 2.5 5.0 10.0 +Inf"
    of_locks = "0.005 0.025 0.1 0.5 1.0 2.5 5.0 +Inf"
    assert {name: " ".join(seconds) for name, seconds in bounds.items()} == {
        "scorefolio_request_seconds": of_requests,
        "scorefolio_lock_wait_seconds": of_locks,
    }


@pytest.mark.django_db
def test_taps_are_counted_by_what_became_of_them(added: Callable[..., float]) -> None:
    session = artem_table()
    client, address = phone(session, hosts=True), reverse("artem:turn", args=[session.uuid])
    for outcome in ("recorded", "repeated", "refused", "invalid"):
        added("scorefolio_taps_total", outcome=outcome)
    tap = {"at": 0, "key": uuid4()}
    client.post(address, tap)
    client.post(address, tap)
    client.post(address, {"at": 7, "key": uuid4()})
    client.post(address, {"at": "", "key": uuid4()})
    grown = {
        outcome: added("scorefolio_taps_total", outcome=outcome)
        for outcome in ("recorded", "repeated", "refused", "invalid")
    }
    assert grown == {"recorded": 1, "repeated": 1, "refused": 1, "invalid": 1}


@pytest.mark.parametrize(
    ("sql", "takes"),
    [
        ("BEGIN IMMEDIATE", True),
        ("SELECT 1 FROM t WHERE id = %s FOR NO KEY UPDATE", True),
        ("SELECT 1 FROM t ORDER BY id FOR UPDATE", True),
        ("UPDATE t SET a = 1 WHERE id = %s", False),
        ("SELECT updated_at FROM t", False),
    ],
)
def test_a_query_that_takes_a_lock_is_known(sql: str, takes: bool) -> None:
    assert takes_lock(sql) == takes


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_the_wait_for_a_lock_is_measured(added: Callable[..., float]) -> None:
    session = artem_table()
    client, address = phone(session, hosts=True), reverse("artem:turn", args=[session.uuid])
    locked, release = Event(), Event()

    def hold() -> None:
        with transaction.atomic():
            lock_session(session.pk)
            locked.set()
            release.wait()
        connection.close()

    holder = Thread(target=hold)
    holder.start()
    locked.wait()
    added("scorefolio_lock_wait_seconds_sum")

    def tap() -> None:
        client.post(address, {"at": 0, "key": uuid4()})
        connection.close()

    tapping = Thread(target=tap)
    tapping.start()
    tapping.join(1)  # of which it needs a part to come to the lock, on a busy machine
    assert tapping.is_alive()
    release.set()
    tapping.join()
    holder.join()
    assert added("scorefolio_lock_wait_seconds_sum") > 0.2


# Who may read them


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("token", "proxies", "headers", "status"),
    [
        pytest.param("", 0, {}, 200, id="this machine"),
        pytest.param("", 0, {"x-forwarded-for": "198.51.100.7"}, 404, id="through a proxy"),
        pytest.param("", 1, {}, 404, id="through a proxy that names nobody"),
        pytest.param("sesame", 0, {}, 404, id="without the token"),
        pytest.param("sesame", 1, {"authorization": "Bearer pepper"}, 404, id="another token"),
        pytest.param("sesame", 1, {"authorization": "Bearer sesame"}, 200, id="the token"),
    ],
)
def test_strangers_do_not_read_them(
    settings: Any, token: str, proxies: int, headers: dict[str, str], status: int
) -> None:
    settings.METRICS_TOKEN, settings.PROXIES = token, proxies
    answer = Client().get(METRICS, headers=headers)
    assert answer.status_code == status
    assert (b"scorefolio" in answer.content) == (status == 200)


def test_another_machine_does_not_read_them() -> None:
    assert Client(REMOTE_ADDR="198.51.100.7").get(METRICS).status_code == 404


# Over all processes


def scraped(site: str, figure: str) -> float:
    with urlopen(f"{site}{METRICS}") as answer:  # noqa: S310 (our own address)
        values = dict(line.rsplit(" ", 1) for line in answer.read().decode().splitlines())
    return float(values.get(figure, 0))


def test_all_processes_are_added_up(served: str) -> None:
    figure = 'scorefolio_requests_total{status="200",view="by_code"}'
    before = scraped(served, figure)
    for _ in range(20):
        urlopen(f"{served}/join/").close()  # noqa: S310
    assert scraped(served, figure) == before + 20
    assert scraped(served, "scorefolio_database_bytes") > 100_000
    assert scraped(served, "scorefolio_mail_waiting") == 0


def test_figures_of_servers_that_were_killed_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "before")
    (tmp_path / "metrics" / "999999999").mkdir(parents=True)
    use_server_folder(tmp_path)
    assert [folder.name for folder in (tmp_path / "metrics").iterdir()] == [str(os.getpid())]
    made = [tmp_path / name for name in ("metrics", f"metrics/{os.getpid()}")]
    assert {stat.S_IMODE(folder.stat().st_mode) & 0o007 for folder in made} == {0}
    assert os.environ["PROMETHEUS_MULTIPROC_DIR"] == str(tmp_path / "metrics" / str(os.getpid()))


def test_a_server_keeps_its_figures_when_it_reads_its_settings_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "before")
    figures = tmp_path / "metrics" / str(os.getpid()) / "figures"
    figures.parent.mkdir(parents=True)
    figures.write_text("of an earlier server")
    use_server_folder(tmp_path)
    assert not figures.exists()
    figures.write_text("of this one")
    use_server_folder(tmp_path)
    assert figures.exists()
