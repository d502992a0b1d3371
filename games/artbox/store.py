"""#ARTBOX: its database tables, and the round that is being entered."""

from collections import defaultdict

from games.artbox.entering import renumber_rounds
from games.artbox.guess_sheets import discard, hide_entered
from games.artbox.models import (
    BrokenDrawing,
    Guess,
    GuessSheet,
    NumberToken,
    Round,
    Setup,
    VictoryToken,
)
from games.artbox.open_round import OPEN_ROUND
from games.artbox.rules import DICE, Award, Details, State
from games.artbox.rules import Round as PlayedRound
from scoring.contract import Store
from scoring.core.outcome import Outcome
from scoring.models.rows import Row, Rows, Sitting, Table, by_values

TABLES = (
    Table(Setup, key=(), columns=("edition", "variant", "two_drawings")),
    Table(Round, key=("number",), columns=("validity_noted", "die_1", "die_2", "die_3", "die_4")),
    Table(NumberToken, key=("number", "token"), columns=("seat_id",)),
    Table(BrokenDrawing, key=("number", "seat_id"), columns=("place",)),
    Table(GuessSheet, key=("number", "guesser_id")),
    Table(Guess, key=("number", "guesser_id", "author_id"), columns=("right",)),
)
VICTORY_TOKENS = Table(VictoryToken, key=("number", "kind", "seat_id"))
NO_DICE = ("",) * DICE


def to_rows(state: State, sitting: Sitting) -> Rows:
    options = (state.edition or "", state.variant or "", state.two_drawings)
    rows: dict[type, dict[Row, Row]] = {table.model: {} for table in TABLES}
    if options != ("", "", None):
        rows[Setup][()] = options
    for number, round in enumerate(state.rounds, 1):
        rows[Round][(number,)] = (round.invalid is not None, *(round.dice or NO_DICE))
        for token, name in enumerate(round.finish or (), 1):
            rows[NumberToken][number, token] = (sitting.seat(name),)
        for place, name in enumerate(round.invalid or ()):
            rows[BrokenDrawing][number, sitting.seat(name)] = (place,)
        for guesser, right in round.guesses.items():
            guess_sheet = (number, sitting.seat(guesser))
            rows[GuessSheet][guess_sheet] = ()
            for author, guessed in right.items():
                rows[Guess][*guess_sheet, sitting.seat(author)] = (guessed,)
    return rows


def from_rows(rows: Rows, sitting: Sitting) -> State:
    finish: dict[int, list[str]] = defaultdict(list)
    for (number, _token), (seat,) in sorted(rows[NumberToken].items()):
        finish[number].append(sitting.name(seat))
    invalid: dict[int, list[str]] = defaultdict(list)
    for (number, seat), _place in sorted(rows[BrokenDrawing].items(), key=by_values):
        invalid[number].append(sitting.name(seat))
    guesses: dict[int, dict[str, dict[str, int]]] = defaultdict(dict)
    for number, guesser in rows[GuessSheet]:
        guesses[number][sitting.name(guesser)] = {}
    for (number, guesser, author), (right,) in rows[Guess].items():
        guesses[number][sitting.name(guesser)][sitting.name(author)] = right
    edition, variant, two_drawings = rows[Setup].get((), ("", "", None))
    return State(
        players=sitting.players,
        rounds=tuple(
            [
                PlayedRound(
                    guesses=guesses[number],
                    finish=tuple(finish[number]) or None,
                    invalid=tuple(invalid[number]) if validity_noted else None,
                    dice=tuple(dice) if dice != list(NO_DICE) else None,
                )
                for (number,), (validity_noted, *dice) in sorted(rows[Round].items())
            ]
        ),
        edition=edition or None,
        variant=variant or None,
        two_drawings=two_drawings,
        stopped=sitting.stopped,
    )


def derive(outcome: Outcome[Details], sitting: Sitting) -> Rows:
    tokens: dict[Row, Row] = {
        (number, award.value, sitting.seat(name)): ()
        for number, round in enumerate(outcome.details["rounds"], 1)
        for award in Award
        for name in round["awards"][award.value]
    }
    return {VictoryToken: tokens}


STORE = Store(
    tables=TABLES,
    to_rows=to_rows,
    from_rows=from_rows,
    derived=(VICTORY_TOKENS,),
    derive=derive,
    after_change=renumber_rounds,
    after_seat_change=discard,
    after_takeover=hide_entered,
    open_round=OPEN_ROUND,
)
