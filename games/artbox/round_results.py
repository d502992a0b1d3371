"""#ARTBOX: totals over the rounds, what is missing to the end, and what decided an award; pure."""

from games.artbox.rules import (
    SHEET_RUNGS,
    Award,
    Details,
    State,
    TieBreak,
    Tokens,
    awards,
    drawing_candidates,
    experienced_targets,
    number_tokens,
    sheet_candidates,
    sheet_numbers,
    sum_of,
    tally,
    target,
)
from scoring.core.outcome import Outcome
from scoring.core.ranking import Rung, after_each, rank


def tokens_by_round(state: State, details: Details) -> list[dict[str, int]]:
    """Return how many tokens everyone has after each round."""
    won = [[*worth["awards"]["drawing"], *worth["awards"]["sheet"]] for worth in details["rounds"]]
    return after_each(state.players, [{name: row.count(name) for name in row} for row in won])


def tokens_to_go(state: State, own: Tokens) -> int | None:
    """Return how many tokens are missing; None in `experienced`."""
    tokens = target(state)
    return None if tokens is None else max(tokens - sum_of(own), 0)


def colors_to_go(state: State, own: Tokens) -> tuple[Tokens, Tokens]:
    """Return what is missing in `experienced`: of each colour, and of a single colour."""
    each, one = experienced_targets(state)
    return _missing(each, own), _missing(one, own)


def _missing(wanted: int, own: Tokens) -> Tokens:
    return {"drawing": max(wanted - own["drawing"], 0), "sheet": max(wanted - own["sheet"], 0)}


def award_order(state: State, at: int, award: Award) -> Outcome[dict[str, int]]:
    """Return the standings of an award: who could get it, in order, with the reasons."""
    players, ladder = _drawing(state, at) if award == Award.DRAWING else _sheet(state, at)
    ladder += number_tokens(state.rounds[at])
    names = tuple([rung.name for rung in ladder])
    return Outcome(standings=rank(players, ladder), ladder=names, end=None, details={})


def _drawing(state: State, at: int) -> tuple[list[str], list[Rung]]:
    recognition, _sheets = tally(state, at)
    return drawing_candidates(state, state.rounds[at]), [Rung(TieBreak.RECOGNITION, recognition)]


def _sheet(state: State, at: int) -> tuple[list[str], list[Rung]]:
    round = state.rounds[at]
    recognition, sheets = tally(state, at)
    drawing = awards(state, round, recognition, sheets)["drawing"]
    players = sheet_candidates(state, round, drawing)
    numbers = sheet_numbers(state, round, recognition, sheets)
    rows = {name: [int(number) for number in numbers(name)] for name in players}
    rungs = SHEET_RUNGS[: len(rows[players[0]])]
    return players, [
        Rung(rung, {name: row[place] for name, row in rows.items()})
        for place, rung in enumerate(rungs)
    ]
