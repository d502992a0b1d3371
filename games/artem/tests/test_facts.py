"""Artem: who claimed how, counted by hand."""

from games.artem.facts import bests, facts, variants
from games.artem.rules import State, score
from games.artem.tests.builders import table
from scoring.core.facts import Best


def counts_of(state: State, what: str, player: str = "Ida") -> dict[str, tuple[int, int]]:
    facts_found = [
        one for one in facts(state, score(state)) if (one.what, one.player) == (what, player)
    ]
    return {one.subject: (one.times, one.of) for one in facts_found}


# Ida, Joe, Ida, Joe, Ida: the first time round, in which nobody may claim, is before these.
EVENING = table(2, "1:5", "2:3", "", "1:2", "2:5")


def test_claims_by_length_are_shares_of_all_claims() -> None:
    assert counts_of(EVENING, "length") == {
        "2": (0, 2),
        "3": (0, 2),
        "4": (0, 2),
        "5": (2, 2),
        "6": (0, 2),
    }
    assert counts_of(EVENING, "length", "Joe") == {
        "2": (1, 2),
        "3": (1, 2),
        "4": (0, 2),
        "5": (0, 2),
        "6": (0, 2),
    }


def test_claims_by_play_are_shares_of_the_claims_that_could_have_been_made_so() -> None:
    assert counts_of(EVENING, "play") == {"1": (1, 2), "2": (1, 2)}
    all_in = table(2, "1:2 3:2 4:3", variant="all-in")
    assert counts_of(all_in, "play") == {
        "1": (1, 3),
        "2": (0, 3),
        "3": (1, 3),
        "4": (1, 3),
        "5": (0, 3),
    }


def test_a_claim_is_worth_what_the_rules_say() -> None:
    # Ida: a row of five as the first play 7, as the second 4. Joe: 2 and 1.
    assert counts_of(EVENING, "worth") == {"": (11, 2)}
    assert counts_of(EVENING, "worth", "Joe") == {"": (3, 2)}


def test_the_first_turn_is_no_chance_to_claim() -> None:
    assert counts_of(EVENING, "claiming") == {"": (2, 3)}
    assert counts_of(EVENING, "claiming", "Joe") == {"": (2, 2)}
    assert facts(table(2), score(table(2))) == ()


def test_a_turn_with_several_claims_is_one_turn_with_a_claim() -> None:
    assert counts_of(table(2, "1:2 3:2 4:3", variant="all-in"), "claiming") == {"": (1, 1)}


def test_its_variants_are_the_rules_and_the_directions_that_were_noted() -> None:
    assert variants(table(2)) == ("standard",)
    assert variants(table(2, variant="all-in", directions="relative")) == ("all-in", "relative")


def test_the_best_claimed_the_longest_row_and_had_the_best_turn() -> None:
    assert bests(EVENING, score(EVENING)) == (
        Best("length", ("Ida",), 5),
        Best("worth", ("Ida",), 7),
    )
