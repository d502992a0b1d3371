"""What may be changed in an #ARTBOX session, and what a change leaves alone."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import FrozenInstanceError, replace

import pytest

from games.artbox.rules import ROUNDS, Round, State, score
from games.artbox.tests.builders import a_round, awarding, simple_round, table
from scoring.core.entries import stop
from scoring.core.refusals import Code, Refused

FIRST, SECOND, THIRD = awarding("AB BC CD", 4)
NEW = a_round("Ana: Dov", "Dov Cleo Ben Ana", "Ben")
STATE = table(4, [FIRST, SECOND, THIRD], edition="fr-2019", variant="experienced")
OVER = table(4, awarding("AB AB AB AB AB", 4))

Change = Callable[[State], State]


@pytest.mark.parametrize(
    ("change", "rounds"),
    [
        pytest.param(
            lambda state: ROUNDS.add(state, NEW),
            (FIRST, SECOND, THIRD, NEW),
            id="a new round comes last",
        ),
        pytest.param(
            lambda state: ROUNDS.replace(state, 0, NEW),
            (NEW, SECOND, THIRD),
            id="the first round is another",
        ),
        pytest.param(
            lambda state: ROUNDS.replace(state, 1, NEW),
            (FIRST, NEW, THIRD),
            id="the second round is another",
        ),
        pytest.param(
            lambda state: ROUNDS.replace(state, 2, NEW),
            (FIRST, SECOND, NEW),
            id="the last round is another",
        ),
        pytest.param(
            lambda state: ROUNDS.remove(state, 0), (SECOND, THIRD), id="without the first"
        ),
        pytest.param(
            lambda state: ROUNDS.remove(state, 1), (FIRST, THIRD), id="without the second"
        ),
        pytest.param(lambda state: ROUNDS.remove(state, 2), (FIRST, SECOND), id="without the last"),
    ],
)
def test_it_changes_one_round_and_nothing_else(change: Change, rounds: tuple[Round, ...]) -> None:
    before = deepcopy(STATE)
    assert change(STATE) == replace(STATE, rounds=rounds)
    assert before == STATE


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
    by_steps = ROUNDS.replace(ROUNDS.add(ROUNDS.add(table(4), THIRD), SECOND), 0, FIRST)
    assert score(by_steps) == score(table(4, [FIRST, SECOND]))


@pytest.mark.parametrize("at", [-4, -3, -1, 3, 99])
@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda state, at: ROUNDS.replace(state, at, NEW), id="replace"),
        pytest.param(ROUNDS.remove, id="remove"),
    ],
)
def test_it_refuses_a_round_that_does_not_exist(
    change: Callable[[State, int], State], at: int
) -> None:
    with pytest.raises(Refused) as caught:
        change(STATE, at)
    assert caught.value.where == f"rounds[{at}]"
    assert caught.value.code is Code.NO_SUCH_ENTRY
    assert caught.value.values == {"number": at + 1}


@pytest.mark.parametrize(
    ("state", "change", "where"),
    [
        pytest.param(
            OVER,
            lambda state: ROUNDS.add(state, FIRST),
            "rounds[5]",
            id="R-4: a round after the end",
        ),
        pytest.param(
            table(4, awarding("AB AB CD AB AB AB", 4)),
            lambda state: ROUNDS.replace(state, 2, FIRST),
            "rounds[5]",
            id="R-4: a replaced round brings the end forward",
        ),
        pytest.param(
            STATE,
            lambda state: ROUNDS.add(state, simple_round()),
            "rounds[3]",
            id="R-A4: a round without Number tokens",
        ),
        pytest.param(
            STATE,
            lambda state: ROUNDS.replace(state, 1, a_round("Ana: Ana")),
            "rounds[1].guesses.Ana.Ana",
            id="R-A1: a round with a guess at one's own drawing",
        ),
        pytest.param(
            table(4, [a_round("Zoe: Ana"), FIRST]),
            lambda state: ROUNDS.remove(state, 1),
            "rounds[0].guesses.Zoe",
            id="a change that leaves something wrong elsewhere",
        ),
        pytest.param(
            table(4, [FIRST], two_drawings=True),
            stop,
            "options.two_drawings",
            id="R-A2: stopping such",
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


def test_the_round_that_ended_the_game_may_be_taken_back() -> None:
    """R-4: then the game goes on, and another round may follow."""
    reopened = ROUNDS.remove(OVER, 4)
    assert score(reopened).end is None
    assert score(ROUNDS.add(reopened, THIRD)).end is None


@pytest.mark.parametrize(
    ("recorded", "key"),
    [
        pytest.param(STATE, "players", id="a session"),
        pytest.param(FIRST, "guesses", id="a round"),
    ],
)
def test_nothing_recorded_is_changed_in_place(recorded: object, key: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(recorded, key, None)


def test_it_adds_nothing_once_the_table_has_stopped() -> None:
    """R-3, R-4: it can be corrected, and it can go on when the stop is taken back."""
    stopped = stop(STATE)
    with pytest.raises(Refused) as caught:
        ROUNDS.add(stopped, NEW)
    assert caught.value.where == f"rounds[{len(STATE.rounds)}]"
    assert caught.value.code is Code.AFTER_THE_END
    assert ROUNDS.remove(stopped, len(STATE.rounds) - 1).rounds == STATE.rounds[:-1]
    assert ROUNDS.add(stop(stopped, stopped=False), NEW).rounds == (*STATE.rounds, NEW)


def test_it_goes_on_without_its_only_round() -> None:
    """R-3: there is nothing left to stop."""
    only = replace(STATE, rounds=STATE.rounds[:1], stopped=True)
    assert ROUNDS.remove(only, 0) == replace(STATE, rounds=())
