"""Every address of a group, for each visibility: to strangers it is like a missing group."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from scoring.models import Group
from tests.builders.addresses import address_of
from tests.builders.evening import Sessions, client_of, evening
from tests.web.access_matrix import ADDRESSES

pytestmark = pytest.mark.django_db

STRANGERS = ("nobody", "other owner")
MEMBERS = ("member", "scorekeeper", "owner")
OF_A_GROUP = [name for name, needs in ADDRESSES.items() if "group" in needs]
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
    "sessions",
}


@pytest.fixture
def sessions() -> Sessions:
    return evening()


def set_visibility(visibility: str) -> None:
    Group.objects.filter(slug="thursday").update(visibility=visibility)


def addresses(sessions: Sessions) -> dict[str, str]:
    return {name: address_of(name, sessions["artem"]) for name in OF_A_GROUP}


def response_of(client: Client, address: str, *, write: bool) -> tuple[int, str]:
    """Return the status and the page, without the CSRF token and the address."""
    answer = client.post(address) if write else client.get(address)
    page = "" if answer.streaming else answer.content.decode()
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", page)
    return answer.status_code, page.replace(address.partition("?")[0], "")


def read(client: Client, address: str) -> int:
    return client.get(address).status_code


@pytest.mark.parametrize("visibility", ["members", "link"])
@pytest.mark.parametrize("who", STRANGERS)
def test_strangers_cannot_tell_it_from_a_group_that_is_not_there(
    who: str, visibility: str, sessions: Sessions
) -> None:
    set_visibility(visibility)
    client = client_of(who, sessions)
    for name, address in addresses(sessions).items():
        not_there = address.replace("thursday", f"g{uuid4().hex[:7]}")
        for write in (False, True):
            there = response_of(client, address, write=write)
            assert there == response_of(client, not_there, write=write), name


@pytest.mark.parametrize("who", STRANGERS)
def test_a_public_group_shows_what_is_there_to_be_seen(who: str, sessions: Sessions) -> None:
    set_visibility("public")
    client = client_of(who, sessions)
    seen = {name for name, address in addresses(sessions).items() if read(client, address) == 200}
    assert seen == SEEN_BY_ALL


@pytest.mark.parametrize("who", STRANGERS)
def test_nobody_but_its_members_writes_in_it(who: str, sessions: Sessions) -> None:
    client = client_of(who, sessions)
    for visibility in ("public", "link", "members"):
        set_visibility(visibility)
        for name, address in addresses(sessions).items():
            assert client.post(address).status_code in {404, 405}, name


@pytest.mark.parametrize("who", STRANGERS)
def test_who_has_the_link_sees_what_everybody_would(who: str, sessions: Sessions) -> None:
    group = Group.objects.get(slug="thursday")
    for name, address in addresses(sessions).items():
        client, key = client_of(who, sessions), f"{address}?key={group.link_token}"
        set_visibility("public")
        public = read(client, address)
        set_visibility("link")
        assert read(client, address) in {404, 405}, name
        assert read(client, key) == public, name
        if not name.endswith("_feed"):  # its readers keep no cookie, and always send the key
            assert read(client, address) == public, name  # from then on
        set_visibility("members")
        assert read(client, key) in {404, 405}, name


@pytest.mark.parametrize("who", MEMBERS)
def test_its_members_see_the_same_whoever_else_may(who: str, sessions: Sessions) -> None:
    client = client_of(who, sessions)
    seen = []
    for visibility in ("public", "link", "members"):
        set_visibility(visibility)
        seen.append({name: read(client, each) for name, each in addresses(sessions).items()})
    assert seen[0] == seen[1] == seen[2]
