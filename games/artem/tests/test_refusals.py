"""What Artem refuses: where it says it stands, by which code and with which values."""

from enum import StrEnum

import pytest

from games.artem.rules import Refusal, State, Turn, score
from games.artem.tests.builders import CAST, a_turn, table
from scoring.core.refusals import Code, Refused


def refusal_of(state: State) -> tuple[str, StrEnum, dict[str, object]]:
    with pytest.raises(Refused) as caught:
        score(state)
    return caught.value.where, caught.value.code, caught.value.values


def in_order(*turns: Turn) -> State:
    return State(CAST[:3], turns=turns)


@pytest.mark.parametrize(
    ("state", "where", "code", "values"),
    [
        pytest.param(
            State(("Ida",), turns=()),
            "players",
            Code.PLAYER_COUNT,
            {"least": 2, "most": 4},
            id="two players at least",
        ),
        pytest.param(
            State((*CAST, "Max"), turns=()),
            "players",
            Code.PLAYER_COUNT,
            {"least": 2, "most": 4},
            id="four players at most",
        ),
        pytest.param(
            State(("Ida", "Joe", "Ida"), turns=()),
            "players[2]",
            Code.NAME_TWICE,
            {"item": "Ida"},
            id="two players of one name",
        ),
        pytest.param(
            State(CAST[:3], turns=(), stopped=True),
            "stopped",
            Code.NOTHING_TO_STOP,
            {},
            id="R-3: stopped at once",
        ),
        pytest.param(
            State(CAST[:3], turns=(a_turn("Ida"), a_turn("Joe")), stopped=True),
            "stopped",
            Code.NOTHING_TO_STOP,
            {},
            id="R-3: stopped before the first claim",
        ),
        pytest.param(
            in_order(a_turn("Ida"), a_turn("Max")),
            "turns[1].player",
            Code.UNKNOWN_PLAYER,
            {"name": "Max"},
            id="R-M1: a stranger's turn",
        ),
        pytest.param(
            in_order(a_turn("Joe")),
            "turns[0].player",
            Refusal.NOT_YOUR_TURN,
            {"name": "Joe", "expected": "Ida"},
            id="R-M1: somebody else begins",
        ),
        pytest.param(
            in_order(a_turn("Ida"), a_turn("Ida")),
            "turns[1].player",
            Refusal.NOT_YOUR_TURN,
            {"name": "Ida", "expected": "Joe"},
            id="R-M1: two turns in a row",
        ),
        pytest.param(
            in_order(a_turn("Ida"), a_turn("Joe"), a_turn("Kim"), a_turn("Kim", "1:2")),
            "turns[3].player",
            Refusal.NOT_YOUR_TURN,
            {"name": "Kim", "expected": "Ida"},
            id="R-M1: the second time round in another order",
        ),
        pytest.param(
            in_order(a_turn("Ida", "1:3")),
            "turns[0].claims",
            Refusal.FIRST_TURN,
            {"name": "Ida"},
            id="R-M3: the first player claims at once",
        ),
        pytest.param(
            in_order(a_turn("Ida"), a_turn("Joe"), a_turn("Kim", "2:2")),
            "turns[2].claims",
            Refusal.FIRST_TURN,
            {"name": "Kim"},
            id="R-M3: the last player claims in a first turn",
        ),
    ],
)
def test_it_refuses_a_table_or_a_turn(
    state: State, where: str, code: StrEnum, values: dict[str, object]
) -> None:
    assert refusal_of(state) == (where, code, values)


@pytest.mark.parametrize(
    ("variant", "claims", "where", "code", "values"),
    [
        pytest.param(
            "standard", "1:2 2:2", "[1]", Refusal.ONE_CLAIM, {}, id="R-M2: two claims in standard"
        ),
        pytest.param(
            None, "1:2 2:2", "[1]", Refusal.ONE_CLAIM, {}, id="R-M2: two when nothing was said"
        ),
        *(
            pytest.param(
                variant,
                f"{play}:2",
                "[0].play",
                Code.OUT_OF_RANGE,
                {"number": play, "least": 1, "most": most},
                id=f"R-M2: play {play} in {variant}",
            )
            for variant, most in [(None, 2), ("standard", 2), ("all-in", 5)]
            for play in (-1, 0, most + 1)
        ),
        pytest.param(
            "all-in",
            "2:2 2:2",
            "[1].play",
            Refusal.PLAY_ORDER,
            {"play": 2},
            id="R-M2: two claims in one play",
        ),
        pytest.param(
            "all-in",
            "2:2 4:2 3:2",
            "[2].play",
            Refusal.PLAY_ORDER,
            {"play": 3},
            id="R-M2: claims out of order",
        ),
        *(
            pytest.param(
                variant,
                f"1:{length}",
                "[0].length",
                Code.OUT_OF_RANGE,
                {"number": length, "least": 2, "most": 6},
                id=f"R-M4: a row of {length} in {variant}",
            )
            for variant in (None, "standard", "all-in")
            for length in (0, 1, 7)
        ),
    ],
)
def test_it_refuses_a_claim(
    variant: str | None, claims: str, where: str, code: StrEnum, values: dict[str, object]
) -> None:
    state = table(2, claims, variant=variant)
    assert refusal_of(state) == (f"turns[2].claims{where}", code, values)


@pytest.mark.parametrize(
    ("state", "where", "name"),
    [
        pytest.param(
            table(4, "1:6 2:2 3:2", variant="all-in"),
            "turns[4].claims[2]",
            "Ida",
            id="R-M6: the claim after exactly enough",
        ),
        pytest.param(
            table(4, "", "1:6 2:6 3:2 4:2", variant="all-in"),
            "turns[5].claims[2]",
            "Joe",
            id="R-M6: the first of two claims after more than enough",
        ),
        pytest.param(
            table(3, "1:6", "", "", "1:6 2:2", variant="all-in"),
            "turns[6].claims[1]",
            "Ida",
            id="R-M6: points of earlier turns count",
        ),
        pytest.param(
            table(4, "1:6", "", "", "", "1:6 2:2"),
            "turns[8].claims[1]",
            "Ida",
            id="R-M6: it is over before a standard turn has a claim too many",
        ),
    ],
)
def test_it_refuses_a_claim_after_the_winning_one(state: State, where: str, name: str) -> None:
    assert refusal_of(state) == (where, Refusal.TARGET_REACHED, {"name": name})


@pytest.mark.parametrize(
    ("state", "where"),
    [
        pytest.param(
            in_order(a_turn("Joe", "9:9")), "turns[0].player", id="whose turn before what they did"
        ),
        pytest.param(table(2, "9:9"), "turns[2].claims[0].play", id="the play before the length"),
        pytest.param(
            table(2, "1:9", "9:2"), "turns[2].claims[0].length", id="an earlier before a later turn"
        ),
    ],
)
def test_it_names_the_first_thing_wrong(state: State, where: str) -> None:
    assert refusal_of(state)[0] == where
