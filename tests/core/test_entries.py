"""Entries are replaced and removed by their place, and only where there is one."""

from collections.abc import Callable
from typing import Any

import pytest

from scoring.core.entries import check_going_on, find, removed, replaced
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
