"""Duplik: made-up documents."""

from random import Random
from typing import Any

from games.duplik.rules import CRITERIA, LAPS, SEATS
from scoring.documents.samples import heading, maybe, sometimes_stopped


def document(dice: Random) -> dict[str, Any]:
    head = heading(dice, "duplik", SEATS)
    players = head["players"]
    laps = dice.choice(LAPS)
    narrators = dice.sample(players * laps, dice.randint(0, len(players) * laps))
    if dice.random() < 0.5:
        narrators = dice.sample(players * laps, len(players) * laps)
    options = {"options": {"laps": laps}} if laps > 1 else maybe(dice, options={"laps": 1})
    rounds = [_round(dice, players, narrator) for narrator in narrators]
    return sometimes_stopped(dice, {**head, **options, "rounds": rounds})


def _round(dice: Random, players: list[str], narrator: str) -> dict[str, Any]:
    artists = [name for name in players if name != narrator]
    return {
        "narrator": narrator,
        "super": dice.choice(CRITERIA),
        "sheets": {artist: _sheet(dice) for artist in artists},
        **maybe(dice, title="Still life with a teapot"),
    }


def _sheet(dice: Random) -> list[int]:
    return sorted(dice.sample(CRITERIA, dice.randint(0, len(CRITERIA))))
