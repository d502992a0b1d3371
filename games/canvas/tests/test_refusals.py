"""Canvas: each way to break a ruling, where it is refused, and with which numbers."""

from enum import StrEnum

import pytest

from games.canvas.cards import Card, CardRefusal
from games.canvas.catalogue import Edition
from games.canvas.rules import Refusal, State, score
from games.canvas.tests.builders import (
    BLANK,
    HAND_CARDS,
    by_hand,
    check_refused,
    counted,
    hand,
    layered,
    scores,
    shows,
    table,
    unfinished,
    within,
)
from scoring.core.refusals import Code

ART_OF_ONE = layered("Heavy", "Mess", "Bait")
REPETITION = (Card("Repetition", points=(3, 7)), *HAND_CARDS[1:])
PAIR = shows("s|s|||")


def seats(*players: str) -> State:
    return State(players, cards=HAND_CARDS, paintings={})


def first_card(card: Card, edition: Edition | None = None) -> State:
    return table((card, *HAND_CARDS[1:]), edition=edition, Ada=())


def in_play(players: int, **tokens: int) -> State:
    names = ("Ada", "Bo", "Cy", "Dee", "Eli")[:players]
    return State(names, cards=HAND_CARDS, paintings={}, inspiration=tokens)


@pytest.mark.parametrize(
    ("state", "where", "code", "values"),
    [
        pytest.param(
            seats(), "players", Code.PLAYER_COUNT, {"least": 1, "most": 5}, id="R-C1: nobody plays"
        ),
        pytest.param(
            seats(*"ABCDEF"), "players", Code.PLAYER_COUNT, {"least": 1, "most": 5},
            id="R-C1: six play",
        ),
        pytest.param(
            seats("Ada", "Ada"), "players[1]", Code.NAME_TWICE, {"item": "Ada"},
            id="R-C1: two of one name",
        ),
        pytest.param(
            table(stopped=True, Ada=()), "stopped", Code.NOTHING_TO_STOP, {},
            id="R-3: stopped at once",
        ),
        pytest.param(
            table(HAND_CARDS[:3], Ada=()), "cards", Code.WRONG_COUNT, counted(3, 4, 4),
            id="R-C2: three cards",
        ),
        pytest.param(
            table(by_hand(*"ABCDE"), Ada=()), "cards", Code.WRONG_COUNT, counted(5, 4, 4),
            id="R-C2: five cards",
        ),
        pytest.param(
            table(HAND_CARDS[:1], edition="r2i-2021", Ada=()), "cards", Code.WRONG_COUNT,
            counted(1, 2, 4), id="R-C2: one card in the first printing",
        ),
        pytest.param(
            table(by_hand(*"ABCDE"), edition="r2i-2021", Ada=()), "cards", Code.WRONG_COUNT,
            counted(5, 2, 4), id="R-C2: five cards in the first printing",
        ),
        pytest.param(
            table(by_hand("Unity", "Ochre", "Unity", "Umber"), Ada=()), "cards[2].name",
            Code.NAME_TWICE, {"item": "Unity"}, id="R-C2: one card twice",
        ),
        pytest.param(
            first_card(Card("Chiaroscuro", points=(1,)), "r2i-2021"), "cards[0].condition",
            CardRefusal.NO_CONDITION, {"card": "Chiaroscuro"},
            id="R-C2: an unknown card without a condition",
        ),
        pytest.param(
            first_card(Card("Compositon", points=(1,))), "cards[0].condition",
            CardRefusal.NO_CONDITION, {"card": "Compositon"},
            id="R-C5: a misspelt card of retail is not counted by hand",
        ),
        pytest.param(
            first_card(Card("Style", points=(1,))), "cards[0].condition",
            CardRefusal.NO_CONDITION, {"card": "Style"},
            id="R-C5: a card of the other edition is unknown to retail",
        ),
        pytest.param(
            first_card(Card("Variety")), "cards[0]", CardRefusal.NO_POINTS, {"card": "Variety"},
            id="R-C2: a card of retail without its row",
        ),
        pytest.param(
            first_card(Card("Chiaroscuro", "by-hand")), "cards[0]", CardRefusal.NO_POINTS,
            {"card": "Chiaroscuro"}, id="R-C2: an unknown card without its row",
        ),
        pytest.param(
            first_card(Card("Chiaroscuro", "style"), "r2i-2021"), "cards[0]",
            CardRefusal.NO_POINTS, {"card": "Chiaroscuro"},
            id="R-C2: an unknown card of the first printing without its row",
        ),
        pytest.param(
            first_card(Card("Style", points=()), "r2i-2021"), "cards[0].points", Code.WRONG_COUNT,
            counted(0, 1, 5), id="R-C2: an empty row",
        ),
        pytest.param(
            first_card(Card("Unity", points=(1, 2, 3, 4, 5, 6))), "cards[0].points",
            Code.WRONG_COUNT, counted(6, 1, 5), id="R-C2: a row of six",
        ),
        pytest.param(
            first_card(Card("Unity", points=(-1, 2))), "cards[0].points[0]", Code.OUT_OF_RANGE,
            within(-1, 0, 999), id="R-C2: less than nothing",
        ),
        pytest.param(
            first_card(Card("Unity", points=(2, 1000))), "cards[0].points[1]", Code.OUT_OF_RANGE,
            within(1000, 0, 999), id="R-C2: more than 999",
        ),
        pytest.param(
            first_card(Card("Unity", points=(2, 5, 4))), "cards[0].points[2]",
            CardRefusal.FALLING_POINTS, {"number": 4, "before": 5}, id="R-C2: a falling row",
        ),
        pytest.param(
            table((*HAND_CARDS[:3], Card("Variety")), Ada=()), "cards[3]", CardRefusal.NO_POINTS,
            {"card": "Variety"}, id="R-C2: the last card is read too",
        ),
    ],
)  # fmt: skip
def test_it_refuses_players_and_cards(
    state: State, where: str, code: StrEnum, values: dict[str, object]
) -> None:
    check_refused(lambda: score(state), where, code, values)


@pytest.mark.parametrize(
    ("state", "where", "code", "values"),
    [
        pytest.param(
            State(("Ada",), cards=HAND_CARDS, paintings={"Zed": ()}), "paintings.Zed",
            Code.UNKNOWN_PLAYER, {"name": "Zed"}, id="R-C1: a painting of nobody at the table",
        ),
        pytest.param(
            table(Ada=(hand(),) * 4), "paintings.Ada[3]", Refusal.ENOUGH_PAINTINGS,
            {"name": "Ada"}, id="R-4: a fourth painting after the end",
        ),
        pytest.param(
            table(Ada=(), Bo=(hand(),) * 4), "paintings.Bo[3]", Refusal.ENOUGH_PAINTINGS,
            {"name": "Bo"}, id="R-C1: a fourth painting while another has none",
        ),
        pytest.param(
            table(Ada=(shows("|||"),)), "paintings.Ada[0].slots", Code.WRONG_COUNT,
            counted(4, 5, 5), id="R-C1: four slots",
        ),
        pytest.param(
            table(Ada=(BLANK, shows("|||||"))), "paintings.Ada[1].slots", Code.WRONG_COUNT,
            counted(6, 5, 5), id="R-C1: six slots",
        ),
        pytest.param(
            table(Ada=(shows("||hsx||"),)), "paintings.Ada[0].slots[2]", Code.WRONG_COUNT,
            counted(3, 0, 2), id="R-C1: three icons in a slot",
        ),
        pytest.param(
            table(Ada=(shows("||||hh"),)), "paintings.Ada[0].slots[4][1]", Code.LISTED_TWICE,
            {"item": "hue"}, id="R-C1: the same icon twice in a slot",
        ),
        pytest.param(
            table(Ada=(ART_OF_ONE,)), "paintings.Ada[0].art", Refusal.NO_ART_HERE, {},
            id="R-C8: art cards of the other edition",
        ),
        pytest.param(
            table(edition="r2i-2021", Ada=(layered("Heavy", "Mess"),)), "paintings.Ada[0].art",
            Code.WRONG_COUNT, counted(2, 3, 3), id="R-C8: two art cards",
        ),
        pytest.param(
            table(edition="r2i-2021", Ada=(layered("Heavy", "Mess", "Bait", "Vast"),)),
            "paintings.Ada[0].art", Code.WRONG_COUNT, counted(4, 3, 3), id="R-C8: four art cards",
        ),
        pytest.param(
            table(edition="r2i-2021", Ada=(layered("Heavy", "Butter", "Bait"),)),
            "paintings.Ada[0].art[1]", Refusal.UNKNOWN_ART, {"name": "Butter"},
            id="R-C8: an art card that does not exist",
        ),
        pytest.param(
            table(edition="r2i-2021", Ada=(layered("Heavy", "Mess", "Heavy"),)),
            "paintings.Ada[0].art[2]", Refusal.ART_USED, {"name": "Heavy"},
            id="R-C8: an art card twice in a painting",
        ),
        pytest.param(
            table(edition="r2i-2021", Ada=(ART_OF_ONE, layered("Vast", "Bait", "Deep"))),
            "paintings.Ada[1].art[1]", Refusal.ART_USED, {"name": "Bait"},
            id="R-C8: an art card in two paintings of one player",
        ),
        pytest.param(
            table(edition="r2i-2021", Ada=(ART_OF_ONE,), Bo=(layered("Mess", "Vast", "Deep"),)),
            "paintings.Bo[0].art[0]", Refusal.ART_USED, {"name": "Mess"},
            id="R-C8: an art card in paintings of two players",
        ),
    ],
)  # fmt: skip
def test_it_refuses_paintings(
    state: State, where: str, code: StrEnum, values: dict[str, object]
) -> None:
    check_refused(lambda: score(state), where, code, values)


@pytest.mark.parametrize(
    ("state", "where", "code", "values"),
    [
        pytest.param(
            table(Ada=(hand(-1),)), "paintings.Ada[0].bonus", Code.OUT_OF_RANGE,
            within(-1, 0, 999), id="R-C7: less than no bonus",
        ),
        pytest.param(
            table(Ada=(hand(1000),)), "paintings.Ada[0].bonus", Code.OUT_OF_RANGE,
            within(1000, 0, 999), id="R-C7: more than 999",
        ),
        pytest.param(
            table(Ada=(hand(0, Style=0),)), "paintings.Ada[0].ribbons.Style",
            CardRefusal.UNKNOWN_CARD, {"card": "Style"}, id="R-C7: a card that is not on the table",
        ),
        pytest.param(
            table(REPETITION, Ada=(shows("s|s|||", Repetition=1),)),
            "paintings.Ada[0].ribbons.Repetition", CardRefusal.NOT_BY_HAND, {"card": "Repetition"},
            id="R-C7: a count beside the icons",
        ),
        pytest.param(
            table(REPETITION, Ada=(shows("||||", Repetition=0),)),
            "paintings.Ada[0].ribbons.Repetition", CardRefusal.NOT_BY_HAND, {"card": "Repetition"},
            id="R-C7: even a count of none beside the icons",
        ),
        pytest.param(
            table(REPETITION, edition="r2i-2021", Ada=(layered("Heavy", "Mess", "Bait",
            Repetition=1),)), "paintings.Ada[0].ribbons.Repetition", CardRefusal.NOT_BY_HAND,
            {"card": "Repetition"}, id="R-C7: a count beside the art cards",
        ),
        pytest.param(
            table(Ada=(hand(0, Unity=-1),)), "paintings.Ada[0].ribbons.Unity", Code.OUT_OF_RANGE,
            within(-1, 0, 999), id="R-C7: less than no ribbon",
        ),
        pytest.param(
            table(Ada=(hand(0, Unity=1000),)), "paintings.Ada[0].ribbons.Unity",
            Code.OUT_OF_RANGE, within(1000, 0, 999), id="R-C7: more ribbons than 999",
        ),
        pytest.param(
            table(Ada=(hand(0, Ochre=1, Unity=1000),)), "paintings.Ada[0].ribbons.Unity",
            Code.OUT_OF_RANGE, within(1000, 0, 999), id="R-C7: a second card that was counted",
        ),
        pytest.param(
            table(Ada=(hand(0, Ochre=4),)), "paintings.Ada[0].ribbons.Ochre",
            CardRefusal.RIBBONS_GONE, {"card": "Ochre", "left": 3},
            id="R-C7: four on a row of three",
        ),
        pytest.param(
            table(Ada=(hand(0, Unity=2), shows("||||", Unity=2))),
            "paintings.Ada[1].ribbons.Unity",
            CardRefusal.RIBBONS_GONE, {"card": "Unity", "left": 1},
            id="R-C4: one more than the first painting left",
        ),
        pytest.param(
            table(REPETITION, Ada=(PAIR, PAIR, hand(0, Repetition=1))),
            "paintings.Ada[2].ribbons.Repetition", CardRefusal.RIBBONS_GONE,
            {"card": "Repetition", "left": 0}, id="R-C4: what icons earned is gone for hand counts",
        ),
        *[
            pytest.param(
                in_play(players, Ada=most + 1), "inspiration.Ada", Code.OUT_OF_RANGE,
                within(most + 1, 0, most), id=f"R-C11: {most + 1} tokens with {players}",
            )
            for players, most in [(1, 8), (2, 8), (3, 12), (4, 16), (5, 20)]
        ],
        pytest.param(
            in_play(2, Bo=-1), "inspiration.Bo", Code.OUT_OF_RANGE, within(-1, 0, 8),
            id="R-C11: less than no token",
        ),
        pytest.param(
            in_play(2, Ada=5, Bo=4), "inspiration", Refusal.TOO_MUCH_INSPIRATION, {"most": 8},
            id="R-C11: nine tokens among two",
        ),
        pytest.param(
            in_play(5, Ada=10, Cy=5, Eli=6), "inspiration", Refusal.TOO_MUCH_INSPIRATION,
            {"most": 20}, id="R-C11: 21 tokens among five",
        ),
        pytest.param(
            in_play(2, Zed=1), "inspiration.Zed", Code.UNKNOWN_PLAYER, {"name": "Zed"},
            id="R-C11: a token of nobody at the table",
        ),
    ],
)  # fmt: skip
def test_it_refuses_counts(
    state: State, where: str, code: StrEnum, values: dict[str, object]
) -> None:
    check_refused(lambda: score(state), where, code, values)


@pytest.mark.parametrize(
    ("state", "code", "values"),
    [
        pytest.param(
            scores(judge="Zed", Ada=9, Bo=7, Cy=9), Code.UNKNOWN_PLAYER, {"name": "Zed"},
            id="R-C10: a pick of nobody at the table",
        ),
        pytest.param(
            scores(judge="Bo", Ada=9, Bo=7, Cy=9), Refusal.NOT_TIED, {"name": "Bo"},
            id="R-C10: the judges pick themselves",
        ),
        pytest.param(
            scores(judge="Ada", Ada=9, Bo=7), Refusal.NOTHING_TO_JUDGE, {}, id="R-C10: no tie"
        ),
        pytest.param(
            scores(judge="Ada", Ada=9, Bo=9), Refusal.NOTHING_TO_JUDGE, {},
            id="R-C10: nobody below",
        ),
        pytest.param(
            scores(judge="Ada", Ada=9), Refusal.NOTHING_TO_JUDGE, {}, id="R-C10: alone"
        ),
        pytest.param(
            scores(judge="Ada", Ada=(9, 1), Bo=9, Cy=7), Refusal.NOTHING_TO_JUDGE, {},
            id="R-C10: inspiration has decided",
        ),
        pytest.param(
            unfinished(scores(judge="Ada", Ada=9, Bo=9, Cy=7)), Refusal.NOTHING_TO_JUDGE, {},
            id="R-C10: before the end",
        ),
    ],
)  # fmt: skip
def test_it_refuses_a_pick(state: State, code: StrEnum, values: dict[str, object]) -> None:
    check_refused(lambda: score(state), "judge_choice", code, values)
