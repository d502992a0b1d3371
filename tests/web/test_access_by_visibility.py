"""Every address of a group, for each visibility: to strangers it is like a missing group."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import get_resolver

from scoring.models import Group, Session
from tests.builders.addresses import add_people, address_of, client_in_role, named_addresses
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import PLAYERS, artem_table

pytestmark = pytest.mark.django_db

STRANGERS = ("nobody", "stranger", "other owner")
MEMBERS = ("member", "scorekeeper", "owner")
OF_A_GROUP = [
    name for name, needs in named_addresses(get_resolver().url_patterns) if "group" in needs
]
SEEN_BY_ALL = {
    "group",
    "group_feed",
    "group_game",
    "player",
    "season",
    "season_feed",
    "season_game",
    "season_player",
    "season_sessions_csv",
    "season_sessions_json",
    "season_table_csv",
    "season_table_json",
}


@pytest.fixture
def session() -> Session:
    """Open a table of a group that has a season with a result."""
    group = Group.objects.create(name="Thursday", slug="thursday")
    season = season_of(group)
    play_session(group, artem_document(1, 2, names=PLAYERS), league=season.league)
    session = artem_table("", "", "1x5", group=group)
    add_people(group)
    return session


def set_visibility(visibility: str) -> None:
    Group.objects.filter(slug="thursday").update(visibility=visibility)


def response_of(client: Client, address: str, *, write: bool) -> tuple[int, str]:
    """Return the status and the page, without the CSRF token and the address."""
    answer = client.post(address) if write else client.get(address)
    page = "" if answer.streaming else answer.content.decode()
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)
    return answer.status_code, page.replace(address.partition("?")[0], "")


@pytest.mark.parametrize("visibility", ["members", "link"])
@pytest.mark.parametrize("write", [False, True], ids=["reading", "writing"])
@pytest.mark.parametrize("name", OF_A_GROUP)
def test_strangers_cannot_tell_it_from_a_group_that_is_not_there(
    name: str, write: bool, visibility: str, session: Session
) -> None:
    set_visibility(visibility)
    address = address_of(name, session)
    not_there = address.replace("thursday", f"g{uuid4().hex[:7]}")
    for who in STRANGERS:
        client = client_in_role(who, session)
        assert response_of(client, address, write=write) == response_of(
            client, not_there, write=write
        )


@pytest.mark.parametrize("name", OF_A_GROUP)
def test_a_public_group_shows_what_is_there_to_be_seen(name: str, session: Session) -> None:
    set_visibility("public")
    for who in STRANGERS:
        status, _page = response_of(
            client_in_role(who, session), address_of(name, session), write=False
        )
        assert status == 200 if name in SEEN_BY_ALL else status in {404, 405}


@pytest.mark.parametrize("name", OF_A_GROUP)
def test_nobody_but_its_members_writes_in_it(name: str, session: Session) -> None:
    for who in STRANGERS:
        client = client_in_role(who, session)
        for visibility in ("public", "link", "members"):
            set_visibility(visibility)
            assert response_of(client, address_of(name, session), write=True)[0] in {404, 405}


@pytest.mark.parametrize("name", OF_A_GROUP)
def test_who_has_the_link_sees_what_everybody_would(name: str, session: Session) -> None:
    assert session.group is not None
    address = address_of(name, session)
    key = f"{address}?key={session.group.link_token}"
    for who in STRANGERS:
        client = client_in_role(who, session)
        set_visibility("public")
        public = response_of(client, address, write=False)[0]
        set_visibility("link")
        assert response_of(client, address, write=False)[0] in {404, 405}
        assert response_of(client, key, write=False)[0] == public
        if not name.endswith("_feed"):  # whoever reads it keeps no cookie, and always says the key
            assert response_of(client, address, write=False)[0] == public  # from then on
        set_visibility("members")
        assert response_of(client, key, write=False)[0] in {404, 405}


@pytest.mark.parametrize("name", OF_A_GROUP)
def test_its_members_see_the_same_whoever_else_may(name: str, session: Session) -> None:
    for who in MEMBERS:
        client = client_in_role(who, session)
        statuses = set()
        for visibility in ("public", "link", "members"):
            set_visibility(visibility)
            statuses.add(response_of(client, address_of(name, session), write=False)[0])
        assert len(statuses) == 1
