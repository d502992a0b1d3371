"""A game as its results without rounds need it (R-6).

Whatever reads, records or counts sessions works with these as with those that were played here:
their State is `noted.State`, and their score() puts the players in the order that was noted."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from typing import Any

from scoring.contract import Game, Play, Step, no_entry, no_facts, no_variants
from scoring.core.outcome import Outcome
from scoring.models import Session
from scoring.noted.rules import Limits, State, score
from scoring.noted.store import STORE
from scoring.noted.wording import noted_wording
from scoring.registry import get_game


@cache
def result_only(game: Game[Any]) -> Game[State]:
    """Return the same game for sessions of which only the result is known."""
    limits = Limits(game.seats, game.most_points, game.breaks_ties)
    return replace(
        game,
        result_only=True,
        state=State,
        score=partial(score, limits=limits),
        stop=_cannot_be_stopped,
        facts=no_facts,
        variants=no_variants,
        wording=noted_wording(game.wording),
        store=STORE,
        play=Play(entry_context=no_entry, steps=_no_steps, progress=_no_progress),
    )


def game_of(session: Session) -> Game[Any]:
    """Return the game of a session, for its rounds or for its result alone."""
    game = get_game(session.game)
    return result_only(game) if session.result_only else game


def _cannot_be_stopped(state: State, _stopped: bool) -> State:
    return state


def _no_steps(_state: State, _outcome: Outcome[Any]) -> Sequence[Step]:
    return ()


def _no_progress(_state: State, _outcome: Outcome[Any]) -> str:
    return ""
