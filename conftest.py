"""Fixtures for all tests, and the mark that says which tests PostgreSQL runs as well."""

import gc
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import TestCase, override_settings
from django.utils import translation

from config.folio import folio_storage
from tests.builders.staff import with_second_factor
from tests.databases import runs_on_both
from tests.kept import migrated_database, static_files
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
    if connection.vendor != "postgresql":  # marked by hand is what watches its locks
        _deselect(config, items, "postgresql")
    for item in items:
        if _uses_database(item) and runs_on_both(item.nodeid):
            item.add_marker(pytest.mark.postgresql)
    # Last what needs a browser: its event loop stays, and Django would keep connections beside it.
    items.sort(key=lambda item: "browser" in getattr(item, "fixturenames", ()))


def _uses_database(item: pytest.Item) -> bool:
    fixtures = set(getattr(item, "fixturenames", ()))
    return bool(fixtures & DATABASE_FIXTURES) or item.get_closest_marker("django_db") is not None


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
        with closing(sqlite3.connect(migrated_database())) as file:
            file.backup(database)
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:  # noqa: ARG001
    """Add a copy of the migrated database, for the sites that tests prepare on PostgreSQL."""
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock():
            connection.close()
            copy_migrated(connection.settings_dict["NAME"])


@pytest.fixture(scope="module")
def rows_of_module(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:  # noqa: ARG001
    """Let a module's fixtures make rows once for all its tests: what a test itself writes is rolled
    back after it, and these rows after the last one."""

    class Rows(TestCase):
        """Django's own transaction around all tests of a class."""

    with django_db_blocker.unblock():
        Rows.setUpClass()
        yield
        Rows.tearDownClass()
        Rows.doClassCleanups()


@pytest.fixture(scope="session", autouse=True)
def _collected_static() -> Iterator[None]:
    """Collect static files, so that pages name them as in production: hashed, if they exist.

    WhiteNoise looks for a file when it is asked for; otherwise every new test client would first
    look through all of them."""
    with override_settings(STATIC_ROOT=static_files(), WHITENOISE_AUTOREFRESH=True):
        yield


@pytest.fixture(scope="session", autouse=True)
def _photos_elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Store photos in a folder of the tests; those of `tests/folio` each have an empty one."""
    folio = folio_storage(tmp_path_factory.mktemp("folio"), "")
    with override_settings(STORAGES={**settings.STORAGES, "folio": folio}):
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
