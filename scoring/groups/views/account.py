"""The page of one's own account: its name, its mail address and its groups."""

from allauth.account.models import EmailAddress
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.models import Membership
from scoring.web.requests import no_store
from scoring.web.second_factor import has_second_factor


@require_safe
@login_required
def account(request: HttpRequest) -> HttpResponse:
    memberships = Membership.objects.filter(user=request.user.pk).select_related("group")
    context = {
        "memberships": memberships.order_by("group__name", "pk"),
        "address": EmailAddress.objects.filter(user=request.user.pk).order_by("-primary").first(),
        "has_second_factor": has_second_factor(request.user.pk),
    }
    return no_store(render(request, "groups/account.html", context))
