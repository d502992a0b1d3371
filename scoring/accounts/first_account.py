"""The first administrator of a site, created by a link that the server prints at its start."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.core import signing
from django.http import Http404
from django.urls import reverse

from scoring.models.transactions import write_transaction
from scoring.web.links import link_in_mail

LIFETIME = timedelta(hours=1)
SALT = "scorefolio.first-account"


def first_account_link() -> str | None:
    """Return a link that is valid for an hour; None where somebody administers the site."""
    if _is_administered():
        return None
    return link_in_mail(reverse("first_account", args=[signing.dumps("first", salt=SALT)]))


def check_link(token: str) -> None:
    """Raise Http404 if the link has expired, or has served its purpose."""
    try:
        signing.loads(token, salt=SALT, max_age=LIFETIME)
    except signing.BadSignature:
        raise Http404 from None
    if _is_administered():
        raise Http404


def create_administrator(user: User) -> User:
    with write_transaction():
        if _is_administered():
            raise Http404
        user.is_staff = user.is_superuser = True
        user.save()
    return user


def _is_administered() -> bool:
    return User.objects.filter(is_superuser=True, is_active=True).exists()
