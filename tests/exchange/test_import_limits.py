"""An import takes a limited amount of memory, disk and time."""

import io
import tracemalloc
from contextlib import suppress
from threading import Event, Thread

import pytest
from django.test import Client
from django.urls import reverse

from scoring.documents.file_formats import Unreadable, documents
from scoring.documents.strict_json import NotJson
from scoring.exchange.importing.entries import Choices
from scoring.exchange.importing.reading import MOST_MARKS, one_at_a_time, read_file
from scoring.models import Group, Import, Membership
from tests.builders.imports import made_up, row_per_player
from tests.builders.tables import signed_in
from tests.pages import words

TABLE = row_per_player(made_up(3))
ADDRESS = reverse("import", args=["thursday"])


@pytest.fixture
def group(db: None) -> Group:  # noqa: ARG001 (a fixture)
    return Group.objects.create(name="Thursday", slug="thursday")


@pytest.fixture
def keeper(group: Group) -> Client:
    return signed_in("keeper", group, Membership.Role.SCOREKEEPER)


def upload(client: Client) -> str:
    return client.post(ADDRESS, {"text": TABLE}).headers["Location"]


def test_an_account_has_one_file_that_is_not_confirmed(keeper: Client, group: Group) -> None:
    """In all of its groups; the newest takes the place of the one before."""
    confirmed = upload(keeper)
    keeper.post(f"{confirmed}add/", {"plan": 1})
    of_another = upload(signed_in("another", group, Membership.Role.OWNER))
    own = [upload(keeper) for _file in range(2)]
    addresses = (confirmed, *own, of_another)
    statuses = [keeper.get(address).status_code for address in addresses]
    assert statuses == [200, 404, 200, 200]
    friday = Group.objects.create(name="Friday", slug="friday")
    signed_in("keeper", friday, Membership.Role.SCOREKEEPER)
    keeper.post(reverse("import", args=["friday"]), {"text": TABLE})
    waiting = Import.objects.filter(confirmed_at=None).order_by("stored_at")
    assert [source.group for source in waiting] == [group, friday]


def test_an_account_sends_so_many_files_an_hour(
    keeper: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.web.request_limits.UPLOADS_OF_AN_ACCOUNT", 1)
    upload(keeper)
    refused = keeper.post(ADDRESS, {"text": TABLE})
    assert refused.status_code == 422
    assert "Too many files came from you or from your network." in words(refused.content.decode())
    assert Import.objects.count() == 1


def test_a_network_sends_so_many_files_an_hour(
    keeper: Client, group: Group, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.web.request_limits.UPLOADS_OF_A_NETWORK", 1)
    upload(keeper)
    other = signed_in("another", group, Membership.Role.OWNER)
    assert other.post(ADDRESS, {"text": TABLE}).status_code == 422
    assert other.post(ADDRESS, {"text": TABLE}, REMOTE_ADDR="192.0.2.7").status_code == 302


def test_an_account_reads_a_file_again_so_many_times_an_hour(
    keeper: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.web.request_limits.PREVIEWS_OF_AN_ACCOUNT", 1)
    address = upload(keeper)
    assert keeper.post(address, {"plan": 1, "out-2": "1"}).status_code == 302
    refused = keeper.post(address, {"plan": 2})
    assert refused.status_code == 422
    assert "You have opened too many previews." in words(refused.content.decode())
    assert [keeper.get(address).status_code for _look in range(3)] == [200] * 3


def test_a_file_waits_for_another_one_only_for_a_while(
    keeper: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.exchange.importing.reading.PATIENCE", 0.01)
    begun, over = Event(), Event()

    def read_long() -> None:
        with one_at_a_time():
            begun.set()
            over.wait()

    other = Thread(target=read_long)
    other.start()
    begun.wait()
    busy = keeper.post(ADDRESS, {"text": TABLE})
    over.set()
    other.join()
    assert busy.status_code == 422
    assert "Another file is being read right now." in words(busy.content.decode())
    assert keeper.post(ADDRESS, {"text": TABLE}).status_code == 302


@pytest.mark.parametrize("value", ["[]", '{"":0}', '"ab"', "{}", "10000"])
def test_short_values_fill_no_memory(value: str) -> None:
    """One line of a file as large as may be sent took 500 MB."""
    marks = sum(map(value.count, "[{")) + 1
    line = ",".join([value] * ((MOST_MARKS - 1) // marks))
    tracemalloc.start()
    with suppress(Unreadable):
        read_file(f"[{line}]".encode(), Choices())
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 250 * 1024**2


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("-", '{"a": "%s"}'),
        ("-", '{"a": 1}\n{"a": "%s"}'),
        ("-", '{\n"a":\n"%s"}'),
        ("a.ndjson", '["%s"]'),
        ("a.ndjson", '{"a": 1}\n["%s"]'),
    ],
)
def test_a_document_has_so_many_bytes(name: str, text: str) -> None:
    def last(letters: int) -> object:
        content = (text % ("x" * letters)).encode()
        try:
            return list(documents(name, io.BytesIO(content)))[-1]
        except NotJson as refused:
            return refused

    assert not isinstance(last(1024**2 - 30), NotJson)
    assert str(last(1024**2)) == "it is longer than 1 MB"
