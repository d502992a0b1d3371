"""Canvas: session document <-> State."""

from typing import Annotated, Any, Literal, NotRequired

from pydantic import with_config
from typing_extensions import TypedDict

from games.canvas.cards import CARDS_OF_ANY_EDITION, NUMBERS, TABLE_LENGTHS, Card
from games.canvas.catalogue import SETUPS, Edition
from games.canvas.conditions import SLOTS, Condition, Icon
from games.canvas.rules import ICONS, LAYERS, PAINTINGS, SEATS, Painting, State
from scoring.documents.schema import (
    FORMAT,
    STRICT,
    Common,
    Label,
    Name,
    Shape,
    given,
    length,
    within,
)

Number = Annotated[int, within(NUMBERS)]
SlotDocument = Annotated[list[Icon], length(ICONS, different=True)]


class CardDocument(TypedDict):
    name: Name
    condition: NotRequired[Condition]
    points: NotRequired[Annotated[list[Number], length(TABLE_LENGTHS)]]


class PaintingDocument(TypedDict):
    slots: NotRequired[Annotated[list[SlotDocument], length(range(SLOTS, SLOTS + 1))]]
    art: NotRequired[Annotated[list[str], length(range(LAYERS, LAYERS + 1), different=True)]]
    bonus: NotRequired[Number]
    ribbons: NotRequired[dict[str, Number]]
    title: NotRequired[Label]


@with_config(STRICT)
class CanvasDocument(Common):
    game: Literal["canvas"]
    players: Annotated[list[Name], length(SEATS, different=True)]
    edition: NotRequired[Edition]
    cards: Annotated[list[CardDocument], length(CARDS_OF_ANY_EDITION, different=True)]
    paintings: dict[str, Annotated[list[PaintingDocument], length(range(PAINTINGS + 1))]]
    inspiration: NotRequired[dict[str, Number]]
    judge_choice: NotRequired[str]


SHAPE = Shape(CanvasDocument)
HEADING = {"format": FORMAT, "game": "canvas"}
EASY: Edition = "r2i-2021"  # its points rows are known
OPENING: dict[str, Any] = {
    "edition": EASY,
    "cards": [{"name": name} for name in SETUPS[EASY]["First game"]],
    "paintings": {},
}


def check_card(card: CardDocument) -> None:
    """Refuse a card that no document could state."""
    SHAPE.read({**HEADING, "players": [], "cards": [card], "paintings": {}})


def parse(document: CanvasDocument) -> State:
    return State(
        players=tuple(document["players"]),
        cards=tuple([_parse_card(card) for card in document["cards"]]),
        paintings={
            name: tuple([_parse_painting(painting) for painting in paintings])
            for name, paintings in document["paintings"].items()
        },
        inspiration=document.get("inspiration", {}),
        judge_choice=document.get("judge_choice"),
        edition=document.get("edition"),
        stopped=document.get("stopped", False),
    )


def _parse_card(card: CardDocument) -> Card:
    return Card(
        name=card["name"],
        condition=card.get("condition"),
        points=tuple(card["points"]) if "points" in card else None,
    )


def _parse_painting(painting: PaintingDocument) -> Painting:
    return Painting(
        slots=tuple([tuple(icons) for icons in painting["slots"]]) if "slots" in painting else None,
        art=tuple(painting["art"]) if "art" in painting else None,
        bonus=painting.get("bonus"),
        ribbons=painting.get("ribbons", {}),
        title=painting.get("title"),
    )


def dump(state: State) -> dict[str, Any]:
    return {
        "players": list(state.players),
        "cards": [_dump_card(card) for card in state.cards],
        "paintings": {
            name: [_dump_painting(painting) for painting in paintings]
            for name, paintings in state.paintings.items()
        },
        **given(
            stopped=state.stopped or None,
            edition=state.edition,
            inspiration=dict(state.inspiration) or None,
            judge_choice=state.judge_choice,
        ),
    }


def _dump_card(card: Card) -> dict[str, Any]:
    points = None if card.points is None else list(card.points)
    return {"name": card.name, **given(condition=card.condition, points=points)}


def _dump_painting(painting: Painting) -> dict[str, Any]:
    return {
        **given(
            slots=painting.slots and [list(icons) for icons in painting.slots],
            art=painting.art and list(painting.art),
            bonus=painting.bonus,
            ribbons=dict(painting.ribbons) or None,
            title=painting.title,
        ),
    }
