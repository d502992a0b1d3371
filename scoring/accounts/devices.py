"""The devices that are logged in to an account, and logging out on all others at once."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.db.models import F, Q

from scoring.models import Phone, Session
from scoring.models.locks import lock_many_sessions, lock_user
from scoring.models.phones import PhoneQuerySet
from scoring.models.transactions import write_transaction

MOST_DEVICES = 20  # of an account; beyond, the one that logged in first is logged out
# In this order: the later ones are named by earlier ones too.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


class WrongPassword(Exception):
    pass


@dataclass(frozen=True, slots=True)
class Device:
    browser: str  # or empty, where it says nothing that we know
    system: str
    address: str
    since: datetime
    is_this: bool


def devices_of(user: User, session_key: str | None) -> list[Device]:
    """Return where the account is logged in, the latest first."""
    sessions = UserSession.objects.purge_and_list(user)
    return [
        Device(
            browser=_named_in(session.user_agent, BROWSERS),
            system=_named_in(session.user_agent, SYSTEMS),
            address=session.ip,
            since=session.created_at,
            is_this=session.session_key == session_key,
        )
        for session in sorted(sessions, key=lambda session: session.pk, reverse=True)
    ]


def _named_in(user_agent: str, names: dict[str, str]) -> str:
    return next((name for part, name in names.items() if part in user_agent), "")


def log_out_oldest(*, user: User, **_more: Any) -> None:
    """Keep the list short after a log-in, so that reading it costs little."""
    sessions = UserSession.objects.filter(user=user.pk).order_by("-pk")
    for session in sessions[MOST_DEVICES:]:
        session.end()


@write_transaction()
def log_out_everywhere(*, user: User, password: str, browser: str, at: datetime) -> User:
    """End all the account's sessions, listed or not, and sign its phones out, but for this browser.

    Return the user, for the one session that goes on. Raises WrongPassword.

    A session holds a hash of the stored password, which is recalculated."""
    locked = lock_user(user.pk)
    if not locked.has_usable_password():
        locked.set_unusable_password()
    elif locked.check_password(password):
        locked.set_password(password)
    else:
        raise WrongPassword
    locked.save(update_fields=["password"])
    UserSession.objects.filter(user=locked).delete()
    others = _lock_phones(locked).filter(signed_out_at=None).exclude(browser=browser)
    others.sign_out(at)
    return locked


def leave_tables(*, user: User) -> None:
    """Take the account's phones from all tables."""
    _lock_phones(user).delete()


def _lock_phones(user: User) -> PhoneQuerySet:
    """Lock the sessions at whose tables the account has phones, and give them a new version."""
    phones = Phone.objects.filter(Q(user=user) | Q(account=user))
    sessions = Session.objects.filter(pk__in=phones.values("session"))
    lock_many_sessions(sessions)
    sessions.update(version=F("version") + 1)
    return phones
