"""The site of the admin: the log-in of all accounts, and a second factor for everybody."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.account.utils import get_next_redirect_url
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.web.second_factor import has_second_factor


class AdminSite(admin.AdminSite):
    """Has no log-in form of its own, whose attempts no limit would count."""

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and has_second_factor(request.user.pk)

    @method_decorator(never_cache)
    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        response: HttpResponse = secure_admin_login(self._enter)(request)
        return response

    def _enter(self, request: HttpRequest) -> HttpResponse:
        if self.has_permission(request):
            return redirect(get_next_redirect_url(request) or "admin:index")
        messages.info(request, _("The admin opens once your account has a second factor."))
        return redirect("mfa_activate_totp")
