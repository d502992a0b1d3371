"""The page of the user's own account, its username and its data."""

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.accounts import names
from scoring.accounts.access import account_view
from scoring.accounts.account_adapter import address_of, confirmed_address, notify
from scoring.accounts.account_data import account_data
from scoring.accounts.forms import NameForm
from scoring.accounts.second_factor import has_second_factor
from scoring.groups.members import own_players
from scoring.models import Membership
from scoring.web.requests import posted, render_form


@require_safe
@account_view()
def account(request: HttpRequest, user: User) -> HttpResponse:
    context = {
        "memberships": Membership.objects.of_account(user.pk).with_groups(),
        "own_players": own_players(user),
        "address": address_of(user.pk),
        "has_second_factor": has_second_factor(user.pk),
    }
    return render(request, "accounts/account.html", context)


@require_http_methods(["GET", "POST"])
@account_view(asks_again=True)
def change_name(request: HttpRequest, user: User) -> HttpResponse:
    form = NameForm(posted(request))
    if form.is_valid() and _change_name(request, user, form):
        return redirect("account")
    return render_form(request, "accounts/change_name.html", {"form": form})


def _change_name(request: HttpRequest, user: User, form: NameForm) -> bool:
    """Change the name and report it by email; False, and the form says why, if it is refused."""
    before, name = user.get_username(), form.cleaned_data["username"]
    if not ratelimit.consume(request, action="change_name", user=user):
        form.add_error(
            "username",
            _("You have changed your username too many times today. Try again tomorrow."),
        )
        return False
    try:
        names.change_name(user=user, name=name)
    except names.NameIsTaken:
        form.add_error("username", _("A user with that username already exists."))
        return False
    address, context = confirmed_address(user), {"before": before, "name": name}
    notify("name_changed", user=user, address=address, context=context)
    messages.success(request, _("From now on you log in as %(name)s.") % {"name": name})
    return True


@require_safe
@account_view(asks_again=True)
def download_data(request: HttpRequest, user: User) -> HttpResponse:
    response = JsonResponse(account_data(user), json_dumps_params={"indent": 2})
    response["Content-Disposition"] = 'attachment; filename="scorefolio-account.json"'
    return response
