"""The admin's history of a session has its revisions, beside the changes made in the admin."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import Group, Membership, Session
from scoring.models.revisions import By
from scoring.sessions.recording import describe
from tests.builders.seasons import artem_document, play_session
from tests.builders.staff import new_staff
from tests.pages import page_words

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    group = Group.objects.create(name="Thursday", slug="thursday", time_zone="Asia/Tokyo")
    return play_session(group, artem_document(1, 2), league=None)


def history_of(session: Session) -> str:
    return reverse("admin:scoring_session_history", args=[session.pk])


def noted(session: Session, notes: str, actor: User | None) -> None:
    by = By(at=timezone.now(), actor=actor)
    describe(session=session, played_on=None, location="", notes=notes, by=by)


def test_it_shows_who_changed_what_outside_the_admin(
    session: Session, admin_client: Client
) -> None:
    noted(session, "With cake.", User.objects.create(username="alice"))
    page = page_words(admin_client, history_of(session))
    session.refresh_from_db()
    numbers = list(session.revisions.order_by("-number").values_list("number", flat=True))
    assert len(numbers) > 1
    assert f"Revisions # Date and time By Change {numbers[0]} " in page
    assert " alice " in page
    shown = timezone.localtime(session.revisions.last().at, session.group.zone)  # type: ignore[union-attr]
    assert f"{shown:%H}:{shown:%M}" in page or f"{shown.hour % 12 or 12}:{shown:%M}" in page


def test_a_long_history_has_pages(
    session: Session, admin_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.play.history_page.CHANGES_ON_A_PAGE", 1)
    noted(session, "With cake.", None)
    session.refresh_from_db()
    first = admin_client.get(history_of(session)).content.decode()
    assert f'href="?below={session.revision}"' in first
    older = admin_client.get(f"{history_of(session)}?below={session.revision}").content.decode()
    assert f'<th scope="row">{session.revision - 1}</th>' in older
    for nonsense in ("x", "9" * 30, "-1"):
        assert admin_client.get(f"{history_of(session)}?below={nonsense}").status_code == 200


def test_the_owner_of_another_group_sees_nothing_of_it(session: Session) -> None:
    other = Group.objects.create(name="Other", slug="other")
    Membership.objects.create(group=other, user=new_staff("eve"), role="owner")
    eve = Client()
    eve.force_login(User.objects.get(username="eve"))
    assert eve.get(history_of(session)).status_code in (302, 404)
