"""Duplik: typing in a score pad: a line for each round, with the criteria that each artist met."""

import re
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from games.duplik.rules import ROUNDS, Details, Round, State, artists, points_by_round
from scoring.core.outcome import Outcome
from scoring.sheets.cells import (
    SEPARATORS,
    number_in,
    numbered_seat_columns,
    player_in,
    says_nothing,
    seat_key,
    text,
)
from scoring.sheets.contract import Cells, Column, WrongCell
from scoring.sheets.entries import EntriesSheet

NARRATOR, SUPER, TITLE = "narrator", "super", "title"
NUMBERS = re.compile(r"10|[1-9]")


class DuplikSheet(EntriesSheet[State, Round]):
    help = _(
        "One line per round: the narrator, by seat number or name, the super criterion,"
        " and the criteria that each artist met, such as 1 3 4 7 10. Enter 0 for a"
        " drawing that met none, and leave the narrator’s own cell empty."
    )
    line_name = _("Round")
    entries = ROUNDS

    def columns(self, state: State) -> Sequence[Column]:
        return [
            Column(NARRATOR, _("Narrator"), "1"),
            Column(SUPER, _("Super"), "7"),
            *numbered_seat_columns(state.players, "1 3 4"),
            Column(TITLE, _("Title"), digits=False, wide=True),
        ]

    def read(self, state: State, cells: Cells) -> Round:
        narrator = player_in(cells, NARRATOR, state.players)
        super_criterion = number_in(cells, SUPER)
        at = state.players.index(narrator)
        if text(cells, seat_key(at)) and not says_nothing(text(cells, seat_key(at))):
            sentence = now("%(name)s narrates this round: leave this cell empty.")
            raise WrongCell(seat_key(at), sentence % {"name": narrator})
        sheets = {
            artist: _criteria(cells, seat_key(state.players.index(artist)))
            for artist in artists(state, narrator)
        }
        return Round(narrator, super_criterion, sheets, text(cells, TITLE) or None)

    def cells(self, state: State, entry: Round) -> Cells:
        sheets = {
            seat_key(state.players.index(artist)): " ".join(map(str, met)) or "0"
            for artist, met in entry.sheets.items()
        }
        return {
            NARRATOR: str(state.players.index(entry.narrator) + 1),
            SUPER: str(entry.super_criterion),
            **sheets,
            TITLE: entry.title or "",
        }

    def points(
        self, state: State, lines: Sequence[Round], outcome: Outcome[Details]
    ) -> Sequence[Mapping[str, int]]:
        return points_by_round(state, outcome.details)


def _criteria(cells: Cells, key: str) -> tuple[int, ...]:
    """Return the criteria in a cell: "1 3 10" or "1310"; there is no criterion 0."""
    typed = text(cells, key)
    if says_nothing(typed):
        return ()
    numbers = NUMBERS.findall(typed)
    if not numbers or SEPARATORS.sub("", NUMBERS.sub("", typed)):
        raise WrongCell(
            key, now("Enter the criteria that were met, such as 1 3 10, or 0 for none.")
        )
    return tuple(map(int, numbers))


SHEET = DuplikSheet()
