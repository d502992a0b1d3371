"""Pages and answers are compressed for browsers that take it."""

import gzip
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from scoring.models import Group, Session
from tests.builders.groups import thursday_group
from tests.builders.seasons import season_of
from tests.builders.standings_pages import play_ranks, season_url
from tests.builders.tables import artem_table, phone, signed_in

pytestmark = pytest.mark.django_db

GZIP = {"accept-encoding": "br, gzip"}


@pytest.fixture
def group() -> Group:
    return thursday_group(visibility="public")


@pytest.fixture
def session(group: Group) -> Session:
    """A result that counts for a season."""
    return play_ranks(season_of(group), 1, 2, 3)


def text_of(response: Any) -> str:
    """Return the text of an answer, of which at most half was sent."""
    assert response["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in response["Vary"]
    text = gzip.decompress(response.content).decode()
    assert len(response.content) * 2 < len(text.encode())
    return text


def test_the_home_page_is_compressed() -> None:
    assert "Scorefolio" in text_of(Client().get("/", headers=GZIP))


def test_the_answer_to_a_tap_is_compressed() -> None:
    table = artem_table("")
    form = {"at": "2", "claim": "1x5", "key": str(uuid4())}
    headers = {**GZIP, "hx-request": "true"}
    host = phone(table, hosts=True)
    answer = host.post(f"/table/{table.uuid}/artem/turn/", form, headers=headers)
    assert "Joe" in text_of(answer)


def test_a_changed_poll_is_compressed() -> None:
    table = artem_table("")
    headers = {**GZIP, "hx-request": "true"}
    watcher = phone(table)
    for _time in ("rendered", "cached"):
        answer = watcher.get(f"/table/{table.uuid}/live?seen=0", headers=headers)
        assert "Joe" in text_of(answer)


def test_a_result_that_a_group_shows_is_compressed(group: Group, session: Session) -> None:
    address = f"/g/{group.slug}/sessions/{session.uuid}/"
    for _time in ("rendered", "cached"):
        assert "Ana" in text_of(Client().get(address, headers=GZIP))


@pytest.mark.usefixtures("session")
def test_standings_are_compressed_for_strangers_and_members(group: Group) -> None:
    season = group.leagues.get().seasons.get()
    for client in (Client(), signed_in("mia", group)):
        pages = [client.get(season_url(season), headers=GZIP) for _time in ("rendered", "cached")]
        assert ["Ana" in text_of(page) for page in pages] == [True, True]
        seen = {**GZIP, "if-none-match": pages[0]["ETag"]}
        assert client.get(season_url(season), headers=seen).status_code == 304


def test_a_browser_that_takes_no_compression_gets_the_page_itself(
    group: Group, session: Session
) -> None:
    for address in ("/", f"/g/{group.slug}/sessions/{session.uuid}/"):
        for _time in ("rendered", "cached"):
            page = Client().get(address, headers={"accept-encoding": "br"})
            assert "Content-Encoding" not in page
            assert b"Scorefolio" in page.content
