"""Choosing the group and the league of a table, and the sentence that says for what it counts."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import Group, League, Session
from scoring.models.revisions import By
from scoring.play.counts_for import counts_for
from scoring.sessions.recording import describe
from tests.builders.seasons import FIRST, artem_document, play_session, season_of
from tests.builders.tables import phone, signed_in
from tests.pages import words

pytestmark = pytest.mark.django_db

CHOSEN = {"variant": "standard", "directions": "universal"}


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


@pytest.fixture
def bob(group: Group) -> Client:
    return signed_in("bob", group, "scorekeeper")


def league(group: Group, slug: str = "cup") -> League:
    return League.objects.create(group=group, name=slug.title(), slug=slug)


def open_in_league(client: Client, where: str) -> Session:
    fields = {"do": "open", "name": ["Ida", "Joe"], "group": where, "begins": 0, **CHOSEN}
    answer = client.post("/new/artem/", fields)
    response = re.fullmatch(r"/table/([0-9a-f-]+)/", answer.headers.get("Location", ""))
    assert response, answer.content.decode()
    return Session.objects.get(uuid=response[1])


def chosen(client: Client, address: str) -> str:
    page = client.get(address).content.decode()
    return " ".join(re.findall(r'<option value="([^"]*)" selected>', page))


def test_a_group_with_one_league_plays_for_it(group: Group, bob: Client) -> None:
    cup = league(group)
    assert chosen(bob, "/new/artem/?group=thursday") == "thursday/cup"
    assert open_in_league(bob, "thursday/cup").league == cup


def test_of_several_leagues_it_is_that_of_the_latest_table(group: Group, bob: Client) -> None:
    league(group)
    shield = league(group, "shield")
    assert chosen(bob, "/new/artem/?group=thursday") == "thursday/"
    assert open_in_league(bob, "thursday/shield").league == shield
    assert chosen(bob, "/new/artem/?group=thursday") == "thursday/shield"


def test_a_table_may_be_for_no_league(group: Group, bob: Client) -> None:
    league(group)
    session = open_in_league(bob, "thursday/")
    assert (session.group, session.league) == (group, None)


def test_what_is_chosen_first_stays_when_the_game_is(group: Group, bob: Client) -> None:
    league(group)
    page = bob.get("/new/?group=thursday/").content.decode()
    assert "/new/artem/?group=thursday%2F" in page
    assert chosen(bob, "/new/artem/?group=thursday%2F") == "thursday/"


@pytest.mark.parametrize("where", ["thursday/none", "other/cup", "thursday/\x00", "\x00/cup"])
def test_a_league_that_is_not_there_is_refused(group: Group, bob: Client, where: str) -> None:
    league(group)
    league(Group.objects.create(name="Other", slug="other"))
    assert bob.post("/new/artem/", {"do": "open", "group": where}).status_code == 404


def test_a_quick_table_goes_into_a_group_and_its_league_at_once(group: Group, bob: Client) -> None:
    cup = league(group)
    session = open_in_league(bob, "")
    assert 'value="thursday/cup"' in bob.get(f"/table/{session.uuid}/about/").content.decode()
    bob.post(f"/table/{session.uuid}/group/", {"group": "thursday/cup"})
    session.refresh_from_db()
    assert (session.group, session.league) == (group, cup)


def test_its_host_moves_a_table_to_another_league(group: Group, bob: Client) -> None:
    league(group)
    shield = league(group, "shield")
    session = open_in_league(bob, "thursday/cup")
    assert chosen(bob, f"/table/{session.uuid}/about/") == "thursday/cup"
    for where, expected in (("thursday/shield", shield), ("thursday/", None)):
        bob.post(f"/table/{session.uuid}/league/", {"group": where})
        session.refresh_from_db()
        assert session.league == expected


def test_nobody_moves_it_to_the_league_of_another_group(bob: Client) -> None:
    other = Group.objects.create(name="Other", slug="other")
    league(other)
    signed_in("bob", other, "owner")
    session = open_in_league(bob, "thursday/")
    answer = bob.post(f"/table/{session.uuid}/league/", {"group": "other/cup"})
    assert answer.status_code == 404


# For what it counts


def play_in_league(group: Group, own: League | None, *ranks: int, **more: Any) -> Session:
    return play_session(group, artem_document(*ranks or (1, 2), **more), league=own)


def test_it_says_for_which_season_it_counts(group: Group, bob: Client) -> None:
    season = season_of(group)
    session = play_in_league(group, season.league)
    assert counts_for(session).sentence == "It counts for Cup, Year."
    assert "It counts for Cup, Year." in bob.get(f"/table/{session.uuid}/about/").content.decode()


def test_it_says_that_it_counts_once_it_is_over(group: Group, bob: Client) -> None:
    season_of(group)
    session = open_in_league(bob, "thursday")
    describe(session=session, played_on=FIRST, location="", notes="", by=By(at=timezone.now()))
    session.refresh_from_db()
    assert counts_for(session).sentence == "It will count for Cup, Year once it is over."


def test_it_says_why_it_counts_for_none(group: Group) -> None:
    season = season_of(group, games=["artem"])
    own = season.league
    none = "It does not count: "
    assert counts_for(play_in_league(group, None)).sentence == f"{none}it is not in a league."
    alone = play_in_league(group, own)
    alone.seats.filter(place=2).delete()
    assert counts_for(alone).sentence == f"{none}playing alone, there is nobody to beat."
    late = FIRST + timedelta(days=400)
    sentence = f"{none}Cup has no season on that day."
    assert counts_for(play_in_league(group, own, day=late)).sentence == sentence
    session = play_in_league(group, own)
    season.games.update(game="duplik")
    assert counts_for(session).sentence == f"{none}Cup, Year does not include Artem."
    season.games.update(game="artem")
    describe(session=session, played_on=None, location="", notes="", by=By(at=timezone.now()))
    session.refresh_from_db()
    assert counts_for(session).sentence == f"{none}nobody entered the day it was played."


def test_one_who_came_by_code_to_a_private_group_reads_nothing_of_its_leagues(
    group: Group,
) -> None:
    season = season_of(group)
    guest = phone(session := play_in_league(group, season.league), place=1)
    address = f"/table/{session.uuid}/about/"
    assert "It counts" not in guest.get(address).content.decode()
    Group.objects.update(visibility=Group.Visibility.PUBLIC)
    assert "It counts for Cup, Year." in guest.get(address).content.decode()


def test_a_quick_table_says_nothing_of_leagues(bob: Client) -> None:
    session = open_in_league(bob, "")
    assert "It counts" not in bob.get(f"/table/{session.uuid}/about/").content.decode()


def test_it_is_named_above_the_choice_of_a_game(group: Group, bob: Client) -> None:
    """Also that it is for none of the leagues that the group has."""
    league(group)
    assert "Thursday · Cup" in words(bob.get("/new/?group=thursday/cup").content.decode())
    assert "Thursday · no league" in words(bob.get("/new/?group=thursday/").content.decode())
