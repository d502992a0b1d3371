"""What "Undo" takes back while a round of Duplik is judged, and starting a round over."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils.html import strip_tags

from games.duplik import disputes, judging
from games.duplik.models import Dispute, Judgement, Judging, Tick, Vote
from games.duplik.tests.conftest import Sit
from games.duplik.tests.phones import open_table, page, post, seated
from games.duplik.wording import WORDING
from scoring.models import OpenEntry, Session
from scoring.sessions.loading import load

pytestmark = pytest.mark.django_db

WHICH = re.compile(r'name="entry" type="hidden" value="(\d+)"')


@pytest.fixture
def begun(host: Client, session: Session) -> Session:
    """Sam narrates; Mika judges Amy’s drawing, and Amy Mika’s."""
    post(host, session, "begin/", narrator="Sam", super_criterion=6)
    post(host, session, "side/", side="left")
    return session


def tap_undo(phone: Client, session: Session, **values: Any) -> Any:
    text = page(phone, session)
    fields: dict[str, Any] = {"key": str(uuid4()), **values}
    if entry := WHICH.search(text):
        fields.setdefault("entry", entry[1])
    elif seen := re.search(r'name="seen" type="hidden" value="(\d+)"', text):
        fields.setdefault("seen", seen[1])
    return phone.post(f"/table/{session.uuid}/undo/", fields)


def offered(phone: Client, session: Session) -> str:
    found = re.search(r"Undo: ([^<·]+)", page(phone, session))
    return strip_tags(found[1]).strip() if found else ""


def ticks() -> set[tuple[str, int]]:
    return set(Tick.objects.values_list("artist__name", "criterion"))


def test_every_tap_on_the_round_has_words_for_the_button_that_undoes_it() -> None:
    verbs = {
        name
        for module in (judging, disputes)
        for name, verb in vars(module).items()
        if hasattr(verb, "__wrapped__") and verb.__module__ == module.__name__
    }
    assert {*WORDING.entries} == verbs - {"record_round"}


def test_a_judge_undoes_the_own_tick_and_not_that_of_another(begun: Session, sit: Sit) -> None:
    amy, mika = sit("Amy"), sit("Mika")
    post(mika, begun, "tick/", artist="Amy", met=[3], box=3)
    post(amy, begun, "tick/", artist="Mika", met=[4], box=4)
    assert offered(mika, begun) == "criterion 3 of Amy’s drawing"
    entry = OpenEntry.objects.latest("number").number
    assert tap_undo(mika, begun, entry=entry).status_code == 403
    assert tap_undo(mika, begun).status_code == 302
    assert ticks() == {("Mika", 4)}
    assert offered(sit("Sam"), begun) == ""


def test_the_host_undoes_tap_by_tap_and_then_the_recorded_round(
    host: Client, begun: Session
) -> None:
    post(host, begun, "tick/", artist="Amy", met=[1, 6])
    for artist in ("Amy", "Mika"):
        post(host, begun, "done/", artist=artist, done="on")
    post(host, begun, "record/", at=0)
    post(host, begun, "begin/", narrator="Amy", super_criterion=2)
    said = []
    for _tap in range(5):
        said.append(offered(host, begun))
        tap_undo(host, begun)
    assert said == [
        "the round was started",
        "A round was recorded",
        "the judgement of Mika’s drawing",
        "the judgement of Amy’s drawing",
        "criterion 1, 6 of Amy’s drawing",
    ]
    assert load(begun).state.rounds == ()
    assert ticks() == set()
    assert Judging.objects.get().narrator.name == "Sam"


def test_a_vote_comes_back_until_the_dispute_is_decided() -> None:
    host = Client()
    session = open_table(host, ("Sam", "Amy", "Mika", "Dov"))
    post(host, session, "begin/", narrator="Sam", super_criterion=6)
    post(host, session, "side/", side="left")
    amy, mika, dov = (seated(session, name) for name in ("Amy", "Mika", "Dov"))
    post(amy, session, "dispute/", artist="Amy", criterion=3)
    about = {"artist": "Amy", "criterion": 3}
    post(mika, session, "vote/", **about, judge="Mika", met="1")
    assert offered(mika, session) == "the vote on criterion 3 of Amy’s drawing"
    tap_undo(mika, session)
    assert not Vote.objects.exists()
    post(mika, session, "vote/", **about, judge="Mika", met="1")
    post(dov, session, "vote/", **about, judge="Dov", met="1")
    refused = tap_undo(mika, session)
    assert refused.status_code == 422
    assert "decided" in refused.content.decode()
    assert Vote.objects.count() == 2
    assert ticks() == {("Amy", 3)}
    tap_undo(dov, session)  # whose vote decided it
    assert (Vote.objects.get().judge.name, Dispute.objects.get().met) == ("Mika", None)
    assert ticks() == set()


def test_a_sheet_that_is_done_keeps_its_ticks(host: Client, begun: Session, sit: Sit) -> None:
    mika = sit("Mika")
    post(mika, begun, "tick/", artist="Amy", met=[3], box=3)
    post(host, begun, "done/", artist="Amy", done="on")
    assert tap_undo(mika, begun).status_code == 422
    assert ticks() == {("Amy", 3)}


def test_beginning_a_round_is_not_undone_from_under_those_who_judge_it(
    session: Session, sit: Sit
) -> None:
    sam, mika = sit("Sam"), sit("Mika")
    post(sam, session, "begin/", narrator="Sam", super_criterion=6)
    post(mika, session, "side/", side="left")
    post(mika, session, "tick/", artist="Amy", met=[3], box=3)
    assert tap_undo(sam, session).status_code == 422
    assert ticks() == {("Amy", 3)}


# Starting over


@pytest.fixture
def judged(begun: Session, sit: Sit) -> Session:
    post(sit("Mika"), begun, "tick/", artist="Amy", met=[1, 3, 6])
    return begun


def history(phone: Client, session: Session) -> str:
    return phone.get(f"/table/{session.uuid}/history/").content.decode()


def test_starting_over_asks_first_and_says_what_is_lost(host: Client, judged: Session) -> None:
    address = f"/table/{judged.uuid}/duplik/over/"
    assert f'href="{address}"' in page(host, judged)
    for answer in (host.get(address), post(host, judged, "over/")):
        assert answer.status_code == 200
        assert "This deletes 3 ticks." in answer.content.decode()
    assert len(ticks()) == 3
    assert post(host, judged, "over/", save="1").status_code == 302
    assert not Judging.objects.exists()


def test_only_the_narrator_and_the_host_start_a_round_over(
    host: Client, judged: Session, sit: Sit
) -> None:
    amy, sam = sit("Amy"), sit("Sam")
    assert "duplik/over/" not in page(amy, judged)
    for answer in (
        amy.get(f"/table/{judged.uuid}/duplik/over/"),
        post(amy, judged, "over/", save="1"),
    ):
        assert answer.status_code == 422
        assert (
            "Only the narrator, Sam, or the host can start this round over."
            in answer.content.decode()
        )
    assert len(ticks()) == 3
    assert post(sam, judged, "over/", save="1").status_code == 302
    assert not Judging.objects.exists()
    assert post(sam, judged, "over/", save="1").status_code == 302  # the same tap once more
    assert "who narrates?" in page(host, judged)


def test_a_round_that_was_started_over_comes_back_with_everything(
    host: Client, judged: Session, sit: Sit
) -> None:
    post(sit("Amy"), judged, "dispute/", artist="Amy", criterion=3)
    before = all_rows()
    post(host, judged, "over/", save="1")
    assert offered(host, judged) == "the round was started over"
    tap_undo(host, judged)
    assert all_rows() == before
    text = history(host, judged)
    assert "A round that was being judged was started over" in text
    assert "A round that had been started over was restored" in text


def test_a_round_does_not_come_back_into_the_next_one(
    host: Client, judged: Session, sit: Sit
) -> None:
    sam = sit("Sam")
    post(sam, judged, "over/", save="1")
    post(host, judged, "begin/", narrator="Amy", super_criterion=2)
    assert tap_undo(sam, judged).status_code == 422
    assert Judging.objects.get().narrator.name == "Amy"


def all_rows() -> list[Any]:
    models = (Judging, Judgement, Tick, Dispute, Vote)
    return [[*model._default_manager.order_by("pk").values()] for model in models]


def test_a_dispute_with_votes_of_others_stays(session: Session, begun: Session, sit: Sit) -> None:
    amy, mika = sit("Amy"), sit("Mika")
    post(amy, session, "dispute/", artist="Amy", criterion=3)
    post(mika, begun, "vote/", artist="Amy", criterion=3, judge="Mika", met="1")
    assert tap_undo(amy, session).status_code == 422
    assert Vote.objects.count() == 1
