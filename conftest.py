"""Fixtures for all tests, and the marks that say which database or browser a test needs."""

import gc
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import override_settings
from django.utils import translation

from tests.builders.staff import with_second_factor
from tests.kept import keep_migrated, migrated_file, one_at_a_time, static_files
from tests.serving import copy_migrated, served_site
from tests.transactions import transactions_checked

IN_MEMORY = "file:tests?mode=memory&cache=shared"
DATABASE_FIXTURES = {
    "admin_client",
    "db",
    "environment",
    "loaded_site",
    "served",
    "transactional_db",
}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if fixtures & DATABASE_FIXTURES or item.get_closest_marker("django_db"):
            item.add_marker(pytest.mark.database)
    if connection.vendor != "postgresql":
        _deselect(config, items, "postgresql")
    # Last what needs a browser: its event loop stays, and Django would keep connections beside it.
    items.sort(key=lambda item: "browser" in getattr(item, "fixturenames", ()))


def pytest_collection_finish() -> None:
    """Search for garbage less often, and not in what was imported: it took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def _deselect(config: pytest.Config, items: list[pytest.Item], mark: str) -> None:
    marked = [item for item in items if item.get_closest_marker(mark)]
    config.hook.pytest_deselected(items=marked)
    items[:] = [item for item in items if item not in marked]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> Iterator[None]:  # noqa: ARG001
    """Begin on SQLite with the tables that an earlier run migrated, so that `migrate` finds
    nothing to do: it takes ten seconds."""
    if connection.vendor != "sqlite":
        yield
        return
    connection.settings_dict["TEST"]["NAME"] = IN_MEMORY
    with closing(sqlite3.connect(IN_MEMORY, uri=True)) as database:
        with one_at_a_time("migrated"):
            if migrated_file().exists():
                with closing(sqlite3.connect(migrated_file())) as file:
                    file.backup(database)
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:  # noqa: ARG001
    """Keep the migrated database: on SQLite for the next run, on PostgreSQL a copy for the sites
    that tests prepare."""
    with django_db_blocker.unblock():
        if connection.vendor == "postgresql":
            connection.close()
            copy_migrated(connection.settings_dict["NAME"])
        else:
            with one_at_a_time("migrated"):
                if not migrated_file().exists():
                    keep_migrated(connection.connection)


@pytest.fixture(scope="session", autouse=True)
def _collected_static() -> Iterator[None]:
    """Collect static files, so that pages name them as in production: hashed, if they exist.

    WhiteNoise looks for a file when it is asked for; otherwise every new test client would first
    look through all of them."""
    with override_settings(STATIC_ROOT=static_files(), WHITENOISE_AUTOREFRESH=True):
        yield


@pytest.fixture(scope="session", autouse=True)
def _passwords_that_cost_nothing() -> Iterator[None]:
    """Hash passwords fast: the real hasher takes a third of a second, on purpose.

    The sites that tests start in processes of their own still use the real one."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.fixture
def admin_user(admin_user: User) -> User:
    """Add to pytest-django's superuser what the admin asks of everybody."""
    return with_second_factor(admin_user)


@pytest.fixture(autouse=True)
def _english_again() -> Iterator[None]:
    """Reset the language: the one of the last request stays active in its thread."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def _transactions_checked() -> Iterator[None]:
    with transactions_checked():
        yield


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of the site, served by a real second process on a fresh database."""
    with served_site(tmp_path_factory.mktemp("var")) as address:
        yield address
