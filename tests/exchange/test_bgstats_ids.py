"""Ids in an export of BG Stats that nothing can be looked up by end in a sentence."""

import json
from typing import Any

import pytest

from scoring.documents.file_formats import Unreadable
from scoring.exchange.importing.entries import Choices
from scoring.exchange.importing.reading import read_file


def export(**changed: Any) -> bytes:
    scores = [{"playerRefId": changed.get("playerRefId", 1), "score": "3"}]
    play = {"gameRefId": changed.get("gameRefId", 1), "playerScores": scores}
    play["locationRefId"] = changed.get("locationRefId", 1)
    value = {
        "games": [{"id": changed.get("game", 1), "name": "Artem"}],
        "players": [{"id": changed.get("player", 1), "name": "Ana"}],
        "locations": [{"id": changed.get("location", 1), "name": "Attic"}],
        "plays": [play],
    }
    return json.dumps(value).encode()


@pytest.mark.parametrize("id", [[1], {"a": 1}, []])
@pytest.mark.parametrize(
    "where", ["player", "game", "location", "playerRefId", "gameRefId", "locationRefId"]
)
def test_an_id_that_is_a_list_is_refused_with_a_sentence(where: str, id: object) -> None:
    with pytest.raises(Unreadable, match="some of its ids are lists"):
        read_file(export(**{where: id}), Choices())


@pytest.mark.parametrize("id", [1, 1.5, "one", None])
def test_any_other_id_leads_to_its_row(id: object) -> None:
    names = {"player": id, "game": id, "playerRefId": id, "gameRefId": id}
    (entry,) = read_file(export(**names), Choices()).entries
    assert isinstance(entry.value, dict)
    assert [player["name"] for player in entry.value["players"]] == ["Ana"]
