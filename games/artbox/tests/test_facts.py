"""#ARTBOX: who was recognised and who guessed, counted by hand."""

import pytest

from games.artbox.facts import FactCode, bests, facts, variants
from games.artbox.rules import State, score
from games.artbox.tests.builders import a_round, simple_round, table
from games.artbox.wording import BEST_WORDING
from scoring.core.facts import Best


def counts_of(state: State, what: str, subject: str = "") -> dict[str, tuple[int, int]]:
    facts_found = [
        one for one in facts(state, score(state)) if (one.what, one.subject) == (what, subject)
    ]
    return {one.player: (one.times, one.of) for one in facts_found}


TWO_ROUNDS = table(
    4,
    [
        a_round("Ben: Ana; Cleo: Ana Ben; Dov: Ana", "Dov Cleo Ben Ana"),
        a_round("Ana: Ben; Dov: Ben Cleo", "Dov Ana Ben Cleo", invalid="Ben"),
    ],
)


def test_a_drawing_is_recognised_by_as_many_as_guessed_it_of_all_the_others() -> None:
    recognised = {"Ana": (3, 6), "Ben": (3, 6), "Cleo": (1, 6), "Dov": (0, 6)}
    assert counts_of(TWO_ROUNDS, "recognised") == recognised


def test_an_eye_is_as_good_as_its_right_guesses_of_all_that_the_others_drew() -> None:
    assert counts_of(TWO_ROUNDS, "eye") == {
        "Ana": (1, 6),
        "Ben": (1, 6),
        "Cleo": (2, 6),
        "Dov": (3, 6),
    }


def test_with_two_drawings_each_there_are_twice_the_chances() -> None:
    state = table(3, [a_round("Ana: Ben Ben Cleo; Ben: Ana", "Ana Ben Cleo")])
    assert counts_of(state, "eye") == {"Ana": (3, 4), "Ben": (1, 4), "Cleo": (0, 4)}
    assert counts_of(state, "recognised") == {"Ana": (1, 4), "Ben": (2, 4), "Cleo": (1, 4)}


def test_with_three_players_and_one_drawing_each_there_are_two_chances() -> None:
    state = table(3, [a_round("Ana: Ben", "Ana Ben Cleo")], two_drawings=False)
    assert counts_of(state, "eye")["Ana"] == (1, 2)


def test_the_quickest_takes_the_first_number_token() -> None:
    assert counts_of(TWO_ROUNDS, "quick") == {
        "Ana": (0, 2),
        "Ben": (0, 2),
        "Cleo": (0, 2),
        "Dov": (2, 2),
    }


def test_nobody_is_the_quickest_where_there_are_no_number_tokens() -> None:
    state = table(4, [simple_round("Ana: Ben")], variant="simplified")
    assert counts_of(state, "quick") == {}


def test_its_variants_are_the_rules_and_the_rulebook() -> None:
    assert variants(table(4)) == ("standard", "en-2020")
    assert variants(table(5, variant="simplified", edition="fr-2019")) == ("simplified", "fr-2019")


def test_with_three_players_it_is_also_how_much_each_draws() -> None:
    assert variants(table(3)) == ("standard", "en-2020", "drawings-2")
    assert variants(table(3, two_drawings=False)) == ("standard", "en-2020", "drawings-1")


def test_the_best_of_the_game_guessed_were_recognised_and_finished_first() -> None:
    assert bests(TWO_ROUNDS, score(TWO_ROUNDS)) == (
        Best("eye", ("Dov",), 3),
        Best("recognised", ("Ana", "Ben"), 3),
        Best("quick", ("Dov",), 2),
    )


def test_nobody_is_best_before_the_first_round() -> None:
    state = table(4)
    assert bests(state, score(state)) == ()


@pytest.mark.parametrize(
    ("number", "words"), [(1, "guessed once"), (2, "guessed twice"), (3, "guessed 3 times")]
)
def test_it_says_how_often(number: int, words: str) -> None:
    assert BEST_WORDING[FactCode.RECOGNISED].says(number) == words
