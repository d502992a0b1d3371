"""Eight phones tap at once, repeat taps and lose answers; no tap is lost or counts twice."""

import http.client
import json
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from random import Random
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import pytest

from tests.serving import served_site

PHONES = 8
TAPS = 125  # each
ARTISTS = ("Ben", "Cleo", "Dov")


@pytest.fixture(scope="module")
def loaded_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served_site(tmp_path_factory.mktemp("load"), "tools.load.settings") as address:
        yield address


def post(address: str, path: str, key: UUID | None = None, *, read: bool = True) -> Any:
    """Post a tap, again if the site was too busy, as phones do; with `read=False` the connection is
    closed before the answer arrives."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
    connection.request("POST", path, headers={"Key": str(key)} if key else {})
    if not read:
        connection.close()
        return None
    response = connection.getresponse()
    body = response.read()
    connection.close()
    if response.status == HTTPStatus.SERVICE_UNAVAILABLE:
        return post(address, path, key)
    assert response.status == 200, body[:300]
    return json.loads(body)


def phone(address: str, session: int, seed: int) -> list[tuple[str, str]]:
    """Tap cells of its own and shared ones; return the key and the action of each tap."""
    dice = Random(seed)
    taps: list[tuple[str, str]] = []
    for _ in range(TAPS):
        key = UUID(int=dice.getrandbits(128), version=4)
        cell = (dice.choice(ARTISTS), dice.randint(1, 10), dice.randint(0, 1))
        path = f"/tap/{session}/{cell[0]}/{cell[1]}/{cell[2]}"
        if dice.random() < 0.2:
            post(address, path, key, read=False)
        first = post(address, path, key)
        if dice.random() < 0.2:
            again = post(address, path, key)
            assert (again["revision"], again["repeated"]) == (first["revision"], True)
        taps.append((str(key), " ".join(map(str, cell))))
    return taps


def test_nothing_is_lost_and_nothing_counts_twice(loaded_site: str) -> None:
    session = post(loaded_site, "/begin")["session"]
    with ThreadPoolExecutor(PHONES) as pool:
        phones = [pool.submit(phone, loaded_site, session, seed) for seed in range(PHONES)]
        taps = dict(tap for one in phones for tap in one.result())
    history = post(loaded_site, f"/history/{session}")
    start, *recorded = history["revisions"]

    assert len(taps) == PHONES * TAPS
    assert {revision["key"]: revision["action"] for revision in recorded} == taps
    assert [revision["number"] for revision in recorded] == list(range(2, len(taps) + 2))
    assert history["revision"] == len(taps) + 1
    check_order(start, recorded, history["sheets"])


def check_order(start: Any, recorded: list[Any], stored: dict[str, list[int]]) -> None:
    """Check that the rows and every revision are those of the taps applied in order."""
    sheets = {artist: set[int]() for artist in start["document"]["rounds"][0]["sheets"]}
    for revision in recorded:
        artist, criterion, met = revision["action"].split()
        (sheets[artist].add if met == "1" else sheets[artist].discard)(int(criterion))
        recorded_sheets = revision["document"]["rounds"][0]["sheets"]
        assert {artist: set(met) for artist, met in recorded_sheets.items()} == sheets
    assert {artist: set(met) for artist, met in stored.items()} == sheets
    assert max(Counter(number for met in stored.values() for number in met).values()) <= 3
