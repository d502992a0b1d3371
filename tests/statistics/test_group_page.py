"""The page of a group: what is played, who leads, what happened; it is cached until it changes."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.groups.members import assign_player
from scoring.groups.merging import merge
from scoring.groups.players import add_player, update_player
from scoring.models import Group, League, Membership, Player, Season, Session
from scoring.models.revisions import By
from scoring.play.sharing import share
from scoring.sessions.lifecycle import delete
from scoring.web.pictures import cover_address
from tests.builders.groups import page_source, player, thursday_group, url_of
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import artem_table, enter_turns, finished_table, signed_in
from tests.pages import words

pytestmark = pytest.mark.django_db

NO_CACHE = "django.core.cache.backends.dummy.DummyCache"
FIFTH, TWELFTH = date(2026, 3, 5), date(2026, 3, 12)


@pytest.fixture
def group() -> Group:
    return thursday_group(visibility="public")


@pytest.fixture
def season(group: Group) -> Season:
    return season_of(group)


def play(season: Season, *ranks: int, day: date = FIFTH) -> Session:
    document = artem_document(*ranks, day=day)
    return play_session(season.league.group, document, league=season.league)


def text(client: Client, group: Group) -> str:
    return words(page_source(client, url_of("group", group)))


def as_player(group: Group, name: str) -> Client:
    """Return bob's client, who is this player."""
    membership = Membership.objects.get(group=group, user__username="bob")
    assign_player(membership=membership, player=player(group, name))
    return signed_in("bob")


# An empty group


def test_an_empty_group_leads_to_its_first_results(group: Group) -> None:
    page = page_source(signed_in("alice"), url_of("group", group))
    for name in ("invite", "league_new"):
        assert f'href="{url_of(name, group)}"' in page
    assert 'href="/new/?group=thursday"' in page
    assert "Each game that you finish leaves a picture here." in page
    League.objects.create(group=group, name="Winter", slug="winter")
    page = page_source(signed_in("alice"), url_of("group", group))
    assert f'href="{url_of("season_new", group, "winter")}"' in page
    assert f'href="{url_of("league_new", group)}"' not in page
    season_of(group)
    page = page_source(signed_in("alice"), url_of("group", group))
    assert "Create a season of" not in page
    assert "The season is ready." in page


def test_an_empty_group_says_to_others_what_will_be_there(group: Group) -> None:
    for client in (signed_in("bob"), Client()):
        page = text(client, group)
        assert "No results yet" in page
        assert "Each game that you finish" not in page


# What is played now


def test_members_see_how_a_table_stands_and_join_it(group: Group) -> None:
    finished_table(group=group)
    table = artem_table("", "", "1x3", group=group)
    page = page_source(signed_in("bob"), url_of("group", group))
    assert "Ida, Joe · <strong>Ida is ahead</strong>" in page
    assert f'href="/table/{table.uuid}/"' in page


def test_visitors_see_that_a_table_plays_and_not_how_it_stands(group: Group) -> None:
    table = artem_table("", "", "1x3", group=group)
    player(group, "Ida", hidden=True)
    page = page_source(Client(), url_of("group", group))
    assert "in progress" in page
    assert "A player, Joe" in page
    assert "ahead" not in page
    assert f"/table/{table.uuid}/" not in page


AGAIN = 'href="/new/artem/?group=thursday"'


def test_scorekeepers_play_again_with_the_people_of_the_last_table(group: Group) -> None:
    finished_table(group=group)
    alice = signed_in("alice")
    assert AGAIN in page_source(alice, url_of("group", group))
    form = alice.get("/new/artem/?group=thursday").content.decode()
    assert 'value="Ida"' in form
    assert 'value="Joe"' in form
    for client in (signed_in("bob"), Client()):
        assert AGAIN not in page_source(client, url_of("group", group))


def test_nothing_is_played_again_while_a_table_goes_on(group: Group) -> None:
    finished_table(group=group)
    artem_table("", group=group)
    assert AGAIN not in page_source(signed_in("alice"), url_of("group", group))


def test_a_table_that_was_left_yesterday_is_not_played_now(group: Group) -> None:
    finished_table(group=group)
    table = artem_table("", group=group)
    Session.objects.filter(pk=table.pk).update(created_at=timezone.now() - timedelta(hours=13))
    assert "Playing now" not in text(signed_in("bob"), group)


# The season


def test_it_shows_the_first_four_with_their_movement(group: Group, season: Season) -> None:
    play(season, 1, 2, 3, 4)
    play(season, 3, 1, 2, 0, 4, day=TWELFTH)
    page = text(Client(), group).partition("Latest results")[0]
    assert "Cup, Year 1 Ben 1.7 2 1 ▲1 up 1 place" in page
    assert "Dov" in page
    assert "Eva" not in page


def own_words(group: Group, name: str) -> str:
    """Return what a device shows to this player alone, of their row."""
    page = page_source(Client(), url_of("group", group))
    number = player(group, name).pk
    (row,) = re.findall(f'<li class="plate [^>]*data-player="{number}".*?</li>', page, re.DOTALL)
    return words(row.partition(" data-own>")[2])


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Ana", "you: 0.3 ahead of Ben"),
        ("Ben", "you: 0.3 behind Ana"),
        ("Dov", "you: 0.3 behind Cleo"),
    ],
)
def test_a_device_can_show_players_how_far_the_next_place_is(
    group: Group, season: Season, name: str, sentence: str
) -> None:
    play(season, 1, 2, 3, 4)
    assert own_words(group, name) == sentence


def test_a_device_can_show_how_many_plays_are_missing(group: Group) -> None:
    play(season_of(group, minimum=3), 1, 2)
    assert "you: 2 more plays needed" in own_words(group, "Ana")


def test_the_row_of_a_player_who_hides_has_no_number(group: Group, season: Season) -> None:
    play(season, 1, 2)
    ana = player(group, "Ana", hidden=True)
    assert f'data-player="{ana.pk}"' not in page_source(Client(), url_of("group", group))
    assert f'data-player="{ana.pk}"' in page_source(signed_in("bob"), url_of("group", group))


def test_the_season_that_is_not_closed_is_shown(group: Group, season: Season) -> None:
    play(season, 1, 2, day=TWELFTH)
    cup = season_of(group, league="spring", name="Spring", slug="spring")
    play(cup, 2, 1, day=FIFTH)
    Season.objects.filter(pk=season.pk).update(closed_at=timezone.now())
    page = page_source(Client(), url_of("group", group))
    assert page.index("/g/thursday/spring/spring/") < page.index("All standings")
    assert page.index("/g/thursday/cup/year/") > page.index("All standings")


# The latest results


def test_it_shows_the_latest_results_and_who_climbed(group: Group, season: Season) -> None:
    play(season, 1, 2, 3)
    play(season, 3, 1, 2, day=TWELFTH)
    spring = season_of(group, league="spring", name="Spring", slug="spring")
    play(spring, 1, 3, 2, day=FIFTH - timedelta(days=2))
    play(spring, 3, 2, 1, day=FIFTH - timedelta(days=1))
    page = text(signed_in("bob"), group)
    assert "Cleo up" not in page
    assert "Latest results All sessions Ben wins Artem · 12 Mar 2026 Ana wins" in page
    assert "▲ 1 Ben" not in page
    assert "▲1 Ben up 1 place" in page


def test_it_shows_the_covers_of_what_this_reader_may_open(group: Group, season: Season) -> None:
    sessions = [play(season, 1, 2, day=date(2026, 3, day)) for day in range(1, 7)]
    covers = [cover_address(session) for session in sessions]
    for client in (Client(), signed_in("bob")):
        page = page_source(client, url_of("group", group))
        assert [page.count(cover) for cover in covers] == [2] * 6  # on the wall, and of a result
    Group.objects.update(shows_results=False)
    outside = page_source(Client(), url_of("group", group))
    assert not [cover for cover in covers if cover in outside]
    assert outside.count("/cover/artem.svg") == 6 + 1  # the game of each result, and the game
    assert covers[0] in page_source(signed_in("bob"), url_of("group", group))


def test_its_covers_take_no_query_each(group: Group, season: Season, settings: Any) -> None:
    settings.CACHES = {name: {"BACKEND": NO_CACHE} for name in settings.CACHES}
    play(season, 1, 2)
    with CaptureQueriesContext(connection) as few:
        page_source(Client(), url_of("group", group))
    for day in range(6, 12):
        play(season, 1, 2, day=date(2026, 3, day))
    with CaptureQueriesContext(connection) as many:
        page_source(Client(), url_of("group", group))
    assert len(many) == len(few)


def test_it_tells_of_records_and_streaks(group: Group, season: Season) -> None:
    for day in range(1, 4):
        play(season, 2, 1, day=date(2026, 3, day))
    page = text(Client(), group)
    assert "Ben: 3 wins in a row" in page
    assert "Ben: 7 points, a new record in Artem" in page
    finished_table(group=group)
    assert "Joe: 21 points, a new record in Artem" in text(Client(), group)


def test_visitors_open_its_results_if_the_group_shows_them(group: Group) -> None:
    session = finished_table(group=group)
    assert f"/g/thursday/sessions/{session.uuid}/" in page_source(Client(), url_of("group", group))
    Group.objects.update(shows_results=False)
    assert str(session.uuid) not in page_source(Client(), url_of("group", group))


def test_outside_the_group_people_are_called_what_they_chose(group: Group, season: Season) -> None:
    play(season, 1, 2)
    finished_table(group=group)
    player(group, "Joe", nickname="The Fox")
    for name in ("Ida", "Ana"):
        player(group, name, hidden=True)
    outside = page_source(Client(), url_of("group", group))
    inside = page_source(signed_in("bob"), url_of("group", group))
    assert "The Fox" in outside
    assert not {name for name in ("Joe", "Ida", "Ana", "alice") if name in outside}
    assert all(name in inside for name in ("Joe", "Ida", "Ana"))


# Games and players


def test_a_game_names_who_leads_the_season_in_it(group: Group, season: Season) -> None:
    play(season, 2, 1)
    assert "Artem Ben leads" in text(Client(), group)
    assert "Canvas nobody yet" in text(Client(), group)


# It is cached until something on it changes


def etag(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.headers["ETag"]


def test_a_browser_that_has_it_gets_no_page(group: Group, season: Season) -> None:
    session = play(season, 1, 2)
    artem = url_of("group_game", group, "artem")
    ana = url_of("player", group, session.seats.get(place=1).player_id)
    for address in (url_of("group", group), artem, ana):
        for client in (Client(), signed_in("bob")):
            version = etag(client, address)
            assert client.get(address, HTTP_IF_NONE_MATCH=version).status_code == 304


def ana(group: Group) -> Player:
    return group.players.get(name="Ana")


CHANGES: dict[str, Callable[[Group], object]] = {
    "a result that counts": lambda _group: play(Season.objects.get(), 2, 1),
    "a result that counts for nothing": lambda group: play_session(
        group, artem_document(2, 1), league=None
    ),
    "an older result that counts for nothing is deleted": lambda group: delete(
        session=group.sessions.get(played_on=date(2026, 1, 9)), by=By(at=timezone.now())
    ),
    "a player is renamed": lambda group: update_player(player=ana(group), name="Anna"),
    "a player hides": lambda group: update_player(player=ana(group), hidden=True),
    "somebody who never played hides": lambda group: update_player(
        player=group.players.get(name="Zoe"), hidden=True
    ),
    "a player is added": lambda group: add_player(group=group, name="Yve"),
    "two are merged": lambda group: merge(
        source=group.players.get(name="Zoe"), target=ana(group), at=timezone.now()
    ),
    "a result is shared": lambda group: share(session=group.sessions.latest("pk"), shared=True),
    "results are closed": lambda _group: Group.objects.update(shows_results=False),
    "the group is renamed": lambda _group: Group.objects.update(name="Friday"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_of_anything_on_the_pages_gives_them_anew(
    what: str, group: Group, season: Season
) -> None:
    group.players.create(name="Zoe")
    play_session(group, artem_document(1, 2, day=date(2026, 1, 9)), league=None)
    play(season, 1, 2)
    pages = [url_of("group", group), url_of("group_game", group, "artem")]
    pages.append(url_of("player", group, group.players.get(name="Ben").pk))
    before = [etag(Client(), page) for page in pages]
    CHANGES[what](group)
    after = [etag(Client(), page) for page in pages]
    assert [old for old, new in zip(before, after, strict=True) if old == new] == []


def test_a_tap_at_a_table_gives_the_page_of_the_group_anew(group: Group) -> None:
    table = artem_table("", "", group=group)
    bob = signed_in("bob")
    assert "is ahead" not in text(bob, group)
    enter_turns(table, "1x3")
    assert "Ida is ahead" in text(bob, group)


def test_owners_see_how_many_members_wait_for_their_player(group: Group) -> None:
    alice, bob = signed_in("alice"), signed_in("bob")
    ana = player(group, "Ana")
    User.objects.create(username="mia")
    mia = signed_in("mia", group, "scorekeeper")
    assert "wants to be linked" not in text(alice, group)
    bob.post(url_of("this_is_me", group, ana.pk))
    assert "1 member wants to be linked to a player" in text(alice, group)
    assert "wants to be linked" not in text(Client(), group)
    mia.post(url_of("this_is_me", group, player(group, "Ben").pk))
    assert "2 members want to be linked to a player" in text(alice, group)
    as_player(group, "Ana")
    assert "1 member wants to be linked to a player" in text(alice, group)


# It is the same for all who may do the same


def test_all_members_have_the_same_page(group: Group, season: Season) -> None:
    """Only who enters results has the buttons for that, which others may not press."""
    session = play(season, 1, 2)
    as_player(group, "Ana")
    for name, role in (("mia", "member"), ("noor", "scorekeeper"), ("olga", "owner")):
        User.objects.create(username=name)
        signed_in(name, group, role)
    pages = [url_of("group", group), url_of("player", group, session.seats.get(place=1).player_id)]
    pages += [url_of("season", group, "cup", "year"), url_of("group_game", group, "artem")]
    for page in pages:
        member, other = (page_source(signed_in(name), page) for name in ("bob", "mia"))
        keeper, owner = (page_source(signed_in(name), page) for name in ("noor", "olga"))
        assert member == other
        assert keeper == owner
        for name in ("bob", "mia", "noor", "olga"):
            assert name not in member + keeper


def more(client: Client, group: Group) -> list[str]:
    page = page_source(client, url_of("group", group))
    return re.findall('href="([^"]+)"', page.partition('aria-labelledby="more"')[2])


def test_more_has_the_same_entries_for_all_members(group: Group) -> None:
    names = "enter_result sheets invite people folio leagues import group_archive"
    expected = [url_of(name, group) for name in [*names.split(), "group_settings"]]
    assert more(signed_in("bob"), group) == more(signed_in("alice"), group) == expected
    assert more(Client(), group) == []


# Who the reader is


def test_a_page_of_ones_own_says_which_player_one_is(group: Group) -> None:
    bob = signed_in("bob")
    own = '<meta name="own-players" content="{}">'
    assert "own-players" not in page_source(Client(), "/")
    for address in ("/", "/accounts/", url_of("players", group)):
        assert own.format("{&quot;thursday&quot;: null}") in page_source(bob, address)
    ana = player(group, "Ana")
    bob.post(url_of("this_is_me", group, ana.pk))
    assert own.format("{&quot;thursday&quot;: 0}") in page_source(bob, "/")
    as_player(group, "Ana")
    assert own.format(f"{{&quot;thursday&quot;: {ana.pk}}}") in page_source(bob, "/")


# Tabs


def tabs(client: Client, address: str) -> list[tuple[str, str]]:
    """Return the places, with whether each is the page itself or has it below."""
    page = page_source(client, address)
    inside = page.partition('<nav class="tabs"')[2].partition("</nav>")[0]
    found = re.findall(r'<a href="([^"]+)"(?: aria-current="(\w+)")?>', inside)
    return [(url, current) for url, current in found]


def test_all_pages_of_a_group_lead_to_its_places(group: Group, season: Season) -> None:
    session = play(season, 1, 2)
    ana = session.seats.get(place=1).player_id
    places = ("group", "evenings", "current_season", "sessions", "players")
    urls = [url_of(name, group) for name in places]
    below = {
        url_of("season", group, "cup", "year"): "current_season",
        url_of("leagues", group): "current_season",
        url_of("new_evening", group): "evenings",
        url_of("sheets", group): "sessions",
        url_of("player", group, ana): "players",
        url_of("group_settings", group): "",
    }
    alice, pairs = signed_in("alice"), list(zip(places, urls, strict=True))
    for page, place in below.items():
        expected = [(url, "true" if name == place else "") for name, url in pairs]
        assert tabs(alice, page) == expected
    for page in ("group", "evenings", "sessions", "players"):
        assert dict(tabs(alice, url_of(page, group)))[url_of(page, group)] == "page"


def test_visitors_see_the_places_that_they_may_open(group: Group) -> None:
    places = [url_of(name, group) for name in ("group", "current_season", "sessions")]
    assert [url for url, _current in tabs(Client(), url_of("group", group))] == places


def test_season_leads_to_the_one_that_is_played(group: Group, season: Season) -> None:
    address = url_of("current_season", group)
    spring = season_of(group, league="spring", name="Spring", slug="spring")
    play(spring, 1, 2)
    assert Client().get(address).headers["Location"] == url_of("season", group, "spring", "spring")
    play(season, 1, 2, day=TWELFTH)
    assert Client().get(address).headers["Location"] == url_of("season", group, "cup", "year")


def test_a_group_without_a_season_says_so(group: Group) -> None:
    address = url_of("current_season", group)
    assert "Create a league" in page_source(signed_in("alice"), address)
    outside = page_source(Client(), address)
    assert "No season yet" in outside
    assert "Create a league" not in outside
