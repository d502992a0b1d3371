"""Entries are replaced and removed by their place, and only where there is one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from scoring.core.entries import EntryList, check_going_on, find, removed, replaced
from scoring.core.outcome import STOPPED, Outcome
from scoring.core.refusals import Code, Refused

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


def test_it_goes_on_as_long_as_it_is_not_over() -> None:
    check_going_on(ended(None), ("rounds", 0))


@pytest.mark.parametrize("end", ["laps", STOPPED])
def test_nothing_follows_on_an_end_of_any_kind(end: str) -> None:
    with pytest.raises(Refused) as caught:
        check_going_on(ended(end), ("paintings", "Ana", 2))
    assert caught.value.path == ("paintings", "Ana", 2)
    assert caught.value.code == Code.AFTER_THE_END
    assert caught.value.values == {"number": 3}


@dataclass(frozen=True)
class Rolls:
    rolls: tuple[int, ...]
    stopped: bool = False


def score(state: Rolls) -> Outcome[dict[str, int]]:
    """Refuse a 7; three rolls end the session."""
    if 7 in state.rolls:
        raise Refused(("rolls", state.rolls.index(7)), Code.OUT_OF_RANGE)
    return ended("rolled" if len(state.rolls) == 3 else None)


def can_stop(state: Rolls) -> bool:
    return any(state.rolls)


ROLLS: EntryList[Rolls, int] = EntryList("rolls", score, can_stop)
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
        pytest.param(lambda: ROLLS.add(THREE, 1), "rolls[3]", Code.AFTER_THE_END, id="the end"),
        pytest.param(lambda: ROLLS.add(TWO, 7), "rolls[2]", Code.OUT_OF_RANGE, id="a wrong one"),
        pytest.param(lambda: ROLLS.replace(TWO, 0, 7), "rolls[0]", Code.OUT_OF_RANGE, id="another"),
        pytest.param(lambda: ROLLS.remove(TWO, 2), "rolls[2]", Code.NO_SUCH_ENTRY, id="none there"),
        pytest.param(lambda: ROLLS.find(TWO, 2), "rolls[2]", Code.NO_SUCH_ENTRY, id="none to find"),
        pytest.param(
            lambda: ROLLS.check_next(TWO, 1), "rolls[1]", Code.ENTERED_MEANWHILE, id="entered twice"
        ),
    ],
)
def test_it_refuses_a_change_that_the_rules_refuse(
    change: Callable[[], Any], where: str, code: Code
) -> None:
    with pytest.raises(Refused) as caught:
        change()
    assert (caught.value.where, caught.value.code) == (where, code)


def test_the_next_entry_is_the_one_after_the_last() -> None:
    ROLLS.check_next(TWO, 2)
