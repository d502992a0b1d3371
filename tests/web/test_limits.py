"""Limits that no real evening reaches refuse with a sentence, and change nothing."""

import re
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from scoring.core import limits
from scoring.core.refusals import Code, Refused
from scoring.models import Phone, Session
from scoring.models.revisions import By
from scoring.sessions import recording
from tests.builders.tables import artem_table, phone

pytestmark = pytest.mark.django_db

PAGE = Path(__file__).parent.parent.parent / "docs/operations.md"
BROWSER = {"HTTP_ACCEPT_LANGUAGE": "en"}


@pytest.fixture(autouse=True)
def empty_cache() -> None:
    cache.clear()


def test_every_limit_is_described_with_its_number() -> None:
    described = {
        name: int(most.replace(",", ""))
        for name, most in re.findall(r"\| `(\w+)` \| ([\d,]+) \|", PAGE.read_text())
    }
    assert described == {name: most for name, most in vars(limits).items() if name.isupper()}


def open_table(client: Client, **extra: Any) -> Any:
    chosen = {"variant": "standard", "directions": "universal"}
    fields = {"name": ["Ida", "Joe"], "begins": 0, "do": "open", "key": str(uuid4()), **chosen}
    return client.post("/new/artem/", fields, **extra)


def test_a_browser_opens_so_many_tables_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.web.request_limits.TABLES_OF_A_BROWSER", 2)
    client = Client()
    client.get("/new/artem/")
    assert [open_table(client).status_code for _table in range(2)] == [302, 302]
    for host in ("localhost", "localhost:1234"):
        refused = open_table(client, HTTP_HOST=host)
        assert refused.status_code == 429
        assert "You have opened too many tables in the last hour." in refused.content.decode()
    assert Session.objects.count() == 2
    other = Client()
    other.get("/new/artem/")
    assert open_table(other).status_code == 302


@pytest.mark.parametrize(
    ("addresses", "another"),
    [
        pytest.param(["192.0.2.6"] * 3, "192.0.2.7", id="IPv4"),
        pytest.param(
            ["192.0.2.6", "::ffff:192.0.2.6", "192.0.2.6"], "::ffff:192.0.2.7", id="mapped"
        ),
        pytest.param(["2001:db8::1", "2001:db8::2:1", "2001:db8::3"], "2001:db8:0:1::1", id="IPv6"),
    ],
)
def test_a_network_opens_so_many_tables_an_hour(
    monkeypatch: pytest.MonkeyPatch, addresses: list[str], another: str
) -> None:
    monkeypatch.setattr("scoring.web.request_limits.TABLES_OF_A_NETWORK", 2)
    answers = [open_table(Client(REMOTE_ADDR=address)).status_code for address in addresses]
    assert answers == [302, 302, 429]
    assert open_table(Client(REMOTE_ADDR=another)).status_code == 302


def test_a_table_takes_so_many_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.play.joining.PHONES_AT_A_TABLE", 3)
    session = artem_table()  # its host is the first
    guests = [Client() for _guest in range(3)]
    answers = [guest.post(f"/join/{session.code}/") for guest in guests]
    assert [answer.status_code for answer in answers] == [302, 302, 409]
    assert "Too many phones have joined this table." in answers[-1].content.decode()
    assert guests[0].post(f"/join/{session.code}/").status_code == 302
    assert Phone.objects.filter(session=session).count() == 3


def test_a_table_is_changed_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.sessions.recording.REVISIONS_OF_A_SESSION", 3)
    session = artem_table("", "")
    host = phone(session, hosts=True)
    sentence = "This table has been changed 3 times, the most allowed. Continue at a new table."
    turn = {"key": str(uuid4()), "at": 2, "player": "Ida"}
    path = f"/table/{session.uuid}/"
    for answer in (
        host.post(f"{path}artem/turn/", turn),
        host.post(f"{path}undo/", {"key": str(uuid4())}),
        host.post(f"{path}history/1/restore/", {"key": str(uuid4())}),
    ):
        assert answer.status_code in {409, 422}
        assert sentence in answer.content.decode()
    session.refresh_from_db()
    assert session.revision == 3


def test_a_table_stores_so_many_bytes_of_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.sessions.recording.BYTES_OF_A_HISTORY", 20_000)
    session = artem_table("", "")
    host = phone(session, hosts=True)
    path = f"/table/{session.uuid}/"
    answers = []
    for letter in "🎨🎲🖌🏆🎭🎪":  # of four bytes each
        notes = {"notes": letter * 2_000, "minutes": "", "key": str(uuid4())}
        answers.append(host.post(f"{path}about/", notes))
    # The first stores 8,000 bytes and a few, the others the notes before and after.
    assert [answer.status_code for answer in answers] == [302, 302, 409, 409, 409, 409]
    sentence = "The history of this table is full."
    assert sentence in answers[-1].content.decode()
    refused = host.post(f"{path}undo/", {"key": str(uuid4())})
    assert refused.status_code == 422
    assert sentence in refused.content.decode()
    session.refresh_from_db()
    assert 24_000 < session.stored_bytes < 25_000


def test_a_table_has_so_many_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.sessions.history.ENTRIES_OF_A_SESSION", 4)
    session = artem_table("", "", "", "")
    turn = {"key": str(uuid4()), "at": 4, "player": "Ida"}
    refused = phone(session, hosts=True).post(f"/table/{session.uuid}/artem/turn/", turn)
    sentence = "This table has 4 entries, the most allowed. Continue at a new table."
    assert sentence in refused.content.decode()
    session.refresh_from_db()
    assert session.revision == 5


def test_notes_have_so_many_letters() -> None:
    session = artem_table()
    notes = "x" * (limits.LETTERS_OF_NOTES + 1)
    with pytest.raises(Refused) as caught:
        recording.describe(
            session=session, played_on=None, location="", notes=notes, by=By(at=timezone.now())
        )
    assert caught.value.code is Code.TEXT_LENGTH


@pytest.mark.parametrize(
    ("extra", "status"),
    [
        pytest.param({"CONTENT_LENGTH": str(limits.BYTES_OF_A_REQUEST + 1)}, 413, id="too large"),
        pytest.param({"CONTENT_LENGTH": "9" * 5000}, 413, id="far too large"),
        pytest.param({"CONTENT_LENGTH": "0" * 30 + "157286400"}, 413, id="with zeros before it"),
        pytest.param({"CONTENT_LENGTH": "+157286400"}, 400, id="with a sign"),
        pytest.param({"CONTENT_LENGTH": "157_286_400"}, 400, id="with underscores"),
        pytest.param(
            {"CONTENT_LENGTH": "", "HTTP_TRANSFER_ENCODING": "chunked"}, 411, id="of any length"
        ),
    ],
)
def test_a_large_request_is_refused_before_it_is_read(extra: dict[str, Any], status: int) -> None:
    class Unread:
        def read(self, *_size: int) -> bytes:
            raise AssertionError("read")

        readline = read

    extra = {"wsgi.input": Unread(), **extra}
    answer = Client().post("/new/artem/", b"", content_type="text/plain", **extra)
    assert answer.status_code == status
    assert "Nothing was changed." in answer.content.decode()
