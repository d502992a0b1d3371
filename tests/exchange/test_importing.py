"""Importing results on the site: formats, the preview, adding each once, and undoing it."""

import io
import json
import re
import zipfile
from collections.abc import Iterator
from datetime import date
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.background.jobs import run_ready_jobs
from scoring.documents.scorer import dump_document
from scoring.exchange.importing.entries import Choices
from scoring.exchange.importing.reading import read_file
from scoring.exchange.views import importing
from scoring.leagues.leagues import close
from scoring.models import (
    Career,
    Group,
    Import,
    Job,
    Membership,
    Player,
    Result,
    Season,
    Session,
)
from scoring.models.revisions import By
from scoring.sessions import recording
from scoring.upkeep.rescore import group_differences, season_differences
from tests.builders.imports import (
    NAMES,
    bgstats_export,
    made_up,
    result_documents,
    row_per_player,
    row_per_session,
)
from tests.builders.seasons import play_session, sample_document, season_of
from tests.builders.tables import signed_in
from tests.pages import words

pytestmark = pytest.mark.django_db

IMPORT = reverse("import", args=["thursday"])
RESULTS = made_up(12)
FILES = {
    "BG Stats": bgstats_export(RESULTS, others=2),
    "a row for each player": row_per_player(RESULTS).encode(),
    "a row for each session": row_per_session(RESULTS).encode(),
    "documents": result_documents(RESULTS),
}
TABLE = row_per_player(RESULTS)
TABLES = {number: row_per_player(made_up(number)) for number in (12, 30)}


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


@pytest.fixture
def season(group: Group) -> Season:
    return season_of(group)


@pytest.fixture
def keeper(season: Season) -> Client:
    return signed_in("keeper", season.league.group, Membership.Role.SCOREKEEPER)


def upload(client: Client, content: bytes | str, name: str = "results.csv", **said: Any) -> str:
    """Upload a file, and return the address of its preview."""
    file = io.BytesIO(content.encode() if isinstance(content, str) else content)
    file.name = name
    location = client.post(IMPORT, {"file": file, **said}).headers["Location"]
    return location.removesuffix("columns/").removesuffix("people/")


def plan_of(address: str) -> int:
    return Import.objects.get(pk=address.split("/")[-2]).plan


def add(client: Client, address: str, **said: Any) -> str:
    """Add what the preview shows, and return what the page says afterwards."""
    fields = {"plan": plan_of(address), **said}
    response = client.post(f"{address}add/", fields, follow=True)
    run_ready_jobs()
    return words(client.get(address).content.decode()) + words(response.content.decode())


def mend(client: Client, address: str, show: str = "", **said: Any) -> None:
    client.post(f"{address}?show={show}", {"plan": plan_of(address), **said})


def test_it_says_how_much_is_taken_at_once(keeper: Client) -> None:
    assert "At most 3,000 results and 10 MB." in words(keeper.get(IMPORT).content.decode())


def test_pasted_rows_have_a_title(keeper: Client) -> None:
    page = keeper.post(IMPORT, {"text": TABLE}, follow=True).content.decode()
    assert "<h1>Pasted rows</h1>" in page


def test_it_says_that_all_of_a_file_is_here(keeper: Client) -> None:
    add(keeper, upload(keeper, TABLE))
    page = words(keeper.get(upload(keeper, TABLE)).content.decode())
    assert "Everything in this file is already here." in page
    assert "0 sessions" not in page


def test_a_refused_row_has_no_box_to_leave_it_out(keeper: Client) -> None:
    address = upload(keeper, "date;game;Ana;Ben\n2026-01-01;Artem;3;9,5\n2026-01-02;Artem;3;9\n")
    page = keeper.get(address).content.decode()
    assert 'name="out-3"' in page
    assert 'name="out-2"' not in page


def columns_of(client: Client, address: str, **said: str) -> dict[str, str]:
    """Return what the form of the columns says, and what is changed in it."""
    form = client.get(f"{address}columns/").context["form"]
    fields = {name: form[name].value() or "" for name in form.fields}
    return {**fields, **said}


def page_of(client: Client, address: str, show: str = "") -> str:
    return words(client.get(f"{address}?show={show}").content.decode())


def results() -> list[tuple[str, str, str, int | None]]:
    rows = Result.objects.values_list("session__game", "played_on", "player__name", "points")
    return sorted((game, str(day), name, points) for game, day, name, points in rows)


EXPECTED = sorted(
    (game, str(day), name, number)
    for game, day, points in RESULTS
    for name, number in points.items()
)


@pytest.mark.parametrize("content", FILES.values(), ids=FILES)
def test_every_kind_of_file_is_added_once_however_often_it_comes(
    keeper: Client, season: Season, content: bytes
) -> None:
    add(keeper, upload(keeper, content))
    assert results() == EXPECTED
    assert group_differences(season.league.group) == []
    assert season_differences(season) == []
    address = upload(keeper, content)
    assert "Already here (12)" in page_of(keeper, address)
    add(keeper, address)
    assert results() == EXPECTED


@pytest.mark.parametrize("content", FILES.values(), ids=FILES)
def test_undoing_an_import_leaves_nothing_of_it(
    keeper: Client, season: Season, content: bytes
) -> None:
    Player.objects.create(group=season.league.group, name="Ana")
    address = upload(keeper, content)
    add(keeper, address)
    keeper.post(f"{address}undo/")
    assert not Session.objects.exists()
    assert [player.name for player in Player.objects.all()] == ["Ana"]
    assert group_differences(season.league.group) == []
    assert season_differences(season) == []
    assert "undone" in words(keeper.get(address).content.decode())
    add(keeper, upload(keeper, content))
    assert results() == EXPECTED


@pytest.mark.parametrize("number", [3, 90])
def test_undoing_an_import_of_a_closed_season_asks_first(
    keeper: Client, season: Season, number: int
) -> None:
    """L-9: at once for a few results, before the job begins for many."""
    Season.objects.update(starts_on=date.min, ends_on=date.max)
    document, league = result_documents(made_up(number)), season.league.pk
    address = upload(keeper, document, league=league)
    add(keeper, address)
    run_ready_jobs()
    assert Session.objects.count() == number
    close(season=season, at=timezone.now())
    for fields in ({}, {"closed_season": "0"}):
        asked = words(keeper.post(f"{address}undo/", fields).content.decode())
        assert "Change a closed season?" in asked
        run_ready_jobs()
        assert Session.objects.count() == number
    keeper.post(f"{address}undo/", {"closed_season": season.pk})
    run_ready_jobs()
    assert not Session.objects.exists()
    lines = season.changes_since_closed.values_list("what", flat=True)
    assert set(lines) == {"import-undone"}


def test_more_results_take_no_more_queries(keeper: Client) -> None:
    queries = []
    for number in (10, 20):
        Session.objects.all().delete()
        address = upload(keeper, result_documents(made_up(number)))
        with CaptureQueriesContext(connection) as captured:
            add(keeper, address)
        assert Session.objects.count() == number
        queries.append(len(captured))
    assert queries[1] <= queries[0] + 5


def test_undoing_more_results_takes_no_more_queries(keeper: Client) -> None:
    queries = []
    for number in (30, 90):
        address = upload(keeper, result_documents(made_up(number)))
        add(keeper, address)
        with CaptureQueriesContext(connection) as captured:
            keeper.post(f"{address}undo/")
            run_ready_jobs()
        assert not Session.objects.exists()
        queries.append(len(captured))
    assert queries[1] <= queries[0] + 5


def test_undoing_takes_out_of_all_sums_what_was_imported_and_nothing_else(
    keeper: Client, season: Season
) -> None:
    """Sessions of all games, with rounds and as mere results, before and after those that stay."""
    league, group = season.league, season.league.group
    played = [sample_document(seed, NAMES[:4], day=seed % 20) for seed in range(16)]
    for document in played[::4]:
        play_session(group, document, league=league)
    before = totals_of(season)
    values = [json.loads(line) for line in result_documents(made_up(12)).splitlines()]
    values += [dump_document(document) for at, document in enumerate(played) if at % 4]
    address = upload(
        keeper, "\n".join(map(json.dumps, values)), "sessions.ndjson", league=league.pk
    )
    add(keeper, address)
    assert totals_of(season) != before
    keeper.post(f"{address}undo/")
    run_ready_jobs()
    assert group.sessions.count() == 4
    assert group_differences(group) == []
    assert season_differences(season) == []
    assert totals_of(season) == before


def totals_of(season: Season) -> list[tuple[Any, ...]]:
    tallies = season.tallies.order_by("player__name", "game").values_list(
        "player__name", "game", "plays", "sum", "rank"
    )
    careers = Career.objects.order_by("player__name", "game").values_list(
        "player__name", "game", "plays", "wins", "run", "longest_run"
    )
    return [*tallies, *careers]


def test_one_kind_of_file_after_the_other_looks_alike_and_is_not_added(keeper: Client) -> None:
    add(keeper, upload(keeper, FILES["BG Stats"]))
    address = upload(keeper, TABLE)
    assert "Possible duplicates (12)" in page_of(keeper, address)
    add(keeper, address)
    assert Session.objects.count() == 12
    mend(keeper, address, **{"also-2": "1", "also-5": "1"})
    add(keeper, address)
    assert Session.objects.count() == 14


def test_plays_of_other_games_are_counted_and_left_out(keeper: Client) -> None:
    page = words(keeper.get(upload(keeper, FILES["BG Stats"])).content.decode())
    assert "2 rows or plays are not used: Chess" in page


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(TABLE.encode("utf-8-sig"), id="UTF-8 with a mark"),
        pytest.param(TABLE.replace("Ana", "Zoé").encode("cp1252"), id="cp1252"),
        pytest.param(TABLE.encode("utf-16"), id="UTF-16 with a mark"),
        pytest.param(TABLE.encode("utf-16-le"), id="UTF-16, little end first"),
        pytest.param(TABLE.encode("utf-16-be"), id="UTF-16, big end first"),
        pytest.param(TABLE.replace(";", "\t").encode(), id="tabs"),
        pytest.param(TABLE.replace(";", ",").encode(), id="commas"),
        pytest.param(f"sep=;\r\n{TABLE}".encode(), id="what Excel wants to be told"),
        pytest.param(row_per_player(RESULTS, day="%Y-%m-%d").encode(), id="ISO days"),
        pytest.param(row_per_player(RESULTS, day="%d/%m/%Y").encode(), id="slashes"),
    ],
)
def test_whatever_a_spreadsheet_writes_is_read(content: bytes) -> None:
    parsed = read_file(content, Choices())
    assert [len(entry.value["players"]) for entry in parsed.entries] == [3] * 12  # type: ignore[index]
    assert {entry.problem for entry in parsed.entries} == {""}
    days = [entry.value["played_on"] for entry in parsed.entries]  # type: ignore[index]
    assert days == [str(day) for _game, day, _points in RESULTS]


def test_days_that_can_be_read_in_two_ways_are_asked_about(keeper: Client) -> None:
    table = "date;game;player;points\n03/04/2025;Canvas;Ana;9\n03/04/2025;Canvas;Ben;8\n"
    address = upload(keeper, table)
    assert "Which comes first in the dates?" in page_of(keeper, f"{address}columns/")
    assert "One question about the columns is still open." in page_of(keeper, address)
    add(keeper, address)
    assert not Session.objects.exists()
    keeper.post(f"{address}columns/", columns_of(keeper, address, order="mdy"))
    add(keeper, address)
    assert str(Session.objects.get().played_on) == "2025-03-04"


def test_of_a_long_text_that_is_no_date_the_beginning_is_quoted() -> None:
    table = f"date,game,player,points\n{'1234567890' * 5},Canvas,Ana,9\n"
    (entry,) = read_file(table.encode(), Choices()).entries
    assert entry.problem == (
        "row 2, date: “1234567890123456789012345678901234567890”. This is not a date."
    )


def test_american_days_are_recognised() -> None:
    table = "date,game,player,points\n12/31/2025,Canvas,Ana,9\n12/31/2025,Canvas,Ben,8\n"
    parsed = read_file(table.encode(), Choices())
    assert (parsed.asks_date_order, parsed.entries[0].value["played_on"]) == (  # type: ignore[index]
        False,
        "2025-12-31",
    )


def test_a_table_without_a_game_asks_for_it(keeper: Client) -> None:
    address = upload(keeper, "date;Ana;Ben\n2025-03-04;30;28\n")
    assert "Which game was played?" in page_of(keeper, f"{address}columns/")
    keeper.post(f"{address}columns/", columns_of(keeper, address, game="canvas"))
    add(keeper, address)
    assert Session.objects.get().game == "canvas"


def test_other_capitals_and_accents_are_the_same_player(keeper: Client, group: Group) -> None:
    Player.objects.create(group=group, name="Anna")
    table = "date;game;anna;Béla;Bela\n2025-03-04;Canvas;30;28;\n2025-03-05;Canvas;30;;28\n"
    add(keeper, upload(keeper, table))
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Anna", "Béla"]


def test_who_is_who_can_be_chosen(keeper: Client, group: Group) -> None:
    Player.objects.create(group=group, name="Annika")
    address = upload(keeper, "date;game;Anika;annika;Ben\n2025-03-04;Canvas;30;;28\n")
    assert "Has never played with Annika." in page_of(keeper, f"{address}people/")
    answers = {"who-0": "=Annika", "who-1": "=Ben"}
    keeper.post(f"{address}people/", answers)
    add(keeper, address)
    assert {name for _game, _day, name, _points in results()} == {"Annika", "Ben"}


def test_a_guest_has_a_seat_and_no_player(keeper: Client, season: Season) -> None:
    league = season.league
    Season.objects.update(starts_on=date.min, ends_on=date.max)
    table = "date;game;Ana;Ben;Max\n2025-03-04;Canvas;30;28;40\n"
    address = upload(keeper, table, league=league.pk)
    answers = {"who-0": "=Ana", "who-1": "=Ben", "who-2": "guest"}
    keeper.post(f"{address}people/", answers)
    add(keeper, address)
    seats = Session.objects.get().seats.order_by("place")
    assert [(seat.name, seat.player_id is None) for seat in seats] == [
        ("Ana", False),
        ("Ben", False),
        ("Max", True),
    ]
    assert sorted(season.tallies.filter(game="").values_list("player__name", "plays")) == [
        ("Ana", 1),
        ("Ben", 1),
    ]
    assert group_differences(league.group) == []
    assert season_differences(season) == []


def test_a_result_that_is_refused_says_why_and_the_others_are_added(keeper: Client) -> None:
    table = "date;game;Ana;Ben\n2025-03-04;Artem;99;28\n2025-03-05;Canvas;30;28\nfoo;Canvas;1;2\n"
    address = upload(keeper, table)
    page = page_of(keeper, address, "refused")
    assert "row 2, Ana: " in page
    assert "row 4, date: “foo”. This is not a date." in page
    add(keeper, address)
    assert Session.objects.count() == 1


@pytest.mark.parametrize(
    ("content", "line"),
    [
        pytest.param(
            "date;game;Ana;Ben\n2025-03-04;Artem;99;28\n",
            "Artem · 4 Mar 2025 Refused row 2 Ana 99 Ben 28 row 2, Ana: ",
            id="a row of a table",
        ),
        pytest.param(
            "date;game;Ana;Ben\nfoo;Canvas;1;2\n",
            "Canvas Refused row 2 Ana 1 Ben 2 row 2, date: “foo”. This is not a date.",
            id="a day that is none",
        ),
        pytest.param(
            {"game": "duplik", "players": ["Ana", "Ben", "Cleo", "Dov"], "rounds": 3},
            "Duplik Refused document 1 ",
            id="many players",
        ),
        pytest.param(
            {"game": ["x"], "played_on": 7, "players": [{"name": 1}, None, "\u200b", "Ida"]},
            "? Refused document 1 Ida ",
            id="what a document cannot have",
        ),
        pytest.param(
            {"game": "artem", "players": "Ida"}, "Artem Refused ", id="players that are text"
        ),
        pytest.param([1], "? Refused document 1 ", id="no document"),
    ],
)
def test_a_result_that_is_refused_says_which_it_is(
    content: object, line: str, keeper: Client
) -> None:
    file = content if isinstance(content, str) else json.dumps(content)
    name = "results.csv" if isinstance(content, str) else "results.ndjson"
    assert line in page_of(keeper, upload(keeper, file, name), "refused")


def test_an_archive_is_read_again(keeper: Client) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("sessions.ndjson", FILES["documents"])
    add(keeper, upload(keeper, file.getvalue(), "thursday.zip"))
    assert results() == EXPECTED


def test_what_the_group_exports_is_here_already(keeper: Client) -> None:
    add(keeper, upload(keeper, FILES["documents"]))
    export = b"".join(keeper.get(reverse("group_documents", args=["thursday"])))
    assert b'"id"' not in export
    assert "Already here (12)" in page_of(keeper, upload(keeper, export))


def test_an_interrupted_import_goes_on_and_doubles_nothing(
    keeper: Client, season: Season, stops: Iterator[bool]
) -> None:
    content = result_documents(made_up(230))
    address = upload(keeper, content)
    keeper.post(f"{address}add/", {"plan": plan_of(address)})
    run_ready_jobs(lambda: next(stops))
    assert 0 < Session.objects.count() < 230
    assert Job.objects.get().finished_at is None
    run_ready_jobs()
    assert Session.objects.count() == 230
    assert Import.objects.get().added == 230
    assert group_differences(season.league.group) == []


@pytest.fixture
def stops() -> Iterator[bool]:
    """Tell the worker to stop at its second look, and from then on."""
    return iter([False, True, *[True] * 100])


def test_what_was_corrected_since_goes_to_the_deleted_sessions(keeper: Client) -> None:
    address = upload(keeper, FILES["documents"])
    add(keeper, address)
    session = Session.objects.order_by("pk").first()
    assert session is not None
    by = By(at=session.created_at)
    recording.describe(session=session, played_on=None, location="Bar", notes="", by=by)
    keeper.post(f"{address}undo/")
    assert [left.pk for left in Session.objects.exclude(deleted_at=None)] == [session.pk]
    assert Session.objects.count() == 1


def test_a_list_of_players_adds_those_who_are_new(keeper: Client, group: Group) -> None:
    Player.objects.create(group=group, name="Anna")
    address = reverse("import", args=["thursday"])
    page = keeper.post(address, {"names": "anna\nBen\nAnnna"})
    assert "Is this Anna?" in words(page.content.decode())
    keeper.post(address, {"names": "anna\nBen\nAnnna", "add": ["Ben"]})
    assert sorted(Player.objects.values_list("name", flat=True)) == ["Anna", "Ben"]
    for no_name in ("x" * 61, "B\x00n", " "):
        keeper.post(address, {"names": no_name, "add": [no_name]})
    assert Player.objects.count() == 2


def test_a_file_of_something_else_says_so(keeper: Client) -> None:
    for content in (b"\x00\x01\x02\x03" * 9, b"hello", b"PK\x03\x04 nothing", b"[]"):
        file = io.BytesIO(content)
        file.name = "results.csv"
        response = keeper.post(IMPORT, {"file": file})
        assert response.status_code == 422
        assert not Import.objects.exists()
    assert "Refused (1)" in page_of(keeper, upload(keeper, b'{"a": 1}'))


@pytest.mark.parametrize(("role", "status"), [("member", 403), (None, 404)])
def test_only_scorekeepers_and_owners_import(
    keeper: Client, group: Group, role: str | None, status: int
) -> None:
    address = upload(keeper, TABLE)
    other = signed_in("other", group if role else None)
    for path in (reverse("import", args=["thursday"]), address, f"{address}undo/"):
        assert other.post(path).status_code == status


def test_another_groups_import_is_not_there(keeper: Client) -> None:
    address = upload(keeper, TABLE)
    friday = Group.objects.create(name="Friday", slug="friday")
    signed_in("keeper", friday, Membership.Role.OWNER)
    assert keeper.get(address.replace("thursday", "friday")).status_code == 404


def test_places_of_a_tie_are_taken_where_the_game_breaks_it() -> None:
    table = "date;game;player;points;rank\n" + "".join(
        f"2025-03-04;{game};{name};30;{rank}\n"
        for game in ("Canvas", "Artem")
        for name, rank in (("Ana", 2), ("Ben", 1))
    )
    canvas, artem = read_file(table.encode(), Choices()).entries
    assert canvas.value["players"][0] == {"name": "Ana", "points": 30, "place": 2}  # type: ignore[index]
    assert artem.problem.endswith("this game has no tie-break.")


def test_an_import_is_confirmed_only_with_the_job_that_adds_it(
    keeper: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: Any, **_more: Any) -> None:
        raise OSError("the server was stopped")

    address = upload(keeper, result_documents(made_up(30)))
    monkeypatch.setattr(importing, "enqueue", fail)
    with pytest.raises(OSError, match="was stopped"):
        keeper.post(f"{address}add/", {"plan": plan_of(address)})
    assert Import.objects.get().confirmed_at is None


def test_the_job_of_an_import_that_was_removed_says_so(keeper: Client) -> None:
    address = upload(keeper, TABLES[30])
    keeper.post(f"{address}add/", {"plan": plan_of(address)})
    Import.objects.all().delete()
    run_ready_jobs()
    job = Job.objects.get()
    assert (job.failed, job.sentences) == (True, ["This import, or its group, was deleted."])


@pytest.mark.parametrize("number", [12, 30], ids=["at once", "as a job"])
def test_sessions_on_days_without_a_season_lead_to_making_one(
    number: int, keeper: Client, season: Season
) -> None:
    """The days are 2024-01-01 and those after it; the season has 2026, and this one the first."""
    group, league = season.league.group, season.league
    season_of(group, slug="new-year", name="New Year", starts_on="2024-01-01", ends_on="2024-01-01")
    sentence = (
        f"{number - 1} of them were played on days that no season covers, so they do not count."
    )
    address = upload(keeper, TABLES[number], league=league.pk)
    said = add(keeper, address)
    assert sentence in said
    assert all(sentence in job.sentences for job in Job.objects.all())
    assert "An owner of the group can create one." in said
    owner = signed_in("owner", group, Membership.Role.OWNER)
    page = owner.get(address).content.decode()
    assert f"Create a season from 2 January 2024 to {number} January 2024" in page
    (link,) = re.findall(r'href="([^"]*\?from=[^"]*)"', page)
    form = owner.get(unescape(link)).context["form"]
    days = [form["name"].value(), str(form["starts_on"].value()), str(form["ends_on"].value())]
    assert days == ["2024", "2024-01-02", f"2024-01-{number}"]
    season_of(group, slug="2024", name="2024", starts_on="2024-01-02", ends_on="2024-12-31")
    assert "that no season covers" not in words(owner.get(address).content.decode())


def test_results_of_no_league_miss_no_season(keeper: Client) -> None:
    said = add(keeper, upload(keeper, TABLE))
    assert "12 sessions were added." in said
    assert "that no season covers" not in said
