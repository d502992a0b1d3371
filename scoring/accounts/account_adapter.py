"""What we change in django-allauth's accounts: its mail, and what limits count."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.utils import timezone

from scoring.background.mail_limits import may_write_to
from scoring.background.outbox import expires_header
from scoring.groups.invited_browsers import is_invited
from scoring.web.links import link_in_mail
from scoring.web.mail import with_html
from scoring.web.proxies import without_mapping

# Anybody can enter somebody else's address where these are asked for.
ASKED_BY_OTHERS = {
    "account_already_exists",
    "email_confirmation",
    "email_confirmation_signup",
    "unknown_account",
}


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc] # allauth has no types
    """Let no code or link be sent that is no longer valid when it arrives."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Let people make an account as the setting SIGN_UP says: all, the invited, or nobody."""
        if settings.SIGN_UP == "invited":
            return is_invited(request, timezone.now())
        return bool(settings.SIGN_UP == "open")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send an email, unless it is one of many that day that somebody else may have asked for.

        Nothing on a page says that it was not: that would tell which addresses have accounts."""
        kind = template_prefix.removeprefix("account/email/")
        if kind not in ASKED_BY_OTHERS or may_write_to(email, timezone.now()):
            super().send_mail(template_prefix, email, context)

    def render_mail(
        self,
        template_prefix: str,
        email: str | list[str],
        context: dict[str, Any],
        headers: dict[str, str] | None = None,
    ) -> EmailMessage:
        lifetime = _lifetimes().get(template_prefix.removeprefix("account/email/"))
        expires = expires_header(timezone.now() + lifetime) if lifetime else {}
        context = _at_our_address(context)
        message: EmailMessage = super().render_mail(
            template_prefix, email, context, {**(headers or {}), **expires}
        )
        links = [value for name, value in context.items() if name.endswith("_url")]
        return with_html(message, link=next((link for link in links if link in message.body), ""))

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the address, by whose network allauth counts; one of IPv4 is always written so."""
        return without_mapping(super().get_client_ip(request))

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count only by what was typed: allauth adds the `Host`, whose port anybody may change."""
        typed: str = credentials.get("email") or credentials.get("username", "")
        return typed.lower()


@dataclass(frozen=True, slots=True)
class Site:
    """What the templates of mail say of the site."""

    domain: str
    name: str = "Scorefolio"


def _at_our_address(context: dict[str, Any]) -> dict[str, Any]:
    """Lead to our address: allauth takes it from the `Host` of the request, anybody's choice."""
    links = {
        name: link_in_mail(urlsplit(value)._replace(scheme="", netloc="").geturl())
        for name, value in context.items()
        if name.endswith("_url") and isinstance(value, str)
    }
    return {**context, **links, "current_site": Site(domain=link_in_mail(""))}


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
