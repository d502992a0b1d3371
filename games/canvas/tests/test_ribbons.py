"""Canvas: what is certain while it goes on."""

import pytest

from games.canvas.cards import Card
from games.canvas.ribbons import Ribbons, completed, next_ribbons, ribbons_of
from games.canvas.rules import Painting, score
from games.canvas.table import steps
from games.canvas.tests.builders import HAND_CARDS, hand, shows, table
from games.canvas.wording import needs, progress

SPACES = (
    Card("Space", "space", (2, 4)),
    Card("Repetition", "repetition", (3, 7, 11)),
    *HAND_CARDS[:2],
)


def test_it_tells_what_was_earned_apart_from_what_was_left_to_take() -> None:
    pairs = shows("s|s|s|s|")  # two pairs of shapes
    state = table(SPACES, Ana=(pairs, pairs), Ben=())
    by_card = {each.card: each for each in ribbons_of(state, score(state).details, "Ana", 1)}
    assert by_card["Repetition"] == Ribbons("Repetition", earned=2, left=1, taken=1, copied=True)
    assert by_card["Repetition"].capped
    assert not by_card["Space"].capped


def test_it_never_caps_what_a_table_counted_itself() -> None:
    state = table(Ana=(hand(Unity=3),), Ben=())
    assert not any(each.capped for each in ribbons_of(state, score(state).details, "Ana", 0))


@pytest.mark.parametrize(
    ("painted", "brings"),
    [
        pytest.param((), {"Unity": 3, "Ochre": 3}, id="R-C2: the first entry of the row"),
        pytest.param((hand(Unity=1),), {"Unity": 3, "Ochre": 3}, id="the second less the first"),
        pytest.param((hand(Unity=2),), {"Unity": 4, "Ochre": 3}, id="the third less the second"),
        pytest.param((hand(Unity=3),), {"Ochre": 3}, id="R-C4: nothing of a card that is used up"),
        pytest.param((hand(), hand(), hand()), {}, id="R-C1: nothing after three paintings"),
    ],
)
def test_it_tells_what_the_next_ribbon_brings(
    painted: tuple[Painting, ...], brings: dict[str, int]
) -> None:
    state = table(Ana=painted, Ben=())
    brought = next_ribbons(state, score(state).details, "Ana")
    assert {card: brought[card] for card in ("Unity", "Ochre") if card in brought} == brings


def test_it_takes_paintings_turn_by_turn_as_nobody_noted_the_order_between_players() -> None:
    state = table(Ana=(hand(1), hand(2)), Ben=(hand(4),))
    assert completed(state) == (("Ana", 0), ("Ben", 0), ("Ana", 1))


def test_it_draws_the_course_from_the_scores_after_each_painting() -> None:
    state = table(Ana=(hand(1), hand(2)), Ben=(hand(4),), inspiration={"Ana": 2}, stopped=True)
    after_each = steps(state, score(state))
    assert [step.points for step in after_each] == [
        {"Ana": 1, "Ben": 0},
        {"Ana": 1, "Ben": 4},
        {"Ana": 3, "Ben": 4},
    ]
    assert [str(step.label) for step in after_each][-1] == "Ana, painting 2"


def test_it_says_what_is_still_to_come_to_those_who_still_paint() -> None:
    state = table(Ana=(hand(Unity=3), hand()), Ben=(hand(), hand(), hand()))
    assert needs(state, score(state)) == {
        "Ana": "1 painting to go; the next ribbon: Ochre +3, Umber +3, Sienna +3"
    }
    assert progress(state, score(state)) == "5 of 6 paintings"
