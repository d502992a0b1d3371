"""Canvas: what holds for every table that the game's own generator deals."""

import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.canvas import sample
from games.canvas.cards import played_cards
from games.canvas.conditions import BY_HAND
from games.canvas.rules import Details, Painting, State, edition_of, paintings_of, score
from games.canvas.tests.builders import points
from scoring.core.outcome import Outcome
from scoring.core.refusals import Refused
from scoring.documents.samples import NAMES
from scoring.documents.scorer import shape_of
from scoring.registry import get_game
from tests.builders.dice import DICE

SHAPE = shape_of(get_game("canvas"))

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
    if isinstance(value, list | tuple):
        return [renamed(item, names) for item in value]
    return names.get(value, value) if isinstance(value, str) else value


def shuffled(items: Any, dice: Random) -> list[Any]:
    return dice.sample(list(items), len(items))


@often
@given(dealt, DICE)
def test_it_ignores_seats_and_the_order_of_keys(document: dict[str, Any], dice: Random) -> None:
    other = {key: document[key] for key in shuffled(document, dice)}
    other["players"] = shuffled(document["players"], dice)
    for key in {"paintings", "inspiration"} & set(document):
        other[key] = {name: document[key][name] for name in shuffled(document[key], dice)}
    before, after = score(read(document)), score(read(other))
    assert ranks(before) == ranks(after)
    assert points(before) == points(after)
    assert set(before.winners) == set(after.winners)


@often
@given(dealt)
def test_it_renames_the_outcome_with_the_players(document: dict[str, Any]) -> None:
    """The new names are in use too, for somebody else, and sort in another way."""
    names = dict(zip(NAMES, reversed(NAMES), strict=True))
    before = score(read(document)).as_json("canvas")
    after = score(read(renamed(document, names))).as_json("canvas")
    assert json.loads(json.dumps(after)) == renamed(json.loads(json.dumps(before)), names)


@often
@given(dealt, DICE)
def test_it_never_pays_less_for_one_more_ribbon_by_hand(
    document: dict[str, Any], dice: Random
) -> None:
    state = read({key: document[key] for key in document if key != "judge_choice"})
    counted = [
        (name, at)
        for name, paintings in state.paintings.items()
        for at, painting in enumerate(paintings)
        if painting.bonus is not None
    ]
    assume(counted)
    name, at = dice.choice(counted)
    card = dice.choice(state.cards).name
    before = points(score(state))
    try:
        after = points(score(one_more(state, name, at, card)))
    except Refused:
        return
    assert all(after[player] >= before[player] for player in state.players)
    assert {player for player in before if after[player] != before[player]} <= {name}


def one_more(state: State, name: str, at: int, card: str) -> State:
    paintings = list(state.paintings[name])
    ribbons = {**paintings[at].ribbons, card: paintings[at].ribbons.get(card, 0) + 1}
    paintings[at] = replace(paintings[at], ribbons=ribbons)
    return replace(state, paintings={**state.paintings, name: tuple(paintings)})


@often
@given(dealt)
def test_it_gives_no_more_ribbons_than_the_row_is_long(document: dict[str, Any]) -> None:
    state = read(document)
    scored = score(state).details["paintings"]
    for card in played_cards(edition_of(state), state.cards):
        for paintings in scored.values():
            taken = [painting["ribbons"][card.name] for painting in paintings]
            assert sum(taken) <= len(card.points)
            assert min(taken, default=0) >= 0


@often
@given(dealt, st.data())
def test_it_never_lifts_a_player_who_has_less_inspiration(
    document: dict[str, Any], data: st.DataObject
) -> None:
    state = read({key: document[key] for key in document if key != "judge_choice"})
    name = data.draw(st.sampled_from(state.players))
    fewer = data.draw(st.integers(0, state.inspiration.get(name, 0)))
    before = score(state)
    after = score(replace(state, inspiration={**state.inspiration, name: fewer}))
    assert ranks(after)[name] >= ranks(before)[name]
    assert points(after) == points(before)


@often
@given(dealt, DICE)
def test_it_gives_the_same_ribbons_in_any_order_of_the_paintings(
    document: dict[str, Any], dice: Random
) -> None:
    """As long as no card's hand counts are mixed with what icons earn for it."""
    state = read(document)
    by_hand = {
        card.name
        for card in played_cards(edition_of(state), state.cards)
        if card.condition == BY_HAND
    }
    noted = [painting for name in state.paintings for painting in paintings_of(state, name)]
    assert all(set(painting.ribbons) <= by_hand for painting in noted)
    other = {name: tuple(shuffled(each, dice)) for name, each in state.paintings.items()}
    assert taken(state, state.paintings) == taken(state, other)


def taken(state: State, paintings: Any) -> dict[str, Counter[str]]:
    scored = score(replace(state, paintings=paintings)).details["paintings"]
    return {
        name: sum((Counter(painting["ribbons"]) for painting in each), Counter())
        for name, each in scored.items()
    }


@often
@given(dealt)
def test_it_adds_up(document: dict[str, Any]) -> None:
    outcome = score(read(document))
    for name, number in points(outcome).items():
        cards = outcome.details["cards"][name].values()
        bonus = [painting["bonus"] for painting in outcome.details["paintings"][name]]
        assert outcome.details["bonus"][name] == sum(bonus)
        assert number == sum(cards) + sum(bonus)


@often
@given(dealt, st.integers(0, 2))
def test_it_goes_on_until_the_last_painting(document: dict[str, Any], left: int) -> None:
    """Whatever part of the evening was played, it scores, without winners and without a pick."""
    state = read(document)
    earlier: dict[str, tuple[Painting, ...]] = {
        name: paintings[:left] for name, paintings in state.paintings.items()
    }
    outcome = score(replace(state, paintings=earlier, judge_choice=None, stopped=False))
    assert (outcome.end, outcome.winners, outcome.pending) == (None, (), None)
