"""Every code has its sentence, and every sentence gets the values that it names."""

import ast
import importlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings

from games.artbox import rules as artbox
from games.canvas import rules as canvas
from games.canvas.cards import Card
from games.canvas.rules import Painting
from games.duplik import rules as duplik
from scoring.contract import Game
from scoring.core.outcome import POINTS, STOPPED, Outcome
from scoring.core.refusals import Code, Refused
from scoring.core.wording import ENDS, REFUSALS, end_sentence, refusal_sentence, verdict, why
from scoring.documents.scorer import shape_of
from scoring.registry import get_game, installed_games
from tests.builders.dice import DICE

ROOT = Path(__file__).parent.parent.parent
each_game = pytest.mark.parametrize("game", installed_games().values(), ids=lambda game: game.slug)


def rule_modules(game: Game[Any]) -> Iterator[ModuleType]:
    folder = ROOT / "games" / game.slug
    for path in sorted(folder.glob("*.py")):
        if path.stem not in {"game", "sample", "wording", "__init__"}:
            yield importlib.import_module(f"games.{game.slug}.{path.stem}")


def codes(game: Game[Any], kind: str) -> set[StrEnum]:
    """All members of the game's enums of one kind: End, Award, TieBreak, …Refusal."""
    return {
        member
        for module in rule_modules(game)
        for name, enum in vars(module).items()
        if isinstance(enum, type) and issubclass(enum, StrEnum) and name.endswith(kind)
        for member in enum
    }


@each_game
def test_every_end_has_a_sentence(game: Game[Any]) -> None:
    assert set(game.wording.ends) == codes(game, "End") - {STOPPED}
    assert set(ENDS) == {STOPPED}
    assert all(str(sentence).endswith(".") for sentence in game.wording.ends.values())


@each_game
def test_every_award_has_a_sentence(game: Game[Any]) -> None:
    assert set(game.wording.awards) == codes(game, "Award")
    assert all(str(text).endswith(".") for text in game.wording.awards.values())


@each_game
def test_every_rung_has_words(game: Game[Any]) -> None:
    worded = set(game.wording.rungs) | set(game.wording.decisions)
    assert worded == {POINTS, *codes(game, "TieBreak")}
    assert all(str(words(1)) for words in game.wording.rungs.values())


@each_game
def test_every_refusal_has_a_sentence(game: Game[Any]) -> None:
    assert set(game.wording.refusals) == codes(game, "Refusal")
    assert all(str(text).endswith(".") for text in game.wording.refusals.values())


def test_every_shared_refusal_has_a_sentence() -> None:
    assert set(REFUSALS) == set(Code)
    assert all(str(text).endswith(".") for text in REFUSALS.values())


def refusing_calls(path: Path) -> Iterator[tuple[str, set[str]]]:
    """`Refused(path, Refusal.CODE, name=…)`: the member's name and the values given."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused":
            code = node.args[1]
            if isinstance(code, ast.Attribute):
                yield code.attr, {keyword.arg or "" for keyword in node.keywords}


def named_values(template: object) -> set[str]:
    return set(re.findall(r"%\((\w+)\)s", str(template)))


def check_values(templates: Mapping[Any, object], path: Path) -> None:
    by_name = {getattr(code, "name", code): text for code, text in templates.items()}
    for code, values in refusing_calls(path):
        if code in by_name:
            assert named_values(by_name[code]) <= values, f"{path}: {code}"


@each_game
def test_every_refusal_gets_the_values_that_its_sentence_names(game: Game[Any]) -> None:
    modules = (ROOT / "games" / game.slug).rglob("*.py")
    paths = sorted(path for path in modules if not {"tests", "migrations"} & {*path.parts})
    raised = {code for path in paths for code, _ in refusing_calls(path)}
    assert {code.name for code in game.wording.refusals if isinstance(code, StrEnum)} <= raised
    for path in paths:
        check_values(dict(REFUSALS) | dict(game.wording.refusals), path)


def test_every_shared_refusal_gets_the_values_that_its_sentence_names() -> None:
    for path in sorted((ROOT / "scoring").glob("*.py")):
        check_values(REFUSALS, path)


@each_game
@given(DICE)
@settings(deadline=None, max_examples=180)
def test_every_place_has_a_sentence(game: Game[Any], dice: Random) -> None:
    outcome = game.score(shape_of(game).parse(game.sample(dice)))
    for reason in outcome.reasons():
        sentence = why(reason, game.wording, finished=outcome.finished)
        assert sentence.endswith(".")
        assert reason.above in sentence
        assert reason.below in sentence


@each_game
def test_every_code_is_spelled_as_its_name(game: Game[Any]) -> None:
    every = [code for kind in ("End", "Award", "TieBreak", "Refusal") for code in codes(game, kind)]
    assert [code.value for code in every] == [code.name.lower().replace("_", "-") for code in every]


@each_game
def test_no_code_of_a_game_is_spelled_like_a_shared_one(game: Game[Any]) -> None:
    assert not {code.value for code in codes(game, "Refusal")} & {code.value for code in Code}


# The sentences themselves


def whys(outcome: Outcome[Any], slug: str) -> list[str]:
    wording = get_game(slug).wording
    return [why(reason, wording, finished=outcome.finished) for reason in outcome.reasons()]


def artbox_round(*finish: str, **guesses: dict[str, int]) -> artbox.Round:
    return artbox.Round(guesses=guesses, finish=finish)


def test_it_says_on_what_two_were_tied_and_what_decided() -> None:
    four = [artbox_round("Ana", "Ben", "Cleo", "Dov", Ben={"Ana": 1, "Cleo": 1}, Dov={"Ana": 1})]
    last = artbox_round(
        "Cleo", "Ben", "Ana", "Dov",
        Ana={"Ben": 1, "Cleo": 1}, Ben={"Ana": 1}, Cleo={"Ben": 1}, Dov={"Ben": 1, "Ana": 1},
    )  # fmt: skip
    state = artbox.State(players=("Ana", "Ben", "Cleo", "Dov"), rounds=(*four * 4, last))
    going_on = artbox.State(players=state.players, rounds=(last,))
    assert whys(artbox.score(state), "artbox") == [
        (
            "Ben beats Ana: both have 5 tokens, but Ben has 3 right guesses of the drawing"
            " in the last round against 2."
        ),
        "Ana beats Cleo: 5 tokens against 0.",
        (
            "Cleo beats Dov: both have 0 tokens, but Cleo has 1 right guess of the drawing"
            " in the last round against 0."
        ),
    ]
    assert whys(artbox.score(going_on), "artbox")[1] == "Ana is ahead of Cleo: 1 token against 0."
    assert whys(artbox.score(going_on), "artbox")[0].startswith("Ben is ahead of Ana: both have")


def test_it_names_every_rung_on_the_way_down() -> None:
    tied = artbox_round(
        "Cleo", "Ben", "Ana", "Dov",
        Ana={"Ben": 1, "Cleo": 1}, Ben={"Ana": 1}, Cleo={"Ben": 1}, Dov={"Ana": 1},
    )  # fmt: skip
    four = [artbox_round("Ana", "Ben", "Cleo", "Dov", Ben={"Ana": 1, "Cleo": 1}, Dov={"Ana": 1})]
    state = artbox.State(players=("Ana", "Ben", "Cleo", "Dov"), rounds=(*four * 4, tied))
    assert whys(artbox.score(state), "artbox")[0] == (
        "Ben beats Ana: both have 5 tokens and 2 right guesses of the drawing in the last round,"
        " but Ben has Number token 2 against 3."
    )


def test_it_says_that_a_place_is_shared() -> None:
    drawn = duplik.Round("Sam", 10, {"Amy": (1, 2), "Mika": (3, 4)})
    state = duplik.State(players=("Sam", "Amy", "Mika"), rounds=(drawn,))
    assert whys(duplik.score(state), "duplik") == [
        "Sam is ahead of Amy: 4 points against 2.",
        "Amy and Mika are tied: both have 2 points.",
    ]


def test_it_names_everybody_who_shares_a_place() -> None:
    names = ("Ana", "Ben", "Cleo", "Dov", "Elisabeth", "Francesca")
    sentence = "Ana, Ben, Cleo, Dov, Elisabeth and Francesca are tied: all have 0 points."
    assert {*whys(duplik.score(duplik.State(players=names, rounds=())), "duplik")} == {sentence}


@pytest.mark.parametrize(
    ("tokens", "sentence"),
    [
        ({"Ana": (2, 2)}, "Ana reached 2 red tokens and 2 gray tokens."),
        ({"Ana": (3, 2)}, "Ana reached 3 red tokens and 2 gray tokens."),
        ({"Ana": (6, 1)}, "Ana reached 6 red tokens."),
        ({"Ana": (0, 6), "Ben": (1, 3)}, "Ana reached 6 gray tokens."),
        (
            {"Ana": (2, 2), "Ben": (6, 0)},
            "Ana and Ben reached 2 of each colour, or 6 of one.",
        ),
    ],
)
def test_the_end_of_an_experienced_game_names_the_colours(
    tokens: dict[str, tuple[int, int]], sentence: str
) -> None:
    """R-A7: two of each colour, or six of one."""
    held = {
        name: {"drawing": red, "sheet": gray}
        for name, (red, gray) in ({"Cleo": (0, 0), "Dov": (1, 1)} | tokens).items()
    }
    details: dict[str, Any] = {"target": None, "tokens": held, "rounds": []}
    over: Outcome[Any] = Outcome((), (), "tokens", details)
    assert end_sentence(over, get_game("artbox").wording) == sentence


def test_a_win_by_guesses_of_an_invalid_drawing_says_so() -> None:
    """R-A8: validity plays no part in that tie-break."""
    names = ("Ana", "Ben", "Cleo", "Dov")
    first = artbox_round(*names, Ben={"Ana": 1, "Cleo": 1}, Dov={"Ana": 1})
    last = artbox_round(*names, Ana={"Ben": 1}, Cleo={"Ben": 1}, Dov={"Ben": 1, "Cleo": 1})
    state = artbox.State(names, rounds=(first, replace(last, invalid=("Ben",))), stopped=True)
    best, second, *_others = whys(artbox.score(state), "artbox")
    assert best == (
        "Ben beats Cleo: both have 1 token, but Ben has 3 right guesses of the drawing"
        " in the last round against 1. "
        "Ben’s drawing broke the drawing rules in that round, but that does not count in"
        " this tie-break."
    )
    assert second == (
        "Cleo beats Ana: both have 1 token, but Cleo has 1 right guess of the drawing in"
        " the last round against 0."
    )


def test_a_board_says_nothing_of_tokens_before_somebody_has_said_theirs() -> None:
    """R-C9: nobody can know yet how many are left."""
    state = canvas.State(
        players=("Abby", "Bo"),
        cards=tuple(Card(name, points=(1,)) for name in ("Unity", "Space", "Variety", "Movement")),
        paintings={"Abby": (Painting(bonus=9),), "Bo": (Painting(bonus=9),)},
    )
    unsaid = "Abby and Bo are tied: both have 9 points."
    said = "Abby and Bo are tied: both have 9 points and 0 Inspiration tokens."
    for inspiration, sentence in (({}, unsaid), ({"Bo": 0}, unsaid), ({"Abby": 0, "Bo": 0}, said)):
        outcome = canvas.score(replace(state, inspiration=inspiration))
        assert whys(outcome, "canvas") == [sentence]


def test_it_says_that_a_judge_decided() -> None:
    state = canvas.State(
        players=("Abby", "Bo", "Cy"),
        cards=tuple(Card(name, points=(1,)) for name in ("Unity", "Space", "Variety", "Movement")),
        paintings={
            "Abby": (Painting(bonus=9),),
            "Bo": (Painting(bonus=1),),
            "Cy": (Painting(bonus=9),),
        },
        inspiration={"Abby": 1, "Cy": 1},
        judge_choice="Cy",
        stopped=True,
    )
    assert whys(canvas.score(state), "canvas")[0] == (
        "Cy beats Abby: both have 9 points and 1 Inspiration token, but the runner-up picked Cy."
    )


def test_the_others_of_a_judged_tie_share_their_place() -> None:
    state = canvas.State(
        players=("Abby", "Bo", "Cy", "Dee"),
        cards=tuple(Card(name, points=(1,)) for name in ("Unity", "Space", "Variety", "Movement")),
        paintings={name: (Painting(bonus=9),) for name in ("Abby", "Bo", "Cy")},
        judge_choice="Cy",
        stopped=True,
    )
    assert whys(canvas.score(state), "canvas")[1] == ("Abby and Bo are tied: both have 9 points.")


def test_a_refusal_says_how_many_it_takes() -> None:
    few = Refused(("cards",), Code.WRONG_COUNT, count=3, wanted=range(4, 5))
    many = Refused(("cards",), Code.WRONG_COUNT, count=5, wanted=range(2, 5))
    assert refusal_sentence(few) == "This list must have 4 items; it has 3."
    assert refusal_sentence(many) == "This list must have 2 to 4 items; it has 5."


def test_it_lists_names_in_a_refusal() -> None:
    refused = Refused(("rounds", 0, "sheets"), duplik.Refusal.MISSING_SHEET, names=("A", "B", "C"))
    sentence = refusal_sentence(refused, get_game("duplik").wording)
    assert sentence == "A sheet is still missing for A, B and C."


def test_names_that_look_like_placeholders_stay_names() -> None:
    refused = Refused((), Code.UNKNOWN_PLAYER, name="%(name)s <script>")
    assert refusal_sentence(refused) == "Nobody at this table is called “%(name)s <script>”."


def test_winners_are_named_together() -> None:
    assert verdict(["Ana"]) == "Ana wins"
    assert verdict(["Ana", "Ben", "Cleo"]) == "Ana, Ben and Cleo share the win"
