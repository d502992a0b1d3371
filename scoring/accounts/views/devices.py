"""The devices that are logged in to the user's account."""

from allauth.core import ratelimit
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.accounts.access import account_view
from scoring.accounts.devices import WrongPassword, devices_of, log_out_everywhere
from scoring.accounts.forms import PasswordForm
from scoring.web.browser_cookie import browser_of
from scoring.web.requests import posted, render_form


@require_http_methods(["GET", "POST"])
@account_view()
def devices(request: HttpRequest, user: User) -> HttpResponse:
    """List the devices; posted with the password, log out on all but this one."""
    form = PasswordForm(posted(request), user=user)
    if form.is_valid() and _log_out(request, user, form):
        return redirect("devices")
    UserSession.objects.create_from_request(request)  # it may be of before the list was kept
    context = {"form": form, "devices": devices_of(user, request.session.session_key)}
    return render_form(request, "accounts/devices.html", context)


def _log_out(request: HttpRequest, user: User, form: PasswordForm) -> bool:
    """Log out everywhere but here; False, and the form says why, if it is refused."""
    if not ratelimit.consume(request, action="reauthenticate", user=user):
        form.add_error(None, _("Too many attempts. Wait a minute, then try again."))
        return False
    password = form.cleaned_data.get("password", "")
    try:
        user = log_out_everywhere(
            user=user, password=password, browser=browser_of(request), at=timezone.now()
        )
    except WrongPassword:
        form.add_error("password", _("That is not your password."))
        return False
    update_session_auth_hash(request, user)
    messages.success(request, _("You are logged out on all other devices."))
    return True
