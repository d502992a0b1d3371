"""The league rulings on evenings that were played and kept: each has its number in an id."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from django.utils import timezone
from openskill.models import PlackettLuce

from games.artem.rules import TURNS, State, Turn
from scoring.core.standings import WHOLE
from scoring.documents.scorer import SessionDocument, read_document
from scoring.groups.merging import CannotMerge, merge, undo_merge
from scoring.leagues import leagues
from scoring.leagues.wording import how
from scoring.models import Group, League, Player, Result, Season, Tally
from scoring.models.revisions import By
from scoring.sessions import lifecycle, recording
from scoring.totals.skill import Rating, refresh
from scoring.web.numbers import decimals
from tests.builders.seasons import FIRST, artem_document, play_session, season_of
from tests.builders.tables import signed_in

pytestmark = pytest.mark.django_db

Evenings = list[tuple[int, ...]]
Lines = list[tuple[str, int | None, str]]

ALONE: dict[str, Any] = {
    "format": "scorefolio/session@1",
    "game": "canvas",
    "edition": "r2i-2021",
    "players": ["Ana"],
    "cards": [{"name": "Space"}, {"name": "Style"}],
    "paintings": {"Ana": [{"bonus": 3}]},
    "played_on": FIRST.isoformat(),
    "stopped": True,
}
FINISHED = artem_document(1, 2)


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


def table_of(group: Group, evenings: Evenings, **settings: Any) -> Lines:
    """Name, rank and value of each row."""
    season = season_of(group, **settings)
    for at, ranks in enumerate(evenings):
        play_session(
            group, artem_document(*ranks, day=FIRST + timedelta(days=at)), league=season.league
        )
    return stands(season)


def stands(season: Season) -> Lines:
    lines = Tally.objects.in_order().filter(season=season).select_related("player")
    averages = season.aggregate == Season.Aggregates.AVERAGE

    def value(line: Tally) -> Fraction:
        return Fraction(line.sum, WHOLE * (line.plays if averages else 1))

    return [(line.player.name, line.rank, decimals(value(line))) for line in lines]


@pytest.mark.parametrize(
    "document",
    [
        pytest.param(read_document(ALONE), id="L-1: nobody to be ahead of"),
        pytest.param(
            replace(FINISHED, state=replace(FINISHED.state, stopped=False)), id="L-1: it goes on"
        ),
        pytest.param(
            replace(FINISHED, cover=replace(FINISHED.cover, played_on=None)),
            id="L-1: nobody knows the day",
        ),
    ],
)
def test_a_session_counts_for_nothing(group: Group, document: SessionDocument[Any]) -> None:
    season = season_of(group)
    play_session(group, document, league=season.league)
    assert stands(season) == []


def _ana_claimed_nothing(state: State) -> State:
    return TURNS.replace(state, 2, Turn("Ana", ()))


@pytest.mark.parametrize(
    "correction", [pytest.param(_ana_claimed_nothing, id="L-1: a correction counts at once")]
)
def test_a_corrected_session_counts_as_corrected(
    group: Group, correction: Callable[[State], State]
) -> None:
    season = season_of(group)
    session = play_session(group, artem_document(1, 2), league=season.league)
    assert stands(season) == [("Ana", 1, "1"), ("Ben", 2, "0")]
    recording.record(session=session, change=correction, action="correct", by=By(at=timezone.now()))
    assert stands(season) == [("Ben", 1, "1"), ("Ana", 2, "0")]


@pytest.mark.parametrize(
    ("settings", "evenings", "lines"),
    [
        pytest.param(
            {},
            [(1, 2, 3, 4)],
            [("Ana", 1, "1"), ("Ben", 2, "0.667"), ("Cleo", 3, "0.333"), ("Dov", 4, "0")],
            id="L-2: the share of opponents beaten",
        ),
        pytest.param(
            {"scheme": "podium"},
            [(1, 1, 3)],
            [("Ana", 1, "4"), ("Ben", 1, "4"), ("Cleo", 3, "2")],
            id="L-2: who shares a place gets the average of the places taken up",
        ),
        pytest.param(
            {"scheme": "wins"},
            [(1, 1, 3)],
            [("Ana", 1, "1"), ("Ben", 1, "1"), ("Cleo", 3, "0")],
            id="L-2: a win for everybody of rank 1",
        ),
        pytest.param(
            {"aggregate": "average"},
            [(1, 2), (1, 2), (2, 0, 1)],
            [("Cleo", 1, "1"), ("Ana", 2, "0.667"), ("Ben", 3, "0")],
            id="L-3: the average per play",
        ),
        pytest.param(
            {"aggregate": "best", "best": 1},
            [(1, 2), (1, 2), (2, 1)],
            [("Ana", 1, "1"), ("Ben", 2, "1")],
            id="L-3: the best one; wins count over all plays",
        ),
        pytest.param(
            {"minimum": 2},
            [(2, 1), (2, 0, 1)],
            [("Ana", 1, "0"), ("Ben", None, "1"), ("Cleo", None, "1")],
            id="L-4: below the minimum, under the table, by value and name",
        ),
        pytest.param(
            {"scheme": "podium", "podium": (2, 1, 0)},
            [(2, 1, 3), (2, 3, 1), (0, 3, 2, 1)],
            [("Cleo", 1, "3"), ("Ben", 2, "2"), ("Dov", 3, "2"), ("Ana", 4, "2")],
            id="L-5: more wins, then head to head or a shared rank",
        ),
        pytest.param(
            {},
            [(1, 2, 2, 4)],
            [("Ana", 1, "1"), ("Ben", 2, "0.5"), ("Cleo", 2, "0.5"), ("Dov", 4, "0")],
            id="L-5: shared ranks count as 1-2-2-4",
        ),
        pytest.param(
            {"scheme": "podium", "podium": (5, 3, 2)},
            [(1, 1, 1), (1, 1, 1), (1, 1, 1)],
            [("Ana", 1, "10"), ("Ben", 1, "10"), ("Cleo", 1, "10")],
            id="L-6: three times ten thirds are ten",
        ),
    ],
)
def test_the_table(
    group: Group, settings: dict[str, Any], evenings: Evenings, lines: Lines
) -> None:
    assert table_of(group, evenings, **settings) == lines


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param(
            {"scheme": "podium", "aggregate": "best", "best": 2, "minimum": 3},
            id="L-7: a season says by which rules it counts",
        )
    ],
)
def test_the_rules_in_words(group: Group, settings: dict[str, Any]) -> None:
    season = season_of(group, **settings)
    bob = signed_in("bob", group, "scorekeeper")
    page = unescape(bob.get("/g/thursday/league/cup/year/").content.decode())
    assert [sentence for sentence in how(season.rules) if sentence not in page] == []


def _by_hand(evenings: Evenings) -> list[Rating]:
    """With OpenSkill itself, one evening after the other."""
    model = PlackettLuce()
    ratings = [model.rating(), model.rating()]
    for ranks in evenings:
        teams = [[rating] for rating in ratings]
        ratings = [team[0] for team in model.rate(teams, ranks=list(ranks))]
    return [Rating(rating.mu, rating.sigma) for rating in ratings]


@pytest.mark.parametrize(
    "evenings",
    [
        pytest.param([(1, 2), (2, 1), (1, 2)], id="L-8: skill, in order of the day played"),
        pytest.param([(1, 1), (1, 2), (1, 1)], id="L-8: equal ranks are equal"),
    ],
)
def test_skill(group: Group, evenings: Evenings) -> None:
    season = season_of(group, skill=True)
    numbered = list(enumerate(evenings))
    for at, ranks in reversed(numbered):  # entered in another order than played
        play_session(
            group, artem_document(*ranks, day=FIRST + timedelta(days=at)), league=season.league
        )
    season = Season.objects.get()
    refresh(season)
    lines = {
        line.player.name: line
        for line in Tally.objects.in_order().filter(season=season).select_related("player")
    }
    for name, rating in zip(("Ana", "Ben"), _by_hand(evenings), strict=True):
        assert lines[name].mu == pytest.approx(rating.mu)
        assert lines[name].sigma == pytest.approx(rating.sigma)


def _deleted(group: Group) -> None:
    first = group.sessions.in_order().first()
    assert first is not None
    lifecycle.delete(session=first, by=By(at=timezone.now()))


@pytest.mark.parametrize(
    ("correct", "corrected"),
    [
        pytest.param(_deleted, True, id="L-9: a closed season says when it was corrected"),
        pytest.param(lambda _group: None, False, id="L-9: untouched, a closed season says nothing"),
    ],
)
def test_closed(group: Group, correct: Callable[[Group], None], corrected: bool) -> None:
    table_of(group, [(1, 2), (1, 2), (2, 1)])
    leagues.close(season=Season.objects.get(), at=timezone.now())
    correct(group)
    season = Season.objects.get()
    assert (season.corrected_at is not None) is corrected
    assert stands(season)[0][2] == ("1" if corrected else "2")


def _player(name: str) -> Player:
    return Player.objects.get(name=name)


@pytest.mark.parametrize(
    "evenings", [pytest.param([(1, 2), (0, 2, 1)], id="L-10: results move, and move back")]
)
def test_merging(group: Group, evenings: Evenings) -> None:
    before = table_of(group, evenings)
    merged = merge(source=_player("Cleo"), target=_player("Ana"), at=timezone.now())
    assert stands(Season.objects.get()) == [("Ana", 1, "2"), ("Ben", 2, "0")]
    assert not Result.objects.filter(player=_player("Cleo")).exists()
    undo_merge(merged, at=timezone.now())
    assert stands(Season.objects.get()) == before


@pytest.mark.parametrize(
    "evenings", [pytest.param([(1, 2)], id="L-10: refused if they ever sat at one table")]
)
def test_merging_two_people(group: Group, evenings: Evenings) -> None:
    before = table_of(group, evenings)
    with pytest.raises(CannotMerge):
        merge(source=_player("Ben"), target=_player("Ana"), at=timezone.now())
    assert stands(Season.objects.get()) == before


def test_points_of_different_games_are_never_added_up(group: Group) -> None:
    own = League.objects.create(group=group, name="Cup", slug="cup")
    season_of(group)
    play_session(group, artem_document(1, 2), league=own)
    Result.objects.update(points=99)
    leagues.recount(season=Season.objects.get())
    assert stands(Season.objects.get()) == [("Ana", 1, "1"), ("Ben", 2, "0")]
