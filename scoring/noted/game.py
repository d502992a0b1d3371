"""A game as its results without rounds need it (R-6).

Whatever reads, records or counts sessions works with these as with those that were played here:
their State is `noted.State`, and their score() puts the players in the order that was noted."""

from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from scoring.contract import Game, Play, Store, no_facts, no_variants, part
from scoring.core.covers import Cover
from scoring.core.outcome import Outcome
from scoring.noted.rules import Details, Limits, State, score
from scoring.noted.wording import noted_wording
from scoring.registry import get_game

if TYPE_CHECKING:
    from scoring.models import Session

HERE = "scoring.noted"


class ResultOnly(Game[State]):
    """A game for sessions of which only the result is known."""

    result_only = True
    state = State
    facts = staticmethod(no_facts)
    variants = staticmethod(no_variants)
    store: Store[State] = part("store.STORE", package=HERE)
    play: Play[State] = part("table.PLAY", package=HERE)
    options = None
    folio = None

    def __init__(self, game: Game[Any]) -> None:
        super().__init__(game.package)
        self.with_rounds = game
        self.limits = Limits(game.seats, game.most_points, game.breaks_ties)
        self.wording = noted_wording(game.wording)

    @cached_property
    def cover(self) -> Cover[State]:  # type: ignore[override]
        """Return a picture as of a session with rounds, shaped by the ranks and its id."""
        return Cover(draw=self.with_rounds.cover.draw)

    def score(self, state: State) -> Outcome[Details]:
        return score(state, self.limits)

    def stop(self, state: State, stopped: bool) -> State:
        return state

    def can_stop(self, _state: State) -> bool:
        return False


@cache
def result_only(game: Game[Any]) -> Game[State]:
    """Return the same game for sessions of which only the result is known."""
    return ResultOnly(game)


def game_of(session: "Session") -> Game[Any]:
    """Return the game of a session, for its rounds or only for its result."""
    game = get_game(session.game)
    return result_only(game) if session.result_only else game
