"""What #ARTBOX refuses: where it says it stands, by which code and with which values."""

from dataclasses import replace
from enum import StrEnum
from typing import Any

import pytest

from games.artbox.rules import Refusal, Round, State, score
from games.artbox.tests.builders import CAST, a_round, awarding, simple_round, table
from scoring.core.refusals import Code, Refused

FINE = a_round("Ana: Ben")
TWO_EACH = "Ana Ben Cleo"


def rolled(*dice: Any) -> Round:
    return replace(FINE, dice=dice)


def guessed(guesser: str, author: str, number: int, finish: str = "Ana Ben Cleo Dov") -> Round:
    return Round(guesses={guesser: {author: number}}, finish=tuple(finish.split()))


def refusal_of(state: State) -> tuple[str, StrEnum, dict[str, object]]:
    with pytest.raises(Refused) as caught:
        score(state)
    return caught.value.where, caught.value.code, caught.value.values


@pytest.mark.parametrize(
    ("state", "where", "code", "values"),
    [
        pytest.param(
            table(2),
            "players",
            Code.PLAYER_COUNT,
            {"least": 3, "most": 8},
            id="three players at least",
        ),
        pytest.param(
            State((*CAST, "Ina"), rounds=()),
            "players",
            Code.PLAYER_COUNT,
            {"least": 3, "most": 8},
            id="eight players at most",
        ),
        pytest.param(
            State(("Ana", "Ben", "Cleo", "Ben"), rounds=()),
            "players[3]",
            Code.NAME_TWICE,
            {"item": "Ben"},
            id="two players of one name",
        ),
        pytest.param(
            table(4, stopped=True), "stopped", Code.NOTHING_TO_STOP, {}, id="R-3: stopped at once"
        ),
        *(
            pytest.param(
                table(seats, two_drawings=True),
                "options.two_drawings",
                Refusal.TWO_DRAWINGS,
                {"players": seats},
                id=f"R-A2: two drawings with {seats} players",
            )
            for seats in range(4, 9)
        ),
    ],
)
def test_it_refuses_a_table(
    state: State, where: str, code: StrEnum, values: dict[str, object]
) -> None:
    assert refusal_of(state) == (where, code, values)


@pytest.mark.parametrize(
    ("round", "where", "code", "values"),
    [
        pytest.param(
            simple_round(),
            "rounds[1]",
            Refusal.MISSING_FINISH,
            {},
            id="R-A4: no Number tokens where they are played for",
        ),
        pytest.param(
            a_round(finish="Ana Cleo"),
            "rounds[1].finish",
            Refusal.UNFINISHED,
            {"names": ("Ben", "Dov")},
            id="R-A4: somebody without a Number token, in seat order",
        ),
        pytest.param(
            a_round(finish=""),
            "rounds[1].finish",
            Refusal.UNFINISHED,
            {"names": CAST[:4]},
            id="R-A4: nobody has a Number token",
        ),
        pytest.param(
            a_round(finish="Ana Ben Eve Dov"),
            "rounds[1].finish[2]",
            Code.UNKNOWN_PLAYER,
            {"name": "Eve"},
            id="R-A4: a stranger has a Number token",
        ),
        pytest.param(
            a_round(finish="Ana Ben Cleo Dov Ben"),
            "rounds[1].finish[4]",
            Code.NAME_TWICE,
            {"item": "Ben"},
            id="R-A4: somebody has two Number tokens",
        ),
        pytest.param(
            a_round(invalid="Ana Eve"),
            "rounds[1].invalid[1]",
            Code.UNKNOWN_PLAYER,
            {"name": "Eve"},
            id="R-A3: a stranger's drawing is invalid",
        ),
        pytest.param(
            a_round(invalid="Ana Dov Ana"),
            "rounds[1].invalid[2]",
            Code.NAME_TWICE,
            {"item": "Ana"},
            id="R-A3: somebody is invalid twice",
        ),
        pytest.param(
            guessed("Eve", "Ana", 1),
            "rounds[1].guesses.Eve",
            Code.UNKNOWN_PLAYER,
            {"name": "Eve"},
            id="R-A1: a stranger guesses",
        ),
        pytest.param(
            guessed("Ana", "Eve", 1),
            "rounds[1].guesses.Ana.Eve",
            Code.UNKNOWN_PLAYER,
            {"name": "Eve"},
            id="R-A1: a stranger is guessed",
        ),
        pytest.param(
            a_round("Ana: Ben; Dov: ; Eve: Ana"),
            "rounds[1].guesses.Eve",
            Code.UNKNOWN_PLAYER,
            {"name": "Eve"},
            id="R-A1: a stranger guesses after others did",
        ),
        pytest.param(
            a_round("Ana: Ben Cleo; Dov: Ana Ben Dov"),
            "rounds[1].guesses.Dov.Dov",
            Refusal.OWN_DRAWING,
            {"name": "Dov"},
            id="R-A1: one's own drawing after other people's",
        ),
        pytest.param(
            guessed("Ben", "Ben", 1),
            "rounds[1].guesses.Ben.Ben",
            Refusal.OWN_DRAWING,
            {"name": "Ben"},
            id="R-A1: one's own drawing",
        ),
        pytest.param(
            guessed("Ana", "Ben", 2),
            "rounds[1].guesses.Ana.Ben",
            Refusal.TOO_MANY_RIGHT,
            {"guesser": "Ana", "author": "Ben", "most": 1},
            id="R-A2: two drawings guessed where one was drawn",
        ),
        pytest.param(
            guessed("Ana", "Ben", -1),
            "rounds[1].guesses.Ana.Ben",
            Refusal.TOO_MANY_RIGHT,
            {"guesser": "Ana", "author": "Ben", "most": 1},
            id="R-A2: less than no drawing guessed",
        ),
        pytest.param(
            guessed("Ben", "Ana", 2),
            "rounds[1].guesses.Ben.Ana",
            Refusal.TOO_MANY_RIGHT,
            {"guesser": "Ben", "author": "Ana", "most": 1},
            id="R-A2: two drawings guessed of somebody who sits before",
        ),
        pytest.param(
            guessed("Ben", "Eve", 2),
            "rounds[1].guesses.Ben.Eve",
            Code.UNKNOWN_PLAYER,
            {"name": "Eve"},
            id="R-A2: two drawings guessed of a stranger",
        ),
        pytest.param(
            guessed("Ben", "Ben", 2),
            "rounds[1].guesses.Ben.Ben",
            Refusal.OWN_DRAWING,
            {"name": "Ben"},
            id="R-A2: two drawings guessed of one's own",
        ),
        pytest.param(
            rolled("line", "line", "line"),
            "rounds[1].dice",
            Code.WRONG_COUNT,
            {"count": 3, "wanted": range(4, 5)},
            id="R-A9: three dice",
        ),
        pytest.param(
            rolled("line", "line", "line", "circle", "circle"),
            "rounds[1].dice",
            Code.WRONG_COUNT,
            {"count": 5, "wanted": range(4, 5)},
            id="R-A9: five dice",
        ),
    ],
)
@pytest.mark.parametrize("variant", [None, "standard", "experienced"])
def test_it_refuses_a_round(
    round: Round, where: str, code: StrEnum, values: dict[str, object], variant: str | None
) -> None:
    assert refusal_of(table(4, [FINE, round], variant=variant)) == (where, code, values)


@pytest.mark.parametrize(
    ("round", "where", "code"),
    [
        pytest.param(
            a_round(),
            "rounds[0].finish",
            Refusal.NO_NUMBER_TOKENS,
            id="R-A6: Number tokens in simplified",
        ),
        pytest.param(
            a_round(finish=None, invalid="Ana"),
            "rounds[0].invalid",
            Refusal.NO_VALIDITY,
            id="R-A6: an invalid author in simplified",
        ),
        pytest.param(
            a_round(finish=None, invalid=""),
            "rounds[0].invalid",
            Refusal.NO_VALIDITY,
            id="R-A6: validity in simplified, if only to say that all were valid",
        ),
    ],
)
def test_simplified_refuses_what_it_does_not_use(round: Round, where: str, code: StrEnum) -> None:
    assert refusal_of(table(4, [round], variant="simplified")) == (where, code, {})


@pytest.mark.parametrize(
    ("state", "number", "most"),
    [
        pytest.param(table(3), 3, 2, id="R-A2: three drawings of one author"),
        pytest.param(table(3, two_drawings=True), 3, 2, id="R-A2: three drawings, said so"),
        pytest.param(
            table(3, two_drawings=False), 2, 1, id="R-A2: two drawings where it is turned off"
        ),
    ],
)
def test_it_refuses_more_guesses_than_drawings(state: State, number: int, most: int) -> None:
    refused = replace(state, rounds=(guessed("Ana", "Ben", number, TWO_EACH),))
    values = {"guesser": "Ana", "author": "Ben", "most": most}
    assert refusal_of(refused) == ("rounds[0].guesses.Ana.Ben", Refusal.TOO_MANY_RIGHT, values)
    allowed = replace(state, rounds=(guessed("Ana", "Ben", most, TWO_EACH),))
    assert score(allowed).details["rounds"][0]["recognition"]["Ben"] == most


def test_it_accepts_four_dice() -> None:
    """R-A9"""
    assert score(table(4, [rolled("circle", "square", "triangle", "line")])).end is None


@pytest.mark.parametrize(
    ("state", "where"),
    [
        pytest.param(
            table(4, [a_round("Eve: Ana", "Ana")], two_drawings=True),
            "options.two_drawings",
            id="the options before the rounds",
        ),
        pytest.param(
            table(4, [a_round("Eve: Ana", "Ana", "Eve")]),
            "rounds[0].finish",
            id="who finished before what they guessed",
        ),
        pytest.param(
            table(4, [*awarding("AB", 4), a_round("Eve: Ana"), simple_round()]),
            "rounds[1].guesses.Eve",
            id="an earlier round before a later one",
        ),
    ],
)
def test_it_names_the_first_thing_wrong(state: State, where: str) -> None:
    assert refusal_of(state)[0] == where
