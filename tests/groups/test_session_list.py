"""The list of a group's sessions: its order, its filters, its pages, and who sees what of it."""

import re
from collections.abc import Iterator
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.groups.session_list import locations_and_months
from scoring.models import Group, League, Player, Season, Session
from scoring.models.revisions import By
from scoring.play.sharing import share
from scoring.sessions.lifecycle import delete
from tests.builders.groups import player, url_of
from tests.builders.seasons import artem_document, canvas_document, play_session, season_of
from tests.builders.tables import artem_table, describe_session, signed_in
from tests.pages import words
from tools.bench.statements import most

pytestmark = pytest.mark.django_db

FIFTH, SIXTH = date(2026, 3, 5), date(2026, 3, 6)
MARCH, MAY = date(2026, 3, 1), date(2026, 5, 1)
WHERE = ("league", "location")


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday", visibility="public")


@pytest.fixture
def season(group: Group) -> Season:
    return season_of(group, games=["artem"])


def play(
    group: Group, *ranks: int, day: date | None = FIFTH, league: League | None = None
) -> Session:
    return play_session(group, artem_document(*ranks, day=day), league=league)


def listed(client: Client, group: Group, query: str = "") -> list[Session]:
    """Return the sessions of a page of the list, in its order."""
    answer = client.get(f"{url_of('sessions', group)}?{query}")
    assert answer.status_code == 200
    return [line.session for line in answer.context["lines"]]


@pytest.fixture
def bob(group: Group) -> Client:
    return signed_in("bob", group)


def test_the_latest_day_is_first_and_sessions_without_a_day_are_last(
    group: Group, bob: Client
) -> None:
    unknown = play(group, 1, 2, day=None)
    later, early, second = (play(group, 1, 2, day=day) for day in (SIXTH, FIFTH, FIFTH))
    assert listed(bob, group) == [later, second, early, unknown]


def test_each_session_is_on_one_page(
    group: Group, bob: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.groups.session_list.ON_A_PAGE", 2)
    monkeypatch.setattr("scoring.groups.views.sessions.ON_A_PAGE", 2)
    days = (None, None, FIFTH, FIFTH, FIFTH, SIXTH, SIXTH)
    played = [play(group, 1, 2, day=day) for day in days]
    for query in ("", f"player={player(group, 'Ana').pk}"):
        pages = list(read_pages(bob, group, query))
        assert [len(page) for page in pages] == [2, 2, 2, 1], query
        assert [session for page in pages for session in page] == played[::-1], query


def read_pages(client: Client, group: Group, query: str) -> Iterator[list[Session]]:
    before = ""
    while True:
        answer = client.get(f"{url_of('sessions', group)}?{query}&before={before}")
        yield [line.session for line in answer.context["lines"]]
        before = answer.context["before"]
        if not before:
            return


def test_a_filter_finds_what_it_says(group: Group, season: Season, bob: Client) -> None:
    counting = play(group, 1, 2, league=season.league)
    points = canvas_document({"Cleo": 5, "Dov": 3}, day=MAY)
    canvas = play_session(group, points, league=season.league)
    running = artem_table(group=group, players=("Ana", "Eva"))
    describe_session(running, played_on=MAY, location="Chez Ana")
    ana = player(group, "Ana").pk
    found = {
        "month=2026-03": [counting],
        "month=2026-04": [],
        "month=2026-05": [running, canvas],
        "game=canvas": [canvas],
        f"player={ana}": [running, counting],
        f"player={ana}&game=canvas": [],
        f"player={ana}&month=2026-05": [running],
        "league=cup": [canvas, counting],
        "league=cup/year": [counting],
        f"league=cup/year&player={ana}": [counting],
        "location=Chez Ana": [running],
        "which=in-progress": [running],
        "which=finished": [canvas, counting],
        "which=stopped": [canvas, counting],
        "which=counts-for-nothing": [canvas],
        "which=counts-for-nothing&game=artem": [],
        "which=result-only": [],
        f"which=in-progress&player={ana}": [running],
        "game=artem&which=&player=&month=&location=&league=": [running, counting],
    }
    assert {query: listed(bob, group, query) for query in found} == found


def test_a_session_that_somebody_played_alone_is_found_once_among_those_that_count_for_nothing(
    group: Group, bob: Client
) -> None:
    alone = play_session(group, canvas_document({"Ana": 9}, day=FIFTH), league=None)
    together = play_session(group, canvas_document({"Ana": 9, "Ben": 7}, day=SIXTH), league=None)
    assert listed(bob, group, "which=counts-for-nothing") == [together, alone]


def test_a_list_that_is_narrowed_leads_back_to_all_sessions(group: Group, bob: Client) -> None:
    address = url_of("sessions", group)
    leads_back = {
        query: f'<a class="button quiet" href="{address}">'
        in bob.get(f"{address}?{query}").content.decode()
        for query in ("", "before=2026-03-05.1", "game=artem", "which=finished")
    }
    assert list(leads_back.values()) == [False, False, True, True]


def test_results_without_rounds_are_found(group: Group, bob: Client) -> None:
    play(group, 1, 2)
    Session.objects.update(result_only=True)
    played = play(group, 1, 2)
    noted = Session.objects.exclude(pk=played.pk).get()
    assert listed(bob, group, "which=result-only") == [noted]
    assert "Artem · result only" in words(bob.get(url_of("sessions", group)).content.decode())


def test_it_offers_leagues_by_name_seasons_newest_first_and_where_and_when_it_was(
    group: Group, bob: Client
) -> None:
    for slug, year in [("old", 2024), ("new", 2025)]:
        first, last = date(year, 1, 1), date(year, 12, 31)
        season_of(group, slug=slug, name=slug.title(), starts_on=first, ends_on=last)
    League.objects.create(group=group, name="Anything", slug="anything")
    for place, day in [("Sam’s", SIXTH), ("", date(2025, 12, 31)), ("Club", FIFTH)]:
        describe_session(play(group, 1, 2, day=day), location=place, played_on=day)
    form = bob.get(url_of("sessions", group)).context["form"]
    offered = {name: [str(label) for _value, label in form.fields[name].choices] for name in WHERE}
    assert offered == {
        "league": ["any", "Anything", "Cup", "Cup · New", "Cup · Old"],
        "location": ["any", "Club", "Sam’s"],
    }
    months = [MARCH, date(2026, 2, 1), date(2026, 1, 1), date(2025, 12, 1)]
    assert locations_and_months(group, date(2026, 3, 31)).months == months


def test_a_session_that_two_share_is_listed_once(group: Group, bob: Client) -> None:
    shared = play(group, 1, 1)
    assert listed(bob, group, "which=counts-for-nothing") == [shared]


@pytest.mark.parametrize(
    "query", ["game=go", "player=0", "before=x", "before=2026-13-01.1", "league=cup/x", "month=1"]
)
def test_an_address_of_nothing_is_not_there(query: str, group: Group, bob: Client) -> None:
    assert bob.get(f"{url_of('sessions', group)}?{query}").status_code == 404


def test_a_line_has_the_winner_first_and_all_who_played(group: Group, bob: Client) -> None:
    play(group, 2, 1, 3)
    text = words(bob.get(url_of("sessions", group)).content.decode())
    assert "Thursday 5 March 2026 Ben wins Artem · stopped early Ben, Ana, Cleo" in text


def test_a_deleted_session_is_not_listed(group: Group, bob: Client) -> None:
    session = play(group, 1, 2)
    delete(session=session, by=By(at=timezone.now()))
    assert listed(bob, group) == listed(bob, group, "which=counts-for-nothing") == []


# What visitors see


def test_visitors_find_nobody_by_a_name_that_they_may_not_see(group: Group) -> None:
    describe_session(play(group, 1, 2, 3), location="Chez Ana")
    player(group, "Ana", hidden=True)
    player(group, "Ben", nickname="The Painter")
    page = Client().get(url_of("sessions", group)).content.decode()
    assert "A player, The Painter, Cleo" in page
    assert "Ana" not in page
    assert "Ben" not in page
    address = url_of("sessions", group)
    hidden = Client().get(f"{address}?player={Player.objects.get(name='Ana').pk}")
    assert hidden.status_code == 404
    assert listed(Client(), group, "location=Chez Ana") == listed(Client(), group)


def test_visitors_open_the_results_of_a_public_group(group: Group) -> None:
    session = play(group, 1, 2)
    player(group, "Ana", hidden=True)
    page = Client().get(url_of("sessions", group)).content.decode()
    address = f"/g/thursday/sessions/{session.uuid}/"
    assert address in page
    result = Client().get(address).content.decode()
    assert "A player wins" in result
    assert '<a href="/g/thursday/sessions/">Thursday</a>' in result
    assert "Ana" not in result


def test_a_result_that_a_browser_has_is_not_sent_again(group: Group) -> None:
    address = url_of("group_result", group, play(group, 1, 2).uuid)
    etag = Client().get(address).headers["ETag"]
    assert Client().get(address, HTTP_IF_NONE_MATCH=etag).status_code == 304


def test_a_group_can_close_its_results_to_visitors(group: Group, bob: Client) -> None:
    session = play(group, 1, 2)
    Group.objects.update(shows_results=False)
    address = url_of("group_result", group, session.uuid)
    assert address not in Client().get(url_of("sessions", group)).content.decode()
    assert Client().get(address).status_code == 404
    assert bob.get(address).headers["Location"] == f"/table/{session.uuid}/result/"


def test_a_shared_result_is_still_shared_where_results_are_closed(group: Group) -> None:
    session = play(group, 1, 2)
    share(session=session, shared=True)
    session.refresh_from_db()
    Group.objects.update(shows_results=False)
    page = Client().get(url_of("sessions", group)).content.decode()
    assert f"/result/{session.share_token}/" in page


def test_nobody_opens_what_is_not_finished_deleted_or_of_another_group(group: Group) -> None:
    other = Group.objects.create(name="Friday", slug="friday", visibility="public")
    removed = play(group, 1, 2)
    delete(session=removed, by=By(at=timezone.now()))
    for session in (artem_table(group=group), removed, play(other, 1, 2)):
        assert Client().get(url_of("group_result", group, session.uuid)).status_code == 404


# The bin


def test_the_bin_says_who_deleted_what_and_until_when(group: Group) -> None:
    keeper = signed_in("kim", group, "scorekeeper")
    session = play(group, 1, 2)
    keeper.post(f"/table/{session.uuid}/remove/")
    text = words(keeper.get(url_of("deleted_sessions", group)).content.decode())
    assert "Artem 5 March 2026 · Ana, Ben Deleted by kim" in text
    assert "removed for good on" in text


@pytest.mark.parametrize(("seat", "who"), [(2, ["Deleted by Ben"]), (None, [])])
def test_the_bin_names_the_seat_of_a_phone_and_nobody_where_nobody_is_known(
    group: Group, seat: int | None, who: list[str]
) -> None:
    session = play(group, 1, 2)
    by = By(at=timezone.now(), seat=session.seats.at(seat) if seat else None)
    delete(session=session, by=by)
    keeper = signed_in("kim", group, "scorekeeper")
    text = words(keeper.get(url_of("deleted_sessions", group)).content.decode())
    assert re.findall(r"Deleted by \w+", text) == who


def test_the_bin_has_pages(group: Group, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.groups.deleted_sessions.DELETED_ON_A_PAGE", 2)
    keeper = signed_in("kim", group, "scorekeeper")
    played = [play(group, 1, 2) for _number in range(3)]
    for session in played:
        delete(session=session, by=By(at=timezone.now()))
    address = url_of("deleted_sessions", group)
    pages = [keeper.get(f"{address}?page={number}") for number in (1, 2)]
    shown = [[one.line.session for one in page.context["sessions"]] for page in pages]
    assert shown == [[played[2], played[1]], [played[0]]]
    assert [page.context["next_number"] for page in pages] == [2, None]
    for number in ("0", "x", "201"):
        assert keeper.get(f"{address}?page={number}").status_code == 404
    monkeypatch.setattr("scoring.groups.views.sessions.MOST_PAGES_OF_DELETED", 1)
    last = keeper.get(address)
    assert (len(last.context["sessions"]), last.context["next_number"]) == (2, None)


def test_a_scorekeeper_restores_a_session(group: Group, season: Season) -> None:
    keeper = signed_in("kim", group, "scorekeeper")
    session = play(group, 1, 2, league=season.league)
    delete(session=session, by=By(at=timezone.now()))
    assert season.tallies.count() == 0
    answer = keeper.post(url_of("restore_deleted", group, session.uuid))
    assert answer.headers["Location"] == f"/table/{session.uuid}/result/"
    assert listed(keeper, group) == [session]
    assert season.tallies.filter(game="").count() == 2
    assert session.revisions.filter(actor__username="kim").count() == 1


def test_members_do_not_restore(group: Group, bob: Client) -> None:
    session = play(group, 1, 2)
    delete(session=session, by=By(at=timezone.now()))
    assert bob.post(url_of("restore_deleted", group, session.uuid)).status_code == 403
    assert bob.get(url_of("deleted_sessions", group)).status_code == 403


# Speed


@pytest.mark.parametrize("sessions", [1, 40])
def test_a_page_takes_the_same_few_queries(
    group: Group, season: Season, bob: Client, sessions: int
) -> None:
    for number in range(sessions):
        play(group, 1, 2, day=date(2026, 1, 1 + number % 28), league=season.league)
    of_ana = f"player={player(group, 'Ana').pk}"
    for asked in ("", of_ana, "which=counts-for-nothing", "league=cup/year"):
        listed(bob, group, asked)
        with CaptureQueriesContext(connection) as queries:
            listed(bob, group, asked)
        assert len(queries) <= most("page of a group"), asked
