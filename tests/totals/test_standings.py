"""Totals of a season: figures counted by hand, also as they were before its last day.

Whatever happens to its sessions, they equal a rebuild from nothing. All sums are in 840ths."""

from contextlib import suppress
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scoring.core.refusals import Refused
from scoring.groups.merging import CannotMerge, CannotUndoMerge, merge, undo_merge
from scoring.groups.players import update_player
from scoring.leagues import counting, leagues
from scoring.models import Group, Merge, PlayerDay, Season, Session, Tally
from scoring.models.revisions import By
from scoring.models.sessions import SessionIsDeleted
from scoring.registry import installed_games
from scoring.sessions import lifecycle, recording
from scoring.sessions.loading import load
from scoring.sessions.undo import NothingToRedo, NothingToUndo, redo, undo
from scoring.totals import skill
from scoring.upkeep.rescore import differences, group_differences, season_differences
from tests.builders.noted import sample_result
from tests.builders.seasons import (
    FIRST,
    artem_document,
    canvas_document,
    play_session,
    sample_document,
    season_of,
)

pytestmark = pytest.mark.django_db

PICK = st.integers(0, 10**6)


def something_was_played(_evenings: "Evenings") -> bool:
    return Session.objects.exists()


class Evenings(RuleBasedStateMachine):
    """People start, finish, correct, reopen, move, delete and merge, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.undone = transaction.atomic()
        self.undone.__enter__()
        self.group = Group.objects.create(name="Thursday", slug="thursday")
        self.other = Group.objects.create(name="Other", slug="other")
        season_of(self.other)
        self.clock = timezone.now()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.undone.__exit__(None, None, None)

    def by(self) -> By:
        self.clock += timedelta(minutes=1)
        return By(at=self.clock)

    def session(self, pick: int) -> Session:
        sessions = list(Session.objects.in_order())
        return sessions[pick % len(sessions)]

    @initialize(
        scheme=st.sampled_from(Season.Schemes.values),
        aggregate=st.sampled_from(Season.Aggregates.values),
        best=st.integers(1, 3),
        minimum=st.integers(1, 3),
        skill=st.booleans(),
    )
    def a_season(self, **settings: Any) -> None:
        self.season = season_of(self.group, ends_on=FIRST + timedelta(days=6), **settings)
        self.add_season("Cup", 2, 7, scheme="podium", aggregate="best", best=2, skill=True)

    def add_season(self, name: str, first: int, last: int, **more: Any) -> None:
        season_of(
            self.group,
            name=name,
            slug=name.lower(),
            starts_on=FIRST + timedelta(days=first),
            ends_on=FIRST + timedelta(days=last),
            **more,
        )

    def some_season(self, pick: int) -> Season:
        seasons = list(self.season.league.seasons.order_by("pk"))
        return seasons[pick % len(seasons)]

    @rule(seed=PICK, day=st.integers(0, 8))
    def play(self, seed: int, day: int) -> None:
        document = sample_document(seed, day=day)
        play_session(self.group, document, league=self.season.league, at=self.by().at)

    @rule(seed=PICK, day=st.integers(0, 8))
    def note(self, seed: int, day: int) -> None:
        document = sample_result(seed, day=day)
        play_session(self.group, document, league=self.season.league, at=self.by().at)

    @rule(pick=PICK, day=st.none() | st.integers(0, 8))
    @precondition(something_was_played)
    def describe(self, pick: int, day: int | None) -> None:
        played_on = None if day is None else FIRST + timedelta(days=day)
        with suppress(SessionIsDeleted):
            recording.describe(
                session=self.session(pick), played_on=played_on, location="", notes="", by=self.by()
            )

    @rule(pick=PICK, stop=st.booleans())
    @precondition(something_was_played)
    def end_or_go_on(self, pick: int, stop: bool) -> None:
        with suppress(Refused, SessionIsDeleted):
            (recording.stop if stop else recording.reopen)(session=self.session(pick), by=self.by())

    @rule(pick=PICK, seed=PICK)
    @precondition(something_was_played)
    def correct(self, pick: int, seed: int) -> None:
        """The session gets the document of another session of these people."""
        session = self.session(pick)
        state = load(session).state
        dice = Random(seed)
        sample = sample_result if session.result_only else sample_document
        with suppress(Refused, SessionIsDeleted):
            again = sample(dice.randint(0, 10**6), state.players, day=0)
            if again.game.slug == session.game and again.state.players == state.players:
                recording.record(
                    session=session, change=lambda _: again.state, action="x", by=self.by()
                )

    @rule(pick=PICK, back=st.booleans())
    @precondition(something_was_played)
    def undo_or_redo(self, pick: int, back: bool) -> None:
        with suppress(NothingToUndo, NothingToRedo, SessionIsDeleted):
            (undo if back else redo)(session=self.session(pick), by=self.by())

    @rule(pick=PICK)
    @precondition(something_was_played)
    def delete_or_bring_back(self, pick: int) -> None:
        session = self.session(pick)
        verb = lifecycle.delete if session.deleted_at is None else lifecycle.undelete
        verb(session=session, by=self.by())

    @rule(pick=PICK, to=st.sampled_from(["league", "no league", "another group"]))
    @precondition(something_was_played)
    def move(self, pick: int, to: str) -> None:
        group = self.other if to == "another group" else self.group
        league = None if to == "no league" else group.leagues.get()
        with suppress(SessionIsDeleted):
            lifecycle.move(session=self.session(pick), group=group, league=league, by=self.by())

    @rule(pick=PICK)
    def merge(self, pick: int) -> None:
        players = list(self.group.players.order_by("pk"))
        if len(players) > 1:
            dice = Random(pick)
            source, target = dice.sample(players, 2)
            with suppress(CannotMerge):
                merge(source=source, target=target, at=self.clock)

    @rule()
    def part_again(self) -> None:
        if (latest := Merge.objects.order_by("pk").last()) is not None:
            with suppress(CannotUndoMerge):
                undo_merge(latest, at=self.clock)

    @rule(
        pick=PICK,
        scheme=st.sampled_from(Season.Schemes.values),
        first=st.integers(0, 3),
        days=st.integers(0, 5),
    )
    def settle(self, pick: int, scheme: str, first: int, days: int) -> None:
        season = self.some_season(pick)
        season.scheme, season.starts_on = scheme, FIRST + timedelta(days=first)
        season.ends_on = season.starts_on + timedelta(days=days)
        leagues.settle(season=season)

    @rule(first=st.integers(0, 8), days=st.integers(0, 8))
    def add_or_remove_season(self, first: int, days: int) -> None:
        third = self.season.league.seasons.filter(slug="autumn").first()
        if third:
            leagues.remove(season=third)
        else:
            self.add_season("Autumn", first, first + days)

    @rule(pick=PICK)
    def close(self, pick: int) -> None:
        leagues.close(season=self.some_season(pick), at=self.clock)

    @rule()
    def the_worker_comes(self) -> None:
        counting.count_all()
        skill.refresh_all()

    @rule(pick=PICK, games=st.sets(st.sampled_from(sorted(installed_games())), min_size=1))
    def choose_games(self, pick: int, games: set[str]) -> None:
        leagues.settle(season=self.some_season(pick), games=sorted(games))

    @invariant()
    def all_is_as_if_added_up_anew(self) -> None:
        with transaction.atomic():  # what is left to the worker is done to compare it
            counting.count_all()
            for session in Session.objects.in_order():
                assert differences(session.pk) == []
                assert counted_seasons(session) == expected_seasons(session)
            for group in (self.group, self.other):
                assert group_differences(group) == []
            for season in Season.objects.all():
                assert season_differences(season) == []
            transaction.set_rollback(True)


def counted_seasons(session: Session) -> set[str]:
    return {counted.season.slug for counted in session.counts_for.select_related("season")}


def expected_seasons(session: Session) -> set[str]:
    """Return the seasons that have the session's day and game, in words of the ruling (L-1)."""
    counts = session.finished_at and session.deleted_at is None and session.seats.count() > 1
    if not counts or session.league is None or session.played_on is None:
        return set()
    return {
        season.slug
        for season in session.league.seasons.all()
        if season.starts_on <= session.played_on <= season.ends_on
        and session.game in season.game_slugs()
    }


def test_what_is_added_up_equals_a_rebuild_from_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skill, "ROWS", 10)  # so that short seasons have checkpoints
    monkeypatch.setattr(leagues, "FEW_SESSIONS", 0)  # so that counting is left to the worker
    monkeypatch.setattr(counting, "BATCH", 2)
    quick = settings(
        max_examples=6,  # others on each run, and on each database
        stateful_step_count=15,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.reuse, Phase.generate),  # shrinking takes minutes
    )
    run_state_machine_as_test(Evenings, settings=quick)


# Counted by hand

Numbers = tuple[int | None, ...]


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


@pytest.fixture
def season(group: Group) -> Season:
    return season_of(group)


def play(season: Season, *ranks: int, day: int = 0) -> Session:
    document = artem_document(*ranks, day=FIRST + timedelta(days=day))
    return play_session(season.league.group, document, league=season.league)


def delete(session: Session) -> None:
    lifecycle.delete(session=session, by=By(at=timezone.now()))


def standing(season: Season, game: str = "") -> dict[str, Numbers]:
    """Of each player, from the first on: rank, plays, sum."""
    return _numbers(season, game, "rank", "plays", "sum")


def before(season: Season, game: str = "") -> dict[str, Numbers]:
    """The same before the last day that was played."""
    return _numbers(season, game, "rank_before", "plays_before", "sum_before")


def _numbers(season: Season, game: str, *names: str) -> dict[str, Numbers]:
    rows = Tally.objects.in_order(game).filter(season=season).values_list("player__name", *names)
    return {name: tuple(numbers) for name, *numbers in rows}


def places(season: Season, which: str = "places") -> dict[str, Any]:
    """Numbers of first, second, third and fourth places."""
    rows = Tally.objects.in_order().filter(season=season).values_list("player__name", which)
    return {name: numbers[:4] for name, numbers in rows}


AFTER_ONE = {"Ana": (1, 1, 840), "Ben": (2, 1, 420), "Cleo": (3, 1, 0)}  # placed 1, 2, 3


def test_a_line_adds_up_and_says_what_it_was_before_the_last_day(season: Season) -> None:
    play(season, 1, 2, 3)
    play(season, 3, 1, 2, 4, day=7)
    assert standing(season) == {
        "Ben": (1, 2, 420 + 840),
        "Ana": (2, 2, 840 + 280),
        "Cleo": (3, 2, 0 + 560),
        "Dov": (4, 1, 0),
    }
    assert before(season) == {**AFTER_ONE, "Dov": (None, 0, 0)}
    assert places(season) == {
        "Ben": (1, 1, 0, 0),
        "Ana": (1, 0, 1, 0),
        "Cleo": (0, 1, 1, 0),
        "Dov": (0, 0, 0, 1),
    }
    assert places(season, "places_before") == {
        "Ana": (1, 0, 0, 0),
        "Ben": (0, 1, 0, 0),
        "Cleo": (0, 0, 1, 0),
        "Dov": (0, 0, 0, 0),
    }


def test_on_the_first_day_nobody_was_there_before(season: Season) -> None:
    play(season, 1, 2)
    play(season, 2, 1)
    assert before(season) == {"Ana": (None, 0, 0), "Ben": (None, 0, 0)}


def test_a_second_session_of_the_last_day_leaves_what_was_before_it(season: Season) -> None:
    play(season, 1, 2, 3)
    for _ in range(2):
        play(season, 3, 1, 2, day=7)
        assert before(season) == AFTER_ONE
    assert standing(season)["Ben"] == (1, 3, 420 + 840 + 840)


def test_who_does_not_play_on_a_new_day_was_before_it_what_they_are(season: Season) -> None:
    play(season, 1, 2, 3)
    play(season, 0, 1, 2, day=7)
    play(season, 0, 1, 2, day=9)
    assert before(season) == {"Ana": (2, 1, 840), "Ben": (1, 2, 1260), "Cleo": (3, 2, 0)}
    assert standing(season)["Ana"] == (2, 1, 840)
    assert places(season, "places_before")["Ana"] == (1, 0, 0, 0)


def test_a_session_of_an_earlier_day_was_there_before_the_last(season: Season) -> None:
    play(season, 1, 2, 3)
    play(season, 1, 2, 3, day=7)
    play(season, 3, 2, 1, day=5)
    assert before(season) == {"Ana": (1, 2, 840), "Cleo": (1, 2, 840), "Ben": (3, 2, 840)}
    assert standing(season) == {
        "Ana": (1, 3, 1680),
        "Ben": (2, 3, 1260),
        "Cleo": (3, 3, 840),
    }


def test_without_the_last_day_the_one_before_it_is_the_last(season: Season) -> None:
    play(season, 1, 2, 3)
    play(season, 1, 2, 0, day=5)
    delete(play(season, 0, 2, 1, day=7))
    assert before(season) == AFTER_ONE
    assert standing(season) == {"Ana": (1, 2, 1680), "Ben": (2, 2, 420), "Cleo": (3, 1, 0)}
    season.refresh_from_db()
    assert (season.sessions, season.last_day) == (2, FIRST + timedelta(days=5))


def test_one_of_two_sessions_of_the_last_day_leaves_it_the_last(season: Season) -> None:
    play(season, 1, 2, 3)
    play(season, 1, 2, 3, day=7)
    delete(play(season, 3, 2, 1, day=7))
    assert before(season) == AFTER_ONE
    season.refresh_from_db()
    assert (season.sessions, season.last_day) == (2, FIRST + timedelta(days=7))


def test_without_any_session_there_is_no_last_day(season: Season) -> None:
    delete(play(season, 1, 2))
    season.refresh_from_db()
    assert (season.sessions, season.last_day) == (0, None)
    assert standing(season) == {}


def test_a_meeting_of_the_last_day_decides_no_rank_of_before(season: Season) -> None:
    """Ana and Ben have a win and a second place each, and she beat him; then he beats her twice."""
    play(season, 1, 2)
    play(season, 2, 0, 1, day=1)
    play(season, 0, 1, 0, 2, day=1)
    for _ in range(2):
        play(season, 2, 1, day=2)
    ranks = {name: numbers[0] for name, numbers in before(season).items()}
    assert ranks == {"Ana": 1, "Ben": 2, "Cleo": 3, "Dov": 4}
    assert list(standing(season)) == ["Ben", "Ana", "Cleo", "Dov"]


def test_who_was_below_the_line_before_had_no_rank(group: Group) -> None:
    season = season_of(group, minimum=2)
    play(season, 1, 2, 3)
    play(season, 1, 2, 0, day=7)
    assert before(season) == {"Ana": (None, 1, 840), "Ben": (None, 1, 420), "Cleo": (None, 1, 0)}
    assert standing(season) == {"Ana": (1, 2, 1680), "Ben": (2, 2, 420), "Cleo": (None, 1, 0)}


def test_a_game_has_a_last_day_of_its_own(season: Season) -> None:
    play(season, 1, 2)
    play(season, 2, 1, day=3)
    document = canvas_document({"Ana": 5, "Ben": 9}, day=FIRST + timedelta(days=7))
    play_session(season.league.group, document, league=season.league)
    assert before(season) == {"Ben": (1, 2, 840), "Ana": (1, 2, 840)}
    assert before(season, "artem") == {"Ana": (1, 1, 840), "Ben": (2, 1, 0)}
    assert before(season, "canvas") == {"Ben": (None, 0, 0), "Ana": (None, 0, 0)}
    assert standing(season, "canvas") == {"Ben": (1, 1, 840), "Ana": (2, 1, 0)}
    assert season.games.get(game="artem").last_day == FIRST + timedelta(days=3)
    assert season.games.get(game="artem").sessions == 2


def test_of_the_best_results_too_it_says_what_they_were_before(group: Group) -> None:
    season = season_of(group, aggregate="best", best=2)
    for day, ranks in enumerate([(2, 1, 3), (3, 1, 2), (1, 2, 3), (1, 2, 3)]):
        play(season, *ranks, day=day)
    assert standing(season) == {"Ana": (2, 4, 1680), "Ben": (1, 4, 1680), "Cleo": (3, 4, 420)}
    assert before(season)["Ana"] == (2, 3, 840 + 420)
    gained = PlayerDay.objects.filter(player__name="Ana", game="").order_by("day")
    assert list(gained.values_list("plays", "gained")) == [(1, 420), (1, 0), (1, 840), (1, 420)]


def test_of_the_best_results_an_earlier_day_takes_from_what_later_ones_brought(
    group: Group,
) -> None:
    season = season_of(group, aggregate="best", best=1)
    for day, ranks in ((5, (1, 2, 3)), (1, (2, 1, 3)), (3, (2, 1, 3))):
        play(season, *ranks, day=day)
    gained = PlayerDay.objects.filter(player__name="Ana", game="").order_by("day")
    assert list(gained.values_list("gained", flat=True)) == [420, 0, 420]


def test_the_form_is_of_the_last_five_plays_by_their_days(season: Season) -> None:
    for day, ana in ((1, 1), (5, 2), (4, 1), (3, 1), (2, 2), (6, 1)):
        play(season, ana, 3 - ana, day=day)
    line = Tally.objects.get(season=season, game="", player__name="Ana")
    assert line.form == (2, 1, 1, 2, 1)


def test_a_name_decides_where_all_else_is_level_and_moves_with_it(season: Season) -> None:
    play(season, 1, 1)
    assert list(standing(season)) == ["Ana", "Ben"]
    ana = season.league.group.players.get(name="Ana")
    update_player(player=ana, name="Zoe")
    assert standing(season) == {"Ben": (1, 1, 420), "Zoe": (1, 1, 420)}
    assert list(Tally.objects.in_order().values_list("position", "decided_by")) == [
        (1, ""),
        (2, "shared"),
    ]
