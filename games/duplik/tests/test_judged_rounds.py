"""Duplik: what is kept of how a round was judged never claims what the sheets no longer say."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games.duplik.models import Judging
from games.duplik.tests.phones import entries, open_table, page, post, url
from scoring.models import Session
from scoring.models.revisions import By
from scoring.sessions.loading import load
from scoring.sessions.undo import restore

pytestmark = pytest.mark.django_db
DISPUTED = "5 of Mika’s drawing: disputed, met by 2 votes to 0"
PLAYERS = ("Sam", "Amy", "Mika", "Dov")


def play(host: Client, session: Session, narrator: str, *, disputes: bool = False) -> None:
    """Everyone met 1 and 2; if there is a dispute, Mika has 5 by 2 votes to 0."""
    artists = [name for name in PLAYERS if name != narrator]
    post(host, session, "begin/", narrator=narrator, super_criterion=6)
    post(host, session, "side/", side="left")
    for artist in artists:
        post(host, session, "tick/", artist=artist, met=[1, 2])
    if disputes:
        about = {"artist": "Mika", "criterion": 5}
        post(host, session, "dispute/", **about)
        for judge in (name for name in artists if name != "Mika"):
            post(host, session, "vote/", **about, judge=judge, met="1")
    for artist in artists:
        post(host, session, "done/", artist=artist, done="on")
    at = len(load(session).state.rounds)
    assert post(host, session, "record/", at=at).status_code == 302


@pytest.fixture
def session(db: None, host: Client) -> Session:  # noqa: ARG001
    """Two rounds; in the second a criterion was disputed."""
    opened = open_table(host, PLAYERS)
    play(host, opened, "Sam")
    play(host, opened, "Amy", disputes=True)
    return opened


def correct(host: Client, session: Session, number: int, **values: object) -> None:
    narrator = load(session).state.rounds[number - 1].narrator
    sheets = {
        f"sheet-{place}": list(load(session).state.rounds[number - 1].sheets.get(name, ()))
        for place, name in enumerate(PLAYERS, 1)
    }
    whole = {"at": number - 1, "narrator": narrator, "super_criterion": 6, **sheets, "save": "1"}
    answer = host.post(url(session, f"round/{number}/"), {**whole, **values})
    assert answer.status_code == 302


def undo(host: Client, session: Session) -> None:
    revision = Session.objects.get(pk=session.pk).revision
    host.post(f"/table/{session.uuid}/undo/", {"seen": revision})


def test_it_says_how_a_dispute_was_decided_after_the_round_is_recorded(
    host: Client, session: Session
) -> None:
    assert entries(host, session).count(DISPUTED) == 1
    assert entries(host, session).count("judged by") == 6


def test_it_says_no_more_of_a_sheet_than_still_holds(host: Client, session: Session) -> None:
    correct(host, session, 2, **{"sheet-3": [1, 2]})
    text = entries(host, session)
    assert DISPUTED not in text
    assert text.count("judged by") == 5
    correct(host, session, 2, **{"sheet-3": [1, 2, 5]})
    assert DISPUTED in entries(host, session)


def test_it_names_no_judge_for_a_sheet_that_a_grid_changed(host: Client, session: Session) -> None:
    post(host, session, "begin/", narrator="Mika", super_criterion=6)
    post(host, session, "side/", side="left")
    for artist in ("Sam", "Amy"):
        post(host, session, "done/", artist=artist, done="on")
    whole = {"at": 2, "narrator": "Mika", "super_criterion": 6, "sheet-2": [4], "save": "1"}
    assert host.post(url(session, "round/"), whole).status_code == 302
    assert entries(host, session).count("judged by") == 7  # Sam's alone: Dov's was never done
    undo(host, session)
    assert "Still judging" in page(host, session)


def test_it_forgets_it_when_somebody_else_narrated(host: Client, session: Session) -> None:
    correct(host, session, 2, narrator="Dov", **{"sheet-2": [1, 2], "sheet-4": []})
    text = entries(host, session)
    assert DISPUTED not in text
    assert text.count("judged by") == 3
    assert "who narrates?" in page(host, session)


def test_it_follows_a_round_whose_number_changes(host: Client, session: Session) -> None:
    correct(host, session, 1, out="on")
    text = entries(host, session)
    assert text.count(DISPUTED) == 1
    assert text.count("judged by") == 3
    assert "who narrates?" in page(host, session)
    undo(host, session)
    assert entries(host, session).count("judged by") == 6


def test_it_keeps_the_round_that_is_being_judged_while_others_change(
    host: Client, session: Session
) -> None:
    post(host, session, "begin/", narrator="Mika", super_criterion=3)
    correct(host, session, 1, out="on")
    assert "Mika narrates" in page(host, session)
    undo(host, session)
    assert "Mika narrates" in page(host, session)


def test_it_goes_on_with_the_next_round_once_the_one_before_is_recorded_again(
    host: Client, session: Session
) -> None:
    post(host, session, "begin/", narrator="Mika", super_criterion=3)
    restore(session=session, number=2, by=By(at=timezone.now()))
    assert "Amy narrates" in page(host, session)
    again = Judging.objects.get(number=2)
    assert post(host, session, "record/", at=1, round=again.pk).status_code == 302
    assert "Mika narrates" in page(host, session)


def test_it_gives_the_rounds_back_one_by_one_after_a_restore(
    host: Client, session: Session
) -> None:
    restore(session=session, number=1, by=By(at=timezone.now()))
    assert "Sam narrates" in page(host, session)
    for at, narrator in enumerate(["Amy narrates", "who narrates?"]):
        live = Judging.objects.get(number=at + 1)
        assert post(host, session, "record/", at=at, round=live.pk).status_code == 302
        assert narrator in page(host, session)
    assert entries(host, session).count(DISPUTED) == 1


def test_it_offers_a_new_round_when_the_narrator_has_narrated_meanwhile(
    host: Client, session: Session
) -> None:
    post(host, session, "begin/", narrator="Mika", super_criterion=3)
    correct(host, session, 2, narrator="Mika", **{"sheet-2": [1]})
    assert "who narrates?" in page(host, session)
    assert post(host, session, "begin/", narrator="Dov", super_criterion=3).status_code == 302
    assert "Dov narrates" in page(host, session)


def test_an_old_page_begins_no_later_round(host: Client) -> None:
    session = open_table(host, PLAYERS, laps=2)
    play(host, session, "Sam")
    answer = post(host, session, "begin/", at=0, narrator="Sam", super_criterion=3)
    assert answer.status_code == 422
    assert "Number 1 has already been entered" in answer.content.decode()
    assert "who narrates?" in page(host, session)


def test_it_reads_judged_rounds_once_for_a_page(
    host: Client, session: Session, django_assert_max_num_queries: Any
) -> None:
    post(host, session, "begin/", narrator="Mika", super_criterion=3)
    post(host, session, "side/", side="left")
    post(host, session, "dispute/", artist="Sam", criterion=3)
    with django_assert_max_num_queries(6):
        entries(host, session)
    about = {"artist": "Sam", "criterion": 3, "judge": "Dov", "met": "1"}
    data = {"round": Judging.objects.get(number=None).pk, "key": str(uuid4()), **about}
    headers = {"HX-Request": "true"}
    with django_assert_max_num_queries(28):
        assert host.post(url(session, "vote/"), data, headers=headers).status_code == 200
