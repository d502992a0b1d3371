"""Duplik: what the page asks of each phone about the criterion that the narrator calls."""

import pytest
from django.test import Client

from games.duplik.tests.conftest import Sit
from games.duplik.tests.phones import page, post
from scoring.models import Session

pytestmark = pytest.mark.django_db


@pytest.fixture
def called(host: Client, session: Session) -> Session:
    """Sam narrates and has called criterion 4."""
    post(host, session, "begin/", narrator="Sam", super_criterion=6)
    post(host, session, "side/", side="left")
    assert 'id="met-' not in page(host, session)
    post(host, session, "call/", criterion=4)
    return session


def test_it_asks_judges_about_their_drawing_and_the_narrator_about_none(
    called: Session, sit: Sit
) -> None:
    amy = page(sit("Amy"), called)
    assert 'id="met-3"' in amy
    assert 'id="met-2"' not in amy
    assert 'id="met-' not in page(sit("Sam"), called)


def test_it_asks_a_host_without_a_seat_about_all_drawings(called: Session, host: Client) -> None:
    text = page(host, called)
    assert 'id="met-2"' in text
    assert 'id="met-3"' in text


def test_it_shows_what_the_judge_said(called: Session, sit: Sit) -> None:
    amy = sit("Amy")
    for met, pressed in (([4], "true"), ([], "false")):
        post(amy, called, "tick/", artist="Mika", met=met, box=4)
        assert f'value="4" aria-pressed="{pressed}"' in page(amy, called)


def test_it_asks_about_nothing_that_is_voted_on(called: Session, sit: Sit) -> None:
    mika = sit("Mika")
    assert 'id="dispute-called"' in page(mika, called)
    post(mika, called, "dispute/", artist="Mika", criterion=4)
    assert 'id="met-3"' not in page(sit("Amy"), called)
    assert 'id="dispute-called"' not in page(mika, called)
