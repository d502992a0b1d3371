"""Duplik: a table of three that has just been opened, and the phones that come to it."""

from collections.abc import Callable

import pytest
from django.test import Client

from games.duplik.tests.phones import open_table, seated
from scoring.models import Session

Sit = Callable[[str], Client]


@pytest.fixture
def host() -> Client:
    return Client()


@pytest.fixture
def session(db: None, host: Client) -> Session:  # noqa: ARG001
    return open_table(host)


@pytest.fixture
def sit(session: Session) -> Sit:
    return lambda name: seated(session, name)
