"""Which revision undo and redo lead to, compared with the two stacks of an editor."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.sessions.undo import (
    REDO,
    UNDO,
    NothingToRedo,
    NothingToUndo,
    Step,
    redo,
    redo_target,
    restore,
    standing_revision,
    undo,
    undo_target,
)
from tests.builders.duplik_sessions import (
    NOBODY,
    numbers,
    sheet,
    start_session,
    ticked,
)

TICK, DELETE = "tick", "delete"  # one that records, one that leaves what stands as it is


class TwoStacks:
    """Undo and redo as in an editor, with the steps that a session stores of them."""

    def __init__(self) -> None:
        self.past: list[int] = []
        self.now = 1
        self.future: list[int] = []
        self.steps: list[Step] = [(1, "start", None)]

    def take(self, action: str) -> None:
        """Do a step; nothing if there is nothing to undo or to redo."""
        number = len(self.steps) + 1
        if action == UNDO and self.past:
            self.future.append(self.now)
            self.now = self.past.pop()
        elif action == REDO and self.future:
            self.past.append(self.now)
            self.now = self.future.pop()
        elif action == TICK:
            self.past.append(self.now)
            self.now = number
            self.future.clear()
        elif action != DELETE:
            return
        self.steps.append((number, action, None if action == TICK else self.now))

    def after(self, *actions: str) -> list[Step]:
        for action in actions:
            self.take(action)
        return self.steps


def after(*actions: str) -> list[Step]:
    return TwoStacks().after(*actions)


def target(find: Callable[[list[Step]], int], steps: list[Step]) -> int | None:
    try:
        return find(steps)
    except (NothingToUndo, NothingToRedo):
        return None


@pytest.mark.parametrize(
    ("actions", "now", "undo", "redo"),
    [
        ([], 1, None, None),
        ([TICK], 2, 1, None),
        ([TICK, TICK], 3, 2, None),
        ([TICK, UNDO], 1, None, 2),
        ([TICK, TICK, UNDO], 2, 1, 3),
        ([TICK, TICK, UNDO, UNDO], 1, None, 2),
        ([TICK, TICK, UNDO, UNDO, REDO], 2, 1, 3),
        ([TICK, TICK, UNDO, UNDO, REDO, REDO], 3, 2, None),
        ([TICK, UNDO, REDO, UNDO], 1, None, 2),
        ([TICK, UNDO, TICK], 4, 1, None),
        ([TICK, TICK, UNDO, TICK], 5, 2, None),
        ([TICK, TICK, UNDO, TICK, UNDO], 2, 1, 5),
        ([TICK, TICK, UNDO, TICK, UNDO, UNDO], 1, None, 2),
        ([TICK, TICK, UNDO, REDO, TICK], 6, 3, None),
        ([DELETE], 1, None, None),
        ([TICK, DELETE], 2, 1, None),
        ([TICK, DELETE, TICK], 4, 2, None),
        ([TICK, UNDO, DELETE], 1, None, 2),
        ([TICK, TICK, UNDO, DELETE, DELETE], 2, 1, 3),
        ([TICK, TICK, DELETE, UNDO, DELETE, REDO], 3, 2, None),
        ([TICK, TICK, UNDO, DELETE, TICK], 6, 2, None),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, list) else None,
)
def test_undo_and_redo_lead_there(
    actions: list[str], now: int, undo: int | None, redo: int | None
) -> None:
    steps = after(*actions)
    assert standing_revision(steps) == now
    assert target(undo_target, steps) == undo
    assert target(redo_target, steps) == redo


def test_what_was_restored_is_recorded_like_anything_else() -> None:
    steps: list[Step] = [(1, "start", None), (2, TICK, None), (3, "restore", None)]
    assert undo_target(steps) == 2
    with pytest.raises(NothingToRedo):
        redo_target([*steps, (4, UNDO, 2), (5, "restore", None)])


def test_it_recognises_steps_by_the_actions_of_revisions() -> None:
    steps: list[Step] = [(1, "start", None), (2, "untick", None), (3, "undo", 1)]
    assert redo_target(steps) == 2
    with pytest.raises(NothingToRedo):
        redo_target([*steps, (4, "redo", 2)])
    with pytest.raises(NothingToRedo):
        redo_target([*steps, (4, "untick", None)])


def test_there_is_nothing_to_undo_in_a_session_as_it_was_started() -> None:
    with pytest.raises(NothingToUndo):
        undo_target(after())
    with pytest.raises(NothingToUndo):
        undo_target(after(TICK, UNDO))


def test_there_is_nothing_to_redo_where_nothing_was_undone() -> None:
    with pytest.raises(NothingToRedo):
        redo_target(after(TICK))
    with pytest.raises(NothingToRedo):
        redo_target(after(TICK, UNDO, REDO))


def test_it_finds_its_way_through_a_long_evening() -> None:
    there_and_back = TwoStacks()
    steps = there_and_back.after(*[TICK] * 500, *[UNDO] * 400, DELETE, *[REDO] * 300)
    assert (standing_revision(steps), undo_target(steps), redo_target(steps)) == (401, 400, 402)
    there_and_back.take(TICK)
    last = 1 + 500 + 400 + 1 + 300 + 1
    assert (standing_revision(steps), undo_target(steps)) == (last, 401)
    there_and_back.take(UNDO)
    assert (standing_revision(steps), undo_target(steps), redo_target(steps)) == (401, 400, last)


def test_it_goes_through_the_steps_only_once() -> None:
    steps = after(TICK, TICK, UNDO)
    assert standing_revision(iter(steps)) == 2
    assert undo_target(iter(steps)) == 1
    assert redo_target(iter(steps)) == 3


@given(st.lists(st.sampled_from([TICK, TICK, UNDO, UNDO, REDO, DELETE]), max_size=60))
def test_it_leads_where_two_stacks_lead(actions: list[str]) -> None:
    model = TwoStacks()
    for action in actions:
        model.take(action)
        assert standing_revision(model.steps) == model.now
        assert target(undo_target, model.steps) == (model.past[-1] if model.past else None)
        assert target(redo_target, model.steps) == (model.future[-1] if model.future else None)


# As verbs of a session


@pytest.mark.django_db
def test_undo_and_redo_walk_back_and_forth() -> None:
    session = start_session(1)
    for criterion in (3, 4, 5):
        ticked(session, criterion)
    for expected in [(1, 2, 3, 4), (1, 2, 3), (1, 2)]:
        undo(session=session, by=NOBODY)
        assert sheet(session) == expected
    with pytest.raises(NothingToUndo):
        undo(session=session, by=NOBODY)
    for expected in [(1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)]:
        redo(session=session, by=NOBODY)
        assert sheet(session) == expected
    with pytest.raises(NothingToRedo):
        redo(session=session, by=NOBODY)
    assert numbers(session) == list(range(1, 11))


@pytest.mark.django_db
def test_what_is_recorded_after_an_undo_ends_the_redo() -> None:
    session = start_session(1)
    ticked(session, 3)
    undo(session=session, by=NOBODY)
    ticked(session, 9)
    with pytest.raises(NothingToRedo):
        redo(session=session, by=NOBODY)
    undo(session=session, by=NOBODY)
    assert sheet(session) == (1, 2)


@pytest.mark.django_db
def test_any_earlier_revision_can_be_restored_and_that_undone() -> None:
    session = start_session(1)
    for criterion in (3, 4, 5):
        ticked(session, criterion)
    restore(session=session, number=2, by=NOBODY)
    assert sheet(session) == (1, 2, 3)
    undo(session=session, by=NOBODY)
    assert sheet(session) == (1, 2, 3, 4, 5)
