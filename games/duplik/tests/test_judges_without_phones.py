"""Duplik: the drawings that players without a phone judge."""

import pytest
from django.test import Client

from games.duplik.models import Judgement, Tick
from games.duplik.tests.conftest import Sit
from games.duplik.tests.phones import page, post
from scoring.models import Session
from scoring.sessions.loading import load

pytestmark = pytest.mark.django_db

OF_MIKA = "Amy judges Mika’s drawing"


@pytest.fixture
def called(host: Client, session: Session) -> Session:
    """The host, Sam, narrates and has called criterion 1; Amy and Mika judge each other."""
    host.post(f"/table/{session.uuid}/seats/", {"place": 1})
    post(host, session, "begin/", narrator="Sam", super_criterion=6)
    post(host, session, "side/", side="left")
    post(host, session, "call/", criterion=1)
    return session


def test_the_drawing_is_judged_on_the_phone_of_another_artist(called: Session, sit: Sit) -> None:
    mika = sit("Mika")
    text = page(mika, called)
    assert OF_MIKA in text
    assert "Amy: criterion 1 of Mika’s drawing" in text
    assert text.index("You judge Amy’s drawing") < text.index(OF_MIKA)
    post(mika, called, "tick/", artist="Mika", met=[1], box=1)
    assert [*Tick.objects.values_list("artist__name", "criterion")] == [("Mika", 1)]
    post(mika, called, "done/", artist="Mika", done="on")
    assert Judgement.objects.get(done=True).judge.name == "Amy"
    assert "Not done yet" in page(mika, called)


def test_the_drawing_is_judged_on_the_phone_of_a_host_who_narrates(
    host: Client, called: Session, sit: Sit
) -> None:
    mika = sit("Mika")
    assert OF_MIKA in page(host, called)
    assert "Mika judges Amy’s drawing" not in page(host, called)
    post(host, called, "done/", artist="Mika", done="on")
    post(mika, called, "done/", artist="Amy", done="on")
    assert "Record the round" in page(host, called)
    post(host, called, "record/")
    assert len(load(called).state.rounds) == 1


def test_the_drawing_is_not_judged_on_the_phone_of_a_narrator_who_does_not_host(
    host: Client, session: Session, sit: Sit
) -> None:
    sam = sit("Sam")
    post(host, session, "begin/", narrator="Sam", super_criterion=6)
    post(host, session, "side/", side="left")
    assert "duplik/tick/" not in page(sam, session)


def test_the_drawing_is_judged_on_the_own_phone_once_there_is_one(
    host: Client, called: Session, sit: Sit
) -> None:
    mika = sit("Mika")
    assert OF_MIKA in page(mika, called)
    amy = sit("Amy")
    assert "You judge Mika’s drawing" in page(amy, called)
    for phone in (mika, host):
        assert OF_MIKA not in page(phone, called)
