"""Mixed sample documents of all games, the same for the same seed."""

import json
from collections.abc import Iterator
from random import Random

from scoring.registry import installed_games


def mixed_lines(number: int, *, seed: int = 1) -> Iterator[str]:
    dice = Random(seed)
    games = list(installed_games().values())
    for at in range(number):
        yield json.dumps(games[at % len(games)].sample(dice))
