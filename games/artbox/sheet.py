"""#ARTBOX: typing in a score pad: a line for each round, with who finished when and the guesses."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _

from games.artbox.round_results import tokens_by_round
from games.artbox.rules import DICE, ROUNDS, Details, Guesses, Round, Shape, State, is_simplified
from scoring.core.outcome import Outcome
from scoring.sheets.cells import (
    digits_in,
    numbered_seat_columns,
    players_in,
    seat_key,
    seat_numbers,
    text,
)
from scoring.sheets.contract import Cells, Column, WrongCell
from scoring.sheets.entries import EntriesSheet

FINISH, INVALID, DICE_SHOWN = "finish", "invalid", "dice"
SHAPES: tuple[Shape, ...] = ("circle", "square", "triangle", "line")


class ArtboxSheet(EntriesSheet[State, Round]):
    help = _(
        "One line per round. Enter players by seat number: in the order in which they"
        " finished, such as 3 1 2 4; those whose drawing broke the drawing rules; and"
        " below each name, the artists whose drawings that player guessed, such as 1 4"
        " (twice for two drawings: 1 1 4). The dice are optional: 1 circle, 2 square, 3"
        " triangle, 4 line."
    )
    line_name = _("Round")
    entries = ROUNDS

    def columns(self, state: State) -> Sequence[Column]:
        numbered = [
            Column(FINISH, _("Finishing order"), "3 1 2"),
            Column(INVALID, _("Rules broken")),
        ]
        return [
            *([] if is_simplified(state) else numbered),
            *numbered_seat_columns(state.players),
            Column(DICE_SHOWN, _("Dice")),
        ]

    def read(self, state: State, cells: Cells) -> Round:
        if is_simplified(state):
            return Round(guesses=_guesses(state, cells), dice=_dice(cells))
        return Round(
            finish=players_in(cells, FINISH, state.players),
            invalid=players_in(cells, INVALID, state.players) if text(cells, INVALID) else None,
            guesses=_guesses(state, cells),
            dice=_dice(cells),
        )

    def cells(self, state: State, entry: Round) -> Cells:
        return _cells(state, entry)

    def plain(self, state: State) -> State:
        """Leave out that a guesser guessed none of an author's drawings: that needs no cell."""
        rounds = [replace(round, guesses=_without_zeros(round.guesses)) for round in state.rounds]
        return replace(state, rounds=tuple(rounds))

    def points(
        self, state: State, lines: Sequence[Round], outcome: Outcome[Details]
    ) -> Sequence[Mapping[str, int]]:
        return tokens_by_round(state, outcome.details)


def _guesses(state: State, cells: Cells) -> dict[str, Mapping[str, int]]:
    return {
        guesser: Counter(players_in(cells, seat_key(at), state.players))
        for at, guesser in enumerate(state.players)
        if text(cells, seat_key(at))
    }


def _without_zeros(guesses: Guesses) -> Guesses:
    return {
        guesser: {author: right for author, right in own.items() if right}
        for guesser, own in guesses.items()
    }


def _dice(cells: Cells) -> tuple[Shape, ...] | None:
    numbers = digits_in(cells, DICE_SHOWN, len(SHAPES))
    if len(numbers) not in {0, DICE}:
        raise WrongCell(DICE_SHOWN, now("Enter all four dice, or none."))
    return tuple([SHAPES[number - 1] for number in numbers]) or None


def _cells(state: State, round: Round) -> Cells:
    cells = {
        seat_key(state.players.index(guesser)): _authors(state, right) or "0"
        for guesser, right in round.guesses.items()
    }
    if round.finish is not None:
        cells[FINISH] = seat_numbers(round.finish, state.players)
    if round.invalid is not None:
        cells[INVALID] = seat_numbers(round.invalid, state.players) or "0"
    if round.dice is not None:
        cells[DICE_SHOWN] = " ".join(str(SHAPES.index(shape) + 1) for shape in round.dice)
    return cells


def _authors(state: State, right: Mapping[str, int]) -> str:
    def each() -> Iterator[str]:
        for author, number in right.items():
            yield from [author] * number

    return seat_numbers([*each()], state.players)


SHEET = ArtboxSheet()
