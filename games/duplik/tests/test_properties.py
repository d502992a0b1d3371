"""Duplik: what holds for every table that the game's own generator deals."""

import json
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import assume, given, settings

from games.duplik import sample
from games.duplik.rules import CRITERIA, Details, State, rounds_to_play, score, tick
from games.duplik.tests.builders import points
from scoring.core.outcome import Outcome
from scoring.documents.samples import NAMES
from scoring.documents.scorer import shape_of
from scoring.registry import get_game
from tests.builders.dice import DICE

SHAPE = shape_of(get_game("duplik"))

dealt = DICE.map(sample.document)
often = settings(deadline=None, max_examples=300)


def read(document: dict[str, Any]) -> State:
    state: State = SHAPE.parse(document)
    return state


def ranks(outcome: Outcome[Details]) -> dict[str, int]:
    return {standing.player: standing.rank for standing in outcome.standings}


def renamed(value: Any, names: dict[str, str]) -> Any:
    """The same JSON value with other names, as keys too."""
    if isinstance(value, dict):
        return {names.get(key, key): renamed(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    return names.get(value, value) if isinstance(value, str) else value


def shuffled(items: Any, dice: Random) -> list[Any]:
    return dice.sample(list(items), len(items))


@often
@given(dealt, DICE)
def test_it_ignores_seats_and_the_order_of_keys(document: dict[str, Any], dice: Random) -> None:
    other = {key: document[key] for key in shuffled(document, dice)}
    other["players"] = shuffled(document["players"], dice)
    other["rounds"] = [
        {
            **{key: round[key] for key in shuffled(round, dice)},
            "sheets": {name: round["sheets"][name] for name in shuffled(round["sheets"], dice)},
        }
        for round in document["rounds"]
    ]
    before, after = score(read(document)), score(read(other))
    assert ranks(before) == ranks(after)
    assert points(before) == points(after)
    assert set(before.winners) == set(after.winners)


@often
@given(dealt)
def test_it_renames_the_outcome_with_the_players(document: dict[str, Any]) -> None:
    """The new names are in use too, for somebody else, and sort in another way."""
    names = dict(zip(NAMES, reversed(NAMES), strict=True))
    before = json.loads(json.dumps(score(read(document)).as_json("duplik")))
    after = json.loads(json.dumps(score(read(renamed(document, names))).as_json("duplik")))
    assert after == renamed(before, names)


@often
@given(dealt)
def test_it_sums_the_parts_to_the_total(document: dict[str, Any]) -> None:
    outcome = score(read(document))
    rounds = outcome.details["rounds"]
    for name, total in outcome.details["totals"].items():
        assert points(outcome)[name] == total["artist"] + total["narrator"]
        assert total["artist"] == sum(round["artists"].get(name, 0) for round in rounds)
    narrated = sum(round["narrator"] for round in rounds)
    assert narrated == sum(total["narrator"] for total in outcome.details["totals"].values())


@often
@given(dealt, DICE)
def test_it_never_pays_less_for_one_more_criterion(document: dict[str, Any], dice: Random) -> None:
    state = read(document)
    assume(state.rounds)
    at = dice.randrange(len(state.rounds))
    artist = dice.choice(sorted(state.rounds[at].sheets))
    before = points(score(state))
    after = points(score(tick(state, at, artist, dice.choice(CRITERIA), met=True)))
    assert all(after[name] >= before[name] for name in state.players)
    may_gain = {artist, state.rounds[at].narrator}
    assert {name for name in before if after[name] != before[name]} <= may_gain


@often
@given(dealt)
def test_it_pays_the_narrator_between_the_best_artist_and_ten(document: dict[str, Any]) -> None:
    state = read(document)
    scored = score(state).details["rounds"]
    for round, worth in zip(state.rounds, scored, strict=True):
        most = max(len(sheet) for sheet in round.sheets.values())
        assert most <= worth["narrator"] <= 10
        assert all(0 <= number <= 12 for number in worth["artists"].values())


@often
@given(dealt)
def test_it_is_finished_only_as_a_whole(document: dict[str, Any]) -> None:
    state = replace(read(document), stopped=False)
    for played in range(len(state.rounds) + 1):
        outcome = score(replace(state, rounds=state.rounds[:played]))
        assert outcome.finished is (played == rounds_to_play(state))
        assert bool(outcome.winners) is outcome.finished
