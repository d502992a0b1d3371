"""What holds for every #ARTBOX session that the sample generator can think of."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given, settings

from games.artbox.round_results import award_order
from games.artbox.rules import (
    Award,
    Details,
    Round,
    RoundScore,
    State,
    can_stop,
    drawings_each,
    is_simplified,
    score,
)
from scoring.core.outcome import Outcome
from scoring.documents.scorer import shape_of
from scoring.registry import get_game
from tests.builders.dice import DICE

GAME = get_game("artbox")
SHAPE = shape_of(GAME)

documents = DICE.map(GAME.sample)
fast = settings(deadline=None, max_examples=180)


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


def without_seats(outcome: Outcome[Details]) -> Any:
    """Everything that is said of the players, the Maestro and the order within a place apart."""
    rounds = [
        (
            worth["recognition"],
            worth["sheets"],
            set(worth["awards"]["drawing"]),
            set(worth["awards"]["sheet"]),
        )
        for worth in outcome.details["rounds"]
    ]
    return (
        {(one.player, one.rank, one.numbers) for one in outcome.standings},
        [(one.rank, one.decided_by) for one in outcome.standings],
        (outcome.end, set(outcome.winners), outcome.ladder),
        (outcome.details["target"], outcome.details["tokens"], rounds),
    )


@given(documents, DICE)
@fast
def test_seats_change_only_the_maestro(document: dict[str, Any], dice: Random) -> None:
    """R-A8, R-A9"""
    state = read(document)
    players = tuple(dice.sample(state.players, len(state.players)))
    reseated = replace(state, players=players)
    after = score(reseated)
    assert without_seats(after) == without_seats(score(state))
    leaders = [worth["maestro"] for worth in after.details["rounds"]]
    assert leaders == [players[at % len(players)] for at in range(len(state.rounds))]


@given(documents)
@fast
def test_other_names_make_the_same_session(document: dict[str, Any]) -> None:
    players = document["players"]
    # Backwards in the alphabet, so that an order by name would show.
    names = {name: f"Z{99 - at}" for at, name in enumerate(sorted(players))}
    before = score(read(document)).as_json("artbox")
    after = score(read(renamed(document, names))).as_json("artbox")
    assert after == renamed(before, names)


@given(documents)
@fast
def test_tokens_are_handed_out_as_the_variant_says(document: dict[str, Any]) -> None:
    """R-A4 to R-A6"""
    state = read(document)
    outcome = score(state)
    for round, worth in zip(state.rounds, outcome.details["rounds"], strict=True):
        drawing, sheet = worth["awards"]["drawing"], worth["awards"]["sheet"]
        if state.variant == "simplified":
            assert drawing == best_of(worth["recognition"])
            assert sheet == best_of(worth["sheets"])
        else:
            assert len(drawing) == (set(round.invalid or ()) != set(state.players))
            assert len(sheet) == 1
            assert not set(drawing) & set(sheet)
            assert not set(drawing) & set(round.invalid or ())
    handed_out = [name for worth in outcome.details["rounds"] for name in all_awards(worth)]
    for standing in outcome.standings:
        assert standing.points == handed_out.count(standing.player)


@given(documents)
@fast
def test_the_reasons_of_an_award_name_who_gets_it(document: dict[str, Any]) -> None:
    """R-A4 to R-A6"""
    state = read(document)
    for at, worth in enumerate(score(state).details["rounds"]):
        for award in Award:
            standings = award_order(state, at, award).standings
            first = [standing.player for standing in standings if standing.rank == 1]
            assert first == worth["awards"][award.value]


def best_of(numbers: dict[str, int]) -> list[str]:
    return [name for name, number in numbers.items() if number == max(numbers.values())]


def all_awards(worth: RoundScore) -> list[str]:
    return worth["awards"]["drawing"] + worth["awards"]["sheet"]


@given(documents)
@fast
def test_every_guess_counts_once_for_the_author_and_once_for_the_guesser(
    document: dict[str, Any],
) -> None:
    """R-A1, R-A2"""
    state = read(document)
    most = drawings_each(state) * (len(state.players) - 1)
    for round, worth in zip(state.rounds, score(state).details["rounds"], strict=True):
        guessed = sum(sum(right.values()) for right in round.guesses.values())
        assert sum(worth["recognition"].values()) == sum(worth["sheets"].values()) == guessed
        assert max(*worth["recognition"].values(), *worth["sheets"].values()) <= most


@given(documents, DICE)
@fast
def test_one_more_right_guess_never_harms_author_or_guesser(
    document: dict[str, Any], dice: Random
) -> None:
    """R-A1"""
    state = read(document)
    guesser, author = dice.sample(state.players, 2)
    right = dice.randrange(drawings_each(state))
    round = state.rounds[-1] if state.rounds else empty_round(state)
    before, after = (
        replace(state, rounds=(guessing(round, guesser, author, number),))
        for number in (right, right + 1)
    )
    old, new = (score(one).details["rounds"][0] for one in (before, after))
    assert new["recognition"][author] == old["recognition"][author] + 1
    assert new["sheets"][guesser] == old["sheets"][guesser] + 1
    if author in old["awards"]["drawing"]:
        assert author in new["awards"]["drawing"]
    if guesser in old["awards"]["sheet"] and author in old["awards"]["drawing"]:
        assert guesser in new["awards"]["sheet"]


def empty_round(state: State) -> Round:
    return Round(guesses={}, finish=None if is_simplified(state) else state.players)


def guessing(round: Round, guesser: str, author: str, right: int) -> Round:
    guesses = {**round.guesses, guesser: {**round.guesses.get(guesser, {}), author: right}}
    return replace(round, guesses=guesses)


@given(documents)
@fast
def test_a_game_goes_on_up_to_its_last_round(document: dict[str, Any]) -> None:
    """R-2, R-4, R-A7"""
    state = read(document)
    for played in range(len(state.rounds)):
        outcome = score(replace(state, rounds=state.rounds[:played], stopped=False))
        assert (outcome.end, outcome.winners) == (None, ())
    assert bool(score(state).winners) is score(state).finished
    assert not can_stop(state) or score(replace(state, stopped=True)).finished


@given(documents)
@fast
def test_the_standings_are_in_order(document: dict[str, Any]) -> None:
    """R-1, R-5"""
    outcome = score(read(document))
    assert [one.rank for one in outcome.standings] == [
        1 + sum(better(other.numbers, one.numbers) for other in outcome.standings)
        for one in outcome.standings
    ]
    assert [one.decided_by is None for one in outcome.standings] == [
        at == 0 for at in range(len(outcome.standings))
    ]


def better(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """More points, more recognition, a lower Number token."""
    return (*one[:2], *(-number for number in one[2:])) > (
        *other[:2],
        *(-number for number in other[2:]),
    )
