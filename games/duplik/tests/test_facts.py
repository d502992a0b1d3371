"""Duplik: who described and drew how well, counted by hand."""

import pytest

from games.duplik.facts import FactCode, bests, facts, variants
from games.duplik.rules import score
from games.duplik.tests.builders import ALL, drawn, table
from games.duplik.wording import BEST_WORDING
from scoring.core.facts import Best, Fact

EVENING = table(
    drawn("Ada", 3, Bo=(1, 2, 3), Cy=(3,)),
    drawn("Bo", 10, Ada=ALL, Cy=()),
    drawn("Ada", 5, Bo=(1,), Cy=(5, 6)),
    laps=2,
)


def counts_of(what: str) -> dict[str, tuple[int, int]]:
    facts_found = facts(EVENING, score(EVENING))
    return {fact.player: (fact.times, fact.of) for fact in facts_found if fact.what == what}


def test_a_narrator_described_what_is_met_on_all_sheets_of_all_there_was_to_meet() -> None:
    # Ada: 3 + 1, then 1 + 2, of two sheets of ten in each of two rounds. Cy never narrated.
    assert counts_of("describing") == {"Ada": (7, 40), "Bo": (10, 20)}


def test_an_artist_drew_what_is_met_on_their_own_sheets() -> None:
    assert counts_of("drawing") == {"Ada": (10, 10), "Bo": (4, 20), "Cy": (3, 30)}


def test_the_super_criterion_is_met_or_not_once_a_sheet() -> None:
    assert counts_of("super") == {"Ada": (1, 1), "Bo": (1, 2), "Cy": (2, 3)}


def test_a_sheet_is_complete_with_all_ten() -> None:
    assert counts_of("complete") == {"Ada": (1, 1), "Bo": (0, 2), "Cy": (0, 3)}


def test_it_has_no_facts_before_the_first_round() -> None:
    assert facts(table(), score(table())) == ()


def test_everyone_has_each_fact_once() -> None:
    facts_found = facts(EVENING, score(EVENING))
    keys = [(fact.player, fact.what, fact.subject) for fact in facts_found]
    assert len(set(keys)) == len(keys)
    assert Fact("Ada", "describing", "", 7, 40) in facts_found


def test_its_variants_are_how_often_everyone_narrates() -> None:
    assert variants(table()) == ("laps-1",)
    assert variants(EVENING) == ("laps-2",)


def test_the_best_narrated_drew_and_met_the_super_criterion() -> None:
    # Ada narrated 3 + 3, Bo 10. Ada drew 10 + 2, Bo 3 + 2 + 1, Cy 1 + 2 + 0 + 2 + 2.
    assert bests(EVENING, score(EVENING)) == (
        Best("describing", ("Bo",), 10),
        Best("drawing", ("Ada",), 12),
        Best("super", ("Cy",), 2),
    )


@pytest.mark.parametrize(
    ("number", "words"), [(1, "met once"), (2, "met twice"), (3, "met 3 times")]
)
def test_it_says_how_often(number: int, words: str) -> None:
    assert BEST_WORDING[FactCode.SUPER].says(number) == words
