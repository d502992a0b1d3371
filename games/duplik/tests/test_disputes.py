"""Duplik: disputes on phones: who may vote, for whom, until when, and what is shown of it."""

from typing import Any

import pytest
from django.test import Client

from games.duplik.models import Dispute, Tick, Vote
from games.duplik.tests.phones import open_table, page, post, seated
from scoring.models import Session

ABOUT = {"artist": "Mika", "criterion": 5}


@pytest.fixture
def disputed(db: None, host: Client) -> Session:  # noqa: ARG001
    """Sam narrates for five; criterion 5 of Mika's drawing is disputed, and nobody has voted."""
    session = open_table(host, ("Sam", "Amy", "Mika", "Dov", "Eva", "Fay"))
    post(host, session, "begin/", narrator="Sam", super_criterion=6)
    post(host, session, "side/", side="left")
    post(host, session, "dispute/", **ABOUT)
    return session


def vote(host: Client, session: Session, votes: str) -> None:
    """Of "Amy+ Dov-": Amy says that it is met, Dov that it is not."""
    for one in votes.split():
        met = "1" if one.endswith("+") else "0"
        post(host, session, "vote/", **ABOUT, judge=one[:-1], met=met)


def decide(host: Client, session: Session, met: str) -> Any:
    return post(host, session, "decide/", **ABOUT, met=met)


def boxes() -> set[tuple[str, int]]:
    return set(Tick.objects.values_list("artist__name", "criterion"))


@pytest.mark.parametrize(
    "votes",
    [
        pytest.param("", id="nobody has voted"),
        pytest.param("Amy+ Dov-", id="two of four have voted, and are even"),
        pytest.param("Amy+", id="one of four has voted"),
        pytest.param("Amy+ Dov+ Eva-", id="three of four have voted"),
    ],
)
@pytest.mark.parametrize("met", ["0", "1"])
def test_the_author_decides_nothing_before_all_have_voted(
    host: Client, disputed: Session, votes: str, met: str
) -> None:
    vote(host, disputed, votes)
    answer = decide(host, disputed, met)
    assert answer.status_code == 422
    assert "decides only when all have voted and the vote is tied" in answer.content.decode()
    dispute = Dispute.objects.get()
    assert (dispute.author_says, dispute.met) == (None, None)
    assert boxes() == set()


@pytest.mark.parametrize(
    ("votes", "met"), [("Amy+ Dov+ Eva+ Fay-", "0"), ("Amy- Dov- Eva- Fay+", "1")]
)
def test_the_author_changes_nothing_that_the_vote_decided(
    host: Client, disputed: Session, votes: str, met: str
) -> None:
    vote(host, disputed, votes)
    before = boxes()
    answer = decide(host, disputed, met)
    assert answer.status_code == 422
    assert "is decided" in answer.content.decode()
    assert boxes() == before
    assert Dispute.objects.get().author_says is None


@pytest.mark.parametrize(("met", "then"), [("1", {("Mika", 5)}), ("0", set())])
def test_the_author_decides_once_when_all_have_voted_and_are_even(
    host: Client, disputed: Session, met: str, then: set[tuple[str, int]]
) -> None:
    vote(host, disputed, "Amy+ Dov+ Eva- Fay-")
    assert boxes() == set()
    for _tap in range(2):
        assert decide(host, disputed, met).status_code == 302
    assert boxes() == then
    assert decide(host, disputed, "1" if met == "0" else "0").status_code == 422
    assert boxes() == then
    assert Dispute.objects.get().met is (met == "1")


def test_a_box_is_as_it_was_judged_until_all_have_voted(host: Client, disputed: Session) -> None:
    vote(host, disputed, "Amy+ Dov+ Eva+")
    assert boxes() == set()
    vote(host, disputed, "Fay-")
    assert boxes() == {("Mika", 5)}


def test_a_vote_may_be_changed_until_it_is_decided(host: Client, disputed: Session) -> None:
    vote(host, disputed, "Amy+ Dov- Eva- Amy- Fay+")
    assert boxes() == set()
    assert Dispute.objects.get().met is False


def test_a_vote_that_arrives_twice_counts_once_and_is_not_refused(
    host: Client, disputed: Session
) -> None:
    vote(host, disputed, "Amy+ Dov+ Eva+ Fay-")
    again = post(host, disputed, "vote/", **ABOUT, judge="Fay", met="0")
    assert again.status_code == 302
    assert Dispute.objects.get().votes.count() == 4


def test_a_dispute_that_is_withdrawn_leaves_the_others(host: Client, disputed: Session) -> None:
    others = [("Mika", 4), ("Dov", 5)]
    for artist, criterion in others:
        post(host, disputed, "dispute/", artist=artist, criterion=criterion)
    post(host, disputed, "withdraw/", **ABOUT)
    left = Dispute.objects.values_list("artist__name", "criterion")
    assert sorted(left) == sorted(others)


def test_a_disputed_tick_stands_until_it_is_decided_and_again_when_withdrawn(
    host: Client, disputed: Session
) -> None:
    post(host, disputed, "tick/", artist="Amy", met=[7])
    post(host, disputed, "dispute/", artist="Amy", criterion=7)
    for judge in ("Mika", "Dov", "Eva", "Fay"):
        assert boxes() == {("Amy", 7)}
        post(host, disputed, "vote/", artist="Amy", criterion=7, judge=judge, met="0")
    assert boxes() == set()
    post(host, disputed, "withdraw/", artist="Amy", criterion=7)
    assert boxes() == {("Amy", 7)}


def test_two_who_dispute_the_same_make_one_dispute(host: Client, disputed: Session) -> None:
    vote(host, disputed, "Amy+")
    assert post(host, disputed, "dispute/", **ABOUT).status_code == 302
    assert Dispute.objects.get().votes.count() == 1


# Who votes, and on which phone


def test_it_takes_no_vote_of_the_author(host: Client, disputed: Session) -> None:
    """R-D6: every artist votes but the one who drew it."""
    answer = post(host, disputed, "vote/", **ABOUT, judge="Mika", met="1")
    assert answer.status_code == 422
    assert "Mika drew it and does not vote" in answer.content.decode()
    assert "Mika’s vote" not in page(host, disputed)
    assert not Vote.objects.exists()


def test_it_needs_no_vote_of_the_author(host: Client, disputed: Session) -> None:
    vote(host, disputed, "Amy+ Dov+ Eva- Fay-")
    assert "2 to 2: Mika decides." in page(host, disputed)


@pytest.mark.django_db
def test_the_only_other_artist_decides_among_three(host: Client) -> None:
    """R-D6: with three players the drawing's own judge decides."""
    session = open_table(host, ("Sam", "Amy", "Mika"))
    post(host, session, "begin/", narrator="Sam", super_criterion=6)
    post(host, session, "side/", side="left")
    post(host, session, "dispute/", **ABOUT)
    vote(host, session, "Amy+")
    assert boxes() == {("Mika", 5)}
    assert "disputed, met by 1 vote to 0 · voted: Amy (on the host’s phone)" in page(host, session)
    assert decide(host, session, "0").status_code == 422


@pytest.mark.parametrize("hosts", [False, True], ids=["a player", "the host"])
def test_nobody_votes_for_a_seat_with_a_phone_of_its_own(
    host: Client, disputed: Session, hosts: bool
) -> None:
    amy = seated(disputed, "Amy")
    other = host if hosts else seated(disputed, "Dov")
    answer = post(other, disputed, "vote/", **ABOUT, judge="Amy", met="1")
    assert answer.status_code == 422
    assert "Amy has a phone at the table and must answer on it." in answer.content.decode()
    assert "Amy’s vote" not in page(other, disputed)
    assert post(amy, disputed, "vote/", **ABOUT, judge="Amy", met="0").status_code == 302
    assert Vote.objects.get().met is False


def test_nobody_decides_for_an_author_with_a_phone(host: Client, disputed: Session) -> None:
    mika = seated(disputed, "Mika")
    vote(host, disputed, "Amy+ Dov+ Eva- Fay-")
    assert decide(host, disputed, "0").status_code == 422
    assert Dispute.objects.get().met is None
    assert decide(mika, disputed, "1").status_code == 302
    assert boxes() == {("Mika", 5)}


def test_it_says_on_whose_phone_each_vote_and_the_decision_were_made(
    host: Client, disputed: Session
) -> None:
    amy = seated(disputed, "Amy")
    vote(amy, disputed, "Amy+ Dov+")
    vote(host, disputed, "Eva- Fay-")
    decide(amy, disputed, "0")
    assert (
        "voted: Amy, Dov (on Amy’s phone), Eva (on the host’s phone), Fay (on the host’s phone)"
        " · decided by Mika (on Amy’s phone)"
    ) in page(host, disputed)


def store_votes(votes: str, **decided: bool) -> None:
    """Store votes as it was done when the author voted too, and no phone was noted."""
    dispute = Dispute.objects.get()
    seats = {seat.name: seat for seat in dispute.judging.session.seats.all()}
    for one in votes.split():
        Vote.objects.create(
            dispute=dispute, judge=seats[one[:-1]], narrator=seats["Sam"], met=one.endswith("+")
        )
    Dispute.objects.filter(pk=dispute.pk).update(**decided)


def test_a_decision_of_the_time_when_the_author_voted_stays(
    host: Client, disputed: Session
) -> None:
    store_votes("Amy+ Mika+ Dov+ Eva- Fay-", met=True)
    text = page(host, disputed)
    assert "5 of Mika’s drawing: disputed, met by 3 votes to 2</p>" in text


def test_an_open_dispute_goes_on_without_the_vote_of_its_author(
    host: Client, disputed: Session
) -> None:
    store_votes("Mika+ Amy+ Dov-")
    vote(host, disputed, "Eva-")
    assert Dispute.objects.get().met is None
    vote(host, disputed, "Fay-")
    assert Dispute.objects.get().met is False
