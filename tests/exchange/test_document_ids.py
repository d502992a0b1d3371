"""The id of a document is that of a session within its group, and says nothing about others."""

from typing import Any
from uuid import UUID

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.documents.scorer import dump_document
from scoring.exchange.importing.documents import plan_documents
from scoring.exchange.importing.plan import Status
from scoring.exchange.importing.reading import entry_of
from scoring.models import Group, Session
from scoring.models.revisions import By
from scoring.sessions.lifecycle import move
from scoring.sessions.loading import load_stored
from scoring.upkeep.rescore import differences
from tests.builders.imports import import_documents
from tests.builders.seasons import artem_document
from tests.builders.tables import signed_in

pytestmark = pytest.mark.django_db

ID = UUID("6f1c2d3e-4b5a-4c6d-8e7f-90a1b2c3d4e5")


@pytest.fixture
def groups() -> tuple[Group, Group]:
    one = Group.objects.create(name="Thursday", slug="thursday")
    return one, Group.objects.create(name="Friday", slug="friday")


def by() -> By:
    return By(at=timezone.now())


def document(**more: Any) -> dict[str, Any]:
    return {**dump_document(artem_document(1, 2)), "id": str(ID), **more}


def imported(group: Group, value: dict[str, Any]) -> bool:
    """Import a document; return whether a session was added."""
    return bool(import_documents(group, value).of(Status.NEW))


def test_another_group_takes_a_document_whose_id_a_session_has(
    groups: tuple[Group, Group],
) -> None:
    one, other = groups
    added = [imported(group, document()) for group in (one, one, other, other)]
    assert added == [True, False, True, False]
    assert [group.sessions.count() for group in groups] == [1, 1]


def test_its_address_is_the_sites_own(groups: tuple[Group, Group]) -> None:
    imported(groups[0], document())
    session = Session.objects.get()
    assert session.uuid != ID
    assert load_stored(session).document.cover.id == ID
    host = signed_in("alice", groups[0], "owner")
    assert host.get(reverse("table", args=[session.uuid])).status_code in (200, 302)
    assert host.get(reverse("table", args=[ID])).status_code == 404


def test_a_session_comes_back_into_its_group_as_the_one_that_it_was(
    groups: tuple[Group, Group],
) -> None:
    """Also one that was opened on the site: its documents have the id of its address."""
    value = {name: part for name, part in document().items() if name != "id"}
    imported(groups[0], {**value, "notes": "of a file without ids"})
    assert load_stored(Session.objects.get()).document.cover.id is None
    assert not imported(groups[0], {**value, "notes": "of a file without ids"})
    Session.objects.update(document_id=None)  # as if opened on the site
    own = document(id=str(Session.objects.get().uuid))
    assert not imported(groups[0], own)
    assert imported(groups[1], own)


def test_the_preview_of_an_upload_tells_nothing_of_another_group(
    groups: tuple[Group, Group],
) -> None:
    imported(groups[0], document())
    (line,) = plan_documents(groups[1], [entry_of(1, document())]).lines
    assert (line.status, line.session) == (Status.NEW, None)


def test_a_session_that_moves_to_a_group_with_its_id_gets_another(
    groups: tuple[Group, Group],
) -> None:
    for group in groups:
        imported(group, document())
    session = groups[0].sessions.get()
    move(session=session, group=groups[1], league=None, by=by())
    ids = {load_stored(each).document.cover.id for each in groups[1].sessions.all()}
    assert len(ids) == 2
    assert ID in ids
    assert differences(session.pk) == []


def test_the_admin_finds_a_session_by_the_id_of_its_document(
    groups: tuple[Group, Group],
) -> None:
    imported(groups[0], document())
    session = Session.objects.get()
    for typed in (ID, session.uuid):
        assert list(Session.objects.found_by(str(typed))) == [session]
