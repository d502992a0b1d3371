"""The preview of standings is exactly what then happens; its pages are in
test_standings_preview.py."""

from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from scoring.groups.visibility import player_name
from scoring.models import Group, Player, Season, Session, Tally
from scoring.models.revisions import By
from scoring.sessions import lifecycle, recording
from scoring.totals import standings_preview
from scoring.totals.standings_preview import StandingsChange
from tests.builders.seasons import (
    FIRST,
    artem_document,
    canvas_document,
    play_session,
    season_of,
)

pytestmark = pytest.mark.django_db

PlacesAndValues = tuple[str, list[str], list[str]]  # of a player, before and after


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


def previewed(
    session: Session, act: Callable[[], object], *, inside: bool = True
) -> tuple[StandingsChange, ...]:
    return standings_preview.preview_standings(
        session, act, name_of=lambda player: player_name(player, is_member=inside).name
    )


def by() -> By:
    return By(at=timezone.now())


def play(season: Season, *ranks: int, day: int = 0, **more: Any) -> Session:
    document = artem_document(*ranks, day=FIRST + timedelta(days=day), **more)
    return play_session(season.league.group, document, league=season.league)


def places_and_values(change: StandingsChange) -> list[PlacesAndValues]:
    return [(player.name, player.places, player.values) for player in change.players]


def test_it_says_who_falls_below_the_line_or_out_of_the_standings(group: Group) -> None:
    season = season_of(group, minimum=2)
    play(season, 1, 2, 3)
    session = play(season, 2, 1, 0, 3)
    (change,) = previewed(session, partial(lifecycle.delete, session=session, by=by()))
    assert places_and_values(change) == [
        ("Ana", ["rank 1", "no rank"], ["1.5", "1.0"]),
        ("Ben", ["rank 1", "no rank"], ["1.5", "0.5"]),
        ("Dov", ["no rank", "not in the standings"], ["0.0"]),
    ]
    assert [player.ranks for player in change.players] == [(1, None), (1, None), (None, None)]
    lifecycle.delete(session=session, by=by())
    assert list(Tally.objects.in_order().values_list("player__name", "rank")) == [
        ("Ana", None),
        ("Ben", None),
        ("Cleo", None),
    ]


def test_who_stays_where_they_are_is_left_out(group: Group) -> None:
    season = season_of(group)
    for day in range(3):
        play(season, 1, 2, 3, 4, day=day)
    session = play(season, 0, 0, 1, 2, day=3)
    (change,) = previewed(session, partial(lifecycle.delete, session=session, by=by()))
    assert places_and_values(change) == [
        ("Ben", ["rank 3", "rank 2"], ["2"]),
        ("Cleo", ["rank 2", "rank 3"], ["2", "1"]),
    ]


def test_it_writes_an_average_as_the_standings_do(group: Group) -> None:
    season = season_of(group, aggregate="average")
    play(season, 1, 2)
    session = play(season, 2, 1, day=1)
    (change,) = previewed(session, partial(lifecycle.delete, session=session, by=by()))
    assert places_and_values(change) == [
        ("Ana", ["rank 1"], ["0.5", "1.0"]),
        ("Ben", ["rank 1", "rank 2"], ["0.5", "0.0"]),
    ]
    assert change.players[1].after == (2, Fraction(0))


def test_a_game_has_a_table_of_its_own_where_it_says_something_else(group: Group) -> None:
    season = season_of(group)
    document = canvas_document({"Ana": 4, "Ben": 7})
    play_session(group, document, league=season.league)
    session = play(season, 1, 2, day=1)
    actual = previewed(session, partial(lifecycle.delete, session=session, by=by()))
    assert [(change.season, change.game) for change in actual] == [(season, ""), (season, "Artem")]
    assert places_and_values(actual[0]) == [("Ana", ["rank 1", "rank 2"], ["1", "0"])]
    assert places_and_values(actual[1]) == [
        ("Ana", ["rank 1", "not in the standings"], ["1"]),
        ("Ben", ["rank 2", "not in the standings"], ["0"]),
    ]


def test_a_change_that_moves_nobody_tells_nothing(group: Group) -> None:
    season = season_of(group)
    session = play(season, 1, 2)

    def describe() -> None:
        recording.describe(
            session=session, played_on=FIRST, location="By the sea", notes="", by=by()
        )

    assert previewed(session, describe) == ()
    session.refresh_from_db()
    assert session.location == ""


def test_outside_the_group_others_read_what_each_is_called_there(group: Group) -> None:
    season = season_of(group)
    session = play(season, 1, 2)
    Player.objects.filter(name="Ana").update(hidden=True, nickname="Ace")
    Player.objects.filter(name="Ben").update(nickname="Benny")

    for inside, names in ((True, ["Ana", "Ben"]), (False, ["A player", "Benny"])):
        act = partial(lifecycle.delete, session=session, by=by())
        (change,) = previewed(session, act, inside=inside)
        assert [player.name for player in change.players] == names
