"""Files of a season: exact values, no formulas, and only names that the reader may see."""

import csv
import io
import json
import re
from datetime import date, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from scoring.exchange.export_seasons import STANDINGS_COLUMNS
from scoring.exchange.export_sessions import document_lines
from scoring.models import Group, Player, Result, Season, Session
from scoring.models.revisions import By
from scoring.sessions.lifecycle import delete
from scoring.sessions.recording import describe
from scoring.totals.skill import refresh
from tests.builders.seasons import FIRST, artem_document, play_session, season_of
from tests.builders.tables import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday", visibility="public")


@pytest.fixture
def season(group: Group) -> Season:
    """Play three sessions: Ben and Ana differ only in their meeting, and Dov played too rarely."""
    season = season_of(group, minimum=2)
    for ranks in ((1, 1, 3), (1, 2, 3), (2, 1, 3, 1)):
        play(season, *ranks)
    return season


def play(season: Season, *ranks: int, **more: Any) -> Session:
    return play_session(season.league.group, artem_document(*ranks, **more), league=season.league)


def address(name: str, **asked: str) -> str:
    address = reverse(name, args=["thursday", "cup", "year"])
    return f"{address}?{urlencode(asked)}" if asked else address


def got(client: Client, name: str, **asked: str) -> HttpResponse:
    answer = client.get(address(name, **asked))
    assert answer.status_code == 200
    return answer  # type: ignore[return-value]


def text(answer: Any) -> str:
    return b"".join(answer).decode()


def csv_rows(answer: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text(answer))))


def member(role: str = "member") -> Client:
    return signed_in(role, Group.objects.get(slug="thursday"), role)


# The table


@pytest.mark.usefixtures("season")
def test_the_table_as_csv_is_exact() -> None:
    assert text(got(Client(), "season_table_csv")).splitlines() == [
        ",".join(STANDINGS_COLUMNS),
        "1,Ben,3,2,25/12,2.1,0,,2 1 0 0 0 0 0 0,1 2 1,",
        "2,Ana,3,2,25/12,2.1,0,places,2 0 1 0 0 0 0 0,1 1 3,",
        "3,Cleo,3,0,0,0.0,0,value,0 0 2 1 0 0 0 0,3 3 4,",
        ",Dov,1,1,5/6,0.8,1,,1 0 0 0 0 0 0 0,1,",
    ]


@pytest.mark.usefixtures("season")
def test_who_played_too_little_has_no_rank_and_the_plays_they_miss() -> None:
    address = csv_rows(got(Client(), "season_table_csv"))
    assert [(line["rank"], line["missing"]) for line in address][2:] == [("3", "0"), ("", "1")]
    lines = json.loads(text(got(Client(), "season_table_json")))["lines"]
    assert [(line["rank"], line["missing"]) for line in lines][2:] == [(3, 0), (None, 1)]


@pytest.mark.usefixtures("season")
def test_both_forms_of_the_table_say_the_same() -> None:
    as_json = json.loads(text(got(Client(), "season_table_json")))
    for line, row in zip(
        as_json["lines"], csv_rows(got(Client(), "season_table_csv")), strict=True
    ):
        assert row["player"] == line["player"]["name"]
        assert row["value"] == line["value"]
        assert row["places"] == " ".join(map(str, line["places"]))
        assert row["form"] == " ".join(map(str, line["form"]))
        assert (row["plays"], row["wins"]) == (str(line["plays"]), str(line["wins"]))


@pytest.mark.usefixtures("season")
def test_the_table_says_by_which_rules_it_was_made() -> None:
    standings = json.loads(text(got(Client(), "season_table_json")))
    del standings["lines"]
    assert standings == {
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
        "podium_of": {},
        "aggregate": "total",
        "best": 10,
        "minimum": 2,
        "skill_is_stale": False,
    }


@pytest.mark.usefixtures("season")
def test_the_table_of_one_game_has_that_game_alone() -> None:
    standings = json.loads(text(got(Client(), "season_table_json", game="artem")))
    assert standings["game"] == "artem"
    assert len(standings["lines"]) == 4
    assert csv_rows(got(Client(), "season_table_csv", game="canvas")) == []
    for asked in ("chess", "../artem", "\x00"):
        assert Client().get(address("season_table_csv", game=asked)).status_code == 404


def test_a_game_that_does_not_count_has_no_table(group: Group) -> None:
    season_of(group, games=["artem"])
    assert Client().get(address("season_table_json", game="canvas")).status_code == 404


def test_an_average_is_exact_and_its_decimal_rounded(group: Group) -> None:
    season = season_of(group, aggregate="average")
    for ranks in ((1, 2), (1, 2), (2, 1)):
        play(season, *ranks)
    address = csv_rows(got(Client(), "season_table_csv"))
    values = [(line["player"], line["value"], line["decimal"]) for line in address]
    assert values == [("Ana", "2/3", "0.7"), ("Ben", "1/3", "0.3")]


def test_skill_stands_there_from_the_third_play_on_where_the_season_shows_it(group: Group) -> None:
    season = season_of(group, skill=True)
    play(season, 1, 2)
    play(season, 1, 2, day=FIRST + timedelta(days=1))
    play(season, 1, 0, 2, day=FIRST + timedelta(days=2))
    lines = json.loads(text(got(Client(), "season_table_json")))["lines"]
    assert [line["plays"] for line in lines] == [3, 2, 1]
    assert [line["skill"] is None for line in lines] == [False, True, True]
    assert lines[0]["skill"] == round(lines[0]["skill"], 1)


def test_it_exports_stale_skill_as_it_was_and_marks_it(group: Group) -> None:
    season = season_of(group, skill=True)
    for day in (5, 6, 7):
        play(season, 1, 2, day=FIRST + timedelta(days=day))
    skill_before = csv_rows(got(Client(), "season_table_csv"))[0]["skill"]
    play(season, 2, 1, day=FIRST)
    assert json.loads(text(got(Client(), "season_table_json")))["skill_is_stale"] is True
    assert csv_rows(got(Client(), "season_table_csv"))[0]["skill"] == skill_before
    refresh(season)
    assert json.loads(text(got(Client(), "season_table_json")))["skill_is_stale"] is False
    assert csv_rows(got(Client(), "season_table_csv"))[0]["skill"] != skill_before


# The sessions


def test_the_sessions_as_csv_have_a_line_a_seat_in_the_order_of_play(group: Group) -> None:
    season = season_of(group)
    later = play(season, 2, 1, day=FIRST + timedelta(days=9))
    first = play(season, 1, 1, 3)
    address = csv_rows(got(Client(), "season_sessions_csv"))
    seats = [(line["session"], line["player"], line["rank"], line["points"]) for line in address]
    assert seats == [
        (str(first.uuid), "Ana", "1", "7"),
        (str(first.uuid), "Ben", "1", "7"),
        (str(first.uuid), "Cleo", "3", "3"),
        (str(later.uuid), "Ana", "2", "5"),
        (str(later.uuid), "Ben", "1", "7"),
    ]
    assert csv_rows(got(Client(), "season_sessions_csv", game="canvas")) == []


def test_the_sessions_as_json_say_the_same(group: Group) -> None:
    season = season_of(group)
    session = play(season, 2, 1)
    ana, ben = Player.objects.order_by("name")
    as_json = json.loads(text(got(Client(), "season_sessions_json")))
    assert as_json["format"] == "scorefolio/results@1"
    places = [
        {"place": 1, "player": {"id": ana.pk, "name": "Ana"}, "rank": 2, "points": 5},
        {"place": 2, "player": {"id": ben.pk, "name": "Ben"}, "rank": 1, "points": 7},
    ]
    (evening,) = as_json["sessions"]
    for result in evening["results"]:
        result.pop("decided_by")
    assert evening == {
        "id": str(session.uuid),
        "game": "artem",
        "played_on": "2026-01-01",
        "results": places,
    }


@pytest.mark.usefixtures("group")
def test_an_empty_season_is_a_file_all_the_same(group: Group) -> None:
    season_of(group)
    assert json.loads(text(got(Client(), "season_sessions_json")))["sessions"] == []
    assert json.loads(text(got(Client(), "season_table_json")))["lines"] == []
    assert text(got(Client(), "season_table_csv")).count("\n") == 1
    assert text(got(member(), "season_documents")) == ""


def test_the_documents_of_a_season_are_those_that_count_for_it(group: Group) -> None:
    season = season_of(group)
    counting = [play(season, 1, 2).pk, play(season, 2, 1).pk]
    play(season, 1, 2, day=date(2027, 1, 1))
    play_session(group, artem_document(1, 2), league=None)
    lines = text(got(member(), "season_documents"))
    assert lines == "".join(document_lines(Session.objects.filter(pk__in=counting)))


def test_the_documents_of_a_group_are_what_the_command_writes(group: Group) -> None:
    season = season_of(group)
    for ranks in ((1, 2), (2, 1, 3)):
        play(season, *ranks)
    delete(session=play(season, 1, 2), by=By(at=timezone.now()))
    out = io.StringIO()
    call_command("export_sessions", "--group=thursday", stdout=out)
    answer = member().get(reverse("group_documents", args=["thursday"]))
    assert text(answer) == out.getvalue()
    assert out.getvalue().count("\n") == 2


# Names


FILES = (
    "season_table_csv",
    "season_table_json",
    "season_sessions_csv",
    "season_sessions_json",
)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.usefixtures("season")
def test_outside_the_group_nobody_is_named_who_hides(name: str) -> None:
    ana = Player.objects.get(name="Ana")
    Player.objects.filter(name="Ana").update(hidden=True, nickname="Ace")
    Player.objects.filter(name="Ben").update(nickname="Benny")
    outside = text(got(Client(), name))
    assert "Ana" not in outside
    assert "Ace" not in outside
    assert f'"id": {ana.pk},' not in outside
    assert "A player" in outside
    assert "Benny" in outside
    assert "Ben," not in outside
    inside = text(got(member(), name))
    assert "Ana" in inside
    assert "Benny" not in inside


def test_who_sat_there_as_nobody_of_the_group_is_named_to_those_inside_alone(group: Group) -> None:
    season = season_of(group)
    play(season, 1, 2, names=("Ana Lund", "Ben"))
    Result.objects.filter(seat__name="Ana Lund").update(player=None)
    for reader, name in ((Client(), "A player"), (member(), "Ana Lund")):
        address = csv_rows(got(reader, "season_sessions_csv"))
        assert [line["player"] for line in address] == [name, "Ben"]


@pytest.mark.usefixtures("season")
def test_who_hides_has_no_number_outside() -> None:
    Player.objects.filter(name="Ben").update(hidden=True)
    ana, ben = Player.objects.filter(name__in=("Ana", "Ben")).order_by("name")
    for reader, known in ((Client(), (None, "A player")), (member(), (ben.pk, "Ben"))):
        lines = json.loads(text(got(reader, "season_table_json")))["lines"]
        people = [(line["player"]["id"], line["player"]["name"]) for line in lines[:2]]
        assert people == [known, (ana.pk, "Ana")]


@pytest.mark.parametrize("role", ["member", "owner"])
@pytest.mark.usefixtures("season")
def test_a_copy_for_those_inside_is_no_copy_for_others(role: str) -> None:
    Player.objects.filter(name="Ana").update(hidden=True)
    inside = got(member(role), "season_table_csv")
    outside = Client().get(address("season_table_csv"), headers={"If-None-Match": inside["ETag"]})
    assert outside.status_code == 200
    assert {"Cookie", "Accept-Language"} <= set(inside["Vary"].split(", "))


@pytest.mark.parametrize("name", ["=1+1", "+Ana", "-Ben", "@sum", "'=x"])
def test_no_name_is_a_formula(group: Group, name: str) -> None:
    season = season_of(group)
    play_session(group, artem_document(1, 2, names=(name, "Zoe")), league=season.league)
    for file in ("season_table_csv", "season_sessions_csv"):
        names = [line["player"] for line in csv_rows(got(Client(), file))]
        assert f"'{name}" in names
    standings = json.loads(text(got(Client(), "season_table_json")))
    assert standings["lines"][0]["player"]["name"] == name


# Sent


@pytest.mark.parametrize("name", [*FILES, "season_documents"])
def test_a_file_is_not_sent_again_until_the_season_moves_on(season: Season, name: str) -> None:
    first = got(member(), name)
    asked = {"If-None-Match": first["ETag"]}
    again = member().get(address(name), headers=asked)
    assert (again.status_code, again.content) == (304, b"")
    play(season, 2, 1)
    assert member().get(address(name), headers=asked).status_code == 200
    assert set(first["Cache-Control"].split(", ")) == {"private", "no-cache"}


@pytest.mark.usefixtures("season")
def test_documents_are_sent_again_when_a_note_changes() -> None:
    first = got(member(), "season_documents")
    session = Session.objects.in_order()[0]
    by = By(at=timezone.now())
    describe(session=session, played_on=FIRST, location="", notes="By the fire", by=by)
    asked = {"If-None-Match": first["ETag"]}
    again = member().get(address("season_documents"), headers=asked)
    assert again.status_code == 200
    assert "By the fire" in text(again)


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("season_table_csv", "thursday-cup-year-table.csv"),
        ("season_sessions_json", "thursday-cup-year-sessions.json"),
        ("season_documents", "thursday-cup-year-documents.ndjson"),
    ],
)
@pytest.mark.usefixtures("season")
def test_a_file_says_what_it_is_called(name: str, file: str) -> None:
    disposition = got(member(), name)["Content-Disposition"]
    assert disposition == f'attachment; filename="{file}"'
    one = got(member(), name, game="artem")["Content-Disposition"]
    assert re.search(r"thursday-cup-year-artem-", one)


@pytest.mark.parametrize("name", [*FILES, "season_documents"])
def test_a_long_season_asks_no_more_than_a_short_one(season: Season, name: str) -> None:
    reader = member()

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            text(got(reader, name))
        return len(queries)

    few = asked()
    for day in range(10):
        play(season, 1, 2, 3, 4, day=FIRST + timedelta(days=day))
    assert asked() == few <= 8
