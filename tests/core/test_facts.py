"""Facts about players: those of any game's samples can be stored, and have words."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from scoring.core.fact_wording import Reading
from scoring.core.facts import Fact, added_up
from scoring.core.outcome import POINTS
from scoring.documents.scorer import read_document
from scoring.registry import get_game, installed_games
from tests.builders.dice import DICE

SLUGS = sorted(installed_games())
MOST_OF_WHAT, MOST_OF_SUBJECT = 30, 60  # as the tables of facts keep them
often = settings(deadline=None, max_examples=180)


def state_and_facts(slug: str, dice: Random) -> tuple[Any, Any]:
    game = get_game(slug)
    state = read_document(game.sample(dice)).state
    return state, game.facts(state, game.score(state))


@pytest.mark.parametrize("slug", SLUGS)
@often
@given(dice=DICE)
def test_every_fact_can_be_stored_and_has_words(slug: str, dice: Random) -> None:
    state, facts = state_and_facts(slug, dice)
    game = get_game(slug)
    for fact in facts:
        words = game.fact_wording[fact.what]
        assert fact.player in state.players
        assert not (words.leader and fact.subject)
        assert words.says(fact.times, fact.of)
        assert words.label(fact.subject) or not fact.subject
        assert len(fact.what) <= MOST_OF_WHAT
        assert len(fact.subject) <= MOST_OF_SUBJECT


@pytest.mark.parametrize("slug", SLUGS)
@often
@given(dice=DICE)
def test_a_share_is_never_more_than_all(slug: str, dice: Random) -> None:
    _state, facts = state_and_facts(slug, dice)
    wording = get_game(slug).fact_wording
    for fact in facts:
        assert fact.of >= 1
        assert fact.times >= 0
        assert wording[fact.what].reading != Reading.SHARE or fact.times <= fact.of


@pytest.mark.parametrize("slug", SLUGS)
@often
@given(dice=DICE)
def test_a_player_has_a_fact_once_in_a_session(slug: str, dice: Random) -> None:
    _state, facts = state_and_facts(slug, dice)
    assert len({(fact.player, fact.what, fact.subject) for fact in facts}) == len(facts)


@pytest.mark.parametrize("slug", SLUGS)
@often
@given(dice=DICE)
def test_every_variant_has_words_and_there_is_at_least_one(slug: str, dice: Random) -> None:
    game = get_game(slug)
    state, _facts = state_and_facts(slug, dice)
    codes = game.variants(state)
    assert codes
    assert len(set(codes)) == len(codes)
    assert all(code in game.wording.variants for code in codes)
    assert all(len(code) <= MOST_OF_SUBJECT for code in codes)


@pytest.mark.parametrize("slug", SLUGS)
@often
@given(dice=DICE)
def test_whatever_breaks_a_tie_has_words(slug: str, dice: Random) -> None:
    game = get_game(slug)
    state, _facts = state_and_facts(slug, dice)
    ladder = game.score(state).ladder
    assert all(rung in game.wording.ties for rung in ladder if rung != POINTS)


def test_it_adds_up_facts_of_one_kind_and_leaves_out_those_without_occasion() -> None:
    facts = [
        Fact("Ida", "row", "5", 1, 2),
        Fact("Ida", "row", "6", 0, 0),
        Fact("Ida", "row", "5", 0, 1),
    ]
    assert added_up(facts) == (Fact("Ida", "row", "5", 1, 3),)
