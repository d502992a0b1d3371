"""The page of one's own account: its name, its mail address and its groups."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.groups.account_adapter import address_of
from scoring.models import Membership
from scoring.web.requests import no_store
from scoring.web.second_factor import has_second_factor


@require_safe
@login_required
def account(request: HttpRequest) -> HttpResponse:
    context = {
        "memberships": Membership.objects.of_account(request.user.pk).with_groups(),
        "address": address_of(request.user.pk),
        "has_second_factor": has_second_factor(request.user.pk),
    }
    return no_store(render(request, "groups/account.html", context))
