"""Duplik: each change does what it says, leaves the rest alone, and refuses what the rules do."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import FrozenInstanceError, replace
from enum import StrEnum

import pytest

from games.duplik.rules import (
    ROUNDS,
    Refusal,
    Round,
    Sheet,
    State,
    score,
    set_sheet,
    tick,
)
from games.duplik.tests.builders import ALL, blank, check_refused, drawn, narrated, table
from scoring.core.entries import stop
from scoring.core.refusals import Code, Refused

FIRST = drawn("Ada", 3, title="Dawn", Bo=(1, 2), Cy=())
SECOND = drawn("Bo", 4, Ada=(4,), Cy=(5, 6))
OTHER = drawn("Cy", 5, Ada=(7,), Bo=(8,))
STATE = table(FIRST, SECOND)


@pytest.mark.parametrize(
    ("change", "rounds"),
    [
        pytest.param(
            lambda state: ROUNDS.add(state, OTHER), (FIRST, SECOND, OTHER),
            id="a round is added at the end",
        ),
        pytest.param(
            lambda state: ROUNDS.replace(state, 0, OTHER), (OTHER, SECOND),
            id="the first round is replaced",
        ),
        pytest.param(
            lambda state: ROUNDS.replace(state, 1, OTHER), (FIRST, OTHER),
            id="the last round is replaced",
        ),
        pytest.param(
            lambda state: ROUNDS.remove(state, 0), (SECOND,), id="the first round is removed"
        ),
        pytest.param(
            lambda state: ROUNDS.remove(state, 1), (FIRST,), id="the last round is removed"
        ),
        pytest.param(
            lambda state: set_sheet(state, 0, "Cy", ALL),
            (drawn("Ada", 3, title="Dawn", Bo=(1, 2), Cy=ALL), SECOND),
            id="one sheet is set, the other stays",
        ),
        pytest.param(
            lambda state: set_sheet(state, 1, "Ada", ()),
            (FIRST, drawn("Bo", 4, Ada=(), Cy=(5, 6))), id="one sheet is emptied",
        ),
    ],
)  # fmt: skip
def test_it_changes_the_rounds(change: Callable[[State], State], rounds: tuple[Round, ...]) -> None:
    before = deepcopy(STATE)
    after = change(STATE)
    assert before == STATE
    assert after == replace(STATE, rounds=rounds)


@pytest.mark.parametrize(
    ("criterion", "met", "sheet"),
    [
        pytest.param(3, True, (1, 2, 3), id="one more is met"),
        pytest.param(2, True, (1, 2), id="noted again, nothing changes"),
        pytest.param(10, True, (1, 2, 10), id="the last of ten"),
        pytest.param(1, False, (2,), id="one is taken back"),
        pytest.param(9, False, (1, 2), id="not met before, not met now"),
    ],
)
def test_it_ticks_one_criterion(criterion: int, met: bool, sheet: Sheet) -> None:
    before = deepcopy(STATE)
    after = tick(STATE, 0, "Bo", criterion, met)
    assert before == STATE
    assert after == table(drawn("Ada", 3, title="Dawn", Bo=sheet, Cy=()), SECOND)


def test_it_sorts_what_is_ticked() -> None:
    state = table(drawn("Ada", 3, Bo=(9, 2), Cy=()))
    assert tick(state, 0, "Bo", 5, met=True).rounds[0].sheets["Bo"] == (2, 5, 9)


def test_it_ticks_the_last_round_too() -> None:
    after = tick(STATE, 1, "Cy", 6, met=False)
    assert after == table(FIRST, drawn("Bo", 4, Ada=(4,), Cy=(5,)))


def test_it_stops_and_goes_on() -> None:
    stopped = stop(STATE)
    assert stopped == replace(STATE, stopped=True)
    assert stop(stopped, stopped=False) == STATE
    assert STATE.stopped is False


@pytest.mark.parametrize(("held", "name"), [(STATE, "stopped"), (FIRST, "title")])
def test_it_never_changes_in_place(held: State | Round, name: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(held, name, None)


def test_it_keeps_what_was_agreed() -> None:
    state = replace(STATE, laps=2)
    assert ROUNDS.add(state, OTHER) == replace(state, rounds=(FIRST, SECOND, OTHER))


@pytest.mark.parametrize("at", [2, 3, -1, -2])
@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda at: ROUNDS.replace(STATE, at, OTHER), id="replace"),
        pytest.param(lambda at: ROUNDS.remove(STATE, at), id="remove"),
        pytest.param(lambda at: set_sheet(STATE, at, "Cy", ()), id="set a sheet"),
        pytest.param(lambda at: tick(STATE, at, "Cy", 1, met=True), id="tick"),
    ],
)
def test_it_refuses_a_round_that_does_not_exist(change: Callable[[int], State], at: int) -> None:
    check_refused(lambda: change(at), f"rounds[{at}]", Code.NO_SUCH_ENTRY, {"number": at + 1})


@pytest.mark.parametrize(
    ("act", "where", "code", "values"),
    [
        pytest.param(
            lambda: ROUNDS.add(narrated(3, "ABC"), OTHER), "rounds[3]",
            Code.AFTER_THE_END, {"number": 4}, id="R-4: a round after the end",
        ),
        pytest.param(
            lambda: ROUNDS.add(STATE, FIRST), "rounds[2].narrator", Refusal.NARRATED_ENOUGH,
            {"name": "Ada", "laps": 1}, id="R-D4: a narrator again",
        ),
        pytest.param(
            lambda: ROUNDS.replace(STATE, 1, blank(STATE.players, "Ada")), "rounds[1].narrator",
            Refusal.NARRATED_ENOUGH, {"name": "Ada", "laps": 1},
            id="R-D4: replaced by a narrator again",
        ),
        pytest.param(
            lambda: set_sheet(STATE, 0, "Ada", (1,)), "rounds[0].sheets.Ada",
            Refusal.NARRATOR_DRAWS, {"name": "Ada"}, id="R-D1: a sheet for the narrator",
        ),
        pytest.param(
            lambda: set_sheet(STATE, 1, "Zed", ()), "rounds[1].sheets.Zed", Code.UNKNOWN_PLAYER,
            {"name": "Zed"}, id="R-D1: a sheet for nobody at the table",
        ),
        pytest.param(
            lambda: set_sheet(STATE, 1, "Cy", (4, 4)), "rounds[1].sheets.Cy[1]",
            Code.LISTED_TWICE, {"item": 4}, id="R-D1: a criterion twice",
        ),
        pytest.param(
            lambda: tick(STATE, 1, "Zed", 1, met=True), "rounds[1].sheets.Zed",
            Code.UNKNOWN_PLAYER, {"name": "Zed"}, id="R-D1: a tick for nobody at the table",
        ),
        pytest.param(
            lambda: tick(STATE, 1, "Bo", 1, met=True), "rounds[1].sheets.Bo",
            Refusal.NARRATOR_DRAWS, {"name": "Bo"}, id="R-D1: a tick for the narrator",
        ),
        *[
            pytest.param(
                lambda criterion=criterion, met=met: tick(STATE, 1, "Cy", criterion, met),
                "rounds[1].sheets.Cy", Code.OUT_OF_RANGE,
                {"number": criterion, "least": 1, "most": 10},
                id=f"R-D1: criterion {criterion} {'met' if met else 'taken back'}",
            )
            for criterion in (0, 11)
            for met in (True, False)
        ],
    ],
)  # fmt: skip
def test_it_refuses_what_the_rules_refuse(
    act: Callable[[], State], where: str, code: StrEnum, values: dict[str, object]
) -> None:
    check_refused(lambda: score(act()), where, code, values)


def test_it_adds_nothing_once_the_table_has_stopped() -> None:
    """R-3, R-4: it can be corrected, and it can go on when the stop is taken back."""
    stopped = stop(STATE)
    with pytest.raises(Refused) as caught:
        ROUNDS.add(stopped, OTHER)
    assert caught.value.where == f"rounds[{len(STATE.rounds)}]"
    assert caught.value.code is Code.AFTER_THE_END
    assert ROUNDS.remove(stopped, len(STATE.rounds) - 1).rounds == STATE.rounds[:-1]
    assert ROUNDS.add(stop(stopped, stopped=False), OTHER).rounds == (*STATE.rounds, OTHER)


def test_it_goes_on_without_its_only_round() -> None:
    """R-3: there is nothing left to stop."""
    only = replace(STATE, rounds=STATE.rounds[:1], stopped=True)
    assert ROUNDS.remove(only, 0) == replace(STATE, rounds=())
