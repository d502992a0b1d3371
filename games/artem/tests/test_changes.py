"""What may be changed in an Artem session, and what a change leaves alone."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import FrozenInstanceError, replace

import pytest

from games.artem.rules import (
    TURNS,
    Claim,
    DeckOut,
    State,
    Turn,
    score,
    set_deck_out,
)
from games.artem.tests.builders import a_turn, points_of, table
from scoring.core.entries import stop
from scoring.core.refusals import Code, Refused

STATE = table(2, "1:4", "2:3", "1:2", variant="all-in", directions="relative")
OPENING, (IDAS, JOES, IDAS_NEXT) = STATE.turns[:2], STATE.turns[2:]
FOR_IDA, FOR_JOE = a_turn("Ida", "1:5 4:2"), a_turn("Joe", "1:3")
OVER = table(4, "1:6", "", "", "", "1:2")

Change = Callable[[State], State]


@pytest.mark.parametrize(
    ("change", "turns"),
    [
        pytest.param(
            lambda state: TURNS.add(state, FOR_JOE),
            (*OPENING, IDAS, JOES, IDAS_NEXT, FOR_JOE),
            id="a new turn comes last",
        ),
        pytest.param(
            lambda state: TURNS.replace(state, 2, FOR_IDA),
            (*OPENING, FOR_IDA, JOES, IDAS_NEXT),
            id="the third turn is another",
        ),
        pytest.param(
            lambda state: TURNS.replace(state, 3, FOR_JOE),
            (*OPENING, IDAS, FOR_JOE, IDAS_NEXT),
            id="the fourth turn is another",
        ),
        pytest.param(
            lambda state: TURNS.replace(state, 4, FOR_IDA),
            (*OPENING, IDAS, JOES, FOR_IDA),
            id="the last turn is another",
        ),
        pytest.param(
            lambda state: TURNS.remove(state, 4), (*OPENING, IDAS, JOES), id="without the last turn"
        ),
    ],
)
def test_it_changes_one_turn_and_nothing_else(change: Change, turns: tuple[Turn, ...]) -> None:
    before = deepcopy(STATE)
    assert change(STATE) == replace(STATE, turns=turns)
    assert before == STATE


@pytest.mark.parametrize(
    ("before", "deck", "end"),
    [
        pytest.param(None, "main-deck", "main-deck", id="R-M6: the main deck ran out"),
        pytest.param(None, "color-deck", "color-deck", id="R-M6: the colour deck ran out"),
        pytest.param("main-deck", "color-deck", "color-deck", id="R-M6: it was the other deck"),
        pytest.param("main-deck", None, None, id="R-M6: it had not run out after all"),
    ],
)
def test_it_notes_which_deck_ran_out(
    before: DeckOut | None, deck: DeckOut | None, end: str | None
) -> None:
    state = replace(STATE, deck_out=before)
    after = set_deck_out(state, deck)
    assert after == replace(STATE, deck_out=deck)
    assert score(after).end == end
    assert state.deck_out == before


@pytest.mark.parametrize(
    ("before", "change", "after"),
    [
        pytest.param(False, stop, True, id="R-3: stop"),
        pytest.param(False, lambda state: stop(state, stopped=True), True, id="R-3: stop, said so"),
        pytest.param(True, lambda state: stop(state, stopped=False), False, id="R-3: go on"),
        pytest.param(True, stop, True, id="R-3: stop twice"),
    ],
)
def test_it_stops_and_goes_on(before: bool, change: Change, after: bool) -> None:
    state = replace(STATE, stopped=before)
    assert change(state) == replace(STATE, stopped=after)
    assert state.stopped is before


def test_a_changed_state_is_scored_as_if_it_had_been_recorded_so() -> None:
    by_steps = TURNS.replace(TURNS.add(table(2, "1:2"), FOR_JOE), 2, a_turn("Ida", "2:6"))
    assert score(by_steps) == score(table(2, "2:6", "1:3"))
    assert points_of(score(by_steps)) == [0, 0, 5, 3]


@pytest.mark.parametrize("at", [-6, -5, -1, 5, 99])
@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda state, at: TURNS.replace(state, at, FOR_IDA), id="replace"),
        pytest.param(TURNS.remove, id="remove"),
    ],
)
def test_it_refuses_a_turn_that_does_not_exist(
    change: Callable[[State, int], State], at: int
) -> None:
    with pytest.raises(Refused) as caught:
        change(STATE, at)
    assert caught.value.where == f"turns[{at}]"
    assert caught.value.code is Code.NO_SUCH_ENTRY
    assert caught.value.values == {"number": at + 1}


@pytest.mark.parametrize(
    ("state", "change", "where"),
    [
        pytest.param(
            OVER,
            lambda state: TURNS.add(state, FOR_JOE),
            "turns[9]",
            id="R-4: a turn after the end",
        ),
        pytest.param(
            table(2, "1:2", "", "1:6", "", "1:6", ""),
            lambda state: TURNS.replace(state, 2, a_turn("Ida", "1:6")),
            "turns[7]",
            id="R-4: a replaced turn brings the end forward",
        ),
        pytest.param(
            STATE,
            lambda state: TURNS.add(state, FOR_IDA),
            "turns[5].player",
            id="R-M1: a turn of the wrong player",
        ),
        pytest.param(
            STATE,
            lambda state: TURNS.replace(state, 3, FOR_IDA),
            "turns[3].player",
            id="R-M1: a turn given to the wrong player",
        ),
        pytest.param(
            STATE,
            lambda state: TURNS.remove(state, 2),
            "turns[2].player",
            id="R-M1: a gap in the order of seats",
        ),
        pytest.param(
            STATE,
            lambda state: TURNS.replace(state, 1, FOR_JOE),
            "turns[1].claims",
            id="R-M3: a claim put into a first turn",
        ),
        pytest.param(
            STATE,
            lambda state: TURNS.add(state, a_turn("Joe", "1:3 1:3")),
            "turns[5].claims[1].play",
            id="R-M2: two claims in one play",
        ),
        pytest.param(
            table(2, "1:9"),
            lambda state: set_deck_out(state, "main-deck"),
            "turns[2].claims[0].length",
            id="R-M6: a deck's end of a game that has something wrong",
        ),
        pytest.param(
            table(2, "1:9"),
            stop,
            "turns[2].claims[0].length",
            id="R-3: stopping such a game",
        ),
    ],
)
def test_a_refused_change_leaves_everything_as_it_was(
    state: State, change: Change, where: str
) -> None:
    before = deepcopy(state)
    with pytest.raises(Refused) as caught:
        score(change(state))
    assert caught.value.where == where
    assert state == before


def test_the_turn_that_ended_the_game_may_be_taken_back() -> None:
    """R-4: then the game goes on, and another turn may follow."""
    reopened = TURNS.remove(OVER, 8)
    assert score(reopened).end is None
    assert score(TURNS.add(reopened, a_turn("Ida"))).end is None


@pytest.mark.parametrize(
    ("recorded", "key"),
    [
        pytest.param(STATE, "players", id="a session"),
        pytest.param(IDAS, "player", id="a turn"),
        pytest.param(IDAS.claims[0], "length", id="a claim"),
    ],
)
def test_nothing_recorded_is_changed_in_place(recorded: object, key: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(recorded, key, None)


def test_it_adds_nothing_once_the_table_has_stopped() -> None:
    """R-3, R-4: it can be corrected, and it can go on when the stop is taken back."""
    stopped = stop(STATE)
    with pytest.raises(Refused) as caught:
        TURNS.add(stopped, FOR_JOE)
    assert caught.value.where == f"turns[{len(STATE.turns)}]"
    assert caught.value.code is Code.AFTER_THE_END
    assert TURNS.remove(stopped, len(STATE.turns) - 1).turns == STATE.turns[:-1]
    assert TURNS.add(stop(stopped, stopped=False), FOR_JOE).turns == (*STATE.turns, FOR_JOE)


def test_it_goes_on_without_its_only_claim() -> None:
    """R-3: a turn without one has nothing to stop."""
    first, only = Turn("Ida", ()), Turn("Ida", (Claim(1, 3),))
    state = State(("Ida", "Joe"), turns=(first, Turn("Joe", ()), only), stopped=True)
    going_on = TURNS.replace(state, 2, first)
    assert going_on == State(("Ida", "Joe"), turns=(first, Turn("Joe", ()), first))
    assert TURNS.remove(state, 2).stopped is False


def test_it_adds_nothing_once_a_deck_ran_out() -> None:
    """R-4, R-M6"""
    with pytest.raises(Refused) as caught:
        TURNS.add(set_deck_out(STATE, "main-deck"), FOR_JOE)
    assert caught.value.code is Code.AFTER_THE_END
