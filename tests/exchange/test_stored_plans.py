"""Exactly the preview is added: for any file, whatever is chosen, whatever happens."""

import json
from collections.abc import Callable, Iterable
from datetime import date
from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.background.jobs import enqueue, run_ready_jobs
from scoring.exchange.importing.verbs import (
    PlanChanged,
    add_planned,
    begin_adding,
    check,
    choose,
    confirm_import,
    new_import,
    store_import,
)
from scoring.groups.merging import merge
from scoring.leagues.leagues import close
from scoring.models import (
    Group,
    Import,
    Job,
    Membership,
    PlannedSession,
    Player,
    Result,
    Season,
    Seat,
    Session,
)
from scoring.models.revisions import By
from scoring.models.uploads import PLAN_LIFETIME
from scoring.upkeep.remove_expired import remove_expired
from scoring.upkeep.rescore import group_differences, season_differences
from tests.builders.imports import made_up, row_per_session
from tests.builders.seasons import season_of
from tests.builders.tables import signed_in
from tests.pages import words

pytestmark = pytest.mark.django_db

NAMES = ("Ana", "ana", "Ben", "Benn", "Cleo", "Dov", "Eva", "Guest")
CELLS = (
    *("3", "4", "5", "12,0", "3+4", "20", "21", "21", "5 pts", "-", "", "17", "18", "19"),
    *("6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "9,5", "1.234", "-3", "x", "999"),
)
GAMES = ("Canvas", "Canvas", "canvas", "Artem", "Duplik", "#Artbox", "Chess", "")
DAYS = (
    "2025-03-01",
    "2025-03-02",
    "2025-03-05",
    "3/4/2025",
    "13.04.2025",
    "13.05.2025",
    "soon",
    "",
)
EXAMPLES = 60


@pytest.fixture
def group() -> Group:
    group = Group.objects.create(name="Thursday", slug="thursday")
    for name in ("Ana", "Cleo"):
        Player.objects.create(group=group, name=name)
    return group


@pytest.fixture
def season(group: Group) -> Season:
    return season_of(group, starts_on="2020-01-01", ends_on="2030-12-31")


def by() -> By:
    return By(at=timezone.now())


def stored(season: Season, content: bytes) -> Import:
    league = season.league
    source, made = new_import(
        group=league.group, league=league, name="file", content=content, by=by()
    )
    store_import(source, made)
    return source


def any_file(dice: Random) -> bytes:
    return (any_long(dice) if dice.random() < 0.6 else any_wide(dice)).encode()


def any_long(dice: Random) -> str:
    heading = ["date", "game", "player", "points", "place", "winner", "session"]
    always = {"date", "player", "points"}
    columns = [name for name in heading if name in always or dice.random() < 0.4]
    values = {
        "date": DAYS,
        "game": GAMES,
        "player": NAMES,
        "points": CELLS,
        "place": ("", "1", "2", "3", "x"),
        "winner": ("", "", "x", "Ana"),
        "session": ("", "1", "2"),
    }
    rows = [[dice.choice(values[name]) for name in columns] for _row in range(dice.randint(1, 14))]
    return "\n".join([";".join(columns), *map(";".join, rows)])


def any_wide(dice: Random) -> str:
    people = dice.sample(NAMES, dice.randint(2, 5))
    rows = [
        [dice.choice(DAYS), dice.choice(GAMES), *(dice.choice(CELLS) for _name in people)]
        for _row in range(dice.randint(1, 8))
    ]
    return "\n".join([";".join(["date", "game", *people, "Sum"]), *map(";".join, rows)])


def any_choices(dice: Random, source: Import) -> dict[str, Any]:
    rows = list(source.planned.values_list("row", flat=True)) or [1]
    labels = [name["label"] for name in source.reading["names"]] or ["Ana"]

    def some() -> list[int]:
        return sorted({row for row in rows if dice.random() < 0.1})

    return {
        **source.choices,
        "order": dice.choice(["dmy", "mdy"]),
        "game": dice.choice(["canvas", "artem"]),
        "also": some(),
        "left_out": some(),
        "winners": {str(row): dice.choice([*labels, "points"]) for row in some()},
        "tables": {str(row): dice.choice("12") for row in some()},
        "players": {
            label: dice.choice(["=Ana", f"={label}", "guest", "=Zoé"])
            for label in labels
            if dice.random() < 0.5
        },
    }


def shown(source: Import) -> list[Any]:
    """Return the sessions that the preview of an import says will be added."""
    return in_order(
        (
            row.details["day"],
            row.details["game"].lower().lstrip("#"),
            in_order(
                (name, is_guest, points, rank)
                for _label, name, is_guest, points, rank, _won, _known in row.details["players"]
            ),
        )
        for row in source.planned.to_add()
    )


def in_order(rows: Iterable[Any]) -> list[Any]:
    return sorted(rows, key=str)


def added(group: Group) -> list[Any]:
    """Return the sessions of a group as they are stored."""
    sessions: dict[int, list[Any]] = {}
    for result in Result.objects.filter(group=group).select_related("seat", "player", "session"):
        name = result.player.name if result.player else result.seat.name
        player = (name, result.player is None, result.points, result.rank)
        sessions.setdefault(result.session_id, []).append(player)
    days = {session.pk: session for session in Session.objects.filter(group=group)}
    return in_order(
        (str(days[pk].played_on or ""), days[pk].game, in_order(players))
        for pk, players in sessions.items()
    )


def add(source: Import) -> None:
    check(source)
    assert confirm_import(source, plan=source.plan, at=timezone.now())
    begin_adding(source, by=by())
    add_planned(source, by=by())


def test_what_is_shown_is_what_is_added(season: Season) -> None:
    group, sizes = season.league.group, []
    for seed in range(EXAMPLES):
        dice = Random(seed)
        with transaction.atomic():
            source = stored(season, any_file(dice))
            choose(source, any_choices(dice, source))
            preview = shown(source)
            add(source)
            assert added(group) == preview, seed
            assert source.added == len(preview), seed
            assert group_differences(group) == [], seed
            assert season_differences(season) == [], seed
            transaction.set_rollback(True)
        sizes.append(len(preview))
    assert sum(size > 0 for size in sizes) > EXAMPLES / 2


# What a plan rests on

TABLE = "date;game;player;points\n2025-03-01;Canvas;Ana;30\n2025-03-01;Canvas;ben;20\n"


def rename(season: Season) -> None:
    season.league.group.players.filter(name="Ana").update(name="Anna Adler")


def hide(season: Season) -> None:
    season.league.group.players.filter(name="Ana").update(hidden=True)


def put_in_place_of_another(season: Season) -> None:
    season.league.group.players.filter(name="Ana").delete()
    Player.objects.create(group=season.league.group, name="Ana")


def add_a_namesake(season: Season) -> None:
    Player.objects.create(group=season.league.group, name="Ben")


def add_the_same(season: Season) -> None:
    add(stored(season, TABLE.encode()))


CHANGES = [rename, hide, put_in_place_of_another, add_a_namesake, add_the_same]


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_is_added_if_what_a_plan_rests_on_has_changed(
    change: Callable[[Season], None], season: Season
) -> None:
    source = stored(season, TABLE.encode())
    change(season)
    before = Session.objects.count()
    with pytest.raises(PlanChanged):
        check(source)
    with pytest.raises(PlanChanged):
        confirm_import(source, plan=source.plan - 1, at=timezone.now())
    assert Session.objects.count() == before
    assert [row.is_changed for row in source.planned.all()] == [True]
    add(source) if source.planned.to_add().exists() else None
    assert group_differences(season.league.group) == []


def test_a_change_of_something_else_does_not_matter(season: Season) -> None:
    source = stored(season, TABLE.encode())
    Player.objects.create(group=season.league.group, name="Xaver")
    add(stored(season, TABLE.replace("2025", "2024").replace("ben", "Cleo").encode()))
    check(source)
    assert confirm_import(source, plan=source.plan, at=timezone.now())


# On the site

IMPORT = reverse("import", args=["thursday"])


@pytest.fixture
def keeper(season: Season) -> Client:
    return signed_in("keeper", season.league.group, Membership.Role.SCOREKEEPER)


def upload(client: Client, text: str, **fields: Any) -> Import:
    client.post(IMPORT, {"text": text, **fields})
    return Import.objects.latest("stored_at")


def address(source: Import, step: str = "") -> str:
    return f"{IMPORT}{source.pk}/{step}"


def confirm(client: Client, source: Import, **fields: Any) -> str:
    fields = {"plan": Import.objects.get(pk=source.pk).plan, **fields}
    response = client.post(address(source, "add/"), fields, follow=True)
    return words(response.content.decode())


def test_a_preview_that_is_no_longer_true_is_shown_again(keeper: Client, season: Season) -> None:
    source = upload(keeper, TABLE)
    rename(season)
    said = confirm(keeper, source)
    assert "Something has changed since you looked, so nothing was added." in said
    assert "Changed since you looked (1)" in said
    assert not Session.objects.exists()
    confirm(keeper, source)
    assert Session.objects.count() == 1


def test_another_window_does_not_confirm_what_it_does_not_show(keeper: Client) -> None:
    source = upload(keeper, TABLE)
    keeper.post(address(source), {"plan": 1, "out-2": "1"})
    confirm(keeper, source, plan=1)
    assert not Session.objects.exists()
    assert "changed in another window" in words(
        keeper.post(address(source), {"plan": 1}).content.decode()
    )


@pytest.mark.parametrize("change", [rename, add_a_namesake])
def test_the_worker_adds_nothing_if_something_changed_before_it_began(
    change: Callable[[Season], None], keeper: Client, season: Season
) -> None:
    table = "date;game;player;points\n" + "".join(
        f"2025-03-{day:02};Canvas;Ana;{day}\n2025-03-{day:02};Canvas;ben;9\n"
        for day in range(1, 29)
    )
    source = upload(keeper, table)
    confirm(keeper, source)
    change(season)
    run_ready_jobs()
    assert not Session.objects.exists()
    job = Job.objects.get()
    assert job.sentences == [
        "Something has changed since the preview, so nothing was added. Check the preview again."
    ]
    assert job.link == address(source)
    assert "Changed since you looked (28)" in words(
        keeper.get(f"{address(source)}?show=changed").content.decode()
    )
    confirm(keeper, source)
    run_ready_jobs()
    assert Session.objects.count() == 28


def test_the_worker_asks_again_whether_somebody_may(keeper: Client) -> None:
    source = upload(keeper, row_per_session(made_up(30)))
    confirm(keeper, source)
    Membership.objects.update(role=Membership.Role.MEMBER)
    run_ready_jobs()
    assert not Session.objects.exists()
    assert Job.objects.get().failed


def test_the_worker_adds_for_a_superuser_who_is_no_member(season: Season) -> None:
    superuser = User.objects.create(username="root", is_superuser=True)
    source = stored(season, row_per_session(made_up(30)).encode())
    confirm_import(source, plan=source.plan, at=timezone.now())
    enqueue("import-results", asked_by=superuser, arguments={"source": str(source.pk)})
    run_ready_jobs()
    assert season.league.group.sessions.count() == 30


def test_a_player_who_is_merged_while_the_worker_adds_is_who_they_are_now(season: Season) -> None:
    group = season.league.group
    source = stored(season, TABLE.encode())
    confirm_import(source, plan=source.plan, at=timezone.now())
    begin_adding(source, by=by())
    ana, cleo = (group.players.get(name=name) for name in ("Ana", "Cleo"))
    merge(source=ana, target=cleo, at=timezone.now())
    add_planned(source, by=by())
    assert set(Seat.objects.values_list("player__name", flat=True)) == {"Cleo", "ben"}
    assert group_differences(group) == []


@pytest.mark.parametrize("number", [3, 90])
def test_adding_to_a_closed_season_asks_first(number: int, keeper: Client, season: Season) -> None:
    """L-9: at once for a few results, before the job begins for many."""
    Season.objects.update(starts_on=date(2020, 1, 1), ends_on=date(2030, 1, 1))
    close(season=season, at=timezone.now())
    source = upload(keeper, row_per_session(made_up(number)), league=season.league.pk)
    page = words(keeper.get(address(source)).content.decode())
    assert "is closed. Its standings would change" in page
    assert "Change a closed season?" in confirm(keeper, source)
    run_ready_jobs()
    assert not Session.objects.exists()
    confirm(keeper, source, closed_season=season.pk)
    run_ready_jobs()
    assert Session.objects.count() == number
    assert set(season.changes_since_closed.values_list("what", flat=True)) == {"added"}


def test_a_season_that_is_closed_meanwhile_stops_the_worker(keeper: Client, season: Season) -> None:
    source = upload(keeper, row_per_session(made_up(30)), league=season.league.pk)
    Season.objects.update(starts_on=date(2020, 1, 1), ends_on=date(2030, 1, 1))
    confirm(keeper, source)
    close(season=season, at=timezone.now())
    run_ready_jobs()
    assert not Session.objects.exists()
    assert Import.objects.get().confirmed_at is None


# Mending


def one_row(source: Import) -> PlannedSession:
    return Import.objects.get(pk=source.pk).planned.get()


def test_a_contradiction_is_mended_by_saying_who_won(keeper: Client) -> None:
    source = upload(keeper, "date;game;Ana;Ben;winner\n2025-03-01;Canvas;20;18;Ben\n")
    assert one_row(source).status == "refused"
    keeper.post(address(source), {"plan": 1, "winner-2": "points"})
    assert [player[1:5] for player in one_row(source).details["players"]] == [
        ["Ana", False, 20, 1],
        ["Ben", False, 18, 2],
    ]
    keeper.post(address(source), {"plan": 2, "winner-2": "Ben"})
    assert [player[1:5] for player in one_row(source).details["players"]] == [
        ["Ben", False, None, 1],
        ["Ana", False, None, 2],
    ]
    assert one_row(source).is_marked
    keeper.post(address(source), {"plan": 3, "winner-2": ""})
    assert one_row(source).status == "refused"


def test_a_tie_is_mended_by_saying_who_won(keeper: Client) -> None:
    source = upload(keeper, "date;game;Ana;Ben\n2025-03-01;Canvas;20;20\n")
    keeper.post(address(source), {"plan": 1, "winner-2": "Ben"})
    assert [player[1:5] for player in one_row(source).details["players"]] == [
        ["Ben", False, 20, 1],
        ["Ana", False, 20, 2],
    ]


def test_rows_are_put_at_the_tables_that_somebody_says(keeper: Client) -> None:
    rows = ("Ana;30", "Ana;25", "Ben;28", "Ben;27")
    table = "".join(f"2025-03-01;Canvas;{row}\n" for row in rows)
    source = upload(keeper, f"date;game;player;points\n{table}")
    assert one_row(source).status == "refused"
    tables = {"table-2": "1", "table-3": "2", "table-4": "1", "table-5": "2"}
    keeper.post(address(source), {"plan": 1, **tables})
    confirm(keeper, source)
    assert [points for _day, _game, points in added(season_group())] == [
        [("Ana", False, 25, 2), ("Ben", False, 27, 1)],
        [("Ana", False, 30, 1), ("Ben", False, 28, 2)],
    ]


def season_group() -> Group:
    return Group.objects.get()


def test_a_result_is_left_out_and_put_back(keeper: Client) -> None:
    source = upload(keeper, row_per_session(made_up(2)))
    keeper.post(address(source), {"plan": 1, "out-3": "1"})
    assert list(source.planned.values_list("row", "status")) == [(2, "new"), (3, "left-out")]
    keeper.post(address(source), {"plan": 2})
    assert set(source.planned.values_list("status", flat=True)) == {"new"}


def test_what_was_chosen_is_not_lost_by_adding_at_once(keeper: Client) -> None:
    source = upload(keeper, row_per_session(made_up(2)))
    said = confirm(keeper, source, shown=["2", "3"], **{"out-3": "1"})
    assert "Your choices have been applied." in said
    assert not Session.objects.exists()
    confirm(keeper, source, shown=["2", "3"], **{"out-3": "1"})
    assert Session.objects.count() == 1


def test_columns_are_remembered_for_the_next_file(keeper: Client) -> None:
    table = "date;game;Ana;Ben;Kaffee\n2025-03-01;Canvas;30;20;2\n"
    source = upload(keeper, table)
    form = keeper.get(address(source, "columns/")).context["form"]
    fields = {name: form[name].value() for name in form.fields} | {"column-4": ""}
    keeper.post(address(source, "columns/"), fields)
    response = keeper.post(IMPORT, {"text": table.replace("-01;", "-02;")})
    again = Import.objects.latest("stored_at")
    assert response.headers["Location"] == address(again)
    assert [len(row.details["players"]) for row in again.planned.all()] == [2]


def test_columns_that_nobody_knows_are_asked_about_and_others_are_not(keeper: Client) -> None:
    asked = keeper.post(IMPORT, {"text": "date;game;Ana;Cleo;Kaffee\n2025-03-01;Canvas;3;2;2\n"})
    assert asked.headers["Location"].endswith("/columns/")
    plain = keeper.post(IMPORT, {"text": "date;game;Ana;Cleo\n2025-03-01;Canvas;3;2\n"})
    assert plain.headers["Location"].endswith(f"{Import.objects.latest('stored_at').pk}/")


def test_names_that_may_be_one_are_asked_about(keeper: Client) -> None:
    asked = keeper.post(IMPORT, {"text": "date;game;ana;Cleo\n2025-03-01;Canvas;3;2\n"})
    assert asked.headers["Location"].endswith("/people/")
    page = words(keeper.get(asked.headers["Location"]).content.decode())
    assert "Has never played with Ana." in page


def test_names_that_sat_at_one_table_are_two_people(keeper: Client) -> None:
    table = "date;game;player;points\n2025-03-01;Canvas;Anna;3\n2025-03-01;Canvas;Annna;2\n"
    source = upload(keeper, table)
    assert keeper.get(address(source)).status_code == 200
    page = words(keeper.get(address(source, "people/")).content.decode())
    assert "Played 1 session with Anna: two people." in page
    confirm(keeper, source)
    assert {name for _d, _g, players in added(season_group()) for name, *_more in players} == {
        "Anna",
        "Annna",
    }


def test_a_plan_is_kept_for_a_week(keeper: Client) -> None:
    added_one = upload(keeper, TABLE.replace("2025", "2024"))
    confirm(keeper, added_one)
    source = upload(keeper, TABLE)
    for days, left in ((PLAN_LIFETIME * 0.9, 2), (PLAN_LIFETIME * 1.1, 0)):
        list(remove_expired(at=timezone.now() + days, stopped=lambda: False))
        assert PlannedSession.objects.count() == left
    assert list(Import.objects.values_list("pk", flat=True)) == [added_one.pk]
    assert keeper.get(address(source)).status_code == 404


def test_many_rows_have_pages(keeper: Client) -> None:
    source = upload(keeper, row_per_session(made_up(120)))
    page = words(keeper.get(f"{address(source)}?page=3").content.decode())
    assert "Page 3 of 3" in page
    assert "row 121" in page
    assert "row 2 " not in page


def test_documents_with_rounds_are_added_as_they_are(keeper: Client) -> None:
    document: dict[str, Any] = {"format": "scorefolio/result@1", "game": "artem", "notes": "Ana"}
    document |= {"players": [{"name": "ana", "points": 3}, {"name": "Ben", "points": 2}]}
    source = upload(keeper, json.dumps(document))
    confirm(keeper, source)
    session = Session.objects.get()
    assert (session.notes, session.result_only) == ("Ana", True)
    assert {player.name for player in Player.objects.filter(seats__session=session)} == {
        "Ana",
        "Ben",
    }
