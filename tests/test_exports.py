"""What a group takes away: exact, harmless in a spreadsheet, and with the names one may see."""

import csv
import io
import json
from datetime import date
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from scoring.exports import TABLE_COLUMNS
from scoring.models import Group, Season, Session
from tests.seasons import FIRST, evening, placed, season_of
from tests.tables import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday", visibility="public")


@pytest.fixture
def season(group: Group) -> Season:
    """Three evenings; Ben and Ana are level but for each other, and Dov came once: too few."""
    season = season_of(group, minimum=2)
    for ranks in ((1, 1, 3), (1, 2, 3), (2, 1, 3, 1)):
        play(season, *ranks)
    return season


def play(season: Season, *ranks: int, day: date = FIRST) -> Session:
    return evening(season.league.group, placed(*ranks, day=day), league=season.league)


def address(name: str, **asked: str) -> str:
    there = reverse(name, args=["thursday", "cup", "year"])
    return f"{there}?{'&'.join(f'{key}={value}' for key, value in asked.items())}"


def got(client: Client, name: str, **asked: str) -> HttpResponse:
    answer = client.get(address(name, **asked))
    assert answer.status_code == 200
    return answer  # type: ignore[return-value]


def text(answer: Any) -> str:
    return b"".join(answer).decode()


def rows(answer: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text(answer))))


def member(role: str = "member") -> Client:
    return signed_in(role, Group.objects.get(slug="thursday"), role)


# The table


@pytest.mark.usefixtures("season")
def test_the_table_as_csv_is_exact() -> None:
    there = rows(got(Client(), "season_table_csv"))
    assert list(there[0]) == list(TABLE_COLUMNS)
    said = [(line["rank"], line["player"], line["value"], line["decimal"]) for line in there]
    assert said == [
        ("1", "Ben", "25/12", "2.083"),
        ("2", "Ana", "25/12", "2.083"),
        ("3", "Cleo", "0", "0"),
        ("", "Dov", "5/6", "0.833"),
    ]


@pytest.mark.usefixtures("season")
def test_who_played_too_little_has_no_rank_and_the_plays_they_miss() -> None:
    there = rows(got(Client(), "season_table_csv"))
    assert [(line["rank"], line["missing"]) for line in there][2:] == [("3", "0"), ("", "1")]
    lines = json.loads(text(got(Client(), "season_table_json")))["lines"]
    assert [(line["rank"], line["missing"]) for line in lines][2:] == [(3, 0), (None, 1)]


@pytest.mark.usefixtures("season")
def test_both_forms_of_the_table_say_the_same() -> None:
    said = json.loads(text(got(Client(), "season_table_json")))
    for line, row in zip(said["lines"], rows(got(Client(), "season_table_csv")), strict=True):
        assert row["player"] == line["player"]["name"]
        assert row["value"] == line["value"]
        assert row["places"] == " ".join(map(str, line["places"]))
        assert row["form"] == " ".join(map(str, line["form"]))
        assert (row["plays"], row["wins"]) == (str(line["plays"]), str(line["wins"]))


@pytest.mark.usefixtures("season")
def test_the_table_says_by_which_rules_it_was_made() -> None:
    said = json.loads(text(got(Client(), "season_table_json")))
    del said["lines"]
    assert said == {
        "format": "scorefolio/table@1",
        "group": {"name": "Thursday", "address": "thursday"},
        "league": {"name": "Cup", "address": "cup"},
        "season": {
            "name": "Year",
            "address": "year",
            "first_day": "2026-01-01",
            "last_day": "2026-12-31",
            "closed": False,
        },
        "game": None,
        "scheme": "beaten",
        "podium": [5, 3, 2, 1],
        "aggregate": "total",
        "best": 10,
        "minimum": 2,
    }
