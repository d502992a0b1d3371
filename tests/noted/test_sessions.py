"""A result without rounds is a session like any other: counted, corrected, undone, moved, kept."""

from dataclasses import replace
from typing import Any

import pytest
from django.utils import timezone

from scoring.documents.scorer import read_document
from scoring.groups.merging import merge, undo_merge
from scoring.models import (
    Career,
    GameFact,
    Group,
    NotedPlace,
    Player,
    PlayerFact,
    Result,
    Season,
    Session,
    Tally,
)
from scoring.models.revisions import By
from scoring.noted.rules import NotedPlayer, State
from scoring.sessions import lifecycle, recording
from scoring.sessions.loading import load
from scoring.sessions.undo import undo
from scoring.upkeep.rescore import differences, group_differences, season_differences
from tests.builders.noted import noted_document, noted_places, noted_points
from tests.builders.revisions import exported
from tests.builders.seasons import artem_document, play_session, season_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


@pytest.fixture
def season(group: Group) -> Season:
    return season_of(group, skill=True)


def by() -> By:
    return By(at=timezone.now())


def note(season: Season, *points: int, game: str = "duplik") -> Session:
    document = noted_points(game, *points)
    return play_session(season.league.group, document, league=season.league)


def results(session: Session) -> list[tuple[Any, ...]]:
    rows = Result.objects.filter(session=session).order_by("seat__place")
    return list(rows.values_list("seat__name", "rank", "points", "decided_by"))


def places(season: Season) -> list[tuple[str, int | None]]:
    lines = Tally.objects.filter(season=season, game="").select_related("player")
    return sorted((line.player.name, line.rank) for line in lines)


def all_differences(season: Season) -> list[Any]:
    sessions = [found for session in Session.objects.all() for found in differences(session.pk)]
    return [*sessions, *group_differences(season.league.group), *season_differences(season)]


def better(name: str) -> Any:
    """Return a change that gives a player more points than anybody else."""

    def change(state: State) -> State:
        noted = [
            replace(player, points=90) if player.name == name else player for player in state.noted
        ]
        return replace(state, noted=tuple(noted))

    return change


def test_it_is_finished_and_marked_as_result_only(season: Season) -> None:
    session = note(season, 30, 20, 10)
    assert (session.result_only, session.finished_at is None) == (True, False)
    assert results(session) == [
        ("Ana", 1, 30, ""),
        ("Ben", 2, 20, "points"),
        ("Cleo", 3, 10, "points"),
    ]


def test_it_counts_in_the_season_by_its_places(season: Season) -> None:
    """L-11"""
    document = noted_places("duplik", 3, 1, 2)
    play_session(season.league.group, document, league=season.league)
    assert places(season) == [("Ana", 3), ("Ben", 1), ("Cleo", 2)]
    assert all_differences(season) == []


def test_places_alone_leave_the_average_of_points_as_it_is(season: Season) -> None:
    note(season, 30, 20, 10)
    play_session(season.league.group, noted_places("duplik", 2, 1, 3), league=None)
    career = Career.objects.get(player__name="Ana", game="duplik")
    assert (career.plays, career.points, career.plays_with_points) == (2, 30, 1)


def test_it_adds_nothing_to_the_facts_about_rounds(season: Season) -> None:
    note(season, 30, 20, 10)
    assert not PlayerFact.objects.exists()
    assert {fact.what for fact in GameFact.objects.all()} == {"points", "winning"}


def test_a_correction_counts_at_once_and_can_be_taken_back(season: Season) -> None:
    session = note(season, 30, 20, 10)
    recording.record(session=session, change=better("Cleo"), action="correct", by=by())
    assert places(season) == [("Ana", 2), ("Ben", 3), ("Cleo", 1)]
    assert all_differences(season) == []
    undo(session=session, by=by())
    assert places(season) == [("Ana", 1), ("Ben", 2), ("Cleo", 3)]
    assert all_differences(season) == []


def test_it_is_deleted_brought_back_and_moved(season: Season) -> None:
    session = note(season, 30, 20, 10)
    lifecycle.delete(session=session, by=by())
    assert places(season) == []
    assert all_differences(season) == []
    lifecycle.undelete(session=session, by=by())
    assert places(season) == [("Ana", 1), ("Ben", 2), ("Cleo", 3)]
    other = Group.objects.create(name="Friday", slug="friday")
    lifecycle.move(session=session, group=other, league=None, by=by())
    assert places(season) == []
    assert set(Result.objects.values_list("player__group", flat=True)) == {other.pk}
    assert all_differences(season) == []


def test_its_players_are_merged_and_parted(season: Season) -> None:
    group = season.league.group
    session = note(season, 30, 20, 10)
    play_session(group, artem_document(1, 2, names=("Anna", "Dov")), league=season.league)
    source, target = (Player.objects.get(name=name) for name in ("Ana", "Anna"))
    merged = merge(source=source, target=target, at=timezone.now(), actor=None)
    assert Result.objects.get(session=session, seat__name="Ana").player == target
    assert all_differences(season) == []
    undo_merge(merged, at=timezone.now())
    assert Result.objects.get(session=session, seat__name="Ana").player == source
    assert all_differences(season) == []


def test_the_rows_make_the_document_again(season: Season) -> None:
    marks = [{"points": 9, "place": 2}, {"points": 9, "place": 1}, {"points": 3}]
    document = noted_document("canvas", *marks, edition="r2i-2021", minutes=40, location="Bar")
    session = play_session(season.league.group, document, league=None)
    assert NotedPlace.objects.filter(session=session).count() == 3
    played = load(session)
    assert played.state == State(
        (
            NotedPlayer("Ana", points=9, place=2),
            NotedPlayer("Ben", points=9, place=1),
            NotedPlayer("Cleo", points=3),
        ),
        edition="r2i-2021",
    )
    assert differences(session.pk) == []
    (document,) = exported(Session.objects.all())
    assert document == {
        "format": "scorefolio/result@1",
        "game": "canvas",
        "edition": "r2i-2021",
        "id": str(session.uuid),
        "played_on": "2026-01-01",
        "minutes": 40,
        "location": "Bar",
        "players": [
            {"name": "Ana", "points": 9, "place": 2},
            {"name": "Ben", "points": 9, "place": 1},
            {"name": "Cleo", "points": 3},
        ],
    }
    assert read_document(document).state == played.state
