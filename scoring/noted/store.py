"""How a result without rounds is stored: a row for each seat, and one for the edition, if any."""

from scoring.contract import Store
from scoring.models import NotedEdition, NotedPlace
from scoring.models.rows import Rows, Sitting, Table
from scoring.noted.rules import NotedPlayer, State

EDITIONS = Table(NotedEdition, key=(), columns=("edition",))
PLACES = Table(NotedPlace, key=("seat_id",), columns=("points", "place", "winner"))


def to_rows(state: State, sitting: Sitting) -> Rows:
    return {
        NotedEdition: {(): (state.edition,)} if state.edition else {},
        NotedPlace: {
            (sitting.seat(player.name),): (player.points, player.place, player.winner)
            for player in state.noted
        },
    }


def from_rows(rows: Rows, sitting: Sitting) -> State:
    places, editions = rows[NotedPlace], rows[NotedEdition]
    noted = [NotedPlayer(name, *places[seat,]) for name, seat in sitting.seats.items()]
    return State(tuple(noted), edition=editions[()][0] if editions else None)


STORE = Store(tables=(EDITIONS, PLACES), to_rows=to_rows, from_rows=from_rows)
