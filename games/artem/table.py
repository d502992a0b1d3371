"""Artem: what the page of a table shows."""

from typing import Any

from django.forms import Form
from django.utils.translation import gettext as _

from games.artem.forms import DECKS, TurnForm
from games.artem.rules import (
    Details,
    State,
    may_claim,
    points_by_turn,
    points_to_go,
    whose_turn,
)
from games.artem.wording import needs, progress
from scoring.contract import Phase, Play, Step, numbered_steps, turn_phase
from scoring.core.outcome import Outcome
from scoring.play.screen import TableNow
from scoring.web.table_access import Visit


def entry_context(visit: Visit, now: TableNow, failed: Form | None) -> dict[str, Any]:
    state: State = now.state
    at = len(state.turns)
    refused = failed if isinstance(failed, TurnForm) and failed.is_for(at=at) else None
    plays = (refused or TurnForm()).play_rows(state)
    chosen = [claim["points"] for row in plays for claim in row["claims"] if claim["chosen"]]
    return {
        "at": at,
        "may_claim": may_claim(state, at),
        "all_in": state.variant == "all-in",
        "plays": plays,
        "chosen_points": sum(chosen),
        "keep": not refused,
        "decks": DECKS,
    }


def parts_context(now: TableNow) -> dict[str, Any]:
    scores = now.outcome.details["turns"]
    turns = [
        {
            "number": number,
            "player": turn.player,
            "seat": now.seats[turn.player],
            "claims": turn.claims,
            "points": scored["points"],
        }
        for number, (turn, scored) in enumerate(zip(now.state.turns, scores, strict=True), 1)
    ]
    return {"turns": turns}


def steps(state: State, outcome: Outcome[Details]) -> list[Step]:
    return numbered_steps(_("Turn %(number)d"), points_by_turn(state, outcome.details))


def phase(now: TableNow) -> Phase | None:
    if now.in_turn is None:
        return None
    state: State = now.state
    points = {standing.player: standing.points for standing in now.outcome.standings}
    first = not may_claim(state, len(state.turns))
    return turn_phase(
        now,
        facts=(_("No claims in the first turn."),) if first else (),
        figure=points_to_go(state, points[now.in_turn.name]),
        figure_label=_("to go"),
    )


PLAY: Play[State] = Play(
    entry_context=entry_context,
    parts_context=parts_context,
    steps=steps,
    progress=progress,
    needs=needs,
    phase=phase,
    whose_turn=whose_turn,
)
