"""Canvas: each change does what it says, leaves the rest alone, and refuses what the rules do."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import FrozenInstanceError, replace
from enum import StrEnum

import pytest

from games.canvas.cards import CardRefusal, PlayedCard
from games.canvas.catalogue import ART_CARDS, SCORING_CARDS
from games.canvas.rules import (
    Painting,
    Refusal,
    State,
    change_painting,
    complete_painting,
    remove_painting,
    score,
    set_inspiration,
)
from games.canvas.tests.builders import (
    check_refused,
    hand,
    judge,
    recorded,
    scores,
    shows,
    table,
)
from scoring.core.entries import stop
from scoring.core.refusals import Code, Refused

FIRST, SECOND, THIRD, OTHER = hand(1), shows("h|s|||"), hand(3, Unity=1), hand(4)
STATE = table(inspiration={"Bo": 2}, Ada=(FIRST, SECOND), Bo=(THIRD,), Cy=())
TIED = scores(Ada=(9, 0), Bo=7, Cy=(9, 0))


@pytest.mark.parametrize(
    ("change", "name", "left"),
    [
        pytest.param(
            lambda state: complete_painting(state, "Ada", OTHER), "Ada", (FIRST, SECOND, OTHER),
            id="a completed painting comes last",
        ),
        pytest.param(
            lambda state: complete_painting(state, "Cy", OTHER), "Cy", (OTHER,),
            id="a first painting",
        ),
        pytest.param(
            lambda state: change_painting(state, "Ada", 0, OTHER), "Ada", (OTHER, SECOND),
            id="the first painting is changed",
        ),
        pytest.param(
            lambda state: change_painting(state, "Ada", 1, OTHER), "Ada", (FIRST, OTHER),
            id="the last painting is changed",
        ),
        pytest.param(
            lambda state: remove_painting(state, "Ada", 0), "Ada", (SECOND,),
            id="the first painting is removed",
        ),
        pytest.param(
            lambda state: remove_painting(state, "Ada", 1), "Ada", (FIRST,),
            id="the last painting is removed",
        ),
        pytest.param(
            lambda state: remove_painting(state, "Bo", 0), "Bo", (), id="the only one is removed"
        ),
    ],
)  # fmt: skip
def test_it_changes_one_player_s_paintings(
    change: Callable[[State], State], name: str, left: tuple[Painting, ...]
) -> None:
    before = deepcopy(STATE)
    after = change(STATE)
    assert before == STATE
    assert after == replace(STATE, paintings={**STATE.paintings, name: left})


def test_it_completes_a_painting_of_somebody_without_an_entry() -> None:
    state = State(("Ada", "Bo"), cards=STATE.cards, paintings={})
    assert complete_painting(state, "Bo", FIRST).paintings == {"Bo": (FIRST,)}


@pytest.mark.parametrize(
    ("name", "tokens", "left"),
    [
        pytest.param("Bo", 3, {"Bo": 3}, id="more than before"),
        pytest.param("Bo", 0, {"Bo": 0}, id="none"),
        pytest.param("Ada", 10, {"Ada": 10, "Bo": 2}, id="another player, the last in play"),
    ],
)
def test_it_sets_the_inspiration_of_one_player(
    name: str, tokens: int, left: dict[str, int]
) -> None:
    before = deepcopy(STATE)
    after = set_inspiration(STATE, {name: tokens})
    assert before == STATE
    assert after == replace(STATE, inspiration=left)


def test_it_notes_a_pick_changes_it_and_takes_it_back() -> None:
    picked = judge(TIED, "Cy")
    assert picked == scores(judge="Cy", Ada=(9, 0), Bo=7, Cy=(9, 0))
    assert judge(picked, "Ada") == scores(judge="Ada", Ada=(9, 0), Bo=7, Cy=(9, 0))
    assert judge(picked, None) == TIED
    assert TIED.judge_choice is None


def test_it_stops_and_goes_on() -> None:
    stopped = stop(STATE)
    assert stopped == replace(STATE, stopped=True)
    assert stop(stopped, stopped=False) == STATE
    assert STATE.stopped is False


@pytest.mark.parametrize(
    ("held", "name"),
    [
        (STATE, "stopped"),
        (FIRST, "title"),
        (STATE.cards[0], "points"),
        (PlayedCard("Unity", "by-hand", (1,)), "points"),
        (SCORING_CARDS["retail"]["Unity"], "points"),
        (ART_CARDS["Heavy"], "side"),
    ],
)
def test_it_never_changes_in_place(held: object, name: str) -> None:
    with pytest.raises(FrozenInstanceError):
        setattr(held, name, None)


def test_it_keeps_the_pick_when_something_else_changes() -> None:
    picked = judge(TIED, "Cy")
    changed = recorded(picked, change_painting(picked, "Bo", 0, hand(6)))
    assert changed.judge_choice == "Cy"
    assert changed.paintings["Ada"] is TIED.paintings["Ada"]


@pytest.mark.parametrize(
    ("act", "where", "code", "values"),
    [
        *[
            pytest.param(
                lambda at=at: change_painting(STATE, "Ada", at, OTHER), f"paintings.Ada[{at}]",
                Code.NO_SUCH_ENTRY, {"number": at + 1}, id=f"there is no painting {at} to change",
            )
            for at in (2, -1, -2)
        ],
        *[
            pytest.param(
                lambda at=at: remove_painting(STATE, "Ada", at), f"paintings.Ada[{at}]",
                Code.NO_SUCH_ENTRY, {"number": at + 1}, id=f"there is no painting {at} to remove",
            )
            for at in (2, -1, -2)
        ],
        pytest.param(
            lambda: remove_painting(STATE, "Cy", 0), "paintings.Cy[0]", Code.NO_SUCH_ENTRY,
            {"number": 1}, id="there is nothing to remove",
        ),
        pytest.param(
            lambda: complete_painting(STATE, "Zed", OTHER), "paintings.Zed", Code.UNKNOWN_PLAYER,
            {"name": "Zed"}, id="R-C1: a painting of nobody at the table",
        ),
        pytest.param(
            lambda: complete_painting(TIED, "Bo", OTHER), "paintings.Bo[3]",
            Refusal.ENOUGH_PAINTINGS, {"name": "Bo"}, id="R-4: a painting after the end",
        ),
        pytest.param(
            lambda: complete_painting(STATE, "Bo", hand(0, Unity=3)),
            "paintings.Bo[1].ribbons.Unity", CardRefusal.RIBBONS_GONE, {"card": "Unity", "left": 2},
            id="R-C4: more ribbons than the first painting left",
        ),
        pytest.param(
            lambda: change_painting(STATE, "Ada", 1, Painting()), "paintings.Ada[1]",
            Refusal.ONE_WAY, {}, id="R-C7: a painting that nobody knows",
        ),
        pytest.param(
            lambda: judge(scores(Ada=9, Bo=7, Cy=9), "Cy"), "judge_choice",
            Refusal.TOKENS_UNSAID, {"names": ("Ada", "Cy")}, id="R-C10: nobody has said any tokens",
        ),
        pytest.param(
            lambda: judge(scores(Ada=9, Bo=7, Cy=(9, 0)), "Cy"), "judge_choice",
            Refusal.TOKENS_UNSAID, {"names": ("Ada",)}, id="R-C10: one of the tied has not said",
        ),
        pytest.param(
            lambda: set_inspiration(STATE, {"Ada": 11}), "inspiration",
            Refusal.TOO_MUCH_INSPIRATION, {"most": 12}, id="R-C11: more than are in play",
        ),
        pytest.param(
            lambda: set_inspiration(STATE, {"Zed": 0}), "inspiration.Zed", Code.UNKNOWN_PLAYER,
            {"name": "Zed"}, id="R-C11: tokens of nobody at the table",
        ),
        pytest.param(
            lambda: judge(STATE, "Ada"), "judge_choice", Refusal.NOTHING_TO_JUDGE, {},
            id="R-C10: a pick before the end",
        ),
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
        complete_painting(stopped, "Cy", OTHER)
    assert caught.value.where == "paintings.Cy[0]"
    assert caught.value.code is Code.AFTER_THE_END
    assert change_painting(stopped, "Ada", 0, OTHER).paintings["Ada"] == (OTHER, SECOND)
    going_on = stop(stopped, stopped=False)
    assert complete_painting(going_on, "Cy", OTHER).paintings["Cy"] == (OTHER,)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda state: set_inspiration(state, {"Ada": 1}), id="tokens noted later"),
        pytest.param(lambda state: change_painting(state, "Ada", 0, hand(8)), id="fewer points"),
        pytest.param(lambda state: change_painting(state, "Bo", 0, hand(10)), id="another first"),
        pytest.param(lambda state: remove_painting(state, "Bo", 2), id="it goes on"),
    ],
)
def test_a_change_that_ends_the_tie_drops_the_pick(change: Callable[[State], State]) -> None:
    """R-C10: what was entered is never refused because of a pick."""
    picked = judge(TIED, "Cy")
    assert recorded(picked, change(picked)) == change(TIED)
    assert change(TIED).judge_choice is None


def test_tokens_that_leave_the_tie_keep_the_pick() -> None:
    """R-C10: both have two, whatever the order in which they are noted."""
    picked = judge(TIED, "Cy")
    changed = recorded(picked, set_inspiration(picked, {"Ada": 2, "Cy": 2}))
    assert changed.judge_choice == "Cy"


def test_going_on_takes_back_the_pick() -> None:
    """R-3, R-C10: what is not over has no winner to pick."""
    tied = stop(
        table(Ada=(hand(9),), Bo=(hand(1),), Cy=(hand(9),), inspiration={"Ada": 0, "Cy": 0})
    )
    picked = judge(tied, "Cy")
    assert recorded(picked, stop(picked, stopped=False)) == stop(tied, stopped=False)
    assert recorded(picked, stop(picked)).judge_choice == "Cy"


def test_a_pick_that_decides_nothing_is_refused_and_not_dropped() -> None:
    """R-C10: it is what the change says."""
    picked = judge(TIED, "Cy")
    with pytest.raises(Refused) as caught:
        recorded(picked, replace(picked, judge_choice="Bo"))
    assert (caught.value.where, caught.value.code) == ("judge_choice", Refusal.NOT_TIED)
