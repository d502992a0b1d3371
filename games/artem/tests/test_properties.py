"""What holds for every Artem session that the sample generator can think of."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from hypothesis import assume, given, settings

from games.artem.rules import (
    LENGTHS,
    Claim,
    State,
    Turn,
    can_stop,
    may_claim,
    player_at,
    plays,
    score,
    target,
)
from scoring.core.refusals import Refused
from scoring.documents.scorer import shape_of
from scoring.registry import get_game
from tests.builders.dice import DICE

GAME = get_game("artem")
SHAPE = shape_of(GAME)

documents = DICE.map(GAME.sample)
fast = settings(deadline=None, max_examples=600)


def read(document: dict[str, Any]) -> State:
    state: State = SHAPE.parse(document)
    return state


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [renamed(item, names) for item in value]
    if isinstance(value, dict):
        return {names.get(key, key): renamed(item, names) for key, item in value.items()}
    return value


def totals_of(state: State) -> dict[str, int]:
    return {one.player: one.points for one in score(state).standings}


@given(documents)
@fast
def test_other_names_make_the_same_session(document: dict[str, Any]) -> None:
    # Backwards in the alphabet, so that an order by name would show.
    names = {name: f"Z{99 - at}" for at, name in enumerate(sorted(document["players"]))}
    before = score(read(document)).as_json("artem")
    after = score(read(renamed(document, names))).as_json("artem")
    assert after == renamed(before, names)


@given(documents, DICE)
@fast
def test_one_more_claim_lowers_no_total(document: dict[str, Any], dice: Random) -> None:
    """R-M4, R-M5"""
    state = with_two_more_laps(read(document))
    at = dice.choice([at for at in range(len(state.turns)) if may_claim(state, at)])
    turn = state.turns[at]
    claimed = {claim.play for claim in turn.claims}
    free = [play for play in plays(state) if play not in claimed]
    assume(free)
    one_more = Claim(dice.choice(free), dice.choice(LENGTHS))
    claims = tuple(sorted((*turn.claims, one_more), key=lambda claim: claim.play))
    turns = (*state.turns[:at], replace(turn, claims=claims), *state.turns[at + 1 :])
    before = totals_of(state)
    try:
        after = totals_of(replace(state, turns=turns))
    except Refused:
        return
    gained = {name: after[name] - before[name] for name in before}
    assert gained.pop(turn.player) >= 1
    assert set(gained.values()) == {0}


def with_two_more_laps(state: State) -> State:
    """Turns without a claim, so that there is a turn to claim in."""
    if score(state).end == "points":
        return state
    played = len(state.turns)
    more = [Turn(player_at(state, at), ()) for at in range(played, played + 2 * len(state.players))]
    return replace(state, turns=(*state.turns, *more))


@given(documents)
@fast
def test_the_points_of_the_turns_make_the_totals(document: dict[str, Any]) -> None:
    """R-M1"""
    state = read(document)
    totals = dict.fromkeys(state.players, 0)
    for turn in score(state).details["turns"]:
        totals[turn["player"]] += turn["points"]
    assert totals == totals_of(state)


@given(documents)
@fast
def test_nobody_gets_further_than_one_claim_above_the_last_point_short(
    document: dict[str, Any],
) -> None:
    """R-M4, R-M6: the best claim is worth nine."""
    state = read(document)
    assert max(totals_of(state).values()) <= target(state) + 8


@given(documents)
@fast
def test_only_one_player_can_reach_the_target(document: dict[str, Any]) -> None:
    """R-M6"""
    state = read(document)
    at_target = [name for name, points in totals_of(state).items() if points >= target(state)]
    assert len(at_target) == (score(state).end == "points")
    assert not at_target or list(score(state).winners) == at_target


@given(documents)
@fast
def test_a_game_goes_on_up_to_its_last_turn(document: dict[str, Any]) -> None:
    """R-2, R-4, R-M6"""
    state = read(document)
    for played in range(len(state.turns)):
        part = replace(state, turns=state.turns[:played], deck_out=None, stopped=False)
        outcome = score(part)
        assert (outcome.end, outcome.winners) == (None, ())
    assert bool(score(state).winners) is score(state).finished
    assert not can_stop(state) or score(replace(state, stopped=True)).finished


@given(documents)
@fast
def test_only_the_next_player_may_take_a_turn(document: dict[str, Any]) -> None:
    """R-M1"""
    state = read(document)
    assume(score(state).end != "points")
    accepted = []
    for name in state.players:
        try:
            score(replace(state, turns=(*state.turns, Turn(name, ()))))
        except Refused:
            continue
        accepted.append(name)
    assert accepted == [state.players[len(state.turns) % len(state.players)]]


@given(documents)
@fast
def test_places_follow_the_points(document: dict[str, Any]) -> None:
    """R-M7, R-1, R-5"""
    outcome = score(read(document))
    points = [one.points for one in outcome.standings]
    assert points == sorted(points, reverse=True)
    assert [one.rank for one in outcome.standings] == [1 + points.index(own) for own in points]
    assert [one.decided_by for one in outcome.standings][1:] == [
        "shared" if below == above else "points" for above, below in pairwise(points)
    ]
