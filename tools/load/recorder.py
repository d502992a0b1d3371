"""A process that looks at what the one before it left and records without end, to be killed.

`python -m tools.load.recorder start | record PK | record_in_children PK | check PK`
"""

import os
import sys
from collections.abc import Callable
from random import Random
from typing import Any
from uuid import uuid4

import django


def start() -> int:
    from django.utils import timezone

    from scoring.documents.scorer import read_document
    from scoring.models.revisions import By
    from scoring.registry import get_game
    from scoring.sessions import recording

    document = get_game("artbox").sample(Random(2))
    started = recording.start(document=read_document(document), by=By(at=timezone.now()))
    return started.pk


def record(pk: int) -> None:
    """Print the number of the latest revision, then of each that it records: whole evenings of the
    same players, one after the other, so that every table changes each time."""
    from django.utils import timezone

    from scoring.documents.samples import renamed
    from scoring.documents.scorer import read_document
    from scoring.models import Session
    from scoring.models.revisions import By
    from scoring.registry import get_game
    from scoring.sessions import recording
    from scoring.sessions.loading import load

    session = Session.objects.get(pk=pk)
    players = list(load(session).state.players)
    dice = Random(uuid4().int)
    evenings: list[Any] = []
    while len(evenings) < 20:
        document = get_game("artbox").sample(dice)
        if len(document["players"]) == len(players):
            names = dict(zip(document["players"], players, strict=True))
            evenings.append(read_document(renamed(document, names)).state)
    print(check(pk), flush=True)
    while True:
        state = dice.choice(evenings)
        by = By(at=timezone.now(), key=uuid4())
        recorded = recording.record(
            session=session, change=_becomes(state), action="evening", by=by
        )
        print(recorded.revision, flush=True)


def record_in_children(pk: int) -> int:
    """For each line of the input start a child that does record(), and print its number; wait
    until it was killed. A child needs no second for its start."""
    for _ in sys.stdin:
        child = os.fork()
        if not child:
            record(pk)
        print("child", child, flush=True)
        os.waitpid(child, 0)
    return check(pk)


def _becomes(state: Any) -> Callable[[Any], Any]:
    return lambda _: state


def check(pk: int) -> int:
    """The number of the last revision, if everything that is stored belongs to it."""
    from scoring.models import Session
    from scoring.upkeep.rescore import differences

    session = Session.objects.get(pk=pk)
    numbers = list(session.revisions.order_by("number").values_list("number", flat=True))
    if numbers != list(range(1, session.revision + 1)):
        raise AssertionError(f"gaps: {numbers}, session says {session.revision}")
    if wrong := differences(session.pk):
        raise AssertionError(wrong)
    return session.revision


if __name__ == "__main__":
    django.setup()
    verb, *arguments = sys.argv[1:]
    print(globals()[verb](*map(int, arguments)))
