"""Artem: typing in a score pad: a line for each round, with the turn of each player."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from django import forms
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from games.artem.forms import DECKS
from games.artem.rules import (
    TURNS,
    Claim,
    Details,
    State,
    Turn,
    player_at,
    points_by_turn,
    set_deck_out,
)
from scoring.core.outcome import Outcome
from scoring.core.refusals import Path
from scoring.sheets.cells import SEPARATORS, seat_columns, seat_key, text
from scoring.sheets.contract import Cells, Column, MoreFields, Sheet, WrongCell

# A play: a claim by its length, perhaps with a colour, or none.
PLAY = re.compile(r"(?P<length>[0-9]|[-–—])(?:\((?P<color>[^()]*)\))?")
Claims = tuple[Claim, ...]
Round = tuple[Claims | None, ...]  # of each player; None where nothing was typed


class DeckField(MoreFields):
    refusal_fields: ClassVar = {"end": "deck"}
    deck = forms.ChoiceField(
        label=_("Did a deck run out?"), required=False, choices=[("", _("No")), *DECKS]
    )

    @classmethod
    def values_of(cls, state: State) -> dict[str, object]:
        return {"deck": state.deck_out or ""}

    def change(self, state: State) -> State:
        return set_deck_out(state, self.cleaned_data["deck"] or None)


class ArtemSheet(Sheet[State, Round]):
    help = _(
        "One line per round, with each player’s turn: the lengths of the claimed rows,"
        " in the order of the plays. 4 is a row of four claimed with the first play; 0 2"
        " or - 2 is a row of two claimed with the second. If a turn has no claim, leave"
        " it empty or enter 0."
    )
    line_name = _("Round")
    more = DeckField
    counts_empty_lines = True

    def columns(self, state: State) -> Sequence[Column]:
        return seat_columns(state.players, "4")

    def read(self, state: State, cells: Cells) -> Round:
        keys = [seat_key(at) for at in range(len(state.players))]
        return tuple([_claims(cells, key) for key in keys])

    def fill(self, state: State, lines: Sequence[Round]) -> State:
        typed = [claims for line in lines for claims in line]
        while typed and typed[-1] is None:
            typed.pop()
        turns = [Turn(player_at(state, at), claims or ()) for at, claims in enumerate(typed)]
        return TURNS.put(state, turns)

    def write(self, state: State) -> Sequence[Cells]:
        seats = len(state.players)
        cells = [_cell(turn.claims) for turn in state.turns]
        rounds = [cells[at : at + seats] for at in range(0, len(cells), seats)]
        return [{seat_key(at): cell for at, cell in enumerate(one)} for one in rounds]

    def find(self, state: State, lines: Sequence[Round], path: Path) -> tuple[int, str] | None:
        match path:
            case ("turns", int(at), *_rest):
                round, seat = divmod(at, len(state.players))
                return round, seat_key(seat)
        return None

    def points(
        self, state: State, lines: Sequence[Round], outcome: Outcome[Details]
    ) -> Sequence[Mapping[str, int]]:
        after = points_by_turn(state, outcome.details)
        seats = len(state.players)
        return [after[min(at + seats, len(after)) - 1] for at in range(0, len(after), seats)]


def _claims(cells: Cells, key: str) -> Claims | None:
    typed = text(cells, key)
    return tuple(_read_claims(key, typed)) if typed else None


def _read_claims(key: str, typed: str) -> Iterator[Claim]:
    plays = [*PLAY.finditer(typed)]
    rest = SEPARATORS.sub("", PLAY.sub("", typed))
    if rest:
        raise WrongCell(key, now("Enter lengths from 2 to 6, such as 4 or 0 2."))
    for number, play in enumerate(plays, 1):
        if play["length"] not in "0-–—":
            yield Claim(number, int(play["length"]), play["color"] or None)


def _cell(claims: Claims) -> str:
    plays = ["-"] * max((claim.play for claim in claims), default=1)
    for claim in claims:
        color = f"({claim.color})" if claim.color else ""
        plays[claim.play - 1] = f"{claim.length}{color}"
    return " ".join(plays)


SHEET = ArtemSheet()
