"""Artem: session document <-> State."""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import with_config
from typing_extensions import TypedDict

from games.artem.rules import (
    ALL_IN_PLAYS,
    LENGTHS,
    SEATS,
    Claim,
    DeckOut,
    Directions,
    State,
    Turn,
    Variant,
)
from scoring.documents.schema import STRICT, Common, Label, Name, Shape, given, length, within


class OptionsDocument(TypedDict):
    variant: NotRequired[Variant]
    directions: NotRequired[Directions]


class ClaimDocument(TypedDict):
    play: Annotated[int, within(ALL_IN_PLAYS)]
    length: Annotated[int, within(LENGTHS)]
    color: NotRequired[Label]


class TurnDocument(TypedDict):
    player: str
    claims: Annotated[list[ClaimDocument], length(range(ALL_IN_PLAYS.stop))]


@with_config(STRICT)
class ArtemDocument(Common):
    game: Literal["artem"]
    players: Annotated[list[Name], length(SEATS, different=True)]
    options: NotRequired[OptionsDocument]
    turns: Annotated[list[TurnDocument], length()]
    end: NotRequired[DeckOut | None]


SHAPE = Shape(ArtemDocument)


def parse(document: ArtemDocument) -> State:
    options = document.get("options", {})
    return State(
        players=tuple(document["players"]),
        turns=tuple([_parse_turn(turn) for turn in document["turns"]]),
        variant=options.get("variant"),
        directions=options.get("directions"),
        deck_out=document.get("end"),
        stopped=document.get("stopped", False),
    )


def _parse_turn(turn: TurnDocument) -> Turn:
    claims = [
        Claim(play=claim["play"], length=claim["length"], color=claim.get("color"))
        for claim in turn["claims"]
    ]
    return Turn(player=turn["player"], claims=tuple(claims))


def dump(state: State) -> dict[str, Any]:
    options = given(variant=state.variant, directions=state.directions)
    return {
        "players": list(state.players),
        "turns": [
            {"player": turn.player, "claims": [_dump_claim(claim) for claim in turn.claims]}
            for turn in state.turns
        ],
        **given(stopped=state.stopped or None, options=options or None, end=state.deck_out),
    }


def _dump_claim(claim: Claim) -> dict[str, Any]:
    return {"play": claim.play, "length": claim.length, **given(color=claim.color)}
