"""Duplik on several phones: who narrates, who judges, what is disputed, what is recorded."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.duplik.models import Judgement, Judging, Tick
from games.duplik.tests.conftest import Sit
from games.duplik.tests.phones import entries, open_table, page, post, seated, url
from games.duplik.urls import urlpatterns
from scoring.models import Session
from scoring.sessions.loading import load

pytestmark = pytest.mark.django_db


@pytest.fixture
def begun(host: Client, session: Session) -> Session:
    """Sam narrates, 6 is the super criterion, and the drawings have been passed."""
    post(host, session, "begin/", narrator="Sam", super_criterion=6)
    post(host, session, "side/", side="left")
    return session


def ticked(session: Session) -> set[tuple[str, int]]:
    return set(
        Tick.objects.filter(judging__session=session).values_list("artist__name", "criterion")
    )


def judge_all(host: Client, session: Session) -> None:
    post(host, session, "tick/", artist="Amy", met=[1, 6])
    for artist in ("Amy", "Mika"):
        post(host, session, "done/", artist=artist, done="on")


def record(phone: Client, session: Session, at: int = 0, **values: Any) -> Any:
    return post(phone, session, "record/", at=at, **values)


# Coming in


@pytest.mark.parametrize("route", [route.name for route in urlpatterns])
def test_it_is_closed_to_strangers_and_watchers(session: Session, route: str) -> None:
    args = [session.uuid, 1] if route == "round_again" else [session.uuid]
    address = reverse(f"duplik:{route}", args=args)
    assert Client().post(address).status_code == 404
    watcher = Client()
    watcher.post(f"/join/{session.code}/")
    assert watcher.post(address).status_code == 403


def test_it_shows_a_watcher_the_table_without_its_forms(begun: Session) -> None:
    watcher = Client()
    watcher.post(f"/join/{begun.code}/")
    assert "duplik/tick/" not in page(watcher, begun)


def test_it_answers_htmx_with_the_table_alone(host: Client, session: Session) -> None:
    data = {"at": "0", "narrator": "Sam", "super_criterion": "4"}
    answer = host.post(url(session, "begin/"), data, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.content.decode().lstrip().startswith('<div id="table"')


# Beginning


def test_it_suggests_the_next_seat_after_the_last_narrator(host: Client, session: Session) -> None:
    whole = {"at": 0, "narrator": "Amy", "super_criterion": 1, "save": "1"}
    host.post(url(session, "round/"), whole)
    text = page(host, session)
    assert 'value="Amy" required' not in text
    assert 'value="Mika" required checked' in text


def test_it_draws_the_super_criterion_once(host: Client, session: Session) -> None:
    post(host, session, "begin/", narrator="Sam", super_criterion="")
    drawn = Judging.objects.get().super_criterion
    assert drawn in range(1, 11)
    assert post(host, session, "begin/", narrator="Sam", super_criterion="").status_code == 302
    assert Judging.objects.get().super_criterion == drawn


def test_it_tells_the_phone_that_begins_another_round(host: Client, session: Session) -> None:
    post(host, session, "begin/", narrator="Sam", super_criterion=6)
    answer = post(host, session, "begin/", narrator="Amy", super_criterion=6)
    assert answer.status_code == 422
    assert "Sam narrates, the super criterion is 6." in answer.content.decode()


def test_it_moves_what_every_screen_has_seen(host: Client, session: Session) -> None:
    before = Session.objects.get().version
    post(host, session, "begin/", narrator="Sam", super_criterion=6)
    assert Session.objects.get().version == before + 1
    post(host, session, "begin/", narrator="Amy", super_criterion=6)
    assert Session.objects.get().version == before + 1


def test_it_begins_anew(host: Client, begun: Session) -> None:
    post(host, begun, "over/", save="1")
    assert not Judging.objects.exists()
    assert "who narrates?" in page(host, begun)


def test_it_takes_no_late_tap_for_another_round(host: Client, begun: Session) -> None:
    answer = post(host, begun, "tick/", round=10_000, artist="Amy", met=[1])
    assert answer.status_code == 422
    assert ticked(begun) == set()


# Judging


def test_it_passes_the_drawings_to_the_side_the_narrator_says(host: Client) -> None:
    session = open_table(host, ("Sam", "Amy", "Mika", "Dov"))
    post(host, session, "begin/", narrator="Sam", super_criterion=6)
    for side, judge in [("left", "Mika"), ("right", "Dov")]:
        post(host, session, "side/", side=side)
        assert Judgement.objects.get(artist__name="Amy").judge.name == judge


def test_it_shows_each_judge_whose_drawing_they_judge(begun: Session, sit: Sit) -> None:
    assert "You judge Mika’s drawing" in page(sit("Amy"), begun)
    assert "You judge Amy’s drawing" in page(sit("Mika"), begun)
    text = page(sit("Sam"), begun)
    assert "You narrate" in text
    assert "duplik/tick/" not in text


def test_it_shows_nothing_where_nobody_ticked(begun: Session, sit: Sit, host: Client) -> None:
    amy = sit("Amy")
    assert "Mika: –" in page(amy, begun)
    post(amy, begun, "done/", artist="Mika", done="on")
    assert "Mika: 0" in page(host, begun)


def test_it_counts_as_the_rules_do(begun: Session, sit: Sit, host: Client) -> None:
    post(sit("Amy"), begun, "tick/", artist="Mika", met=[1, 2, 6])
    text = page(host, begun)
    assert "Mika: 3 + 2 super = 5" in text
    assert '<strong id="narrator-points">3</strong>' in text


@pytest.mark.parametrize(
    ("met", "before", "box", "then"),
    [
        pytest.param([1, 2], [1], "", {1, 2, 7}, id="what differs from the page is set"),
        pytest.param([], [1], "", {7}, id="what the page showed can be taken away"),
        pytest.param([], [], "", {1, 7}, id="what the page did not show stays"),
        pytest.param([], [], "1", {7}, id="the tapped box counts, though the page was old"),
        pytest.param([7], [], "7", {1, 7}, id="the same tap twice changes nothing"),
    ],
)
def test_it_ticks(
    host: Client, begun: Session, met: list[int], before: list[int], box: str, then: set[int]
) -> None:
    post(host, begun, "tick/", artist="Amy", met=[1, 7])
    post(host, begun, "tick/", artist="Amy", met=met, before=before, box=box)
    assert ticked(begun) == {("Amy", number) for number in then}


def test_it_changes_no_sheet_that_is_judged(host: Client, begun: Session) -> None:
    post(host, begun, "done/", artist="Amy", done="on")
    answer = post(host, begun, "tick/", artist="Amy", met=[1])
    assert "drawing is already judged" in answer.content.decode()
    post(host, begun, "done/", artist="Amy")
    assert post(host, begun, "tick/", artist="Amy", met=[1]).status_code == 302


def test_it_shows_everyone_the_criterion_that_is_called(begun: Session, sit: Sit) -> None:
    sam = sit("Sam")
    post(sam, begun, "call/", criterion=4)
    assert "Now judging: criterion 4" in page(sit("Amy"), begun)
    assert "Next: criterion 5" in page(sam, begun)


def test_it_lays_the_hourglass_down_when_the_drawings_are_passed(
    host: Client, session: Session
) -> None:
    post(host, session, "begin/", narrator="Sam", super_criterion=6)
    host.post(f"/table/{session.uuid}/hourglass/")
    assert 'class="hourglass"' in page(host, session)
    post(host, session, "side/", side="right")
    assert 'class="hourglass"' not in page(host, session)
    host.post(f"/table/{session.uuid}/hourglass/")
    post(host, session, "side/", side="right")  # the same tap, late
    assert 'class="hourglass"' in page(host, session)


def test_it_says_who_is_missing(begun: Session, host: Client) -> None:
    post(host, begun, "done/", artist="Mika", done="on")
    assert "Still judging: Mika" in page(host, begun)
    assert "Record the round" not in page(host, begun)


# Disputes


def test_it_lets_the_author_decide_an_even_vote(host: Client) -> None:
    session = open_table(host, ("Sam", "Amy", "Mika", "Dov"))
    post(host, session, "begin/", narrator="Sam", super_criterion=6)
    post(host, session, "side/", side="left")
    about = {"artist": "Mika", "criterion": 5}
    amy, mika = seated(session, "Amy"), seated(session, "Mika")
    post(mika, session, "dispute/", **about)
    post(amy, session, "vote/", **about, judge="Amy", met="0")
    early = post(mika, session, "decide/", **about, met="1")
    assert "the vote is tied" in early.content.decode()
    post(host, session, "vote/", **about, judge="Dov", met="1")
    assert "1 to 1: you decide." in page(mika, session)
    assert "1 to 1: Mika decides." in page(amy, session)
    post(mika, session, "decide/", **about, met="1")
    assert ticked(session) == {("Mika", 5)}
    assert "disputed, tied at 1; the artist says it is met" in page(host, session)


def vote_at_four(host: Client) -> Session:
    """Sam narrates; criterion 5 of Mika's drawing is met by 2 votes to 1."""
    session = open_table(host, ("Sam", "Amy", "Mika", "Dov", "Eva"))
    post(host, session, "begin/", narrator="Sam", super_criterion=6)
    post(host, session, "side/", side="left")
    about = {"artist": "Mika", "criterion": 5}
    post(host, session, "dispute/", **about)
    for judge, met in [("Amy", "0"), ("Eva", "1"), ("Dov", "1")]:
        post(host, session, "vote/", **about, judge=judge, met=met)
    return session


def test_it_sets_the_box_as_the_vote_decides_and_says_how(host: Client) -> None:
    session = vote_at_four(host)
    assert ticked(session) == {("Mika", 5)}
    assert "Criterion 5 of Mika’s drawing: disputed, met by 2 votes to 1" in page(host, session)
    late = post(host, session, "vote/", artist="Mika", criterion=5, judge="Dov", met="0")
    assert "is decided" in late.content.decode()


def test_it_withdraws_a_dispute_and_puts_the_box_back(host: Client) -> None:
    session = vote_at_four(host)
    post(host, session, "withdraw/", artist="Mika", criterion=5)
    assert ticked(session) == set()
    assert "drawing: disputed" not in page(host, session)


def test_it_keeps_the_judge_from_changing_what_is_disputed(host: Client) -> None:
    session = vote_at_four(host)
    answer = post(host, session, "tick/", artist="Mika", met=[], before=[5])
    assert "is disputed" in answer.content.decode()


def test_it_keeps_the_narrator_out(begun: Session, sit: Sit) -> None:
    sam = sit("Sam")
    answer = post(sam, begun, "dispute/", artist="Mika", criterion=5)
    assert "The narrator takes no part" in answer.content.decode()
    mika = sit("Mika")
    post(mika, begun, "dispute/", artist="Mika", criterion=5)
    assert (
        post(sam, begun, "vote/", artist="Mika", criterion=5, judge="Amy", met="1").status_code
        == 422
    )
    vote = post(mika, begun, "vote/", artist="Mika", criterion=5, judge="Sam", met="1")
    assert "Sam does not draw in this round." in vote.content.decode()


def test_it_lets_a_host_who_narrates_enter_for_others(host: Client, begun: Session) -> None:
    host.post(f"/table/{begun.uuid}/seats/", {"place": 1})
    answer = post(host, begun, "dispute/", artist="Mika", criterion=5)
    assert answer.status_code == 302
    assert "Amy’s vote" in page(host, begun)


def test_it_waits_for_an_open_dispute(host: Client, begun: Session) -> None:
    judge_all(host, begun)
    post(host, begun, "dispute/", artist="Mika", criterion=5)
    answer = record(host, begun)
    assert "is disputed and not decided yet" in answer.content.decode()


@pytest.mark.parametrize("below", ["begin/", "describe/"])
def test_it_refuses_a_title_that_nobody_can_print_at_once(
    host: Client, session: Session, below: str
) -> None:
    if below == "describe/":
        post(host, session, "begin/", narrator="Sam", super_criterion=6)
    answer = post(
        host,
        session,
        below,
        narrator="Sam",
        super_criterion=6,
        title="A\N{RIGHT-TO-LEFT OVERRIDE}B",
    )
    assert answer.status_code == 422
    assert "cannot be printed" in answer.content.decode()
    assert not Judging.objects.exclude(title="").exists()


# Recording


def test_it_previews_and_records_the_round(host: Client, begun: Session) -> None:
    assert "waiting for Amy and Mika" in record(host, begun).content.decode().replace(
        "Mika and Amy", "Amy and Mika"
    )
    judge_all(host, begun)
    text = page(host, begun)
    assert "0 → 4 points" in text
    assert record(host, begun).status_code == 302
    round = load(begun).state.rounds[0]
    assert round.sheets == {"Amy": (1, 6), "Mika": ()}
    assert "judged by Mika" in entries(host, begun)


def test_it_counts_a_double_tap_once_and_tells_the_second_phone(
    host: Client, begun: Session, sit: Sit
) -> None:
    judge_all(host, begun)
    live = Judging.objects.get().pk
    data: Any = {"key": "123e4567-e89b-12d3-a456-426614174000", "round": live}
    assert record(host, begun, **data).status_code == 302
    assert record(host, begun, **data).status_code == 302
    second = record(sit("Amy"), begun, round=live)
    assert second.status_code == 422
    assert "has already been entered" in second.content.decode()
    assert len(load(begun).state.rounds) == 1


def test_it_gives_the_round_back_whole_when_it_is_taken_back(host: Client) -> None:
    session = vote_at_four(host)
    for artist in ("Amy", "Mika", "Dov", "Eva"):
        post(host, session, "done/", artist=artist, done="on")
    before = page(host, session)
    record(host, session)
    revision = Session.objects.get(pk=session.pk).revision
    host.post(f"/table/{session.uuid}/undo/", {"seen": revision})
    after = page(host, session)
    for text in ("Points from this round", "met by 2 votes to 1", "Mika: 1"):
        assert text in before
        assert text in after
    live = Judging.objects.get().pk
    assert record(host, session, round=live).status_code == 302
    assert Judging.objects.count() == 1


def test_the_admin_shows_who_judged_and_how_it_was_decided(
    host: Client, admin_client: Client
) -> None:
    session = vote_at_four(host)
    shown = admin_client.get(reverse("admin:scoring_session_change", args=[session.pk]))
    text = shown.content.decode()
    assert "Dov → Mika" in text or "Amy → Mika" in text
    assert "5 of Mika’s drawing: disputed, met by 2 votes to 1" in text


# What a sheet shows


def boxes(text: str, place: int, mark: str) -> list[int]:
    """Return the boxes of the sheet of a seat that have this mark."""
    labels = re.findall(r'<label class="key.*?</label>', text, re.DOTALL)
    own = {
        int(box[1]): label for label in labels if (box := re.search(rf'"box-{place}-(\d+)"', label))
    }
    return [number for number, label in own.items() if mark in label]


def test_a_sheet_shows_what_was_ticked_and_called_and_what_counts_twice(
    begun: Session, sit: Sit, host: Client
) -> None:
    mika, _amy = sit("Mika"), sit("Amy")
    post(mika, begun, "tick/", artist="Amy", met=[1, 9])
    post(sit("Sam"), begun, "call/", criterion=4)
    text = page(mika, begun)
    assert boxes(text, 2, "") == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert boxes(text, 2, " checked") == [1, 9]
    assert boxes(text, 2, 'aria-current="step"') == [4]
    assert boxes(text, 2, ">super<") == [6]
    assert boxes(text, 3, "") == []
    for place in (2, 3):
        assert len(boxes(page(host, begun), place, "")) == 10
    assert boxes(page(host, begun), 3, " checked") == []


def test_the_narrator_calls_one_criterion_after_the_other_until_the_last(
    begun: Session, sit: Sit
) -> None:
    sam = sit("Sam")
    assert ">Call criterion 1<" in page(sam, begun)
    post(sam, begun, "call/", criterion=9)
    assert "Next: criterion 10<" in page(sam, begun)
    post(sam, begun, "call/", criterion=10)
    assert "Next: criterion" not in page(sam, begun)
    assert "Next: criterion" not in page(sit("Amy"), begun)
