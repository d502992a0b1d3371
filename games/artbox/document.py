"""#ARTBOX: session document <-> State."""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import with_config
from typing_extensions import TypedDict

from games.artbox.rules import DICE, SEATS, Edition, Round, Shape, State, Variant
from scoring.documents import schema as common
from scoring.documents.schema import STRICT, Common, Name, given, length, within


class OptionsDocument(TypedDict):
    variant: NotRequired[Variant]
    two_drawings: NotRequired[bool]


class RoundDocument(TypedDict):
    finish: NotRequired[Annotated[list[str], length(SEATS, different=True)]]
    invalid: NotRequired[Annotated[list[str], length(range(SEATS.stop), different=True)]]
    guesses: dict[str, dict[str, Annotated[int, within(range(3))]]]
    dice: NotRequired[Annotated[list[Shape], length(range(DICE, DICE + 1))]]


@with_config(STRICT)
class ArtboxDocument(Common):
    game: Literal["artbox"]
    players: Annotated[list[Name], length(SEATS, different=True)]
    edition: NotRequired[Edition]
    options: NotRequired[OptionsDocument]
    rounds: Annotated[list[RoundDocument], length()]


SHAPE = common.Shape(ArtboxDocument)


def parse(document: ArtboxDocument) -> State:
    options = document.get("options", {})
    return State(
        players=tuple(document["players"]),
        rounds=tuple([_parse_round(round) for round in document["rounds"]]),
        edition=document.get("edition"),
        variant=options.get("variant"),
        two_drawings=options.get("two_drawings"),
        stopped=document.get("stopped", False),
    )


def _parse_round(round: RoundDocument) -> Round:
    return Round(
        guesses=round["guesses"],
        finish=tuple(round["finish"]) if "finish" in round else None,
        invalid=tuple(round["invalid"]) if "invalid" in round else None,
        dice=tuple(round["dice"]) if "dice" in round else None,
    )


def dump(state: State) -> dict[str, Any]:
    options = given(variant=state.variant, two_drawings=state.two_drawings)
    return {
        "players": list(state.players),
        "rounds": [_dump_round(round) for round in state.rounds],
        **given(stopped=state.stopped or None, edition=state.edition, options=options or None),
    }


def _dump_round(round: Round) -> dict[str, Any]:
    lists = given(finish=round.finish, invalid=round.invalid, dice=round.dice)
    return {
        "guesses": {guesser: dict(right) for guesser, right in round.guesses.items()},
        **{key: list(value) for key, value in lists.items()},
    }
