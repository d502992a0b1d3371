"""Canvas: the order of the players and whose pick it is (R-C9, R-C10; R-1, R-2, R-5)."""

import pytest

from games.canvas.rules import State, score
from games.canvas.tests.builders import places, scores, unfinished
from scoring.core.outcome import Pending

TIED = scores(Ada=9, Bo=7, Cy=9)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        pytest.param(
            scores(Ada=3, Bo=8),
            [("Bo", 1, None), ("Ada", 2, "points")],
            id="R-C9: more points stand above",
        ),
        pytest.param(
            scores(Ada=(9, 8), Bo=10),
            [("Bo", 1, None), ("Ada", 2, "points")],
            id="R-C9: inspiration is not asked while points differ",
        ),
        pytest.param(
            scores(Ada=(9, 2), Bo=(9, 3)),
            [("Bo", 1, None), ("Ada", 2, "inspiration")],
            id="R-C9: at equal points more inspiration left",
        ),
        pytest.param(
            scores(Ada=9, Bo=(9, 1)),
            [("Bo", 1, None), ("Ada", 2, "inspiration")],
            id="R-C9: none noted is none left",
        ),
        pytest.param(
            scores(Ada=(9, 1), Bo=7, Cy=(9, 1)),
            [("Ada", 1, None), ("Cy", 1, "shared"), ("Bo", 3, "points")],
            id="R-1: equal on all is shared, and the next place is left out",
        ),
        pytest.param(
            scores(Ada=7, Bo=(9, 1), Cy=7, Dee=2),
            [("Bo", 1, None), ("Ada", 2, "points"), ("Cy", 2, "shared"), ("Dee", 4, "points")],
            id="R-5: ranks 1, 2, 2, 4, and why",
        ),
        pytest.param(
            scores(Ada=(5, 1), Bo=(5, 2), Cy=(5, 2), Dee=9),
            [
                ("Dee", 1, None),
                ("Bo", 2, "points"),
                ("Cy", 2, "shared"),
                ("Ada", 4, "inspiration"),
            ],
            id="R-5: every link counts further down too",
        ),
    ],
)
def test_it_orders_the_players(state: State, expected: list[tuple[str, int, str | None]]) -> None:
    assert places(score(state)) == expected


@pytest.mark.parametrize(
    ("state", "between", "judges"),
    [
        pytest.param(TIED, ("Ada", "Cy"), ("Bo",), id="R-C10: the one below is asked"),
        pytest.param(
            scores(Ada=1, Bo=7, Cy=9, Dee=9),
            ("Cy", "Dee"),
            ("Bo",),
            id="R-C10: only the best-placed below is asked",
        ),
        pytest.param(
            scores(Ada=7, Bo=9, Cy=7, Dee=9, Eli=1),
            ("Bo", "Dee"),
            ("Ada", "Cy"),
            id="R-C10: several best-placed are asked together, in seat order",
        ),
        pytest.param(
            scores(Ada=(9, 1), Bo=(9, 2), Cy=(9, 2), Dee=1),
            ("Bo", "Cy"),
            ("Ada",),
            id="R-C10: who lost by inspiration is the best-placed below",
        ),
        pytest.param(
            scores(Ada=(7, 2), Bo=9, Cy=9, Dee=(7, 1)),
            ("Bo", "Cy"),
            ("Ada",),
            id="R-C10: inspiration decides who is asked",
        ),
        pytest.param(
            scores(Ada=4, Bo=4, Cy=4, Dee=4, Eli=3),
            ("Ada", "Bo", "Cy", "Dee"),
            ("Eli",),
            id="R-C10: four may be tied",
        ),
        pytest.param(
            unfinished(scores(stopped=True, Ada=9, Bo=7, Cy=9)),
            ("Ada", "Cy"),
            ("Bo",),
            id="R-3: asked after an early stop too",
        ),
    ],
)
def test_it_says_whose_pick_is_pending(
    state: State, between: tuple[str, ...], judges: tuple[str, ...]
) -> None:
    outcome = score(state)
    assert outcome.pending == Pending(between, judges)
    assert outcome.winners == between
    assert outcome.ladder == ("points", "inspiration")


@pytest.mark.parametrize(
    "state",
    [
        pytest.param(scores(Ada=9), id="R-C10: alone nobody is asked"),
        pytest.param(scores(Ada=9, Bo=9), id="R-C10: nobody below, nobody asked"),
        pytest.param(scores(Ada=9, Bo=9, Cy=9), id="R-C10: all tied, nobody asked"),
        pytest.param(scores(Ada=9, Bo=8, Cy=8), id="R-C10: a tie further down is not judged"),
        pytest.param(scores(Ada=(9, 1), Bo=9, Cy=8), id="R-C10: inspiration leaves no tie"),
        pytest.param(unfinished(TIED), id="R-C10: nobody is asked before the end"),
    ],
)
def test_it_asks_nobody_where_nothing_is_to_be_judged(state: State) -> None:
    assert score(state).pending is None


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        pytest.param(
            scores(judge="Cy", Ada=9, Bo=7, Cy=9),
            [("Cy", 1, None), ("Ada", 2, "judge"), ("Bo", 3, "points")],
            id="R-C10: the picked is first, the other tied second",
        ),
        pytest.param(
            scores(judge="Ada", Ada=9, Bo=7, Cy=9),
            [("Ada", 1, None), ("Cy", 2, "judge"), ("Bo", 3, "points")],
            id="R-C10: either may be picked",
        ),
        pytest.param(
            scores(judge="Bo", Ada=9, Bo=9, Cy=9, Dee=7),
            [("Bo", 1, None), ("Ada", 2, "judge"), ("Cy", 2, "shared"), ("Dee", 4, "points")],
            id="R-C10: several others tied share the second place",
        ),
        pytest.param(
            scores(judge="Bo", Ada=(9, 1), Bo=(9, 2), Cy=(9, 2)),
            [("Bo", 1, None), ("Cy", 2, "judge"), ("Ada", 3, "inspiration")],
            id="R-5: below the pick each place has its own reason",
        ),
        pytest.param(
            unfinished(scores(stopped=True, judge="Cy", Ada=9, Bo=7, Cy=9)),
            [("Cy", 1, None), ("Ada", 2, "judge"), ("Bo", 3, "points")],
            id="R-3: the pick counts after an early stop too",
        ),
    ],
)
def test_it_follows_the_pick(state: State, expected: list[tuple[str, int, str | None]]) -> None:
    outcome = score(state)
    assert places(outcome) == expected
    assert outcome.winners == (state.judge_choice,)
    assert outcome.pending is None
    assert outcome.ladder == ("points", "inspiration", "judge")


@pytest.mark.parametrize(
    ("state", "winners"),
    [
        pytest.param(unfinished(scores(Ada=9, Bo=7)), (), id="R-2: no winner before the end"),
        pytest.param(scores(Ada=9, Bo=7), ("Ada",), id="R-C9: the first of the order wins"),
        pytest.param(scores(Ada=9, Bo=9), ("Ada", "Bo"), id="R-C9: with nobody to ask both win"),
        pytest.param(
            unfinished(scores(stopped=True, Ada=9, Bo=7)), ("Ada",), id="R-3: a stop is final"
        ),
    ],
)
def test_it_names_winners_only_at_the_end(state: State, winners: tuple[str, ...]) -> None:
    assert score(state).winners == winners


def test_it_orders_provisional_standings_by_the_same_chain() -> None:
    """R-2."""
    state = scores(Ada=(9, 1), Bo=(9, 2), Cy=7)
    assert places(score(unfinished(state))) == places(score(state))
