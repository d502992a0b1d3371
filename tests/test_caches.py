"""Caches are shared by all processes, and a cache server can be lost without losing the site."""

import logging
import os
import pickle
from base64 import b64encode
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from redis import Redis

from config import fallback_cache
from config.caches import cache_settings
from config.counter_cache import CounterCache
from config.fallback_cache import FallbackRedisCache
from scoring.models import CachedValue
from tests.redis import free_port, needs_redis, own_redis

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
    assert [*CachedValue.objects.values_list("cache_key", "value")] == [(":1:of", '"default"')]


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


@needs_redis
def test_processes_share_what_is_on_the_server(port: int) -> None:
    with own_redis(port):
        cache_at(port).set("taps", 3)
        assert cache_at(port).incr("taps") == 4
        assert cache_at(port).get_many(["taps", "nothing"]) == {"taps": 4}
        assert not cache_at(port).is_down


@pytest.mark.usefixtures("cache_is_asked_again_at_once")
@needs_redis
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


@needs_redis
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


# What someone who can write to a cache server, or into a backup, can do


class Hostile:
    """A pickle of it makes a folder wherever it is read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.folder),)


@pytest.mark.django_db
def test_a_value_in_the_database_runs_nothing(tmp_path: Path, client: Client) -> None:
    """As Django's own cache in the database would, which a restored backup brings."""
    hostile = b64encode(pickle.dumps(Hostile(tmp_path / "ran"))).decode()
    later = timezone.now() + timedelta(days=1)
    CachedValue.objects.create(cache_key=":1:health", value=hostile, expires=later)
    assert client.get("/health/ready").json()["cache"] == "ok"
    assert caches["default"].get("health", "none") == "none"
    assert [*tmp_path.iterdir()] == []


@needs_redis
def test_a_value_on_the_server_runs_nothing(tmp_path: Path, port: int) -> None:
    with own_redis(port):
        hostile = pickle.dumps(Hostile(tmp_path / "ran"))
        Redis(port=port).set("scorefolio-default:1:health", hostile)
        assert cache_at(port).get("health", "none") is None
        assert cache_at(port).get_many(["health"]) == {"health": None}
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("url", ["", "redis://127.0.0.1"])
def test_no_cache_is_on_the_disk_and_none_of_pages_in_the_database(url: str) -> None:
    settings = cache_settings(url)
    kinds = {name: cache["BACKEND"].rpartition(".")[2] for name, cache in settings.items()}
    shared = "FallbackRedisCache" if url else "LocMemCache"
    own = {"template_fragments": "LocMemCache"}
    counters = "FallbackRedisCache" if url else "CounterCache"
    assert kinds == {"default": counters, "pages": shared, **own}


VALUES = [0, -3, True, None, 1.5, "é", [1.5, 2.5], {"a": [1]}]


@pytest.mark.django_db
@pytest.mark.parametrize("value", [value for value in VALUES if value is not None], ids=repr)
def test_counters_come_back_as_they_were(value: object) -> None:
    cache = caches["default"]
    cache.set("of", value)
    assert cache.get("of") == value
    assert not cache.add("of", "another")
    assert cache.delete("of")
    assert cache.add("of", value, 60)
    assert cache.get("of") == value


@pytest.mark.django_db
def test_what_has_expired_is_not_there_any_more() -> None:
    cache = caches["default"]
    cache.set("of", 1, 0)
    assert cache.get("of", "none") == "none"
    assert cache.add("of", 2)
    assert cache.touch("of", 0)
    assert cache.get("of") is None


@pytest.mark.django_db
def test_counters_are_added_to() -> None:
    cache = caches["default"]
    cache.add("of", 0)
    assert [cache.incr("of"), cache.incr("of", 4)] == [1, 5]
    with pytest.raises(ValueError, match="There is no entry"):
        cache.incr("nothing")


@pytest.mark.django_db
def test_counters_are_no_more_than_so_many() -> None:
    cache = CounterCache("", {"OPTIONS": {"MAX_ENTRIES": 8}})
    cache.set("first", 1, 60)
    for number in range(20):
        cache.set(number, 1, 600)
        assert CachedValue.objects.count() <= 9
    assert cache.get("first") is None
    assert cache.get(19) == 1


@needs_redis
def test_a_page_is_one_value_of_bytes(port: int) -> None:
    with own_redis(port):
        cache_at(port).set("page", "é".encode())
        assert cache_at(port).get("page") == "é".encode()
