"""Photos stay with their round, whatever becomes of the rounds of a session."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings

from games.duplik.rules import ROUNDS, Round, State
from scoring.core.refusals import Refused
from scoring.models import Photo, Session
from scoring.models.revisions import By
from scoring.sessions import undo
from scoring.sessions.loading import load
from scoring.sessions.recording import record
from scoring.sessions.steps import round_at
from tests.builders.dice import DICE
from tests.builders.tables import open_empty

pytestmark = pytest.mark.django_db

NAMES = ("Ida", "Joe", "Kim", "Lea")


def by() -> By:
    return By(at=timezone.now())


def some_round(title: str, narrator: str = "Ida") -> Round:
    return Round(narrator, 1, {name: () for name in NAMES if name != narrator}, title)


def titles(session: Session) -> list[str]:
    return [round.title for round in load(session).state.rounds]


def change(session: Session, changed: Callable[[Any], Any], **more: Any) -> None:
    record(session=session, change=changed, action="x", by=by(), **more)


def add(session: Session, title: str) -> None:
    narrator = NAMES[len(load(session).state.rounds) % 4]
    change(session, lambda state: ROUNDS.add(state, some_round(title, narrator)))


def rearrange(session: Session, order: list[int | None], new: str) -> None:
    """Save a sheet with the rounds in this order; None is a new one."""

    def arranged(state: State) -> State:
        rounds = [some_round(new) if at is None else replace(state.rounds[at]) for at in order]
        in_turn = [_narrated(round, NAMES[at % 4]) for at, round in enumerate(rounds)]
        return ROUNDS.put(state, in_turn)

    change(session, arranged, moved={"": order})


def _narrated(round: Round, narrator: str) -> Round:
    return some_round(round.title or "", narrator)


def photograph(session: Session, step: int) -> Photo:
    session.refresh_from_db()
    Session.objects.filter(pk=session.pk).update(has_photos=True)
    recorded = round_at(session, "", step)
    return Photo.objects.create(
        session=session,
        seat=session.seats.get(place=1),
        step=step,
        recorded_in=recorded[0] if recorded else None,
        recorded_as=recorded[1] if recorded else 0,
        width=10,
        added_at=timezone.now(),
    )


def steps(*photos: Photo) -> list[int | None]:
    return [Photo.objects.get(pk=photo.pk).step for photo in photos]


def test_a_photo_follows_its_round_when_one_before_it_is_deleted() -> None:
    session = open_empty("duplik", *NAMES, options={"laps": 3})
    for title in ("a", "b", "c"):
        add(session, title)
    first, last = photograph(session, 1), photograph(session, 3)
    change(session, lambda state: ROUNDS.remove(state, 0))
    assert steps(first, last) == [None, 2]
    undo.undo(session=session, by=by())
    assert steps(first, last) == [1, 3]
    undo.redo(session=session, by=by())
    assert steps(first, last) == [None, 2]


def test_a_photo_of_an_undone_round_does_not_show_at_the_next_one() -> None:
    session = open_empty("duplik", *NAMES, options={"laps": 3})
    add(session, "a")
    photo = photograph(session, 1)
    undo.undo(session=session, by=by())
    add(session, "another")
    assert steps(photo) == [None]
    undo.restore(session=session, number=2, by=by())
    assert steps(photo) == [1]


def test_two_rounds_that_say_the_same_are_told_apart() -> None:
    session = open_empty("duplik", *NAMES, options={"laps": 3})
    for _round in range(3):
        change(session, lambda state: ROUNDS.add(state, some_round("same")))
    photos = [photograph(session, step) for step in (1, 2, 3)]
    change(session, lambda state: ROUNDS.remove(state, 1))
    assert steps(*photos) == [1, None, 2]


def test_a_photo_of_an_open_round_belongs_to_it_once_it_is_recorded() -> None:
    session = open_empty("duplik", *NAMES, options={"laps": 3})
    add(session, "a")
    photo = photograph(session, 2)
    add(session, "b")
    change(session, lambda state: ROUNDS.remove(state, 0))
    photo.refresh_from_db()
    assert (photo.step, photo.is_secret) == (1, False)


def test_a_restored_revision_brings_photos_back() -> None:
    session = open_empty("duplik", *NAMES, options={"laps": 3})
    add(session, "a")
    photo = photograph(session, 1)
    session.refresh_from_db()
    number = session.revision
    change(session, lambda state: ROUNDS.remove(state, 0))
    assert steps(photo) == [None]
    undo.restore(session=session, number=number, by=by())
    assert steps(photo) == [1]


@settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(dice=DICE)
def test_every_photo_stays_with_its_round(dice: Random) -> None:
    session = open_empty("duplik", *NAMES, options={"laps": 3})
    photos: dict[int, str] = {}
    for number in range(20):
        _do_something(session, dice, f"round {number}")
        now = titles(session)
        if now and dice.random() < 0.4:
            step = dice.randint(1, len(now))
            photos[photograph(session, step).pk] = now[step - 1]
        for pk, title in photos.items():
            (shown_at,) = steps(Photo(pk=pk))
            assert shown_at == (now.index(title) + 1 if title in now else None)


def _do_something(session: Session, dice: Random, title: str) -> None:
    rounds = len(titles(session))
    what = dice.choice(["add", "add", "insert", "move", "delete", "sheet", "undo", "undo", "redo"])
    order: list[int | None] = [*range(rounds)]
    try:
        if what == "add":
            add(session, title)
        elif what == "insert":
            order.insert(dice.randint(0, rounds), None)
            rearrange(session, order, title)
        elif what == "move":
            dice.shuffle(order)
            rearrange(session, order, title)
        elif what == "delete" and rounds:
            at = dice.randrange(rounds)
            change(session, lambda state: ROUNDS.remove(state, at))
        elif what == "sheet" and rounds:
            del order[dice.randrange(rounds)]
            rearrange(session, [None, *order], title)
        elif what == "undo":
            undo.undo(session=session, by=by())
        elif what == "redo":
            undo.redo(session=session, by=by())
    except (Refused, undo.NothingToUndo, undo.NothingToRedo):
        pass  # such as a thirteenth round
    session.refresh_from_db()
