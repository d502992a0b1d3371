"""Deleting the user's own account."""

from django.contrib.auth import logout
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.accounts import deletion as verbs
from scoring.accounts.access import account_view
from scoring.accounts.account_adapter import confirmed_address, notify
from scoring.accounts.deletion import CannotDelete, what_follows
from scoring.accounts.forms import DeleteAccountForm
from scoring.web.requests import posted, render_form


@require_http_methods(["GET", "POST"])
@account_view(asks_again=True)
def delete_account(request: HttpRequest, user: User) -> HttpResponse:
    """Show the consequences or the obstacles; posted, delete the account for good."""
    follows = what_follows(user)
    form = DeleteAccountForm(posted(request), user=user, groups=follows.to_delete)
    if request.method == "POST" and follows.is_possible and form.is_valid():
        try:
            address = confirmed_address(user)
            verbs.delete_account(
                user=user,
                groups=follows.to_delete,
                remove_names=form.cleaned_data["names"] == "remove",
                at=timezone.now(),
            )
        except CannotDelete:  # of what changed a moment ago
            return redirect("delete_account")
        named = {"name": user.get_username()}
        notify("account_deleted", user=user, address=address, context=named)
        logout(request)
        return render(request, "accounts/deleted.html")
    context = {
        "form": form,
        "follows": follows,
        "leaving": ", ".join(membership.group.name for membership in follows.to_leave),
        "address": confirmed_address(user),
    }
    is_refused = bool(form.errors) or (request.method == "POST" and not follows.is_possible)
    return render_form(request, "accounts/delete.html", context, refused=is_refused)
