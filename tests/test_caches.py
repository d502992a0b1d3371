"""Caches are shared by all processes, and a cache server can be lost without losing the site."""

import logging
import shutil
import stat
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.core.cache.backends.locmem import LocMemCache
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from config import fallback_cache
from config.caches import cache_settings
from config.fallback_cache import FallbackRedisCache
from config.shared_pages import SharedPagesCache
from tests.redis import free_port, own_redis

PASSWORD = "a gallery of one"  # noqa: S105 (of nobody)


@pytest.fixture
def port() -> int:
    return free_port()


def cache_at(port: int) -> FallbackRedisCache:
    """Another process, as far as its caches are concerned."""
    settings = cache_settings(f"redis://127.0.0.1:{port}")["default"]
    return FallbackRedisCache(settings["LOCATION"], settings)


@pytest.fixture
def cache_is_asked_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fallback_cache, "RETRY_AFTER", 0.0)


@pytest.mark.django_db
def test_counters_are_in_the_database_unless_a_server_is_named() -> None:
    caches["default"].set("of", "default")
    with connection.cursor() as cursor:
        table = cache_settings("")["default"]["LOCATION"]
        cursor.execute(f"SELECT cache_key FROM {table}")  # noqa: S608 (our own name)
        assert cursor.fetchall() == [(":1:of",)]


@pytest.mark.django_db
def test_pages_need_no_query_unless_a_server_is_named(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    with django_assert_num_queries(0):
        caches["pages"].set("page", "html")
        assert caches["pages"].get("page") == "html"


@pytest.mark.parametrize(
    ("url", "location"),
    [
        ("redis://cache:6379/2", "redis://cache:6379/2"),
        ("valkey://:secret@cache", "redis://:secret@cache"),
        ("valkeys://cache", "rediss://cache"),
    ],
)
def test_a_server_is_named_by_its_url(url: str, location: str) -> None:
    settings = cache_settings(url)
    assert {settings[name]["LOCATION"] for name in ("default", "pages")} == {location}
    assert settings["default"]["KEY_PREFIX"] != settings["pages"]["KEY_PREFIX"]


@pytest.mark.parametrize("url", ["memcached://cache", "cache:6379", "redis://cache:port"])
def test_a_url_that_names_no_such_server_is_refused(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="CACHE_URL is not understood"):
        cache_settings(url)


def test_processes_share_what_is_on_the_server(port: int) -> None:
    with own_redis(port):
        cache_at(port).set("taps", 3)
        assert cache_at(port).incr("taps") == 4
        assert cache_at(port).get_many(["taps", "nothing"]) == {"taps": 4}
        assert not cache_at(port).is_down


@pytest.mark.usefixtures("cache_is_asked_again_at_once")
def test_a_process_goes_on_by_itself_until_the_server_is_back(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    cache = cache_at(port)
    with own_redis(port):
        cache.set("page", "shared")
    assert cache.get("page") is None
    assert cache.is_down
    cache.set("page", "own")
    assert cache.get("page") == "own"
    with own_redis(port):
        assert cache.get("page") is None
    levels = [(record.levelno, record.message.partition(";")[0]) for record in caplog.records]
    assert levels == [
        (logging.WARNING, "The cache does not answer"),
        (logging.WARNING, "The cache answers again."),
    ]


def test_a_server_that_failed_is_left_alone_for_a_while(port: int) -> None:
    cache = cache_at(port)
    cache.set("page", "own")
    with own_redis(port):
        assert cache.get("page") == "own"


@pytest.mark.django_db
def test_passwords_cannot_be_tried_forever_while_the_server_is_down(
    client: Client, settings: Any, port: int
) -> None:
    settings.CACHES = cache_settings(f"redis://127.0.0.1:{port}")
    User.objects.create_user("alice", password=PASSWORD)
    login = reverse("account_login")
    for _ in range(5):
        client.post(login, {"login": "alice", "password": "wrong"})
    answer = client.post(login, {"login": "alice", "password": PASSWORD})
    assert "Too many failed login attempts" in answer.content.decode()


def pages_of_a_server(folder: Path) -> SharedPagesCache:
    settings = cache_settings("", folder)["pages"]
    return SharedPagesCache(settings["LOCATION"], settings)


def forget_own_copies(folder: Path) -> None:
    """Go on as another process of the server, which has nothing in memory yet."""
    LocMemCache(cache_settings("", folder)["pages"]["LOCATION"], {}).clear()


def test_processes_of_a_server_share_pages_in_files(tmp_path: Path) -> None:
    pages_of_a_server(tmp_path).set("page", b"html")
    forget_own_copies(tmp_path)
    other = pages_of_a_server(tmp_path)
    assert other.get("page") == b"html"
    shutil.rmtree(tmp_path)
    assert other.get("page") == b"html"  # from its own memory
    other.delete("page")
    assert other.get("page", "none") == "none"


def test_pages_in_files_are_for_this_user_alone(tmp_path: Path) -> None:
    pages_of_a_server(tmp_path).set("page", b"html")
    files = [*(tmp_path / "pages").iterdir()]
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "pages", *files)]
    assert modes == [0o700, 0o600]


def test_a_process_keeps_pages_of_its_own_where_it_cannot_write(tmp_path: Path) -> None:
    cache = pages_of_a_server(tmp_path)
    shutil.rmtree(tmp_path / "pages")
    (tmp_path / "pages").write_text("no folder")
    cache.set("page", b"html")
    assert cache.get("page") == b"html"
    forget_own_copies(tmp_path)
    assert cache.get("page") is None


def test_pages_in_files_are_no_more_than_so_many(tmp_path: Path) -> None:
    cache = pages_of_a_server(tmp_path)
    for number in range(450):
        cache.set(f"page-{number}", b"html")
    assert 250 < len([*(tmp_path / "pages").iterdir()]) <= 400
