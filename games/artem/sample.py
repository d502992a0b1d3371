"""Artem: made-up documents."""

from random import Random
from typing import Any

from games.artem.rules import LENGTHS, SEATS, Claim, claim_points, plays, score, target
from scoring.documents.samples import heading, maybe, sometimes_stopped, state_of, until_over


def document(dice: Random) -> dict[str, Any]:
    head = heading(dice, "artem", SEATS)
    options = maybe(dice, variant=dice.choice(["standard", "all-in"]), directions="relative")
    if options:
        head["options"] = options
    played = {**head, "turns": _turns(dice, head, dice.randint(0, 40))}
    played = until_over(sometimes_stopped(dice, played), "turns")
    if not score(state_of(played)).finished and dice.random() < 0.5:
        played["end"] = dice.choice(["main-deck", "color-deck"])
    return played


def _turns(dice: Random, head: dict[str, Any], number: int) -> list[dict[str, Any]]:
    state = state_of({**head, "turns": []})
    points = dict.fromkeys(state.players, 0)
    turns = []
    for at in range(number):
        player = state.players[at % len(state.players)]
        claims: list[dict[str, Any]] = []
        for play in plays(state) if at >= len(state.players) else ():
            one_more = state.variant == "all-in" or not claims
            if one_more and points[player] < target(state) and dice.random() < 0.3:
                length = dice.choice(LENGTHS)
                points[player] += claim_points(Claim(play, length))
                claims.append({"play": play, "length": length, **maybe(dice, color="teal")})
        turns.append({"player": player, "claims": claims})
    return turns
