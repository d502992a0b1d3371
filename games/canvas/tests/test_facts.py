"""Canvas: what the paintings took, counted by hand."""

from games.canvas.cards import Card
from games.canvas.facts import bests, facts, variants
from games.canvas.rules import State, score
from games.canvas.tests.builders import HAND_CARDS, hand, shows, table
from scoring.core.facts import Best


def counts_of(state: State, what: str, subject: str = "") -> dict[str, tuple[int, int]]:
    facts_found = [
        one for one in facts(state, score(state)) if (one.what, one.subject) == (what, subject)
    ]
    return {one.player: (one.times, one.of) for one in facts_found}


EVENING = table(
    Ada=(hand(2, Unity=1, Ochre=1, Umber=1, Sienna=2), hand(0, Unity=2), hand(3)),
    Bo=(hand(1, Ochre=1),),
    Cy=(),
)


def test_all_ribbons_are_the_sum_of_the_cards() -> None:
    assert counts_of(EVENING, "collected") == {"Ada": (7, 3), "Bo": (1, 1)}


def test_a_painting_with_a_ribbon_of_every_card_counts_once() -> None:
    assert counts_of(EVENING, "all-cards") == {"Ada": (1, 3), "Bo": (0, 1)}


def test_bonus_points_add_up() -> None:
    assert counts_of(EVENING, "bonus") == {"Ada": (5, 3), "Bo": (1, 1)}


def test_a_ribbon_that_was_earned_but_not_left_to_take_is_not_counted() -> None:
    cards = (Card("Repetition", points=(3, 7)), *HAND_CARDS[1:])
    pair = shows("s|s|||")
    assert counts_of(table(cards, Ada=(pair, pair, pair)), "collected") == {"Ada": (2, 3)}


def test_its_variants_are_the_edition_and_how_many_cards_lay_there() -> None:
    assert variants(table(Ada=())) == ("retail", "cards-4")
    two = (Card("Composition"), Card("Consistency"))
    assert variants(table(two, edition="r2i-2021", Ada=())) == ("r2i-2021", "cards-2")


def test_the_best_took_the_most_ribbons_with_one_painting_and_the_most_bonus_points() -> None:
    assert bests(EVENING, score(EVENING)) == (
        Best("collected", ("Ada",), 5),
        Best("bonus", ("Ada",), 5),
    )
