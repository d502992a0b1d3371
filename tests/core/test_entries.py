"""Entries are replaced and removed by their place, and only where there is one."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from scoring.core.entries import (
    EntryList,
    NoLongerTrue,
    find,
    removed,
    replaced,
    score_change,
)
from scoring.core.outcome import STOPPED, Outcome
from scoring.core.refusals import Code, Refused, after_the_end

ENTRIES = ("a", "b", "c")


def ended(end: str | None) -> Outcome[dict[str, int]]:
    return Outcome(standings=(), ladder=(), end=end, details={})


def test_it_replaces_one_entry() -> None:
    assert replaced(ENTRIES, 1, "x", ("rounds",)) == ("a", "x", "c")


def test_it_removes_one_entry() -> None:
    assert removed(ENTRIES, 0, ("rounds",)) == ("b", "c")
    assert removed(ENTRIES, 2, ("rounds",)) == ("a", "b")


def test_it_finds_one_entry() -> None:
    assert find(ENTRIES, 2, ("rounds",)) == "c"


@pytest.mark.parametrize("at", [-1, 3])
@pytest.mark.parametrize(
    "change",
    [
        lambda at: find(ENTRIES, at, ("paintings", "Ana")),
        lambda at: removed(ENTRIES, at, ("paintings", "Ana")),
        lambda at: replaced(ENTRIES, at, "x", ("paintings", "Ana")),
    ],
    ids=["find", "remove", "replace"],
)
def test_it_refuses_a_place_that_is_not_there(change: Callable[[int], Any], at: int) -> None:
    with pytest.raises(Refused) as caught:
        change(at)
    assert caught.value.where == f"paintings.Ana[{at}]"
    assert caught.value.code == Code.NO_SUCH_ENTRY
    assert caught.value.values == {"number": at + 1}


@dataclass(frozen=True)
class Rolls:
    rolls: tuple[int, ...]
    stopped: bool = False
    lucky: int | None = None


def score(state: Rolls) -> Outcome[dict[str, int]]:
    """Refuse a 7; three rolls end the session. Only the last roll may be noted as lucky."""
    if 7 in state.rolls:
        raise Refused(("rolls", state.rolls.index(7)), Code.OUT_OF_RANGE)
    if len(state.rolls) > 3:
        raise after_the_end(("rolls", 3))
    outcome = ended("rolled" if len(state.rolls) == 3 else STOPPED if state.stopped else None)
    if state.lucky is not None and state.rolls[-1:] != (state.lucky,):
        refused = Refused(("lucky",), Code.OUT_OF_RANGE)
        raise NoLongerTrue(refused, replace(state, lucky=None), outcome)
    return outcome


def can_stop(state: Rolls) -> bool:
    return any(state.rolls)


ROLLS: EntryList[Rolls, int] = EntryList("rolls", can_stop)
TWO, THREE = Rolls((4, 5)), Rolls((4, 5, 6))


def test_it_changes_a_list_of_a_state_and_nothing_else() -> None:
    assert ROLLS.add(TWO, 6) == THREE
    assert ROLLS.replace(THREE, 1, 2) == Rolls((4, 2, 6))
    assert ROLLS.remove(THREE, 0) == Rolls((5, 6))
    assert ROLLS.find(THREE, 2) == 6
    assert Rolls((4, 5)) == TWO


def test_a_change_that_leaves_nothing_to_stop_lets_it_go_on() -> None:
    """R-3: here a roll of 0 can score nothing."""
    stopped = Rolls((0, 5), stopped=True)
    assert ROLLS.remove(stopped, 1) == Rolls((0,), stopped=False)
    assert ROLLS.replace(stopped, 1, 0) == Rolls((0, 0), stopped=False)
    assert ROLLS.remove(stopped, 0) == Rolls((5,), stopped=True)


@pytest.mark.parametrize(
    ("change", "where", "code"),
    [
        pytest.param(
            lambda: ROLLS.add(Rolls((4,), stopped=True), 1),
            "rolls[1]",
            Code.AFTER_THE_END,
            id="R-4: it was stopped",
        ),
        pytest.param(lambda: ROLLS.remove(TWO, 2), "rolls[2]", Code.NO_SUCH_ENTRY, id="none there"),
        pytest.param(lambda: ROLLS.find(TWO, 2), "rolls[2]", Code.NO_SUCH_ENTRY, id="none to find"),
        pytest.param(
            lambda: ROLLS.check_next(TWO, 1), "rolls[1]", Code.ENTERED_MEANWHILE, id="entered twice"
        ),
    ],
)
def test_it_refuses_what_the_list_does_not_have(
    change: Callable[[], Any], where: str, code: Code
) -> None:
    with pytest.raises(Refused) as caught:
        change()
    assert (caught.value.where, caught.value.code) == (where, code)


def test_the_next_entry_is_the_one_after_the_last() -> None:
    ROLLS.check_next(TWO, 2)


def test_what_a_change_makes_untrue_is_dropped_with_the_score_of_what_is_left() -> None:
    before, after = Rolls((4, 5), lucky=5), Rolls((4, 5, 6), lucky=5)
    assert score_change(score, before, after) == (Rolls((4, 5, 6)), ended("rolled"))
    kept = Rolls((5, 5, 5), lucky=5)
    assert score_change(score, before, kept) == (kept, ended("rolled"))


def test_what_a_change_says_itself_has_to_be_true() -> None:
    with pytest.raises(NoLongerTrue) as caught:
        score_change(score, TWO, replace(TWO, lucky=4))
    assert caught.value.where == "lucky"


@pytest.mark.parametrize(
    ("state", "ends"),
    [
        pytest.param(THREE, True, id="by the rules"),
        pytest.param(replace(THREE, stopped=True), True, id="by the rules, and stopped besides"),
        pytest.param(TWO, False, id="it goes on"),
        pytest.param(replace(TWO, stopped=True), False, id="it was stopped"),
    ],
)
def test_entries_end_a_session_where_the_rules_say_so(state: Rolls, ends: bool) -> None:
    if ends:
        ROLLS.check_ends(state, score(state), 3)
    else:
        with pytest.raises(Refused) as caught:
            ROLLS.check_ends(state, score(state), 3)
        assert (caught.value.code, caught.value.values) == (Code.ENDS_ELSEWHERE, {"number": 3})
