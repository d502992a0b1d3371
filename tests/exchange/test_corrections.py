"""Results of a file that correct what is here by its id, if somebody ticks them (R-6, L-9)."""

import json
from collections.abc import Callable
from datetime import date
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.background.jobs import run_ready_jobs
from scoring.documents.scorer import dump_document
from scoring.exchange.importing.verbs import (
    PlanChanged,
    add_planned,
    begin_adding,
    check,
    choose,
    confirm_import,
    new_import,
    store_import,
    undo_import,
)
from scoring.groups.merging import merge
from scoring.leagues.leagues import close
from scoring.models import (
    ClosedSeasonChange,
    Group,
    Import,
    Membership,
    PlannedSession,
    Player,
    Result,
    Season,
    Session,
)
from scoring.models.revisions import By
from scoring.sessions import lifecycle
from scoring.sessions.recording import describe
from scoring.upkeep.rescore import group_differences, season_differences
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import signed_in
from tests.pages import words

pytestmark = pytest.mark.django_db

DAY = date(2026, 3, 5)
IMPORT = reverse("import", args=["thursday"])
STAYS = "It is already here with a different result, which stays as it is: "
OTHERS = "Other people played it."
EXAMPLES = 30


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


@pytest.fixture
def season(group: Group) -> Season:
    return season_of(group, starts_on="2020-01-01", ends_on="2030-12-31")


@pytest.fixture
def keeper(group: Group) -> Client:
    return signed_in("keeper", group, Membership.Role.SCOREKEEPER)


def by() -> By:
    return By(at=timezone.now())


def result(number: int, day: date = DAY, game: str = "artem", **points: Any) -> dict[str, Any]:
    players = [{"name": name, "points": many} for name, many in points.items()]
    value = {"format": "scorefolio/result@1", "game": game, "players": players}
    return {**value, "played_on": day.isoformat(), "id": f"00000000-0000-4000-8000-{number:012}"}


def stored(season: Season, *values: dict[str, Any]) -> Import:
    content = "\n".join(map(json.dumps, values)).encode()
    league = season.league
    source, made = new_import(
        group=league.group, league=league, name="file", content=content, by=by()
    )
    store_import(source, made)
    return source


def add(source: Import) -> None:
    check(source)
    assert confirm_import(source, plan=source.plan, at=timezone.now())
    begin_adding(source, by=by())
    add_planned(source, by=by())


def correct(source: Import, *rows: int) -> list[str]:
    """Tick these rows; return the outcome of each row."""
    choose(source, {**source.choices, "correct": [*rows]})
    return [row.status for row in source.planned.in_order()]


def figures(session: Session) -> list[tuple[str, int | None, int]]:
    results = Result.objects.filter(session=session).order_by("rank", "seat__place")
    return [(each.seat.name, each.points, each.rank) for each in results.select_related("seat")]


# What is corrected


def test_a_ticked_result_corrects_the_session_that_is_here(season: Season) -> None:
    add(stored(season, {**result(1, Ana=3, Ben=2), "notes": "at noon"}))
    session = Session.objects.get()
    source = stored(season, {**result(1, Ana=1, Ben=2), "location": "Home"}, result(2, Ana=3, Cy=1))
    assert [row.status for row in source.planned.in_order()] == ["differs", "new"]
    assert correct(source, 1) == ["corrected", "new"]
    add(source)
    after = Session.objects.get(pk=session.pk)
    assert (after.uuid, after.document_id) == (session.uuid, session.document_id)
    assert figures(after) == [("Ben", 2, 1), ("Ana", 1, 2)]
    assert (after.notes, after.location) == ("at noon", "Home")
    assert list(after.revisions.order_by("number").values_list("number", "action")) == [
        (1, "import"),
        (2, "import"),
    ]
    assert (source.added, Session.objects.count()) == (1, 2)
    assert group_differences(season.league.group) == []
    assert season_differences(season) == []


def test_one_that_is_not_ticked_stays_as_it_is(season: Season) -> None:
    add(stored(season, result(1, Ana=3, Ben=2)))
    add(stored(season, result(1, Ana=1, Ben=2), result(2, Ana=3, Cy=1)))
    assert figures(Session.objects.earliest("pk")) == [("Ana", 3, 1), ("Ben", 2, 2)]


def test_the_same_file_again_has_nothing_to_correct(season: Season) -> None:
    add(stored(season, result(1, Ana=3, Ben=2)))
    source = stored(season, result(1, Ana=1, Ben=2))
    correct(source, 1)
    add(source)
    assert [row.status for row in stored(season, result(1, Ana=1, Ben=2)).planned.all()] == [
        "known"
    ]


def test_players_of_a_result_keep_their_seats_whatever_their_order_in_the_file(
    season: Season,
) -> None:
    add(stored(season, result(1, Ana=3, Ben=2)))
    source = stored(season, result(1, Ben=9, Ana=1))
    assert correct(source, 1) == ["corrected"]
    add(source)
    session = Session.objects.get()
    assert session.seats.names() == ("Ana", "Ben")
    assert figures(session) == [("Ben", 9, 1), ("Ana", 1, 2)]


def test_a_session_is_corrected_once_by_a_file_that_has_it_twice(season: Season) -> None:
    add(stored(season, result(1, Ana=3, Ben=2)))
    source = stored(season, result(1, Ana=1, Ben=2), result(1, Ana=1, Ben=9))
    assert correct(source, 1, 2) == ["corrected", "known"]
    assert correct(source, 2) == ["differs", "corrected"]


def test_a_merged_player_is_who_they_are_now(season: Season) -> None:
    group = season.league.group
    add(stored(season, result(1, Ana=3, Ben=2)))
    other = Player.objects.create(group=group, name="Anna Adler")
    merge(source=group.players.get(name="Ana"), target=other, at=timezone.now())
    source = stored(season, result(1, Ana=1, Ben=2))
    assert correct(source, 1) == ["corrected"]
    add(source)
    assert figures(Session.objects.get()) == [("Ben", 2, 1), ("Ana", 1, 2)]
    assert group_differences(group) == []


# What stays as it is, and why


def one_row(source: Import) -> PlannedSession:
    correct(source, 1)
    return source.planned.get()


def test_a_result_without_rounds_does_not_replace_rounds(season: Season) -> None:
    session = play_session(season.league.group, artem_document(1, 2), league=season.league)
    names = [name for name, _points, _rank in figures(session)]
    points: Any = dict.fromkeys(names, 2)
    value = {**result(1, **points), "id": str(session.uuid)}
    row = one_row(stored(season, value))
    assert row.status == "differs"
    assert row.details["message"].endswith(
        "Its rounds are recorded here, and this file does not have them."
    )
    assert not row.details["revision"]


def rounds_of(session: Session, *ranks: int) -> dict[str, Any]:
    """Return a document of the same session with rounds that end with these ranks."""
    names = session.seats.names()
    value = dump_document(artem_document(*ranks, names=names))
    return {**value, "id": str(session.uuid)}


def test_rounds_are_corrected_by_rounds(season: Season) -> None:
    session = play_session(season.league.group, artem_document(1, 2), league=season.league)
    winner, other = session.seats.names()
    source = stored(season, rounds_of(session, 2, 1))
    assert correct(source, 1) == ["corrected"]
    add(source)
    assert [name for name, _points, _rank in figures(session)] == [other, winner]
    assert Session.objects.get().revision == 2
    assert group_differences(season.league.group) == []


def test_rounds_of_another_order_of_seats_do_not_replace_those_here(season: Season) -> None:
    session = play_session(season.league.group, artem_document(1, 2), league=season.league)
    other = dump_document(artem_document(1, 2, names=session.seats.names()[::-1]))
    row = one_row(stored(season, {**other, "id": str(session.uuid)}))
    assert row.status == "differs"
    assert row.details["message"].endswith(
        "The same people played it, but they sat in a different order."
    )


def test_rounds_replace_a_result_without_rounds(season: Season) -> None:
    names = artem_document(1, 2).state.players
    points: Any = dict.fromkeys(names, 9)
    add(stored(season, result(1, **points)))
    session = Session.objects.get()
    value = {**rounds_of(session, 1, 2), "id": str(session.document_id)}
    source = stored(season, value)
    assert correct(source, 1) == ["corrected"]
    add(source)
    session.refresh_from_db()
    assert (session.result_only, session.revision) == (False, 2)
    assert group_differences(season.league.group) == []


def test_a_guest_keeps_the_seat_of_a_guest(season: Season) -> None:
    def with_guest(*values: dict[str, Any]) -> Import:
        source = stored(season, *values)
        choose(source, {"players": {"Cy": "guest"}, "correct": [1]})
        return source

    add(with_guest(result(1, Ana=3, Cy=2)))
    source = with_guest(result(1, Ana=1, Cy=2))
    assert [row.status for row in source.planned.all()] == ["corrected"]
    add(source)
    assert figures(Session.objects.get()) == [("Cy", 2, 1), ("Ana", 1, 2)]
    assert one_row(stored(season, result(1, Ana=3, Cy=2))).status == "differs"


def test_other_people_do_not_take_the_seats(season: Season) -> None:
    add(stored(season, result(1, Ana=3, Ben=2)))
    others = [result(1, Ana=3, Cy=2), result(1, Ana=3, Ben=2, Cy=1)]
    for row in (one_row(stored(season, value)) for value in others):
        assert row.status == "differs"
        assert row.details["message"] == f"{STAYS}1. Ana 3, 2. Ben 2. {OTHERS}"


def test_a_session_of_another_game_stays_as_it_is(season: Season) -> None:
    add(stored(season, result(1, Ana=3, Ben=2)))
    row = one_row(stored(season, result(1, game="canvas", Ana=3, Ben=2)))
    assert row.details["message"].endswith("It is a session of another game.")


def test_a_deleted_session_stays_deleted(season: Season) -> None:
    add(stored(season, result(1, Ana=3, Ben=2)))
    lifecycle.delete(session=Session.objects.get(), by=by())
    row = one_row(stored(season, result(1, Ana=1, Ben=2)))
    assert row.status == "differs"
    assert row.details["message"].endswith("It was deleted: restore it to correct it.")


# What it rests on


def change_notes() -> None:
    session = Session.objects.earliest("pk")
    describe(session=session, played_on=DAY, location="", notes="late", by=by())


def delete_it() -> None:
    lifecycle.delete(session=Session.objects.earliest("pk"), by=by())


@pytest.mark.parametrize("change", [change_notes, delete_it])
def test_a_session_that_changed_meanwhile_is_looked_at_again(
    change: Callable[[], None], season: Season
) -> None:
    add(stored(season, result(1, Ana=3, Ben=2)))
    source = stored(season, result(1, Ana=1, Ben=2))
    correct(source, 1)
    change()
    with pytest.raises(PlanChanged):
        check(source)
    assert [row.is_changed for row in source.planned.all()] == [True]


@pytest.mark.parametrize("change", [change_notes, delete_it])
def test_one_that_changes_while_the_worker_adds_stays_as_it_is(
    change: Callable[[], None], season: Season, keeper: Client
) -> None:
    add(stored(season, result(1, Ana=3, Ben=2)))
    source = stored(season, result(1, Ana=1, Ben=2), result(2, Ana=3, Cy=1))
    correct(source, 1)
    confirm_import(source, plan=source.plan, at=timezone.now())
    begin_adding(source, by=by())
    change()
    add_planned(source, by=by())
    assert figures(Session.objects.earliest("pk"))[:1] in ([("Ana", 3, 1)], [])
    assert source.corrected.count() == 0
    page = words(keeper.get(f"{IMPORT}{source.pk}/").content.decode())
    assert "1 session was changed in the meantime and stays as it is" in page
    shown = words(keeper.get(f"{IMPORT}{source.pk}/?show=changed").content.decode())
    assert "It has been changed in the meantime, and stays as it is." in shown


def test_adding_again_after_an_interruption_corrects_once(season: Season) -> None:
    add(stored(season, result(1, Ana=3, Ben=2)))
    source = stored(season, result(1, Ana=1, Ben=2))
    correct(source, 1)
    add(source)
    change_notes()
    add_planned(source, by=by())
    assert Session.objects.get().revision == 3
    assert [row.status for row in source.planned.all()] == ["corrected"]
    assert source.corrected.count() == 1


# On the site


def test_the_preview_says_what_is_corrected_and_its_page_leads_to_the_history(
    season: Season, keeper: Client
) -> None:
    add(stored(season, result(1, Ana=3, Ben=2)))
    session = Session.objects.get()
    file = [result(1, Ana=1, Ben=2), result(2, Ana=3, Cy=1)]
    keeper.post(IMPORT, {"text": "\n".join(map(json.dumps, file)), "league": season.league.pk})
    source = Import.objects.latest("stored_at")
    address = f"{IMPORT}{source.pk}/"
    assert "Correct this session" in words(keeper.get(address).content.decode())
    keeper.post(address, {"plan": 1, "shown": ["1", "2"], "correct-1": "1"})
    page = words(keeper.get(address).content.decode())
    assert "1 session will be added. 1 session that is already here will be corrected." in page
    assert "Corrected (1)" in page
    assert "Add 1, correct 1" in page
    fields = {"plan": 2, "shown": ["1", "2"], "correct-1": "1"}
    done = keeper.post(f"{address}add/", fields, follow=True).content.decode()
    assert "1 session was added. 1 session that was already here was corrected." in words(done)
    assert "1 session that this import corrected stays corrected." in words(done)
    assert reverse("history", args=[session.uuid]) in done
    shown = keeper.get(f"{address}?show=corrected").content.decode()
    assert reverse("history", args=[session.uuid]) in shown


def test_undoing_the_import_leaves_what_it_corrected(season: Season) -> None:
    add(stored(season, result(1, Ana=3, Ben=2)))
    source = stored(season, result(1, Ana=1, Ben=2), result(2, Ana=3, Cy=1))
    correct(source, 1)
    add(source)
    undo_import(source, by=by())
    assert figures(Session.objects.get()) == [("Ben", 2, 1), ("Ana", 1, 2)]
    assert group_differences(season.league.group) == []


@pytest.mark.parametrize("number", [2, 30])
def test_correcting_in_a_closed_season_asks_first(
    number: int, season: Season, keeper: Client
) -> None:
    """L-9: also where the file is imported for no league."""
    days = [date(2026, 3, 1 + at) for at in range(number)]
    add(stored(season, *(result(at, day, Ana=3, Ben=2) for at, day in enumerate(days))))
    close(season=season, at=timezone.now())
    lines = [json.dumps(result(at, day, Ana=1, Ben=2)) for at, day in enumerate(days)]
    keeper.post(IMPORT, {"text": "\n".join(lines)})
    source = Import.objects.latest("stored_at")
    correct(source, *range(1, number + 1))
    address, plan = f"{IMPORT}{source.pk}/", {"plan": source.plan}
    assert "Its standings would change" in words(keeper.get(address).content.decode())
    asked = keeper.post(f"{address}add/", plan, follow=True).content.decode()
    assert "Change a closed season?" in words(asked)
    run_ready_jobs()
    assert set(Session.objects.values_list("revision", flat=True)) == {1}
    keeper.post(f"{address}add/", {**plan, "closed_season": season.pk}, follow=True)
    run_ready_jobs()
    assert set(Session.objects.values_list("revision", flat=True)) == {2}
    whats = ClosedSeasonChange.objects.filter(season=season).values_list("what", flat=True)
    assert set(whats) == {"corrected"}
    assert season_differences(season) == []


# For any file


def test_what_is_shown_is_what_is_corrected(season: Season) -> None:
    numbers = []
    for seed in range(EXAMPLES):
        with transaction.atomic():
            source, before = any_import(Random(seed), season)
            corrected = {row.session: _shown(row) for row in source.planned.to_correct()}
            new = [_shown(row) for row in source.planned.to_add()]
            add(source)
            after = everything()
            assert {uuid: after[uuid] for uuid in before} == before | corrected, seed
            assert sorted(after[uuid] for uuid in after.keys() - before.keys()) == sorted(new), seed
            assert group_differences(season.league.group) == [], seed
            assert season_differences(season) == [], seed
            transaction.set_rollback(True)
        numbers.append(len(corrected))
    assert sum(number > 0 for number in numbers) > EXAMPLES / 2


def any_import(dice: Random, season: Season) -> tuple[Import, dict[Any, Any]]:
    """Return an import with rows of it ticked, and the sessions that are here before."""

    def any_result(number: int) -> dict[str, Any]:
        names = dice.sample(["Ana", "Ben", "Cy"], dice.choice([3, 3, 3, 2]))
        points: Any = {name: dice.randint(0, 3) for name in names}
        return result(number, game=dice.choice(["artem", "artem", "artem", "canvas"]), **points)

    add(stored(season, *map(any_result, range(6))))
    before = everything()
    source = stored(season, *map(any_result, range(9)))
    correct(source, *(row for row in range(1, 10) if dice.random() < 0.6))
    return source, before


def everything() -> dict[Any, Any]:
    return {
        session.uuid: (session.game, sorted(figures(session), key=str))
        for session in Session.objects.all()
    }


def _shown(row: PlannedSession) -> Any:
    players = [(each[1], each[3], each[4]) for each in row.details["players"]]
    game = row.document["game"] if row.document else ""
    return game, sorted(players, key=str)
