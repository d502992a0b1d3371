"""The second factor: django-allauth's codes of an app, which everybody needs in the admin."""

from typing import Any
from urllib.parse import urlencode

import segno
from allauth.account.decorators import secure_admin_login
from allauth.account.utils import get_next_redirect_url
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.accounts import second_factor_secrets
from scoring.web.group_access import SECOND_FACTOR_GIVEN


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc] # allauth has no types
    def build_totp_svg(self, url: str) -> str:
        """Return an element of the page: its policy allows no image that an address contains."""
        code = segno.make(url, error="m")
        return code.svg_inline(scale=5, border=3, dark="#211d18", light="#ffffff")

    def encrypt(self, text: str) -> str:
        return second_factor_secrets.encrypt(text)

    def decrypt(self, encrypted_text: str) -> str:
        return second_factor_secrets.decrypt(encrypted_text)


def has_second_factor(user_id: int | None) -> bool:
    codes = Authenticator.objects.filter(user=user_id, type=Authenticator.Type.TOTP)
    return bool(codes.exists())


class UnknownAccount(Exception):
    pass


def remove_second_factor(username: str) -> bool:
    """Remove the account's second factor and recovery codes; return whether it had any."""
    user = User.objects.filter(username=username).first()
    if user is None:
        raise UnknownAccount
    removed, _of_each_model = Authenticator.objects.filter(user=user).delete()
    return bool(removed)


def note_second_factor(*, request: HttpRequest, user: User, **_more: Any) -> None:
    """Remember that the second factor was given in this session.

    Called by signals: it was given or set up, or somebody has logged in, who was asked for it."""
    if has_second_factor(user.pk):
        request.session[SECOND_FACTOR_GIVEN] = True


class AdminSite(admin.AdminSite):
    """Open to sessions in which a second factor was given, by the log-in of all accounts.

    A log-in form of its own would take attempts that no limit counts."""

    def has_permission(self, request: HttpRequest) -> bool:
        is_given = SECOND_FACTOR_GIVEN in request.session and has_second_factor(request.user.pk)
        return super().has_permission(request) and is_given

    @method_decorator(never_cache)
    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        response: HttpResponse = secure_admin_login(self._enter)(request)
        return response

    def _enter(self, request: HttpRequest) -> HttpResponse:
        if self.has_permission(request):
            return redirect(get_next_redirect_url(request) or "admin:index")
        if has_second_factor(request.user.pk):  # since another session set it up
            query = urlencode({"next": get_next_redirect_url(request) or reverse("admin:index")})
            return redirect(f"{reverse('mfa_reauthenticate')}?{query}")
        messages.info(request, _("Set up two-step login to open the admin."))
        return redirect("mfa_activate_totp")
