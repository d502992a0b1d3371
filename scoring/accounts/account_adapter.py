"""What we change in django-allauth's accounts: when mail expires, and what limits count.

Also the mail about what somebody did with an account."""

from datetime import timedelta
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.utils import timezone

from scoring.background.outbox import expires_header


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc] # allauth has no types
    """Let no code or link be sent that is not valid any more when it arrives."""

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        lifetime = _lifetimes().get(template_prefix.removeprefix("account/email/"))
        expires = expires_header(timezone.now() + lifetime) if lifetime else {}
        message: EmailMessage = super().render_mail(
            template_prefix, email, context, {**(headers or {}), **expires}
        )
        return message

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count by what was typed alone: allauth adds the `Host`, whose port anybody may change."""
        typed: str = credentials.get("email") or credentials.get("username", "")
        return typed.lower()


def _lifetimes() -> dict[str, timedelta]:
    """Return how long the secret in each kind of mail is valid, by allauth's settings."""
    confirmation = timedelta(days=app_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS)
    return {
        "login_code": timedelta(seconds=app_settings.LOGIN_BY_CODE_TIMEOUT),
        "password_reset_code": timedelta(seconds=app_settings.PASSWORD_RESET_BY_CODE_TIMEOUT),
        "email_confirmation": confirmation,
        "email_confirmation_signup": confirmation,
    }


def address_of(user_id: int | None) -> EmailAddress | None:
    """Return the address that an account's mail goes to, or one that it has not confirmed yet."""
    addresses = EmailAddress.objects.filter(user=user_id).order_by("-primary")
    address: EmailAddress | None = addresses.first()
    return address


def confirmed_address(user: User) -> str:
    """Return the account's main address, or an empty string if it has none that is confirmed."""
    confirmed = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    return confirmed.values_list("email", flat=True).first() or ""


def notify(what: str, *, user: User, address: str, context: dict[str, str]) -> None:
    """Mail what was just done with an account, if it has an address."""
    if address:
        template = f"account/email/{what}"
        get_adapter().send_notification_mail(template, user, context, email=address)
