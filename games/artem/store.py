"""Artem: rows <-> State."""

from collections import defaultdict

from games.artem.models import Claim, Setup, Turn
from games.artem.rules import Claim as PlayedClaim
from games.artem.rules import State
from games.artem.rules import Turn as PlayedTurn
from scoring.contract import Store
from scoring.models.rows import Row, Rows, Sitting, Table

TABLES = (
    Table(Setup, key=(), columns=("variant", "directions", "deck_out")),
    Table(Turn, key=("number",), columns=("seat_id",)),
    Table(Claim, key=("number", "play"), columns=("length", "color")),
)


def to_rows(state: State, sitting: Sitting) -> Rows:
    said = (state.variant or "", state.directions or "", state.deck_out or "")
    setup: dict[Row, Row] = {(): said} if any(said) else {}
    turns: dict[Row, Row] = {}
    claims: dict[Row, Row] = {}
    for number, turn in enumerate(state.turns, 1):
        turns[(number,)] = (sitting.seat(turn.player),)
        for claim in turn.claims:
            claims[number, claim.play] = (claim.length, claim.color or "")
    return {Setup: setup, Turn: turns, Claim: claims}


def from_rows(rows: Rows, sitting: Sitting) -> State:
    claims: dict[int, list[PlayedClaim]] = defaultdict(list)
    for (number, play), (length, color) in sorted(rows[Claim].items()):
        claims[number].append(PlayedClaim(play, length, color or None))
    variant, directions, deck_out = rows[Setup].get((), ("", "", ""))
    return State(
        players=sitting.players,
        turns=tuple(
            [
                PlayedTurn(sitting.name(seat), tuple(claims[number]))
                for (number,), (seat,) in sorted(rows[Turn].items())
            ]
        ),
        variant=variant or None,
        directions=directions or None,
        deck_out=deck_out or None,
        stopped=sitting.stopped,
    )


STORE = Store(
    tables=TABLES,
    to_rows=to_rows,
    from_rows=from_rows,
)
