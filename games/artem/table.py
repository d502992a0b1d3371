"""Artem: what the table shows."""

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
from scoring.contract import Step
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
    """A row a play: what may be claimed with it and the points it brings."""
    made = {(claim.play, claim.length) for claim in claims}
    return [
        {
            "play": play,
            "claims": [
                {
                    "value": f"{play}x{length}",
                    "length": length,
                    "points": claim_points(Claim(play=play, length=length)),
                    "made": (play, length) in made,
                }
                for length in LENGTHS
            ],
        }
        for play in plays(state)
    ]


def parts_context(now: TableNow) -> dict[str, Any]:
    turns = [
        {
            "number": at + 1,
            "player": turn.player,
            "seat": now.seats[turn.player],
            "claims": turn.claims,
            "points": worth["points"],
        }
        for at, (turn, worth) in enumerate(
            zip(now.state.turns, now.outcome.details["turns"], strict=True)
        )
    ]
    return {"turns": turns, "latest_turns": turns[::-1]}


def steps(state: State, outcome: Outcome[Details]) -> list[Step]:
    return [
        Step(_("Turn %(number)d") % {"number": number}, points)
        for number, points in enumerate(points_by_turn(state, outcome.details), 1)
    ]


def needs(state: State, outcome: Outcome[Details]) -> Mapping[str, str]:
    return {
        standing.player: ngettext("%(number)d point to go", "%(number)d points to go", left)
        % {"number": left}
        for standing in outcome.standings
        if (left := points_to_go(state, standing.points))
    }


def progress(state: State, outcome: Outcome[Details]) -> str:
    values = {"number": len(state.turns) // len(state.players) + 1, "target": target(state)}
    return _("round %(number)d, to %(target)d points") % values


def whose_turn(state: State, outcome: Outcome[Details]) -> str:
    return "" if outcome.finished else player_at(state, len(state.turns))
