"""Artem: what the page of a table shows."""

from collections.abc import Mapping
from typing import Any

from django.forms import Form
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.artem.forms import DECKS, TurnForm
from games.artem.rules import (
    LENGTHS,
    Claim,
    Details,
    State,
    claim_points,
    may_claim,
    player_at,
    plays,
    points_by_turn,
    points_to_go,
    target,
)
from scoring.contract import Phase, Step, numbered_steps
from scoring.core.outcome import Outcome
from scoring.play.screen import TableNow
from scoring.web.table_access import Visit


def entry_context(visit: Visit, now: TableNow, failed: Form | None) -> dict[str, Any]:
    state: State = now.state
    at = len(state.turns)
    refused = failed if isinstance(failed, TurnForm) and failed.is_for(at=at) else None
    whose = player_at(state, at)
    return {
        "at": at,
        "whose": whose,
        "whose_seat": now.seats[whose],
        "may_claim": may_claim(state, at),
        "all_in": state.variant == "all-in",
        "plays": play_rows(state, refused.chosen() if refused else ()),
        "keep": not refused,
        "deck_out": state.deck_out,
        "decks": DECKS,
    }


def play_rows(state: State, claims: tuple[Claim, ...] = ()) -> list[dict[str, Any]]:
    """Return a row for each play: what may be claimed with it, and for how many points."""
    chosen = {(claim.play, claim.length) for claim in claims}
    return [
        {
            "play": play,
            "chosen": any(claimed == play for claimed, _length in chosen),
            "claims": [
                {
                    "value": f"{play}x{length}",
                    "length": length,
                    "points": claim_points(Claim(play=play, length=length)),
                    "chosen": (play, length) in chosen,
                }
                for length in LENGTHS
            ],
        }
        for play in plays(state)
    ]


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
    return {"turns": turns, "latest_turns": turns[::-1]}


def steps(state: State, outcome: Outcome[Details]) -> list[Step]:
    return numbered_steps(_("Turn %(number)d"), points_by_turn(state, outcome.details))


def needs(state: State, outcome: Outcome[Details]) -> Mapping[str, str]:
    return {
        standing.player: ngettext("%(number)d point to go", "%(number)d points to go", left)
        % {"number": left}
        for standing in outcome.standings
        if (left := points_to_go(state, standing.points))
    }


def progress(state: State, outcome: Outcome[Details]) -> str:
    turn = len(state.turns) - 1 if outcome.finished and state.turns else len(state.turns)
    values = {"number": turn // len(state.players) + 1, "target": target(state)}
    return _("round %(number)d, to %(target)d points") % values


def whose_turn(state: State, outcome: Outcome[Details]) -> str:
    return "" if outcome.finished else player_at(state, len(state.turns))


def phase(now: TableNow) -> Phase | None:
    whose = whose_turn(now.state, now.outcome)
    if not whose:
        return None
    first = not may_claim(now.state, len(now.state.turns))
    facts = (_("No claims in the first turn."),) if first else ()
    return Phase(_("%(whose)s’s turn") % {"whose": whose}, facts=facts)
