"""Careers, meetings and facts of a group are the figures that a person would count by hand.

That they equal a rebuild from nothing is in test_standings.py. A session of Artem gives 7, 5, 3 and
1 points to its places; shares of opponents beaten are in 840ths.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from scoring.documents.scorer import dump_document
from scoring.groups.merging import merge
from scoring.models import Career, GameFact, Group, Meeting, PlayerFact, Session
from scoring.models.revisions import By
from scoring.sessions import lifecycle, recording
from scoring.upkeep.rescore import group_differences
from tests.builders.imports import import_documents
from tests.builders.seasons import FIRST, artem_document, canvas_document, play_session

pytestmark = pytest.mark.django_db

Numbers = tuple[int, ...]
WON, LOST = (1, 2), (2, 1)  # what Ana did against Ben


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


def by() -> By:
    return By(at=timezone.now())


def play(group: Group, *ranks: int, day: int | None = 0, at: datetime | None = None) -> Session:
    on = None if day is None else FIRST + timedelta(days=day)
    return play_session(group, artem_document(*ranks, day=on), league=None, at=at)


def play_canvas(group: Group, *, day: int = 0, **points: int) -> Session:
    document = canvas_document(points, day=FIRST + timedelta(days=day))
    return play_session(group, document, league=None)


def careers(game: str = "") -> dict[str, Numbers]:
    """Of each player: plays, wins, share of opponents beaten, points."""
    columns = ("player__name", "plays", "wins", "share", "points")
    rows = Career.objects.filter(game=game).values_list(*columns)
    return {name: tuple(numbers) for name, *numbers in rows}


def runs(name: str) -> Numbers:
    """The present run of wins, and the longest."""
    career = Career.objects.get(player__name=name, game="")
    return career.run, career.longest_run


def meetings() -> dict[str, Numbers]:
    """Of each two players, the first against the second: times met, ahead, tied."""
    columns = ("player__name", "other__name", "met", "ahead", "tied")
    rows = Meeting.objects.values_list(*columns)
    return {f"{player}-{other}": tuple(numbers) for player, other, *numbers in rows}


def player_facts(name: str, game: str = "artem") -> dict[str, Numbers]:
    rows = PlayerFact.objects.filter(player__name=name, game=game)
    return _facts(rows.values_list("what", "subject", "times", "of"))


def game_facts(game: str = "artem") -> dict[str, Numbers]:
    rows = GameFact.objects.filter(group__slug="thursday", game=game)
    return _facts(rows.values_list("what", "subject", "times", "of"))


def _facts(rows: Iterable[tuple[Any, ...]]) -> dict[str, Numbers]:
    return {f"{what} {subject}".strip(): (times, of) for what, subject, times, of in rows}


@pytest.fixture
def three_sessions(group: Group) -> list[Session]:
    """Ana wins, Ana and Ben share the win, Ben beats only Ana."""
    ranks = ((1, 2, 3), (1, 1, 3), (2, 1))
    return [play(group, *each, day=day) for day, each in enumerate(ranks)]


# Careers


@pytest.mark.usefixtures("three_sessions")
def test_a_career_adds_up_plays_wins_share_and_points() -> None:
    added_up = {
        "Ana": (3, 2, 840 + 630 + 0, 7 + 7 + 5),
        "Ben": (3, 2, 420 + 630 + 840, 5 + 7 + 7),
        "Cleo": (2, 0, 0, 3 + 3),
    }
    assert careers() == added_up
    assert careers("artem") == added_up


@pytest.mark.usefixtures("three_sessions")
def test_a_career_of_all_games_has_those_of_each_in_it(group: Group) -> None:
    play_canvas(group, Ana=9, Cleo=4)
    assert careers("canvas") == {"Ana": (1, 1, 840, 9), "Cleo": (1, 0, 0, 4)}
    assert careers()["Ana"] == (4, 3, 840 + 630 + 0 + 840, 7 + 7 + 5 + 9)
    assert careers()["Cleo"] == (3, 0, 0, 3 + 3 + 4)
    assert careers("artem")["Ana"] == (3, 2, 840 + 630 + 0, 7 + 7 + 5)


def test_a_deleted_session_leaves_every_sum(three_sessions: list[Session]) -> None:
    lifecycle.delete(session=three_sessions[0], by=by())
    assert careers() == {
        "Ana": (2, 1, 630 + 0, 7 + 5),
        "Ben": (2, 2, 630 + 840, 7 + 7),
        "Cleo": (1, 0, 0, 3),
    }


def test_who_played_only_in_a_deleted_session_has_no_career(group: Group) -> None:
    play(group, 1, 2)
    deleted = play(group, 1, 0, 2)
    lifecycle.delete(session=deleted, by=by())
    assert set(careers()) == {"Ana", "Ben"}
    assert set(meetings()) == {"Ana-Ben", "Ben-Ana"}
    assert player_facts("Cleo") == {}


def test_nothing_is_left_where_every_session_was_deleted(three_sessions: list[Session]) -> None:
    for session in three_sessions:
        lifecycle.delete(session=session, by=by())
    for model in (Career, Meeting, PlayerFact, GameFact):
        assert not model._default_manager.exists(), model


def test_a_corrected_session_counts_as_it_is_now(group: Group) -> None:
    session = play(group, 1, 2, 3)
    corrected = artem_document(3, 1, 2).state
    recording.record(session=session, change=lambda _: corrected, action="turn", by=by())
    assert careers() == {"Ana": (1, 0, 0, 3), "Ben": (1, 1, 840, 7), "Cleo": (1, 0, 420, 5)}
    assert meetings()["Ana-Ben"] == (1, 0, 0)


def test_a_session_alone_is_no_career_and_meets_nobody(group: Group) -> None:
    play_canvas(group, Ana=12)
    assert careers() == {}
    assert meetings() == {}
    assert "variant r2i-2021" not in player_facts("Ana", "canvas")


# Meetings


@pytest.mark.usefixtures("three_sessions")
def test_meetings_are_counted_from_both_sides_and_nobody_meets_themselves() -> None:
    assert meetings() == {
        "Ana-Ben": (3, 1, 1),
        "Ben-Ana": (3, 1, 1),
        "Ana-Cleo": (2, 2, 0),
        "Cleo-Ana": (2, 0, 0),
        "Ben-Cleo": (2, 2, 0),
        "Cleo-Ben": (2, 0, 0),
    }


def test_players_of_different_games_meet_in_one_row(group: Group) -> None:
    play(group, 1, 2)
    play_canvas(group, Ana=3, Ben=8)
    assert meetings() == {"Ana-Ben": (2, 1, 0), "Ben-Ana": (2, 1, 0)}


def test_meetings_of_a_merged_player_are_those_of_the_other(group: Group) -> None:
    play(group, 1, 2)
    play(group, 0, 1, 2)
    ana, cleo = group.players.get(name="Ana"), group.players.get(name="Cleo")
    merge(source=cleo, target=ana, at=timezone.now())
    assert meetings() == {"Ana-Ben": (2, 1, 0), "Ben-Ana": (2, 1, 0)}
    assert careers() == {"Ana": (2, 1, 840, 7 + 5), "Ben": (2, 1, 840, 5 + 7)}


# Wins in a row


def play_days(group: Group, *each: tuple[int, ...]) -> list[Session]:
    return [play(group, *ranks, day=day) for day, ranks in enumerate(each)]


@pytest.mark.parametrize(
    ("each", "ana", "ben"),
    [
        pytest.param([LOST], (0, 0), (1, 1), id="a loss"),
        pytest.param([WON, WON], (2, 2), (0, 0), id="two wins"),
        pytest.param([WON, WON, LOST], (0, 2), (1, 1), id="a loss ends a run"),
        pytest.param([WON, WON, LOST, WON], (1, 2), (0, 1), id="the longest stays"),
        pytest.param([WON, (1, 1), WON], (3, 3), (0, 1), id="a shared win is a win"),
    ],
)
def test_a_run_is_of_wins_one_after_the_other(
    group: Group, each: list[tuple[int, ...]], ana: Numbers, ben: Numbers
) -> None:
    play_days(group, *each)
    assert (runs("Ana"), runs("Ben")) == (ana, ben)


def test_a_loss_in_another_game_ends_a_run(group: Group) -> None:
    play(group, *WON, day=0)
    play_canvas(group, day=1, Ana=2, Ben=5)
    play(group, *WON, day=2)
    assert (runs("Ana"), runs("Ben")) == ((1, 1), (0, 1))


def test_a_result_puts_wrong_careers_of_its_players_right(group: Group) -> None:
    """They are computed from results, whatever was stored of them."""
    play(group, 1, 2, day=0)
    Career.objects.update(plays=9, wins=9, share=9, points=9, run=9, longest_run=9)
    play(group, 1, 2, day=1)
    assert careers() == {"Ana": (2, 2, 2 * 840, 14), "Ben": (2, 0, 0, 10)}
    assert (runs("Ana"), runs("Ben")) == ((2, 2), (0, 0))


def test_removing_a_loss_joins_the_runs_around_it(group: Group) -> None:
    loss = play_days(group, WON, WON, LOST, WON, WON)[2]
    assert runs("Ana") == (2, 2)
    lifecycle.delete(session=loss, by=by())
    assert runs("Ana") == (4, 4)
    assert runs("Ben") == (0, 0)
    lifecycle.undelete(session=loss, by=by())
    assert runs("Ana") == (2, 2)
    assert runs("Ben") == (0, 1)


@pytest.mark.parametrize(
    ("each", "at", "ana"),
    [
        pytest.param([WON, WON, LOST, WON, LOST], 0, (0, 1), id="another run is the longest then"),
        pytest.param([WON, WON, WON, LOST], 1, (0, 1), id="the longest is cut in two"),
        pytest.param([WON, WON, LOST, WON, WON, LOST], 3, (0, 2), id="another one is as long"),
        pytest.param([LOST, WON, LOST, WON, WON, WON], 1, (3, 3), id="a shorter one ends"),
    ],
)
def test_a_win_that_was_none_breaks_its_run(
    group: Group, each: list[tuple[int, ...]], at: int, ana: Numbers
) -> None:
    session = play_days(group, *each)[at]
    state = artem_document(*LOST).state
    recording.record(session=session, change=lambda _: state, action="x", by=by())
    assert runs("Ana") == ana


def test_a_session_that_moves_to_another_day_changes_the_runs_of_both(group: Group) -> None:
    sessions = play_days(group, WON, LOST, WON, WON, LOST, WON)
    assert runs("Ana") == (1, 2)
    recording.describe(
        session=sessions[1], played_on=FIRST + timedelta(days=9), location="", notes="", by=by()
    )
    assert runs("Ana") == (0, 3)
    assert runs("Ben") == (1, 1)


def test_removing_the_last_win_shortens_the_run(group: Group) -> None:
    last = play_days(group, LOST, WON, WON, WON)[-1]
    assert runs("Ana") == (3, 3)
    lifecycle.delete(session=last, by=by())
    assert runs("Ana") == (2, 2)


def test_a_session_in_between_counts_on_its_day(group: Group) -> None:
    play(group, *WON, day=0)
    play(group, *WON, day=10)
    assert runs("Ana") == (2, 2)
    play(group, *LOST, day=5)
    assert runs("Ana") == (1, 1)
    assert runs("Ben") == (0, 1)
    play(group, *WON, day=11)
    assert runs("Ana") == (2, 2)


def test_a_session_in_between_of_one_player_leaves_the_others(group: Group) -> None:
    play(group, 1, 2, day=0)
    play(group, 0, 0, 1, 2, day=10)
    play(group, 0, 0, 2, 1, day=5)
    assert (runs("Ana"), runs("Cleo"), runs("Dov")) == ((1, 1), (1, 1), (0, 1))


@pytest.mark.parametrize("removes", [False, True])
def test_a_session_of_unknown_day_is_in_no_run(group: Group, removes: bool) -> None:
    """It can come nowhere; whether runs continue from the last session or are recounted."""
    play(group, *WON, day=0)
    play(group, *WON, day=None)
    play(group, *LOST, day=None)
    play(group, *WON, day=1)
    if removes:
        lifecycle.delete(session=play(group, *LOST, day=2), by=by())
    assert runs("Ana") == (2, 2)
    assert runs("Ben") == (0, 0)
    assert careers()["Ana"] == (4, 3, 3 * 840, 7 + 7 + 5 + 7)


@pytest.mark.parametrize("later_first", [False, True])
def test_sessions_of_a_day_are_ordered_by_when_they_were_over(
    group: Group, later_first: bool
) -> None:
    evening_of = [
        (WON, datetime(2026, 1, 1, 20, tzinfo=UTC)),
        (LOST, datetime(2026, 1, 1, 22, tzinfo=UTC)),
    ]
    for ranks, at in reversed(evening_of) if later_first else evening_of:
        play(group, *ranks, at=at)
    assert runs("Ana") == (0, 1)
    assert runs("Ben") == (1, 1)


def test_sessions_over_at_one_moment_are_ordered_as_they_were_recorded(group: Group) -> None:
    at = datetime(2026, 1, 1, 20, tzinfo=UTC)
    for ranks in (WON, LOST):
        play(group, *ranks, at=at)
    assert (runs("Ana"), runs("Ben")) == ((0, 1), (1, 1))


def test_sessions_imported_together_are_ordered_by_their_days(group: Group) -> None:
    days = {3: WON, 0: WON, 2: WON, 1: LOST}
    documents = [
        artem_document(*ranks, day=FIRST + timedelta(days=day)) for day, ranks in days.items()
    ]
    import_documents(group, *map(dump_document, documents))
    assert (runs("Ana"), runs("Ben")) == ((2, 2), (0, 1))


def test_a_session_alone_is_in_no_run(group: Group) -> None:
    play_canvas(group, day=0, Ana=5, Ben=2)
    play_canvas(group, day=1, Ana=12)
    lifecycle.delete(session=play_canvas(group, day=2, Ana=3, Ben=9), by=by())
    assert runs("Ana") == (1, 1)
    assert careers("canvas")["Ana"] == (1, 1, 840, 5)


# Facts


@pytest.mark.usefixtures("three_sessions")
def test_facts_of_a_player_add_up_over_the_sessions() -> None:
    """Ana claimed rows of 5, 5 and 4, each as the first play of her second turn."""
    assert player_facts("Ana") == {
        "claiming": (3, 3),
        "worth": (7 + 7 + 5, 3),
        "length 2": (0, 3),
        "length 3": (0, 3),
        "length 4": (1, 3),
        "length 5": (2, 3),
        "length 6": (0, 3),
        "play 1": (3, 3),
        "play 2": (0, 3),
        "variant standard": (2, 3),
    }
    assert player_facts("Cleo")["variant standard"] == (0, 2)


@pytest.mark.usefixtures("three_sessions")
def test_facts_of_a_game_say_points_seats_ties_and_variants() -> None:
    assert game_facts() == {
        "winning": (7 + 7 + 7, 3),
        "points": (15 + 17 + 12, 8),
        "seat 1": (2, 3),
        "seat 2": (2, 3),
        "seat 3": (0, 2),
        "decided shared": (1, 0),
        "variant standard": (7 + 7 + 7, 3),
    }


def test_a_fact_of_a_seat_is_of_the_seat_and_not_of_the_place(group: Group) -> None:
    play(group, 0, 2, 1, 3)
    assert game_facts()["seat 1"] == (0, 1)
    assert game_facts()["seat 2"] == (1, 1)


def test_what_decided_a_place_below_points_is_counted(group: Group) -> None:
    points = {"Ana": 6, "Ben": 6, "Cleo": 6, "Dov": 2}
    document = canvas_document(points, inspiration={"Cleo": 2, "Ben": 1})
    play_session(group, document, league=None)
    facts = game_facts("canvas")
    ties = {key: of for key, of in facts.items() if key.startswith("decided")}
    assert ties == {"decided inspiration": (2, 0)}
    assert facts["seat 3"] == (1, 1)


def test_a_session_alone_says_how_many_points_and_nothing_of_seats(group: Group) -> None:
    play_canvas(group, Ana=12)
    assert game_facts("canvas") == {
        "winning": (12, 1),
        "points": (12, 1),
        "variant r2i-2021": (12, 1),
        "variant cards-2": (12, 1),
    }


def test_a_deleted_session_leaves_the_facts(three_sessions: list[Session]) -> None:
    lifecycle.delete(session=three_sessions[1], by=by())
    assert game_facts() == {
        "winning": (14, 2),
        "points": (15 + 12, 5),
        "seat 1": (1, 2),
        "seat 2": (1, 2),
        "seat 3": (0, 1),
        "variant standard": (14, 2),
    }
    assert player_facts("Ana")["worth"] == (7 + 5, 2)


# Recounted


@pytest.mark.usefixtures("three_sessions")
def test_a_rebuild_mends_every_sum(group: Group) -> None:
    before = (careers(), meetings(), game_facts(), runs("Ana"), player_facts("Ana"))
    Career.objects.update(plays=9, wins=9, share=9, points=9, run=9, longest_run=9)
    Meeting.objects.update(met=9, ahead=9, tied=9)
    PlayerFact.objects.update(times=9, of=9)
    GameFact.objects.update(times=9, of=9)
    tables = {one.table for one in group_differences(group, repair=True)}
    assert tables == {f"scoring.{name}" for name in ("Career", "Meeting", "PlayerFact", "GameFact")}
    assert (careers(), meetings(), game_facts(), runs("Ana"), player_facts("Ana")) == before


def test_a_rebuild_leaves_what_other_groups_played(group: Group) -> None:
    other = Group.objects.create(name="Other", slug="other")
    play_session(other, artem_document(1, 2, names=("Xenia", "Yves")), league=None)
    play(group, 1, 2)
    assert group_differences(group, repair=True) == []
    won, lost = (1, 1, 840, 7), (1, 0, 0, 5)
    assert careers() == {"Ana": won, "Ben": lost, "Xenia": won, "Yves": lost}
    assert GameFact.objects.filter(group=other, what="winning").get().times == 7
