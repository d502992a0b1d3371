"""Another phone hosts while the host is away, if more than half of those who are here agree."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Group, Session
from scoring.models.revisions import By
from scoring.play.joining import free_seat, take_seat
from scoring.sessions.recording import stop
from tests.builders.tables import artem_table, open_empty, phone, signed_in
from tests.pages import page_words, words

pytestmark = pytest.mark.django_db

FOUR = ("Ida", "Joe", "Kim", "Lou")


def hosts_are_away(session: Session, **ago: int) -> None:
    """Let no phone that hosts have been seen since so long ago."""
    session.phones.filter(hosts=True).update(
        joined_at=timezone.now() - timedelta(**(ago or {"minutes": 12})), seen_at=None
    )


def ask(client: Client, session: Session) -> str:
    return answer(client, session, "ask_to_host")


def agree(client: Client, session: Session) -> str:
    return answer(client, session, "agree_to_host")


def answer(client: Client, session: Session, view: str) -> str:
    page = client.post(reverse(view, args=[session.uuid]), follow=True)
    return words(page.content.decode())


def hosts(client: Client, session: Session) -> bool:
    return client.get(reverse("remove", args=[session.uuid])).status_code == 200


def table(client: Client, session: Session) -> str:
    return page_words(client, reverse("table", args=[session.uuid]))


def asked(client: Client, session: Session) -> str:
    return page_words(client, reverse("asked", args=[session.uuid]))


@pytest.fixture
def session() -> Session:
    return open_empty("artem", *FOUR)


@pytest.fixture
def seats(session: Session) -> list[Client]:
    """The phones of the four; the one that opened the table is away."""
    phones = [phone(session, place=place) for place in (1, 2, 3, 4)]
    hosts_are_away(session)
    return phones


def test_more_than_half_of_those_who_are_here_have_to_agree(
    session: Session, seats: list[Client]
) -> None:
    ida, joe, kim, lou = seats
    assert "Become the host" in page_words(ida, reverse("about", args=[session.uuid]))
    assert "You asked to be the host" in ask(ida, session)
    assert "Ida asks to be the host: answer" in table(joe, session)
    page = asked(joe, session)
    assert "The host’s phone has not been seen for ten minutes." in page
    assert "Ida agrees Joe has not answered yet" in page
    agree(joe, session)  # two of four
    assert not any(hosts(one, session) for one in seats)
    assert "asks to be the host" not in table(joe, session)
    agree(kim, session)
    assert [hosts(one, session) for one in seats] == [True, False, False, False]
    assert "You are the host now." in table(ida, session)
    assert "asks to be the host" not in table(lou, session)
    history = page_words(lou, reverse("history", args=[session.uuid]))
    assert "Became the host, as the others agreed Ida ·" in history


def test_who_is_alone_at_the_table_hosts_at_once() -> None:
    session = artem_table()
    joe = phone(session, place=2)
    hosts_are_away(session)
    assert "You are the host now." in ask(joe, session)
    assert hosts(joe, session)


def test_phones_that_are_away_too_do_not_count(session: Session, seats: list[Client]) -> None:
    long_ago = timezone.now() - timedelta(minutes=12)
    session.phones.filter(seat__place__in=(3, 4)).update(joined_at=long_ago)
    ask(seats[0], session)
    assert not hosts(seats[0], session)
    agree(seats[1], session)
    assert hosts(seats[0], session)


@pytest.mark.parametrize(
    ("ago", "is_away"),
    [
        ({"seconds": 5}, False),
        ({"minutes": 10}, False),  # it may have been seen a moment later, which is not noted
        ({"minutes": 11, "seconds": 5}, True),
    ],
)
def test_the_host_is_away_after_ten_minutes_and_never_earlier(
    ago: dict[str, int], *, is_away: bool
) -> None:
    session = artem_table()
    joe = phone(session, place=2)
    hosts_are_away(session, **ago)
    assert ("Become the host" in page_words(joe, reverse("about", args=[session.uuid]))) == is_away
    refused = "was here within the last ten minutes" in ask(joe, session)
    assert (hosts(joe, session), refused) == (is_away, not is_away)


def test_a_host_who_comes_back_while_they_vote_stays_the_host(session: Session) -> None:
    ida = phone(session, place=1, hosts=True)
    others = [phone(session, place=place) for place in (2, 3)]
    hosts_are_away(session)
    ask(others[0], session)
    assert ida.get(reverse("live", args=[session.uuid]) + "?seen=0").status_code == 200
    assert "asks to be the host" not in table(others[1], session)
    assert "This request no longer applies: the host’s phone is back" in agree(others[1], session)
    assert "was here within the last ten minutes" in ask(others[0], session)
    assert [hosts(one, session) for one in (ida, *others)] == [True, False, False]
    session.refresh_from_db()
    assert not session.has_requests


def test_of_two_who_ask_the_second_is_told_and_may_agree(
    session: Session, seats: list[Client]
) -> None:
    ida, joe, kim, _lou = seats
    ask(ida, session)
    assert "Another phone has just asked to host." in ask(joe, session)
    agree(joe, session)
    agree(kim, session)
    assert (hosts(ida, session), hosts(joe, session)) == (True, False)


def test_a_phone_that_agrees_twice_counts_once(session: Session, seats: list[Client]) -> None:
    ask(seats[0], session)
    for _time in range(2):
        ask(seats[0], session)
        agree(seats[1], session)
        agree(seats[0], session)
    assert not hosts(seats[0], session)


def test_a_phone_that_agreed_and_lost_its_seat_does_not_count(
    session: Session, seats: list[Client]
) -> None:
    ask(seats[0], session)
    agree(seats[1], session)
    own = session.phones.get(seat__place=2)
    take_seat(phone=own, seat=None)
    assert "Joe" not in asked(seats[0], session)
    take_seat(phone=session.phones.get(seat__place=4), seat=session.seats.get(place=2))
    agree(seats[3], session)  # from the seat of the phone that left: two of three
    assert hosts(seats[0], session)


def test_a_phone_that_asked_and_lost_its_seat_asks_no_longer(
    session: Session, seats: list[Client]
) -> None:
    ask(seats[0], session)
    free_seat(seat=session.seats.get(place=1))
    assert "asks to be the host" not in table(seats[1], session)
    assert "This request no longer applies" in agree(seats[1], session)
    ask(seats[1], session)
    agree(seats[2], session)
    assert hosts(seats[1], session)


def test_a_phone_that_asked_and_is_away_itself_makes_room_for_another(
    session: Session, seats: list[Client]
) -> None:
    ask(seats[0], session)
    long_ago = timezone.now() - timedelta(minutes=12)
    session.phones.filter(seat__place=1).update(joined_at=long_ago, seen_at=long_ago)
    ask(seats[1], session)
    agree(seats[2], session)
    assert hosts(seats[1], session)


def test_who_only_watches_neither_asks_nor_agrees(session: Session, seats: list[Client]) -> None:
    watcher = phone(session)
    ask(seats[0], session)
    for view in ("ask_to_host", "agree_to_host"):
        assert watcher.post(reverse(view, args=[session.uuid])).status_code == 403
    assert "asks to be the host" not in table(watcher, session)
    assert "Nobody is asking anything right now." in asked(watcher, session)


def test_after_the_end_the_host_stays_the_same() -> None:
    session = artem_table("", "", "1x5")
    joe = phone(session, place=2)
    hosts_are_away(session)
    stop(session=session, by=By(at=timezone.now()))
    assert "The game is over, so the host stays the same." in ask(joe, session)
    assert not hosts(joe, session)


def test_owners_and_scorekeepers_of_the_group_are_hosts_who_are_here() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    session = artem_table(group=group)
    joe, keeper = phone(session, place=2), signed_in("kim", group, "scorekeeper")
    hosts_are_away(session)
    keeper.get(reverse("table", args=[session.uuid]))
    assert "was here within the last ten minutes" in ask(joe, session)
    hosts_are_away(session)
    ask(joe, session)
    assert (hosts(joe, session), hosts(keeper, session)) == (True, True)


def test_a_table_without_requests_asks_no_more_queries(
    session: Session, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    ida = phone(session, place=1)
    with django_assert_max_num_queries(3):  # type: ignore[operator]
        table(ida, session)
