"""Whatever happens to the sessions of a season, what is added up equals a rebuild from nothing."""

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
from scoring.leagues import leagues
from scoring.models import Group, Merge, Season, Session
from scoring.models.revisions import By
from scoring.models.sessions import SessionIsDeleted
from scoring.sessions import lifecycle, recording
from scoring.sessions.loading import load
from scoring.sessions.undo import NothingToRedo, NothingToUndo, redo, undo
from scoring.upkeep.rescore import differences, group_differences, season_differences
from tests.builders.seasons import FIRST, evening, sampled, season_of

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
        found = list(Session.objects.in_order())
        return found[pick % len(found)]

    @initialize(
        scheme=st.sampled_from(Season.Schemes.values),
        aggregate=st.sampled_from(Season.Aggregates.values),
        best=st.integers(1, 3),
        minimum=st.integers(1, 3),
        skill=st.booleans(),
    )
    def a_season(self, **said: Any) -> None:
        self.season = season_of(self.group, ends_on=FIRST + timedelta(days=6), **said)

    @rule(seed=PICK, day=st.integers(0, 8))
    def play(self, seed: int, day: int) -> None:
        document = sampled(seed, day=day)
        evening(self.group, document, league=self.season.league, at=self.by().at)

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
        """What the session says becomes what another evening of these people would."""
        session = self.session(pick)
        state = load(session).state
        dice = Random(seed)
        with suppress(Refused, SessionIsDeleted):
            again = sampled(dice.randint(0, 10**6), state.players, day=0)
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

    @rule(scheme=st.sampled_from(Season.Schemes.values), days=st.integers(1, 8))
    def settle(self, scheme: str, days: int) -> None:
        season = Season.objects.get(pk=self.season.pk)
        season.scheme, season.ends_on = scheme, FIRST + timedelta(days=days)
        leagues.settle(season=season)

    @rule()
    def close(self) -> None:
        leagues.close(season=self.season, at=self.clock)

    @invariant()
    def all_is_as_if_added_up_anew(self) -> None:
        for session in Session.objects.in_order():
            assert differences(session.pk) == []
        for group in (self.group, self.other):
            assert group_differences(group) == []
        for season in Season.objects.all():
            assert season_differences(season) == []


def test_what_is_added_up_equals_a_rebuild_from_nothing() -> None:
    quick = settings(
        max_examples=25,
        stateful_step_count=12,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.reuse, Phase.generate),  # shrinking takes minutes
    )
    run_state_machine_as_test(Evenings, settings=quick)
