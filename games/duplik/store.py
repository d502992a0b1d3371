"""Duplik: rows <-> State."""

from collections import defaultdict

from games.duplik.judged_rounds import read_judged_rounds
from games.duplik.models import Check, Round, Setup, Sheet
from games.duplik.rules import Round as PlayedRound
from games.duplik.rules import State
from scoring.contract import Store
from scoring.models.rows import Row, Rows, Sitting, Table, by_values

TABLES = (
    Table(Setup, key=(), columns=("laps",)),
    Table(Round, key=("number",), columns=("narrator_id", "super_criterion", "title")),
    Table(Sheet, key=("number", "artist_id")),
    Table(Check, key=("number", "artist_id", "criterion"), columns=("place",)),
)


def to_rows(state: State, sitting: Sitting) -> Rows:
    rounds: dict[Row, Row] = {}
    sheets: dict[Row, Row] = {}
    checks: dict[Row, Row] = {}
    for number, round in enumerate(state.rounds, 1):
        narrator = sitting.seat(round.narrator)
        rounds[(number,)] = (narrator, round.super_criterion, round.title or "")
        for artist, met in round.sheets.items():
            seat = sitting.seat(artist)
            sheets[number, seat] = ()
            checks |= {(number, seat, criterion): (place,) for place, criterion in enumerate(met)}
    setup: dict[Row, Row] = {} if state.laps is None else {(): (state.laps,)}
    return {Setup: setup, Round: rounds, Sheet: sheets, Check: checks}


def from_rows(rows: Rows, sitting: Sitting) -> State:
    sheets: dict[int, dict[str, tuple[int, ...]]] = defaultdict(dict)
    for number, artist in rows[Sheet]:
        sheets[number][sitting.name(artist)] = ()
    for (number, artist, criterion), _place in sorted(rows[Check].items(), key=by_values):
        sheets[number][sitting.name(artist)] += (criterion,)
    setup = rows[Setup].get(())
    return State(
        players=sitting.players,
        rounds=tuple(
            [
                PlayedRound(
                    narrator=sitting.name(narrator),
                    super_criterion=super_criterion,
                    sheets=sheets[number],
                    title=title or None,
                )
                for (number,), (narrator, super_criterion, title) in sorted(rows[Round].items())
            ]
        ),
        laps=setup[0] if setup else None,
        stopped=sitting.stopped,
    )


STORE = Store(
    tables=TABLES,
    to_rows=to_rows,
    from_rows=from_rows,
    load_extra=read_judged_rounds,
)
