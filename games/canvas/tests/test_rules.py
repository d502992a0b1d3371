"""Canvas: the rulings on paintings, ribbons, bonus icons and the end, one row each."""

from typing import get_args

import pytest

from games.canvas.awards import Award, award
from games.canvas.cards import Card
from games.canvas.catalogue import Edition
from games.canvas.rules import End, Painting, Refusal, State, TieBreak, score
from games.canvas.tests.builders import (
    BLANK,
    HAND_CARDS,
    by_hand,
    hand,
    layered,
    points,
    ribbons,
    scores,
    shows,
    slots,
    table,
    unfinished,
)

REPETITION = (Card("Repetition", points=(3, 7)), *HAND_CARDS[1:])
TWO_PAIRS, ONE_PAIR = shows("s|s|s|s|"), shows("s|s|||")


@pytest.mark.parametrize(
    ("letters", "ribbons"),
    [
        pytest.param("||||", 0, id="R-C1: a slot may be empty, all five may"),
        pytest.param("ho||||", 0, id="R-C1: a slot holds up to two icons"),
        pytest.param("h|s|x|o|hH", 1, id="R-C1: an element and its bonus icon are two icons"),
        pytest.param("HS|XO|hs|xo|h", 1, id="R-C1: two bonus icons may share a slot"),
    ],
)
def test_it_reads_a_painting_of_five_slots(letters: str, ribbons: int) -> None:
    cards = (Card("Composition", points=(5,)), *HAND_CARDS[1:])
    outcome = score(table(cards, Ada=(shows(letters),)))
    assert outcome.details["paintings"]["Ada"][0]["ribbons"]["Composition"] == ribbons


@pytest.mark.parametrize(
    ("taken", "worth"),
    [
        pytest.param((), 0, id="R-C2: no painting, no ribbon, no points"),
        pytest.param((0, 0, 0), 0, id="R-C2: zero ribbons are worth nothing"),
        pytest.param((1,), 2, id="R-C2: one ribbon is worth the first entry"),
        pytest.param((1, 0, 1), 5, id="R-C2: two ribbons together are worth the second entry"),
        pytest.param((2,), 5, id="R-C2: two ribbons of one painting are worth the second entry"),
        pytest.param((1, 1, 1), 11, id="R-C2: three ribbons together are worth the third entry"),
        pytest.param((0, 4), 11, id="R-C2: a row may stay level, the fourth entry as the third"),
        pytest.param((2, 2, 1), 23, id="R-C2: all five are worth the last entry, not the sum"),
    ],
)
def test_it_pays_all_ribbons_of_a_card_together(taken: tuple[int, ...], worth: int) -> None:
    cards = (Card("Unity", "by-hand", (2, 5, 11, 11, 23)), *HAND_CARDS[1:])
    outcome = score(table(cards, Ada=tuple([hand(0, Unity=number) for number in taken])))
    assert outcome.details["cards"]["Ada"]["Unity"] == worth
    assert points(outcome) == {"Ada": worth}


@pytest.mark.parametrize(
    ("row", "taken"),
    [
        pytest.param((1,), [1, 0, 0], id="R-C4: a row of one lets one ribbon through"),
        pytest.param((1, 2), [2, 0, 0], id="R-C4: two from the first painting fill a row of two"),
        pytest.param((1, 2, 3), [2, 1, 0], id="R-C4: the second painting takes what is left"),
        pytest.param((1, 2, 3, 4), [2, 1, 1], id="R-C4: the third painting takes what is left"),
        pytest.param((1, 2, 3, 4, 5), [2, 1, 2], id="R-C4: a row of five is just enough for five"),
    ],
)
def test_it_caps_ribbons_in_the_order_of_completion(row: tuple[int, ...], taken: list[int]) -> None:
    cards = (Card("Repetition", points=row), *HAND_CARDS[1:])
    state = table(cards, Ada=(TWO_PAIRS, ONE_PAIR, TWO_PAIRS))
    assert ribbons(state, "Ada", "Repetition") == taken
    assert points(score(state)) == {"Ada": len(row)}


@pytest.mark.parametrize(
    ("paintings", "taken"),
    [
        pytest.param((ONE_PAIR, TWO_PAIRS), [1, 1], id="R-C4: only the later painting goes short"),
        pytest.param((TWO_PAIRS, ONE_PAIR), [2, 0], id="R-C4: another order, another share"),
        pytest.param((BLANK, TWO_PAIRS), [0, 2], id="R-C4: a painting without ribbons takes none"),
        pytest.param((hand(0, Repetition=1), TWO_PAIRS), [1, 1], id="R-C4: hand counts use it up"),
        pytest.param((ONE_PAIR, hand(0, Repetition=1)), [1, 1], id="R-C7: as many as are left"),
        pytest.param((hand(0, Repetition=2),), [2], id="R-C7: by hand as many as the row is long"),
        pytest.param((hand(), hand(0, Repetition=1)), [0, 1], id="R-C7: not counted means none"),
    ],
)
def test_it_shares_a_row_of_two_among_paintings(
    paintings: tuple[Painting, ...], taken: list[int]
) -> None:
    assert ribbons(table(REPETITION, Ada=paintings), "Ada", "Repetition") == taken


def test_it_caps_each_player_and_each_card_alone() -> None:
    """R-C4: what one player or one card has used up is still there for the others."""
    cards = (Card("Repetition", points=(4,)), Card("Variety", points=(9,)), *HAND_CARDS[2:])
    both = shows("hs|xo|s||")
    outcome = score(table(cards, Ada=(both, both), Bo=(TWO_PAIRS,)))
    assert outcome.details["cards"]["Ada"] == {
        "Repetition": 4, "Variety": 9, "Umber": 0, "Sienna": 0
    }  # fmt: skip
    assert outcome.details["cards"]["Bo"]["Repetition"] == 4


@pytest.mark.parametrize(
    ("letters", "matches"),
    [
        pytest.param("h|h|h||H", 3, id="R-C6: a bonus hue counts every hue"),
        pytest.param("s|s|S||", 2, id="R-C6: a bonus shape counts every shape"),
        pytest.param("x|xX|||", 2, id="R-C6: a bonus texture counts the one in its own slot too"),
        pytest.param("O|o|||", 1, id="R-C6: a bonus tone counts every tone"),
        pytest.param("H|H|h|h|h", 6, id="R-C6: each of two bonus icons counts"),
        pytest.param("HS|h|s|s|", 3, id="R-C6: different bonus icons add up"),
        pytest.param("H|s|x|o|", 0, id="R-C6: other elements do not match"),
        pytest.param("H|H|||H", 0, id="R-C6: a bonus icon is no element"),
        pytest.param("h|s|x|o|", 0, id="R-C6: elements alone score no bonus"),
    ],
)
@pytest.mark.parametrize(("edition", "worth"), [("retail", 1), ("r2i-2021", 2), (None, 1)])
def test_it_pays_for_every_element_that_a_bonus_icon_matches(
    letters: str, matches: int, edition: Edition | None, worth: int
) -> None:
    outcome = score(table(edition=edition, Ada=(shows(letters),)))
    assert outcome.details["paintings"]["Ada"][0]["bonus"] == matches * worth
    assert outcome.details["bonus"] == {"Ada": matches * worth}
    assert points(outcome) == {"Ada": matches * worth}


@pytest.mark.parametrize("edition", get_args(Edition))
def test_it_takes_bonus_points_by_hand_as_they_are(edition: Edition) -> None:
    """R-C7: the table has already multiplied."""
    outcome = score(table(edition=edition, Ada=(hand(7), hand(0), hand(999))))
    assert outcome.details["bonus"] == {"Ada": 1006}


@pytest.mark.parametrize(
    ("state", "end"),
    [
        pytest.param(scores(Ada=1, Bo=2), "paintings", id="R-C9: over when all have three"),
        pytest.param(unfinished(scores(Ada=1, Bo=2)), None, id="R-C9: not over while one has two"),
        pytest.param(scores(Ada=1), "paintings", id="R-C9: alone, over with the third"),
        pytest.param(table(Ada=()), None, id="R-C9: not over before it begins"),
        pytest.param(
            State(("Ada",), cards=HAND_CARDS, paintings={}),
            None,
            id="R-C9: nothing noted, not over",
        ),
        pytest.param(
            unfinished(scores(stopped=True, Ada=1)), "stopped", id="R-3: a table may stop"
        ),
        pytest.param(
            scores(stopped=True, Ada=1, Bo=2), "paintings", id="R-3: a natural end comes first"
        ),
    ],
)
def test_it_knows_whether_it_is_over(state: State, end: str | None) -> None:
    outcome = score(state)
    assert outcome.end == end
    assert outcome.finished is (end is not None)
    assert bool(outcome.winners) is (end is not None)


@pytest.mark.parametrize(
    ("players", "tokens"),
    [
        pytest.param(1, {"P1": 8}, id="R-C11: eight are in play alone"),
        pytest.param(2, {"P1": 8}, id="R-C11: eight are in play with two, one may have them all"),
        pytest.param(2, {"P1": 5, "P2": 3}, id="R-C11: eight among two"),
        pytest.param(3, {"P1": 12}, id="R-C11: twelve with three"),
        pytest.param(4, {"P2": 8, "P4": 8}, id="R-C11: sixteen with four"),
        pytest.param(5, {"P1": 4, "P5": 16}, id="R-C11: twenty with five"),
    ],
)
def test_it_accepts_all_the_inspiration_in_play(players: int, tokens: dict[str, int]) -> None:
    names = tuple([f"P{seat}" for seat in range(1, players + 1)])
    outcome = score(State(names, cards=HAND_CARDS, paintings={}, inspiration=tokens))
    left = {standing.player: standing.numbers[1] for standing in outcome.standings}
    assert left == dict.fromkeys(names, 0) | tokens


@pytest.mark.parametrize(
    ("number", "name"),
    [
        pytest.param(0, "participation-award", id="R-C12: nothing at all"),
        pytest.param(24, "participation-award", id="R-C12: up to 24"),
        pytest.param(25, "emerging-artist", id="R-C12: from 25"),
        pytest.param(29, "emerging-artist", id="R-C12: up to 29"),
        pytest.param(30, "honorable-mention", id="R-C12: from 30"),
        pytest.param(34, "honorable-mention", id="R-C12: up to 34"),
        pytest.param(35, "runner-up", id="R-C12: from 35"),
        pytest.param(39, "runner-up", id="R-C12: up to 39"),
        pytest.param(40, "best-in-show", id="R-C12: from 40"),
        pytest.param(999, "best-in-show", id="R-C12: no upper end"),
    ],
)
def test_it_gives_an_award_to_who_plays_alone(number: int, name: str) -> None:
    outcome = score(scores(Ada=number))
    assert award(number) == name
    assert outcome.details["award"] == name
    assert outcome.winners == ("Ada",)


def test_it_gives_no_award_among_two() -> None:
    """R-C12 is for playing alone."""
    assert "award" not in score(scores(Ada=40, Bo=3)).details


def test_it_adds_up_cards_and_bonus() -> None:
    cards = by_hand("Unity", "Ochre", "Umber", "Sienna")
    outcome = score(table(cards, Ada=(hand(4, Unity=1, Ochre=2), hand(1, Unity=1)), Bo=()))
    assert outcome.details["cards"]["Ada"] == {"Unity": 6, "Ochre": 6, "Umber": 0, "Sienna": 0}
    assert outcome.details["bonus"] == {"Ada": 5, "Bo": 0}
    assert points(outcome) == {"Ada": 17, "Bo": 0}


@pytest.mark.parametrize(
    ("painting", "title"),
    [
        pytest.param(BLANK, None, id="R-C8: icons alone give no title"),
        pytest.param(hand(3), None, id="R-C8: a hand count gives no title"),
        pytest.param(shows("||||", "Dawn"), "Dawn", id="R-C8: a title of one’s own"),
        pytest.param(
            layered("Heavy", "Bait", "Vast", title="Dawn"), "Dawn", id="R-C8: one’s own comes first"
        ),
    ],
)
def test_it_names_a_painting_as_the_table_did(painting: Painting, title: str | None) -> None:
    outcome = score(table(edition="r2i-2021", Ada=(painting,)))
    assert outcome.details["paintings"]["Ada"][0]["title"] == title


@pytest.mark.parametrize("code", [*End, *TieBreak, *Award, *Refusal])
def test_it_spells_a_code_like_its_name(code: End | TieBreak | Award | Refusal) -> None:
    assert code.value == code.name.lower().replace("_", "-")


def test_it_reads_the_letters_of_these_tests() -> None:
    assert slots("hs|x||O|") == (("hue", "shape"), ("texture",), (), ("bonus-tone",), ())
