"""Duplik: what the board says of the round that is being judged."""

import pytest
from django.test import Client

from games.duplik.tests.phones import open_table, post
from scoring.contract import Phase
from scoring.models import Session
from scoring.play.screen import table_now

NAMES = ("Sam", "Amy", "Mika", "Dov", "Eva")
FACTS = ["Super criterion: 6"]
NARRATES = {"Sam": "narrates"}


pytestmark = pytest.mark.django_db


@pytest.fixture
def session(host: Client) -> Session:
    return open_table(host, NAMES)


def phase(session: Session) -> Phase | None:
    session.refresh_from_db()
    now = table_now(session)
    return now.game.play.phase(now)


def test_it_says_who_narrates_and_who_still_judges(host: Client, session: Session) -> None:
    assert phase(session) == Phase("Who narrates?")
    post(host, session, "begin/", narrator="Sam", super_criterion=6)
    about = ("Sam",)
    assert phase(session) == Phase("Everyone draws", NARRATES, about=about, facts=FACTS)
    post(host, session, "side/", side="left")
    judges = dict.fromkeys(("Mika", "Dov", "Eva", "Amy"), "still judging")
    shown = phase(session)
    assert shown is not None
    assert (shown.title, shown.figure) == ("No criterion called yet", None)
    assert shown.notes == NARRATES | judges
    post(host, session, "call/", criterion=4)
    post(host, session, "done/", artist="Dov", done="on")
    answers = dict.fromkeys(("Mika", "Dov", "Amy"), "still to answer")
    notes = NARRATES | answers | {"Eva": "has judged"}
    awaited = ("Mika", "Dov", "Amy")
    expected = Phase("Now judging: criterion 4", notes, awaited, about, 4, "criterion", FACTS)
    assert phase(session) == expected


def test_it_says_who_voted_and_not_how(host: Client, session: Session) -> None:
    about = {"artist": "Mika", "criterion": 5}
    post(host, session, "begin/", narrator="Sam", super_criterion=6)
    post(host, session, "side/", side="left")
    post(host, session, "dispute/", **about)
    title = "Vote: criterion 5 of Mika’s drawing"

    def vote(awaited: list[str], voted: list[str]) -> Phase:
        notes = dict.fromkeys(voted, "has voted") | dict.fromkeys(awaited, "still to vote")
        return Phase(title, notes, awaited, ("Mika",), 5, "criterion")

    assert phase(session) == vote(["Amy", "Dov", "Eva"], [])
    post(host, session, "vote/", **about, judge="Amy", met="1")
    assert phase(session) == vote(["Dov", "Eva"], ["Amy"])
    post(host, session, "vote/", **about, judge="Dov", met="1")
    post(host, session, "vote/", **about, judge="Eva", met="1")
    shown = phase(session)
    assert shown is not None
    decided = "Criterion 5 of Mika’s drawing: disputed, met by 3 votes to 0"
    assert [fact.partition(" · ")[0] for fact in shown.facts] == [*FACTS, decided]


def test_an_even_vote_waits_for_the_author(host: Client) -> None:
    session = open_table(host, (*NAMES, "Fay"))
    about = {"artist": "Mika", "criterion": 5}
    post(host, session, "begin/", narrator="Sam", super_criterion=6)
    post(host, session, "side/", side="left")
    post(host, session, "dispute/", **about)
    for judge, met in (("Amy", "1"), ("Dov", "0"), ("Eva", "1"), ("Fay", "0")):
        post(host, session, "vote/", **about, judge=judge, met=met)
    title, mika = "Vote: criterion 5 of Mika’s drawing", ("Mika",)
    decides = ["2 to 2: Mika decides."]
    assert phase(session) == Phase(title, {"Mika": "decides"}, mika, mika, 5, "criterion", decides)
