"""A tap adds as little to the database late in a session as early."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from django.db.models import F
from django.utils import timezone

from games.artbox.rules import ROUNDS
from games.artem.rules import TURNS, Turn, player_at
from games.canvas.rules import set_inspiration
from games.duplik.rules import tick
from scoring.documents.scorer import opening_value, read_document
from scoring.models import Session
from scoring.models.revisions import By
from scoring.registry import get_game, installed_games
from scoring.sessions.recording import record, start
from tests.builders.stored_bytes import stored_bytes

pytestmark = pytest.mark.django_db

MOST = 500  # bytes
TAPS = 10
ANA, BEN, CLEO, DOV = PLAYERS = ("Ana", "Ben", "Cleo", "Dov")


def take_turn(state: Any) -> Any:
    return TURNS.add(state, Turn(player_at(state, len(state.turns)), ()))


def change_guess(state: Any) -> Any:
    at = len(state.rounds) - 1
    round = state.rounds[at]
    guess = 1 - round.guesses[ANA].get(BEN, 0)
    return ROUNDS.replace(state, at, replace(round, guesses={**round.guesses, ANA: {BEN: guess}}))


def change_inspiration(state: Any) -> Any:
    return set_inspiration(state, {ANA: 1 - state.inspiration.get(ANA, 0)})


def tick_criterion(state: Any) -> Any:
    return tick(state, 0, BEN, 7, 7 not in state.rounds[0].sheets[BEN])


# Artem alone has a document that gets longer all evening: the others end after a few rounds.
GAMES: dict[str, tuple[Callable[[int], dict[str, Any]], Callable[[Any], Any]]] = {
    "artbox": (
        lambda _entries: {
            # Rounds in which nobody wins anything, so the game goes on.
            "rounds": [
                {
                    "finish": [*PLAYERS],
                    "invalid": [*PLAYERS],
                    "guesses": {name: {} for name in PLAYERS},
                }
            ]
            * 5,
        },
        change_guess,
    ),
    "artem": (
        lambda entries: {
            "turns": [{"player": PLAYERS[at % 4], "claims": []} for at in range(entries)]
        },
        take_turn,
    ),
    "canvas": (
        lambda _entries: {"paintings": {name: [{"bonus": 1}] * 2 for name in PLAYERS}},
        change_inspiration,
    ),
    "duplik": (
        lambda _entries: {
            "rounds": [{"narrator": ANA, "super": 1, "sheets": {BEN: [], CLEO: [3], DOV: []}}]
        },
        tick_criterion,
    ),
}


def session_after(game: str, entries: int) -> Session:
    """Start a session with so many entries, as if each had been a revision."""
    entered, _tap = GAMES[game]
    value = {**opening_value(get_game(game), PLAYERS), **entered(entries)}
    session = start(document=read_document(value), by=By(at=timezone.now()))
    Session.objects.filter(pk=session.pk).update(revision=F("revision") + entries)
    return session


def tap(session: Session, game: str) -> None:
    _entered, change = GAMES[game]
    by = By(at=timezone.now(), key=uuid4(), seat=session.seats.get(place=1))
    record(session=session, change=change, action="change", by=by)


@pytest.mark.parametrize("entries", [20, 2_000])
@pytest.mark.parametrize("game", installed_games())
def test_a_tap_adds_500_bytes_at_most(game: str, entries: int) -> None:
    session = session_after(game, entries)
    tap(session, game)
    bytes_before = stored_bytes()
    for _tap in range(TAPS):
        tap(session, game)
    assert 100 <= (stored_bytes() - bytes_before) / TAPS <= MOST
