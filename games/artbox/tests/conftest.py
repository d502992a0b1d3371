"""Fixtures of a table of four, of whom three have a phone."""

import pytest

from games.artbox.tests.tables import Screen, opened
from games.artbox.words import dealing
from scoring.models import Session


@pytest.fixture
def session() -> Session:
    return opened()


@pytest.fixture
def host(session: Session) -> Screen:
    return Screen(session, hosts=True)


@pytest.fixture
def phones(session: Session) -> dict[str, Screen]:
    """Ana, Ben and Cleo have one; Dov does not. Ana is the Maestro."""
    return {name: Screen(session, name) for name in ("Ana", "Ben", "Cleo")}


@pytest.fixture
def words_of_no_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal words that no page has anyway, as it has "table"."""
    words = [f"hush-{at:02}" for at in range(60)]
    monkeypatch.setattr(dealing, "word_list", lambda language: [f"{language}-{w}" for w in words])
