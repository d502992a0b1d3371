"""Run pytest on PostgreSQL: the server that DATABASE_URL names, or one that is started for it.

`python -m pytest -p tests.on_postgresql`. Loaded before the settings, which read DATABASE_URL.
"""

import os
from contextlib import ExitStack

import pytest

from tests.postgresql import own_postgresql

_server = ExitStack()

if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
    os.environ["DATABASE_URL"] = _server.enter_context(own_postgresql(durable=False))


def pytest_report_header() -> str:
    from django.conf import settings  # noqa: PLC0415 (the settings come after this plugin)

    return f"database: {settings.DATABASES['default']['ENGINE']}"


def pytest_unconfigure(config: pytest.Config) -> None:  # noqa: ARG001
    _server.close()
