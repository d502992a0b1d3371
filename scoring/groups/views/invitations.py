"""Invitations: owners make and withdraw them, whoever has the link sees what they join."""

from smtplib import SMTPException

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.groups.forms import InviteForm
from scoring.groups.invitations import (
    InvitationIsOver,
    TooManyInvitations,
    accept,
    invite,
    send_invitation,
    withdraw,
)
from scoring.models import Group, Invitation, Membership
from scoring.web.group_access import GroupNeeds, Guest, group_view
from scoring.web.links import outside_link, reaches_phones
from scoring.web.requests import activate_group_language, no_store, signed_in


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.OWN)
def invite_people(request: HttpRequest, guest: Guest) -> HttpResponse:
    players = guest.group.players.not_merged().without_account().by_name()
    initial = {"player": request.GET.get("player")}
    form = InviteForm(
        request.POST if request.method == "POST" else None, players=players, initial=initial
    )
    if request.method == "POST" and form.is_valid() and _invited(request, guest, form):
        return redirect("invite", guest.group.slug)
    invitations = guest.group.invitations.open(timezone.now()).newest_first()
    context = {
        "guest": guest,
        "group": guest.group,
        "form": form,
        "reaches_phones": reaches_phones(request),
        "invitations": [
            {"invitation": one, "link": _link(request, one)} for one in invitations[:100]
        ],
    }
    return render(request, "groups/invite.html", context, status=422 if form.errors else 200)


def _invited(request: HttpRequest, guest: Guest, form: InviteForm) -> bool:
    """Made, and sent where it is to be sent; or the form says why not."""
    by = guest.by()
    try:
        made = invite(group=guest.group, by=by, **form.cleaned_data)
    except TooManyInvitations:
        form.add_error(None, _("So many were invited today that it is time to wait a day."))
        return False
    if made.email:
        try:
            send_invitation(invitation=made, link=_link(request, made))
        except (OSError, SMTPException):
            withdraw(invitation=made, at=by.at)
            form.add_error("email", _("The mail could not be sent. Make a link, and pass it on."))
            return False
    return True


def _link(request: HttpRequest, invitation: Invitation) -> str:
    return outside_link(request, reverse("invited", args=[invitation.token]))


@require_POST
@group_view(needs=GroupNeeds.OWN)
def withdraw_one(request: HttpRequest, guest: Guest, invitation: int) -> HttpResponse:
    found = guest.group.invitations.filter(pk=invitation).first()
    if found is None:
        raise Http404
    withdraw(invitation=found, at=timezone.now())
    return redirect("invite", guest.group.slug)


@require_http_methods(["GET", "POST"])
def invited(request: HttpRequest, token: str) -> HttpResponse:
    """Seen by whoever has the link; accepted by whoever is signed in."""
    invitation = Invitation.objects.with_token(token)
    if invitation is None:
        raise Http404
    group, user, at = invitation.group, signed_in(request), timezone.now()
    activate_group_language(request, group.language)
    belongs = user is not None and Membership.objects.filter(group=group, user=user).exists()
    if belongs:
        return redirect("group", group.slug)
    if request.method == "POST" and user is not None:
        try:
            accept(invitation=invitation, user=user, at=at)
        except (InvitationIsOver, Group.DoesNotExist):
            return _over(request)
        return redirect("group", group.slug)
    if not invitation.is_open(at):
        return _over(request)
    context = {"invitation": invitation, "group": group}
    return no_store(render(request, "groups/invited.html", context))


def _over(request: HttpRequest) -> HttpResponse:
    """Of the group it says nothing any more."""
    return no_store(render(request, "groups/invitation_over.html", status=410))
