"""The first confirmation of an address: the account then belongs to its reader."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _


def drop_foreign_access(*, request: HttpRequest, email_address: EmailAddress, **_more: Any) -> None:
    """Take away password, second factor and sessions unless this browser is signed in to it.

    Anybody can make an account with the address of somebody else, wait until they confirm it, and
    come back with the password. An account that had a confirmed address before keeps all three."""
    user = email_address.user
    if request.user == user or _had_confirmed_another(email_address):
        return
    user.set_unusable_password()  # ends its sessions too
    user.save(update_fields=["password"])
    Authenticator.objects.filter(user=user).delete()
    messages.info(
        request,
        _(
            "The address is confirmed. Your old password no longer works: log in with a code sent"
            " by email."
        ),
    )


def _had_confirmed_another(email_address: EmailAddress) -> bool:
    confirmed = EmailAddress.objects.filter(user=email_address.user_id, verified=True)
    return bool(confirmed.exclude(pk=email_address.pk).exists())
