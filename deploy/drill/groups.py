"""Groups with sessions, and their owners, for steps that need an account."""

from uuid import uuid4

from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
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
    owner = User.objects.create_user(slug, password=PASSWORD)
    Membership.objects.create(group=group, user=owner, role=Membership.Role.OWNER)
    for first in range(0, sessions, AT_ONCE):
        number = min(AT_ONCE, sessions - first)
        start_many(new_sessions=[_new_session(slug) for _ in range(number)], group=group)
    return group


def make_staff(name: str) -> str:
    """Let an account into the admin, and return a recovery code to log in with once."""
    user = User.objects.get(username=name)
    user.is_staff = True
    user.save(update_fields=["is_staff"])
    TOTP.activate(user, generate_totp_secret())
    code: str = RecoveryCodes.activate(user).generate_codes()[0]
    return code


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
