"""A table of each game in the middle of its evening, and the tap there that is timed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

NAMES = ("Ana", "Ben", "Cleo", "Dov")
SLOTS = [["hue"], ["shape", "tone"], ["texture"], ["hue", "bonus-hue"], ["tone"]]


@dataclass(frozen=True, slots=True)
class Tap:
    """`path` is below the table's address. Taps alternate between the fields, which differ; where
    there are no others, each is undone again, and that is not timed."""

    path: str
    fields: Mapping[str, Any]
    others: Mapping[str, Any] | None = None

    def at(self, round: int) -> dict[str, Any]:
        fields = self.others if self.others is not None and round % 2 else self.fields
        return {**fields, "key": str(uuid4())}


@dataclass(frozen=True, slots=True)
class Evening:
    """A table: its recorded document, and the entries since, as (path, fields)."""

    document: Mapping[str, Any]
    tap: Tap
    entered: tuple[tuple[str, Mapping[str, Any]], ...] = ()


def _artem() -> Evening:
    claims = {4: (1, 3), 6: (2, 4), 7: (1, 2), 9: (1, 3)}
    turns = [
        {
            "player": NAMES[at % 4],
            "claims": [{"play": claims[at][0], "length": claims[at][1]}] if at in claims else [],
        }
        for at in range(12)
    ]
    return Evening({"turns": turns}, Tap("artem/turn/", {"at": 12, "claim": "1x3"}))


def _artbox() -> Evening:
    played = {
        "finish": [*NAMES[1:], NAMES[0]],
        "guesses": {name: {other: 1 for other in NAMES if other != name} for name in NAMES},
    }
    finished = [("artbox/finish/", {"number": 3, "seat": seat}) for seat in (2, 3, 4, 1)]
    guess = {"number": 3, "author": 2}
    return Evening(
        {"rounds": [played] * 2},
        Tap("artbox/guess/", {**guess, "right": "1x1"}, {**guess, "right": "1x0"}),
        (*finished, ("artbox/guess/", {"number": 3, "author": 1, "right": "3x1"})),
    )


def _duplik() -> Evening:
    rounds = [
        {
            "narrator": narrator,
            "super": 6,
            "sheets": {name: [1, 2, 6] for name in NAMES if name != narrator},
        }
        for narrator in NAMES[:2]
    ]
    live = {"round": "{live}"}
    return Evening(
        {"rounds": rounds},
        Tap(
            "duplik/tick/",
            {**live, "artist": NAMES[0], "met": [1, 6], "before": [1], "box": 6},
            {**live, "artist": NAMES[0], "met": [1], "before": [1, 6], "box": 6},
        ),
        (
            ("duplik/begin/", {"at": 2, "narrator": NAMES[2], "super_criterion": 6}),
            ("duplik/side/", {**live, "side": "left"}),
            ("duplik/call/", {**live, "criterion": 6}),
            ("duplik/tick/", {**live, "artist": NAMES[0], "met": [1]}),
        ),
    )


def _canvas() -> Evening:
    cards = [{"name": name} for name in ("Composition", "Variety", "Space", "Symmetry")]
    slots = {f"slots_{number}": icons for number, icons in enumerate(SLOTS, 1)}
    return Evening(
        {
            "edition": "r2i-2021",
            "cards": cards,
            "paintings": {name: [{"slots": SLOTS}] * 2 for name in NAMES},
        },
        Tap("canvas/painting/", {"player": NAMES[0], "at": 2, "way": "slots", **slots}),
    )


EVENINGS = {"artem": _artem(), "artbox": _artbox(), "canvas": _canvas(), "duplik": _duplik()}
# The last turn of a session of Artem between two, which counts as soon as it is entered.
BEFORE_THE_LAST_TURN = ("", "", "1x5", "1x6", "", "1x6", "")
LAST_TURN = Tap("artem/turn/", {"at": 7, "claim": "1x3"})
