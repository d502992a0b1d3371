"""Stopping a table early (R-3): what it asks first, and where there is nothing to stop."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.artbox.tests.tables import Screen, everyone_finishes
from games.artem.rules import TURNS, Turn
from scoring.core.refusals import Code, Refused
from scoring.models import Group, Session, Tally
from scoring.models.revisions import By
from scoring.sessions.loading import load
from scoring.sessions.recording import record, reopen, stop
from scoring.sessions.undo import NothingToRedo, NothingToUndo, redo, restore, undo
from tests.builders.seasons import season_of
from tests.builders.tables import artem_table, finished_table, open_empty, phone
from tests.pages import page_words

pytestmark = pytest.mark.django_db

GAMES = ("artbox", "artem", "canvas", "duplik")


def by() -> By:
    return By(at=timezone.now())


def about(client: Client, session: Session) -> str:
    return page_words(client, reverse("about", args=[session.uuid]))


def post_stop(client: Client, session: Session, **more: str) -> int:
    data = {"key": str(uuid4()), "save": "1", **more}
    return client.post(reverse("end", args=[session.uuid]), data).status_code


def latest(session: Session) -> Session:
    return Session.objects.get(pk=session.pk)


@pytest.mark.parametrize("slug", GAMES)
def test_a_table_without_an_entry_cannot_be_stopped(slug: str) -> None:
    session = open_empty(slug)
    host = phone(session, hosts=True)
    assert post_stop(host, session) == 422
    assert (latest(session).finished_at, session.results.count()) == (None, 0)
    assert host.get(reverse("stop", args=[session.uuid])).status_code == 302
    page = about(host, session)
    assert "Stop here" not in page
    assert "Delete this session …" in page
    assert "Delete this session?" in page_words(host, reverse("remove", args=[session.uuid]))


def test_the_refusal_of_a_stop_says_why() -> None:
    session = artem_table("", "")
    answer = phone(session, hosts=True).post(reverse("end", args=[session.uuid]), {})
    sentence = "Nothing that can score has been recorded, so there is nothing to stop."
    assert sentence in answer.content.decode()


def test_only_the_host_is_offered_to_delete_it() -> None:
    session = artem_table()
    page = about(phone(session, place=1), session)
    assert "Delete this session" not in page
    assert "The host can delete this session." in page


def test_a_table_without_an_entry_wins_nobody_anything_in_a_season() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    today = timezone.localdate()
    season = season_of(group, starts_on=today, ends_on=today + timedelta(days=1))
    session = open_empty("duplik", group=group, league=season.league)
    with pytest.raises(Refused) as caught:
        stop(session=session, by=by())
    assert caught.value.code is Code.NOTHING_TO_STOP
    assert not Tally.objects.filter(season=season).exists()


def test_stopping_asks_first_and_shows_the_final_standings() -> None:
    session = artem_table("", "", "1x6", "1x2")
    client = phone(session, place=1)
    assert "Stop here …" in about(client, session)
    page = page_words(client, reverse("stop", args=[session.uuid]))
    assert "Stop here?" in page
    assert "These standings become final" in page
    assert "Ida wins" in page
    assert "9 points against 1" in page
    assert latest(session).finished_at is None
    assert post_stop(client, session) == 302
    assert latest(session).stopped


def test_a_stop_says_which_round_would_be_lost() -> None:
    session = open_empty("artbox", "Ana", "Ben", "Cleo", "Dov")
    host = Screen(session, hosts=True)
    lost = "Round 2 is not recorded yet: what was entered for it would not count."
    everyone_finishes(host)
    for author in range(1, 5):
        host.tap("guess/", number=1, author=author, right="0x0")
    host.tap("record/", at=0)
    assert lost not in host.text("stop/")
    host.tap("finish/", number=2, seat=1)
    assert lost in host.text("stop/")


def test_it_does_not_ask_where_the_game_is_over() -> None:
    session = finished_table()
    address = reverse("stop", args=[session.uuid])
    assert phone(session, place=1).get(address).headers["location"].endswith("/about/")


def only_claim_out(session: Session) -> Any:
    return record(
        session=session,
        change=lambda state: TURNS.replace(state, 2, Turn("Ida", ())),
        action="correct-turn",
        by=by(),
    )


def correct(client: Client, session: Session, **fields: str) -> Any:
    data = {"at": "2", "seen": str(latest(session).revision), "key": str(uuid4()), **fields}
    return client.post(reverse("artem:turn_again", args=[session.uuid, 3]), data)


def test_a_correction_that_leaves_nothing_to_stop_opens_the_table_again() -> None:
    session = artem_table("", "", "1x5")
    stop(session=session, by=by())
    client = phone(session, place=1)
    asked = correct(client, session).content.decode()
    assert "The game would no longer be over." in asked
    assert correct(client, session, save="1").status_code == 302
    now = latest(session)
    assert (now.stopped, now.finished_at, session.results.count()) == (False, None, 0)
    told = "The last entry that can score was removed, so play resumed"
    assert told in page_words(client, reverse("table", args=[session.uuid]))
    assert told in page_words(client, reverse("history", args=[session.uuid]))


@pytest.mark.parametrize(
    "back",
    [
        lambda session: undo(session=session, by=by()),
        lambda session: redo(session=session, by=by()),
        lambda session: restore(session=session, number=1, by=by()),
        lambda session: restore(session=session, number=5, by=by()),
        lambda session: reopen(session=session, by=by()),
    ],
    ids=["undo", "redo", "restore the first", "restore the stop", "go on"],
)
def test_no_way_back_leads_to_a_win_without_an_entry(back: Callable[[Session], Any]) -> None:
    session = artem_table("", "", "1x5")
    stop(session=session, by=by())
    only_claim_out(session)
    for _ in range(4):
        with suppress(NothingToUndo, NothingToRedo, Refused):
            back(latest(session))
        state = load(session).state
        assert latest(session).stopped <= any(turn.claims for turn in state.turns)
        assert bool(session.results.count()) == latest(session).stopped
