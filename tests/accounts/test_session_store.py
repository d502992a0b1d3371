"""The session of a browser is found by its key as long as it has not expired."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from scoring.accounts.session_store import SessionStore

pytestmark = pytest.mark.django_db


@pytest.fixture
def key() -> str:
    store = SessionStore()
    store["name"] = "Alice"
    store.save()
    assert store.session_key is not None
    return str(store.session_key)


def test_a_session_is_read_as_it_was_saved(key: str) -> None:
    assert SessionStore(key)["name"] == "Alice"


@pytest.mark.parametrize("seconds", [-1, 0])
def test_a_session_that_has_expired_is_empty_and_gets_a_new_key(key: str, seconds: int) -> None:
    expiry = timezone.now() + timedelta(seconds=seconds)
    Session.objects.filter(session_key=key).update(expire_date=expiry)
    store = SessionStore(key)
    assert "name" not in store
    store.save()
    assert store.session_key != key


def test_nobody_chooses_the_key_of_a_new_session() -> None:
    store = SessionStore("a" * 32)
    assert "name" not in store
    store.save()
    assert store.session_key != "a" * 32
