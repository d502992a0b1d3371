"""Measure the bytes that a session of each game takes in the database.

`python -m tools.load.evening_bytes [--postgresql]`: each session is one of the made-up ones of
`sample`, entered at a table one entry after the other, in a group, for a season."""

import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import django

from tests.postgresql import own_postgresql
from tests.serving import prepared_environment

EVENINGS = 20
LEAST_ENTRIES = 4  # sessions that were hardly played are left out


def report() -> None:
    from django.utils import timezone

    from scoring.models import Group
    from scoring.registry import installed_games
    from tests.builders.seasons import season_of
    from tests.builders.stored_bytes import stored_bytes

    group = Group.objects.create(name="Thursday", slug="thursday")
    league = season_of(group).league
    print(f"{'':<10}{'entries':>10}{'bytes':>10}   an evening, of {EVENINGS}")
    for game in installed_games():
        dice, entered = Random(1), 0
        before = stored_bytes()
        for _evening in range(EVENINGS):
            entered += play(group, league, evening(game, dice), timezone.now())
        each = (stored_bytes() - before) / EVENINGS
        print(f"{game:<10}{entered / EVENINGS:>10.1f}{each:>10.0f}")


def evening(game: str, dice: Random) -> list[dict[str, Any]]:
    """Return the documents of an evening, each with one entry more than the one before."""
    from scoring.registry import get_game

    while True:
        steps = list(beginnings(get_game(game).sample(dice)))
        if len(steps) > LEAST_ENTRIES:
            return steps


def beginnings(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    (name,) = {"turns", "rounds", "paintings"} & document.keys()
    final = {"end", "judge_choice", "inspiration", "stopped"}
    begun = {key: value for key, value in document.items() if key not in final}
    if isinstance(document[name], list):
        for entries in range(len(document[name]) + 1):
            yield {**begun, name: document[name][:entries]}
    else:
        most = max(map(len, document[name].values()))
        for entries in range(most):
            for at, _player in enumerate(document["players"]):
                yield {
                    **begun,
                    name: {
                        player: made[: entries + (place <= at)]
                        for place, (player, made) in enumerate(document[name].items())
                    },
                }
    yield document


def play(group: Any, league: Any, steps: list[dict[str, Any]], at: Any) -> int:
    """Start with the first document and record the others; return how many taps that took."""
    from scoring.documents.scorer import read_document
    from scoring.models.revisions import By
    from scoring.sessions.recording import record
    from tests.builders.seasons import play_session

    first, *others = (read_document({**step, "played_on": "2026-03-01"}) for step in steps)
    session = play_session(group, first, league=league, at=at)
    for document in others:
        by = By(at=at, key=uuid4(), seat=session.seats.first())
        record(session=session, change=_becomes(document.state), action="entry", by=by)
    return len(others)


def _becomes(state: Any) -> Callable[[Any], Any]:
    return lambda _before: state


if __name__ == "__main__":
    with (
        own_postgresql() if "--postgresql" in sys.argv else nullcontext("") as url,
        tempfile.TemporaryDirectory() as folder,
    ):
        os.environ.update(prepared_environment(Path(folder) / "evenings", url))
        django.setup()
        report()
        from django.db import connection

        connection.close()
