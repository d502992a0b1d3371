"""Duplik: small tables, short enough for one row of a test."""

from collections.abc import Callable, Mapping
from enum import StrEnum

import pytest

from games.duplik.rules import Details, Round, Sheet, State, artists
from scoring.core.outcome import Outcome
from scoring.core.refusals import Refused

THREE = ("Ada", "Bo", "Cy")
NAMES = ("Ada", "Bo", "Cy", "Dee", "Eli", "Flo")
ALL: Sheet = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)


def drawn(narrator: str, super: int = 10, /, title: str | None = None, **sheets: Sheet) -> Round:
    """A round with the sheets of its artists; the super criterion is the tenth."""
    return Round(narrator, super, sheets, title)


def table(*rounds: Round, laps: int | None = None, stopped: bool = False) -> State:
    """Ada, Bo and Cy."""
    return State(THREE, rounds=rounds, laps=laps, stopped=stopped)


def blank(players: tuple[str, ...], narrator: str) -> Round:
    """Nobody has met anything."""
    return Round(narrator, 10, dict.fromkeys(artists(State(players, rounds=()), narrator), ()))


def narrated(
    players: int, narrators: str, *, laps: int | None = None, stopped: bool = False
) -> State:
    """One blank round for each initial: `ABA` is Ada, Bo, Ada."""
    names = NAMES[:players]
    by_initial = {name[0]: name for name in names}
    rounds = [blank(names, by_initial[initial]) for initial in narrators]
    return State(names, rounds=tuple(rounds), laps=laps, stopped=stopped)


def points(outcome: Outcome[Details]) -> dict[str, int]:
    return {standing.player: standing.points for standing in outcome.standings}


def places(outcome: Outcome[Details]) -> list[tuple[str, int, str | None]]:
    return [(place.player, place.rank, place.decided_by) for place in outcome.standings]


def check_refused(
    act: Callable[[], object],
    where: str,
    code: StrEnum,
    values: Mapping[str, object] | None,
) -> None:
    with pytest.raises(Refused) as caught:
        act()
    assert caught.value.where == where
    assert caught.value.code is code
    assert values is None or caught.value.values == values
