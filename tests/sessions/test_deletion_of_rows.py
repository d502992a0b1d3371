"""Sessions are deleted with all their rows, without looking for what each seat has."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.db.models import CASCADE, Model
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.models import Group, Merge, Result, Seat, Session
from scoring.registry import installed_games
from scoring.sessions import rows
from tests.builders.seasons import play_session, sample_document


def belonging_to(model: type[Model], *, but: type[Model] | None = None) -> Iterator[type[Model]]:
    """Yield the models whose rows are deleted with those of a model."""
    for relation in model._meta.get_fields(include_hidden=True):
        field: Any = getattr(relation, "field", None)
        if not relation.auto_created or field is None or relation.related_model is but:
            continue
        if field.remote_field.on_delete is CASCADE:
            yield relation.related_model  # type: ignore[misc]
            yield from belonging_to(relation.related_model, but=but)  # type: ignore[arg-type]


def test_whatever_belongs_to_a_seat_belongs_to_its_session() -> None:
    of_sessions = {*belonging_to(Session, but=Seat)}
    assert {*belonging_to(Seat)} - of_sessions == {Merge.seats.through}
    assert Result in of_sessions


@pytest.mark.django_db
def test_a_session_of_any_game_goes_with_all_its_rows_in_few_statements() -> None:
    group = Group.objects.create(name="Thursday", slug="thursday")
    names = ["Ana", "Ben", "Cleo", "Dov"]
    documents = [sample_document(seed, names, day=0) for seed in range(12)]
    played = [play_session(group, document, league=None) for document in documents]
    assert {session.game for session in played} == {*installed_games()}
    *gone, stays = played
    source, target = group.players.order_by("pk")[:2]
    merge = Merge.objects.create(source=source, target=target, at=timezone.now())
    merge.seats.set(Seat.objects.filter(session__in=played, place=1))
    with CaptureQueriesContext(connection) as captured:
        rows.delete([session.pk for session in gone])
    assert len(captured) < 70
    connection.check_constraints()
    assert [*Session.objects.all()] == [stays]
    assert Seat.objects.count() == stays.seats.count() > merge.seats.count() == 1
