"""Serve the site in a process of its own, on a new database."""

import atexit
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import IO
from urllib.error import URLError
from urllib.request import urlopen

import psycopg

from tests.kept import KEPT, copy_static_files, migrated_database, one_at_a_time

ROOT = Path(__file__).parent.parent
PATIENCE = 30  # seconds
SUPERUSER = "root"
PASSWORD = "a gallery of one"  # noqa: S105 (of a site that lives as long as a test)
_migrated: dict[str, str] = {}  # beside which database a copy of a migrated one is


@contextmanager
def served_site(var_dir: Path, settings: str = "config.settings") -> Iterator[str]:
    """Yield the address of a site that is prepared and served like `make run`, with a superuser."""
    environment = {
        **prepared_environment(var_dir),
        "DJANGO_SUPERUSER_USERNAME": SUPERUSER,
        "DJANGO_SUPERUSER_PASSWORD": PASSWORD,
        "DJANGO_SUPERUSER_EMAIL": "root@scorefolio.example",
    }
    create = [sys.executable, "manage.py", "createsuperuser", "--noinput", "--verbosity", "0"]
    subprocess.run(create, cwd=ROOT, env=environment, check=True)
    with running(environment, settings) as address:
        yield address


@contextmanager
def running(environment: dict[str, str], settings: str, *options: str) -> Iterator[str]:
    """Serve with gunicorn in a prepared environment, and yield the address.

    `options`: of gunicorn's command line, before those of its file."""
    port = free_port()
    environment = {
        **environment,
        "DJANGO_SETTINGS_MODULE": settings,
        "HOST": "127.0.0.1",
        "PORT": str(port),
    }
    command = [sys.executable, "-m", "gunicorn", "--config", "config/gunicorn.conf.py"]
    command += options
    # To a file: a pipe that nobody reads would stop the server once it is full.
    with tempfile.TemporaryFile("w+") as log:
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=log)
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_for(address, server, log)
            yield address
        finally:
            server.terminate()
            server.wait()


def prepared_environment(var_dir: Path, beside: str | None = None) -> dict[str, str]:
    """For processes of their own: a migrated database that nothing else uses; `beside` this one,
    or the one that the tests were given.

    `prepare` takes five seconds, so it is run once, and copied for everybody else."""
    given = _given_database(beside)
    template = _template(given)
    shutil.copytree(template, var_dir, dirs_exist_ok=True)
    database = _fresh_database(_database_name(var_dir), given, copy_of=_database_name(template))
    return _environment(var_dir, database)


@cache
def _template(given: str) -> Path:
    """Prepare a database beside the given one, and return its VAR_DIR; nothing connects to it."""
    if not given:
        return _template_of_this_code()
    folder = tempfile.mkdtemp(prefix="scorefolio-")
    atexit.register(shutil.rmtree, folder)
    return _prepared(Path(folder) / "template", given)


def _template_of_this_code() -> Path:
    """Prepare it if nobody did since the code was changed; others wait until it is done."""
    var_dir = KEPT / f"prepared-{_digest_of_the_code()}"
    with one_at_a_time("prepared"):
        if not (var_dir / "whole").exists():
            for former in KEPT.glob("prepared-*/"):
                shutil.rmtree(former)
            var_dir.mkdir(mode=0o700)
            shutil.copy(migrated_database(), var_dir / "scorefolio.sqlite3")
            _prepared(var_dir, "")
            (var_dir / "whole").touch()
    return var_dir


def _digest_of_the_code() -> str:
    """Return a name that changes with whatever `prepare` runs or reads."""
    files = [ROOT / "requirements.txt"]
    for folder in ("config", "scoring", "games", "locale"):
        files += (path for path in (ROOT / folder).rglob("*") if path.suffix not in {"", ".pyc"})
    digest = sha256()
    for path in sorted(files):
        if path.is_file():
            digest.update(f"{path.relative_to(ROOT)} {path.stat().st_size} ".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _prepared(var_dir: Path, given: str) -> Path:
    """Run `prepare` with the static files that were collected before."""
    copy_static_files(var_dir)
    manage = [sys.executable, "manage.py", "prepare", "--verbosity", "0"]
    database = _fresh_database(_database_name(var_dir), given, copy_of=_migrated.get(given))
    subprocess.run(manage, cwd=ROOT, env=_environment(var_dir, database), check=True)
    return var_dir


def empty_environment(var_dir: Path, beside: str | None = None) -> dict[str, str]:
    """As prepared_environment(), with a database that has no tables yet."""
    return _environment(var_dir, _fresh_database(_database_name(var_dir), _given_database(beside)))


def _environment(var_dir: Path, database: str) -> dict[str, str]:
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "VAR_DIR": str(var_dir),
        "DATABASE_URL": database,
    }


def _given_database(beside: str | None) -> str:
    """Return the URL of the PostgreSQL that is to be used, or an empty string for SQLite."""
    given = os.environ.get("DATABASE_URL", "") if beside is None else beside
    return given if given.startswith("postgres") else ""


def _database_name(var_dir: Path) -> str:
    return f"scorefolio_{var_dir.name}".replace("-", "_")


def copy_migrated(name: str) -> None:
    """Copy a migrated PostgreSQL database that nothing is connected to, so that what is prepared
    beside it need not migrate."""
    given = _given_database(None)
    _fresh_database("scorefolio_migrated", given, copy_of=name)
    _migrated[given] = "scorefolio_migrated"


def _fresh_database(name: str, given: str, copy_of: str | None = None) -> str:
    """Create a database beside the given one, and return its URL; SQLite: a file in VAR_DIR."""
    if not given:
        return ""
    with psycopg.connect(given, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name}")
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {copy_of or 'template1'}")
    address, question, options = given.partition("?")
    return f"{address.rpartition('/')[0]}/{name}{question}{options}"


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(address: str, server: subprocess.Popen[bytes], log: IO[str]) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if server.poll() is not None:
            log.seek(0)
            raise RuntimeError(log.read())
        try:
            urlopen(address).close()  # noqa: S310 (our own address)
        except URLError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(f"{address} does not answer")
