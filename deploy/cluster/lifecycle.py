"""Start and stop the cluster."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import psycopg
from psycopg import sql

from deploy.cluster.configuration import READY_PATH, site_environment, write_configuration
from deploy.cluster.layout import DATABASES, HOST, POOLERS, ROOT, WEB_NODES, WORKER, Layout
from deploy.cluster.packages import installed_programs
from deploy.cluster.supervisor import MARK, Supervisor

PATIENCE = 60  # seconds for a service to be ready


class NotReady(Exception):
    """A service did not start in time; the message says where its log is."""


def start(layout: Layout, say: Callable[[str], None]) -> None:
    """Start every service that does not run yet, each when those that it needs are ready."""
    write_configuration(layout, installed_programs())
    supervisor = Supervisor(layout.folder)
    supervisor.begin()
    say("etcd, PostgreSQL with Patroni, HAProxy, PgBouncer, Redis")
    supervisor.start("etcd", "cache")
    wait(layout, "etcd", lambda: answers(f"http://{HOST}:{layout.ports['etcd']}/health"))
    supervisor.start(*DATABASES, "balancer", *POOLERS)
    wait(layout, DATABASES[0], lambda: primary(layout) is not None)
    wait(layout, "balancer", lambda: make_database(layout))
    say("migrations and static files")
    with ThreadPoolExecutor(len(WEB_NODES)) as pool:
        prepare = [pool.submit(manage, layout, WEB_NODES[0], "prepare", "--verbosity", "0")]
        for node in WEB_NODES[1:]:  # the others have their own static files, and nothing else
            arguments = ("collectstatic", "--noinput", "--verbosity", "0")
            prepare.append(pool.submit(manage, layout, node, *arguments))
        for done in prepare:
            done.result()
    supervisor.start(*WEB_NODES, WORKER)
    for node in WEB_NODES:
        wait_for_web_node(layout, node)
    wait(layout, "balancer", lambda: answers(layout.site + READY_PATH))
    wait(layout, DATABASES[1], lambda: standby(layout) is not None)


def stop(folder: Path) -> bool:
    """Stop every process of the cluster, also where supervisor is gone. Return whether any ran."""
    running = list(processes(folder))
    if Supervisor(folder).shutdown():
        wait_until(lambda: not any(processes(folder)), seconds=30)
    for number in (signal.SIGTERM, signal.SIGKILL):
        for pid in processes(folder):
            _signal(pid, number)
        wait_until(lambda: not any(processes(folder)), seconds=10)
    return bool(running)


def processes(folder: Path, service: str = "") -> Iterator[int]:
    """Yield the processes of the cluster in this folder, or those of one of its services.

    They are found by their environment, so also where the one that started them is gone."""
    marks = {f"{MARK}={folder}".encode()}
    if service:
        marks.add(f"SUPERVISOR_PROCESS_NAME={service}".encode())
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                variables = (entry / "environ").read_bytes().split(b"\0")
            except OSError:
                continue  # it ended meanwhile, or belongs to somebody else
            if marks <= {*variables}:
                yield int(entry.name)


def _signal(pid: int, number: signal.Signals) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return


# Readiness


def primary(layout: Layout) -> str | None:
    """Return the name of the database server that takes writes, None while there is none."""
    return _database_that_is(layout, "primary")


def standby(layout: Layout) -> str | None:
    """Return the name of the server that has every commit and could take over."""
    return _database_that_is(layout, "synchronous")


def _database_that_is(layout: Layout, role: str) -> str | None:
    return next(
        (
            name
            for name in DATABASES
            if answers(f"http://{HOST}:{layout.ports[f'{name}-health']}/{role}")
        ),
        None,
    )


def answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=3) as answer:  # noqa: S310 (our own address)
            return bool(answer.status == 200)
    except (URLError, HTTPException, OSError):
        return False


def wait_for_web_node(layout: Layout, node: str) -> None:
    wait(layout, node, lambda: answers(f"http://{HOST}:{layout.ports[node]}{READY_PATH}"))


def wait(layout: Layout, service: str, is_ready: Callable[[], bool]) -> None:
    if not wait_until(is_ready, seconds=PATIENCE):
        raise NotReady(f"{service} is not ready; its log is {layout.folder_of(service) / 'log'}")


def wait_until(is_true: Callable[[], bool], *, seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if is_true():
            return True
        time.sleep(0.1)
    return is_true()


# The database and commands of the site


def make_database(layout: Layout) -> bool:
    """Make the site's user and its database, unless they exist; False if no primary answers."""
    try:
        connection = _administrator(layout)
    except psycopg.OperationalError:
        return False
    with connection:
        databases = connection.execute("SELECT 1 FROM pg_database WHERE datname = 'scorefolio'")
        if not databases.fetchone():
            password = sql.Literal(layout.passwords["application"])
            connection.execute(sql.SQL("CREATE ROLE scorefolio LOGIN PASSWORD {}").format(password))
            # Here and not from the site: PgBouncer passes on no settings of its clients.
            connection.execute("ALTER ROLE scorefolio SET lock_timeout = '5s'")
            connection.execute("CREATE DATABASE scorefolio OWNER scorefolio")
    return True


def new_database(layout: Layout, name: str) -> str:
    """Make an empty database beside the site's, in place of an earlier one of that name; return
    its address."""
    with _administrator(layout) as connection:
        quoted = sql.Identifier(name)
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(quoted))
        connection.execute(sql.SQL("CREATE DATABASE {} OWNER scorefolio").format(quoted))
    return layout.database_named(name)


def _administrator(layout: Layout) -> "psycopg.Connection[tuple[Any, ...]]":
    return psycopg.connect(
        host=HOST,
        port=layout.ports["primary"],
        user="postgres",
        password=layout.passwords["administrator"],
        dbname="postgres",
        autocommit=True,
    )


def manage(layout: Layout, node: str, *arguments: str, database: str = "") -> None:
    """Run a command of `manage.py` with the settings of a web node, past the pooler: migrations
    and pg_dump hold a connection for longer than a transaction. Raises NotReady."""
    environment = site_environment(layout, node)
    environment["DATABASE_URL"] = database or layout.primary_database
    command = [sys.executable, "manage.py", *arguments]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise NotReady(f"manage.py {arguments[0]} failed at {node}: {done.stderr.strip()}")
