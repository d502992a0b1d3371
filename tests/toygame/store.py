from scoring.contract import Store
from scoring.models.rows import Rows, Sitting, Table
from tests.toygame.models import Draw
from tests.toygame.rules import State

TABLES = (Table(Draw, key=("seat_id",), columns=("card",)),)


def to_rows(state: State, sitting: Sitting) -> Rows:
    return {Draw: {(sitting.seat(name),): (card,) for name, card in state.draws.items()}}


def from_rows(rows: Rows, sitting: Sitting) -> State:
    draws = {sitting.name(seat): card for (seat,), (card,) in rows[Draw].items()}
    return State(players=sitting.players, draws=draws, stopped=sitting.stopped)


STORE = Store(tables=TABLES, to_rows=to_rows, from_rows=from_rows)
