"""Duplik: what the page asks of each phone about the criterion that the narrator calls."""

import re

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
    seated, _with_a_phone = sit("Amy"), sit("Mika")
    amy = page(seated, called)
    assert 'id="met-3"' in amy
    assert 'id="met-2"' not in amy
    assert 'id="met-' not in page(sit("Sam"), called)


def test_it_asks_a_host_without_a_seat_about_all_drawings(called: Session, host: Client) -> None:
    text = page(host, called)
    assert 'id="met-2"' in text
    assert 'id="met-3"' in text


def test_it_shows_what_the_judge_said(called: Session, sit: Sit) -> None:
    amy = sit("Amy")
    assert 'aria-pressed="true"' not in page(amy, called)
    for met, pressed in (([4], "met-3"), ([], "not-met-3")):
        post(amy, called, "tick/", artist="Mika", met=met, box=4)
        (shown,) = re.findall(r'id="([^"]+)"[^>]* aria-pressed="true"', page(amy, called))
        assert shown == pressed


def test_the_narrator_sees_who_has_still_to_answer(called: Session, sit: Sit) -> None:
    sam, amy = sit("Sam"), sit("Amy")
    assert "Still to answer: Mika, Amy" in page(sam, called)
    post(amy, called, "tick/", artist="Mika", met=[], box=4)
    post(amy, called, "tick/", artist="Mika", met=[9], box=9)
    assert "Still to answer: Mika" in page(sam, called)
    post(sam, called, "call/", criterion=5)
    assert "Still to answer: Mika, Amy" in page(sam, called)
    post(amy, called, "dispute/", artist="Amy", criterion=5)
    assert "Still to answer: Amy" in page(sam, called)


def test_it_asks_about_nothing_that_is_voted_on(called: Session, sit: Sit) -> None:
    mika = sit("Mika")
    assert 'id="dispute-called"' in page(mika, called)
    post(mika, called, "dispute/", artist="Mika", criterion=4)
    assert 'id="met-3"' not in page(sit("Amy"), called)
    assert 'id="dispute-called"' not in page(mika, called)


@pytest.mark.parametrize(("met", "decision"), [("1", "met"), ("0", "not met")])
def test_the_judge_says_done_after_the_last_criterion_was_decided(
    called: Session, sit: Sit, met: str, decision: str
) -> None:
    """Or everybody waits for a button that is only in the sheet below."""
    sam, amy, mika = sit("Sam"), sit("Amy"), sit("Mika")
    post(sam, called, "call/", criterion=10)
    assert 'id="judged-3"' in page(amy, called)
    post(mika, called, "dispute/", artist="Mika", criterion=10)
    assert 'id="judged-3"' not in page(amy, called)
    post(amy, called, "vote/", artist="Mika", criterion=10, judge="Amy", met=met)
    (bar,) = re.findall(r'<div class="bar".*?</div>', page(amy, called), re.DOTALL)
    assert 'id="judged-3"' in bar
    assert f"<strong>{decision}</strong>" in bar
    assert 'id="met-3"' not in bar
    post(amy, called, "done/", artist="Mika", done="on")
    assert 'id="judged-3"' not in page(amy, called)
    assert "Still to answer: Mika" in page(sam, called)


def test_a_decision_before_the_last_criterion_asks_the_judge_nothing(
    called: Session, sit: Sit
) -> None:
    amy, mika = sit("Amy"), sit("Mika")
    post(mika, called, "dispute/", artist="Mika", criterion=4)
    post(amy, called, "vote/", artist="Mika", criterion=4, judge="Amy", met="1")
    assert 'id="judged-3"' not in page(amy, called)
