"""Groups with sessions, and their owners, for steps that need an account."""

from uuid import uuid4

from django.contrib.auth.models import User
from django.utils import timezone

from scoring.documents.scorer import read_document
from scoring.models import Group, Membership
from scoring.models.revisions import By
from scoring.sessions.bulk_create import NewSession, start_many

AT_ONCE = 400
PASSWORD = "as long as the drill lasts"  # noqa: S105 (of accounts that are gone after it)


def make_group(slug: str, *, sessions: int) -> Group:
    """Make a group with an owner of the same name; its players are named after it."""
    group = Group.objects.create(name=slug.title(), slug=slug)
    owner = User.objects.create_user(slug, password=PASSWORD, is_staff=True)
    Membership.objects.create(group=group, user=owner, role=Membership.Role.OWNER)
    for first in range(0, sessions, AT_ONCE):
        number = min(AT_ONCE, sessions - first)
        start_many(new_sessions=[_new_session(slug) for _ in range(number)], group=group)
    return group


def _new_session(slug: str) -> NewSession:
    document = read_document(session_document(slug))
    return NewSession(document, By(at=timezone.now(), key=uuid4()), {})


def session_document(slug: str) -> dict[str, object]:
    return {
        "format": "scorefolio/session@1",
        "game": "artem",
        "players": [f"{slug} 1", f"{slug} 2"],
        "turns": [],
    }
