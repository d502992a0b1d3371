"""Documents of every game are read strictly, dumped as they were, refused in place.

The documents are the games' own samples; the changes to them are drawn like the samples.
"""

import copy
import json
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from scoring.contract import Game
from scoring.core.refusals import Path, Refused
from scoring.core.wording import refusal_sentence
from scoring.documents.samples import state_of
from scoring.documents.scorer import dump_document, read_document, score_value, shape_of
from scoring.registry import installed_games
from tests.builders.dice import DICE

each_game = pytest.mark.parametrize("game", installed_games().values(), ids=lambda game: game.slug)
VALIDATORS = {
    slug: Draft202012Validator(shape_of(game).schema()) for slug, game in installed_games().items()
}
often = settings(deadline=None, max_examples=150)
OTHER_TYPES: tuple[Any, ...] = (None, True, 7, 1.5, 2.0, "seven", [], {})


def refusal(document: object) -> Refused | None:
    try:
        read = read_document(document)
        read.game.score(read.state)
    except Refused as refused:
        return refused
    return None


def places(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value inside a document, with its path."""
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for step, inner in entries:
        yield (*path, step), inner
        if isinstance(inner, dict | list):
            yield from places(inner, (*path, step))


def at(document: Any, path: Path) -> Any:
    for step in path:
        document = document[step]
    return document


def changed(document: dict[str, Any], path: Path, value: object) -> dict[str, Any]:
    other = copy.deepcopy(document)
    at(other, path[:-1])[path[-1]] = value
    return other


def check_refused(document: object, *, dropped: Path | None = None) -> Refused:
    """Check that a document is refused with a whole sentence, at a place that it has.

    With a key `dropped`, that may also be a key which is missing: the dropped one, or one that has
    become necessary without it, as a card's condition in another edition."""
    refused = refusal(document)
    assert refused is not None, document
    if refused.path != dropped:
        at(document, refused.path[:-1] if dropped else refused.path)
    sentence = refusal_sentence(refused, _wording(document))
    assert sentence.endswith(".")
    assert "%(" not in sentence
    return refused


def _wording(document: Any) -> Any:
    game = installed_games().get(str(document.get("game"))) if isinstance(document, dict) else None
    return game.wording if game else None


@each_game
@given(DICE)
@often
def test_it_dumps_what_it_read(game: Game[Any], dice: Random) -> None:
    document = game.sample(dice)
    assert dump_document(read_document(document)) == document


@each_game
@given(DICE)
@often
def test_its_schema_knows_it(game: Game[Any], dice: Random) -> None:
    assert list(VALIDATORS[game.slug].iter_errors(game.sample(dice))) == []


@each_game
@given(DICE)
@often
def test_its_ranks_are_competition_ranks(game: Game[Any], dice: Random) -> None:
    result = score_value(game.sample(dice))
    ranks = [place["rank"] for place in result["standings"]]
    assert ranks == [1 + sum(other < rank for other in ranks) for rank in ranks]
    assert [place["decided_by"] == "shared" for place in result["standings"][1:]] == [
        above == below for above, below in pairwise(ranks)
    ]


@each_game
@given(DICE)
@often
def test_only_what_is_over_has_winners(game: Game[Any], dice: Random) -> None:
    document = game.sample(dice)
    result = score_value(document)
    first = [place["player"] for place in result["standings"] if place["rank"] == 1]
    assert result["finished"] == (result["end"] is not None)
    assert result["winners"] == (first if result["finished"] else [])
    stopped = score_value({**document, "stopped": True})
    if not game.can_stop(state_of(document)):
        assert stopped["error"]["path"] == "stopped"
        return
    assert stopped["end"] == (result["end"] or "stopped")
    assert stopped["details"] == result["details"]


@each_game
@given(DICE)
@often
def test_a_dropped_key_is_missed_where_it_was(game: Game[Any], dice: Random) -> None:
    document = game.sample(dice)
    path = dice.choice([path for path, _ in places(document) if isinstance(path[-1], str)])
    other = copy.deepcopy(document)
    del at(other, path[:-1])[path[-1]]
    if refusal(other) is None:
        VALIDATORS[game.slug].validate(other)
    else:
        check_refused(other, dropped=path)


@each_game
@given(DICE, st.sampled_from(OTHER_TYPES))
@often
def test_a_value_of_another_type_is_refused(game: Game[Any], dice: Random, value: object) -> None:
    document = game.sample(dice)
    path, old = dice.choice(list(places(document)))
    same_type = type(value) is type(old)
    if same_type or (path == ("end",) and value is None):
        return
    assert check_refused(changed(document, path, value)).path[: len(path)] in (path, path[:-1])


@each_game
@given(DICE)
@often
def test_a_name_that_sits_there_twice_is_refused(game: Game[Any], dice: Random) -> None:
    document = game.sample(dice)
    players = document["players"]
    document["players"] = [*players, players[0]]
    refused = check_refused(document)
    assert refused.path in {("players",), ("players", len(players))}


@each_game
@given(DICE, st.sampled_from([-1, 1000, 10**30]))
@often
def test_a_number_out_of_range_is_refused(game: Game[Any], dice: Random, number: int) -> None:
    document = game.sample(dice)
    numbers = [path for path, value in places(document) if type(value) is int]
    if numbers:
        path = dice.choice(numbers)
        assert check_refused(changed(document, path, number)).path == path


@each_game
@given(DICE, st.sampled_from(["", "zz", "players ", "__class__"]))
@often
def test_a_key_that_nothing_reads_is_refused(game: Game[Any], dice: Random, key: str) -> None:
    document = game.sample(dice)
    objects = [(), *(path for path, value in places(document) if isinstance(value, dict))]
    path = dice.choice(objects)
    refused = check_refused(changed(document, (*path, key), 1))
    assert refused.path == (*path, key)


@each_game
@given(DICE)
@often
def test_what_the_schema_refuses_is_refused(game: Game[Any], dice: Random) -> None:
    document = game.sample(dice)
    path, old = dice.choice(list(places(document)))
    values = [*OTHER_TYPES, *document["players"], 0, 1, 2, 6, [old], [old] * 9, {"zz": old}]
    other = changed(document, path, dice.choice(values))
    if not VALIDATORS[game.slug].is_valid(other):
        check_refused(other)


@each_game
@given(DICE)
@often
def test_its_result_is_json_and_the_same_every_time(game: Game[Any], dice: Random) -> None:
    document = game.sample(dice)
    before = json.dumps(document)
    result = json.dumps(score_value(document))
    assert json.dumps(score_value(json.loads(before))) == result
    assert json.dumps(document) == before
