"""The preview of other settings shows exactly what saving them does."""

from datetime import timedelta
from typing import Any

import pytest

from scoring.leagues import leagues
from scoring.leagues.rules_preview import MOST_PLAYERS, SeasonPreview, preview_season
from scoring.models import Group, Season, Tally
from scoring.totals.standings_preview import PlayerStanding
from tests.builders.seasons import (
    FIRST,
    artem_document,
    canvas_document,
    play_session,
    season_of,
)

pytestmark = pytest.mark.django_db

# Name, rank and value before, rank and value after.
BeforeAndAfter = tuple[str, int | None, str | None, int | None, str | None]
SavedPlayer = tuple[str, int | None, str]


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


@pytest.fixture
def season(group: Group) -> Season:
    """Ana wins Artem before Ben and Cleo, Ben beats her at it, and Cleo beats her at Canvas."""
    season = season_of(group)
    play(season, 1, 2, 3)
    play(season, 2, 1, day=1)
    document = canvas_document({"Ana": 3, "Cleo": 9}, day=FIRST + timedelta(days=40))
    play_session(group, document, league=season.league)
    return season


def play(season: Season, *ranks: int, day: int | None = 0) -> None:
    on = None if day is None else FIRST + timedelta(days=day)
    play_session(season.league.group, artem_document(*ranks, day=on), league=season.league)


def before_and_after(preview: SeasonPreview) -> list[BeforeAndAfter]:
    return [
        (player.name, *_rank_and_value(player.before), *_rank_and_value(player.after))
        for player in preview.players
    ]


def _rank_and_value(standing: PlayerStanding | None) -> tuple[int | None, str | None]:
    return (standing.rank, str(standing.value)) if standing else (None, None)


def changed(season: Season, **settings: Any) -> Season:
    for name, value in settings.items():
        setattr(season, name, value)
    return season


def saved(season: Season, games: list[str]) -> list[SavedPlayer]:
    """Save the season; return its standings."""
    leagues.settle(season=season, games=games)
    rows = Tally.objects.in_order().filter(season=season)
    columns = rows.values_list("player__name", "rank", "sum")
    return [(name, rank, f"{added} / 840") for name, rank, added in columns]


def test_fewer_days_and_games_leave_fewer_sessions(season: Season) -> None:
    changed(season, ends_on=FIRST + timedelta(days=39))
    preview = preview_season(season, ["artem", "canvas"])
    assert (preview.sessions_before, preview.sessions_after) == (3, 2)
    assert preview.has_changes
    assert before_and_after(preview) == [
        ("Ben", 1, "3/2", 1, "3/2"),
        ("Ana", 2, "1", 2, "1"),
        ("Cleo", 3, "1", 3, "0"),
    ]
    assert [player.moves for player in preview.players] == [False, False, False]
    assert saved(season, ["artem", "canvas"]) == [
        ("Ben", 1, "1260 / 840"),
        ("Ana", 2, "840 / 840"),
        ("Cleo", 3, "0 / 840"),
    ]


def test_who_would_leave_the_table_comes_last(season: Season) -> None:
    preview = preview_season(season, ["canvas"])
    assert (preview.sessions_before, preview.sessions_after) == (3, 1)
    assert before_and_after(preview) == [
        ("Cleo", 3, "1", 1, "1"),
        ("Ana", 2, "1", 2, "0"),
        ("Ben", 1, "3/2", None, None),
    ]
    assert [player.moves for player in preview.players] == [True, False, True]
    assert saved(season, ["canvas"]) == [("Cleo", 1, "840 / 840"), ("Ana", 2, "0 / 840")]


def test_more_plays_asked_for_take_ranks_away(season: Season) -> None:
    changed(season, minimum=3)
    preview = preview_season(season, ["artem", "canvas"])
    assert (preview.sessions_before, preview.sessions_after) == (3, 3)
    assert before_and_after(preview) == [
        ("Ana", 2, "1", 1, "1"),
        ("Ben", 1, "3/2", None, "3/2"),
        ("Cleo", 3, "1", None, "1"),
    ]
    assert [player.moves for player in preview.players] == [True, True, True]
    assert [stand[:2] for stand in saved(season, ["artem", "canvas"])] == [
        ("Ana", 1),
        ("Ben", None),
        ("Cleo", None),
    ]


def test_it_orders_level_players_as_the_standings_do(group: Group) -> None:
    """Ana and Ben have a win and a second place each; where they met he was ahead."""
    season = season_of(group)
    play(season, 2, 1)
    play(season, 1, 0, 2, day=1)
    play(season, 0, 2, 0, 1, day=2)
    preview = preview_season(changed(season, best=3), ["artem"])
    assert not preview.has_changes
    assert [line[3] for line in before_and_after(preview)] == [1, 2, 3, 4]
    assert [player.name for player in preview.players] == ["Ben", "Ana", "Dov", "Cleo"]
    names = [name for name, *_stand in saved(season, ["artem"])]
    assert names == ["Ben", "Ana", "Dov", "Cleo"]


def test_what_counts_for_no_season_is_in_none(group: Group) -> None:
    season = season_of(group)
    other = season_of(group, league="shield")
    play(season, 1, 2)
    play(season, 2, 1, day=None)
    play(other, 2, 1)
    play_session(group, artem_document(2, 1), league=None)
    alone = canvas_document({"Ben": 30})
    play_session(group, alone, league=season.league)
    preview = preview_season(season, ["artem", "canvas"])
    assert (preview.sessions_before, preview.sessions_after) == (1, 1)
    assert before_and_after(preview) == [("Ana", 1, "1", 1, "1"), ("Ben", 2, "0", 2, "0")]
    assert not preview.has_changes


def test_a_season_that_is_not_there_yet_was_nothing_before(season: Season) -> None:
    following = Season(
        league=season.league,
        starts_on=FIRST + timedelta(days=1),
        ends_on=FIRST + timedelta(days=40),
    )
    preview = preview_season(following, ["artem", "canvas"])
    assert (preview.sessions_before, preview.sessions_after) == (0, 2)
    assert preview.has_changes
    assert before_and_after(preview) == [
        ("Ben", None, None, 1, "1"),
        ("Cleo", None, None, 1, "1"),
        ("Ana", None, None, 3, "0"),
    ]


def test_it_lists_no_more_players_than_fit(group: Group) -> None:
    season = season_of(group)
    names = [f"Player {number}" for number in range(10)]
    for at in range(0, 10, 2):
        play_session(group, artem_document(1, 2, names=names[at : at + 2]), league=season.league)
    preview = preview_season(season, ["artem"])
    assert len(preview.players) == MOST_PLAYERS == 8
    assert (preview.sessions_before, preview.sessions_after) == (5, 5)
