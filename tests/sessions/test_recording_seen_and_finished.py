"""The revision that a change is meant for (`seen`), and when a session counts as finished."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from scoring.models import Group, Result, Session
from scoring.models.revisions import By
from scoring.sessions import lifecycle, recording
from scoring.sessions.recording import MovedOn
from scoring.sessions.undo import redo, restore, undo
from tests.builders.seasons import artem_document, play_session

pytestmark = pytest.mark.django_db

FINISHED = datetime(2026, 1, 1, 22, tzinfo=UTC)
LATER = By(at=FINISHED + timedelta(days=1))
Verb = Callable[..., recording.Recorded]


def record(*, session: Session, ranks: tuple[int, ...] = (1, 1), **more: Any) -> recording.Recorded:
    state = artem_document(*ranks).state
    return recording.record(session=session, change=lambda _: state, action="correct", **more)


@pytest.fixture
def session() -> Session:
    """Finish a session, correct it twice and undo the second correction: four revisions."""
    group = Group.objects.create(name="Thursday", slug="thursday")
    session = play_session(group, artem_document(1, 2), league=None, at=FINISHED)
    record(session=session, ranks=(2, 1), by=LATER)
    record(session=session, ranks=(1, 1), by=LATER)
    undo(session=session, by=LATER)
    session.refresh_from_db()
    return session


# For which revision


each_verb = pytest.mark.parametrize("verb", [record, undo, redo])


@each_verb
@pytest.mark.parametrize("seen", [1, 3, 5])
def test_a_change_that_is_meant_for_another_revision_is_refused(
    session: Session, verb: Verb, seen: int
) -> None:
    with pytest.raises(MovedOn):
        verb(session=session, by=LATER, seen=seen)
    assert session.revisions.count() == 4


@each_verb
@pytest.mark.parametrize("seen", [4, None])
def test_a_change_is_recorded_that_is_meant_for_this_revision_or_for_any(
    session: Session, verb: Verb, seen: int | None
) -> None:
    assert verb(session=session, by=LATER, seen=seen).revision == 5
    assert session.revisions.count() == 5


# Since when it is over


def over_since(session: Session) -> datetime | None:
    """Return when it was finished, as its own row and all of its results say."""
    finished_at = Session.objects.get(pk=session.pk).finished_at
    results = set(Result.objects.filter(session=session).values_list("finished_at", flat=True))
    assert results == ({finished_at} - {None})
    return finished_at


def describe(*, session: Session, by: By) -> None:
    recording.describe(session=session, played_on=None, location="Kitchen", notes="", by=by)


def restore_first(*, session: Session, by: By) -> None:
    restore(session=session, number=1, by=by)


@pytest.mark.parametrize(
    "correction", [record, recording.stop, undo, redo, describe, restore_first]
)
def test_a_corrected_session_is_over_since_it_was_first(
    session: Session, correction: Callable[..., object]
) -> None:
    correction(session=session, by=LATER)
    assert over_since(session) == FINISHED


def test_a_session_that_goes_on_is_not_over(session: Session) -> None:
    recording.reopen(session=session, by=LATER)
    assert over_since(session) is None


def test_a_session_that_went_on_is_over_since_it_was_last(session: Session) -> None:
    recording.reopen(session=session, by=LATER)
    again = By(at=LATER.at + timedelta(hours=1))
    recording.stop(session=session, by=again)
    assert over_since(session) == again.at


def test_a_session_that_is_brought_back_is_over_since_it_was(session: Session) -> None:
    lifecycle.delete(session=session, by=LATER)
    lifecycle.undelete(session=session, by=LATER)
    assert over_since(session) == FINISHED
