"""Invitations: owners make and withdraw them, anyone with the link accepts them."""

from allauth.core import ratelimit
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.background.mail_limits import may_write_to
from scoring.background.outbox import sends_mail
from scoring.groups.forms import InviteForm
from scoring.groups.invitations import (
    InvitationIsOver,
    InvitedByMail,
    TooManyInvitations,
    accept,
    invite,
    send_invitation,
    withdraw,
)
from scoring.groups.invited_browsers import remember_invitation
from scoring.groups.mail_opt_out import has_opted_out, hash_in, is_opted_out, opt_out, opt_out_token
from scoring.models import Group, Invitation, OutgoingMail
from scoring.web.group_access import GroupNeeds, Guest, group_view
from scoring.web.language import activate_group_language
from scoring.web.links import link_in_mail, outside_link, why_phones_do_not_reach
from scoring.web.requests import no_store, posted, render_form, signed_in

MOST_LISTED = 100


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.OWN)
def invite_people(request: HttpRequest, guest: Guest) -> HttpResponse:
    free_players = guest.group.players.not_merged().without_account().by_name()
    initial = {"player": request.GET.get("player")}
    form = InviteForm(posted(request), players=free_players, initial=initial)
    if form.is_valid() and _invite(request, guest, form):
        return redirect("invite", guest.group.slug)
    invitations = guest.group.invitations.open(timezone.now()).newest_first()[:MOST_LISTED]
    undelivered = OutgoingMail.objects.failed([each.message_id for each in invitations])
    context = {
        "guest": guest,
        "group": guest.group,
        "form": form,
        "why_not": why_phones_do_not_reach(request),
        "sends_mail": sends_mail(),
        "invitations": [
            {
                "invitation": invitation,
                "link": _link(request, invitation),
                "undelivered": invitation.message_id in undelivered,
            }
            for invitation in invitations
        ],
    }
    return render_form(request, "groups/invite.html", context)


def _invite(request: HttpRequest, guest: Guest, form: InviteForm) -> bool:
    """Make the invitation and send its mail; False if that failed, and the form says why."""
    email = form.cleaned_data["email"] if sends_mail() else ""
    if email and has_opted_out(email):
        refused = _(
            "We cannot send email to this address. Leave the field empty, and pass the link on"
            " yourself."
        )
        form.add_error("email", refused)
        return False
    if email and not ratelimit.consume(request, action="invite", user=request.user):
        refused = _(
            "You have sent too many invitations by email today. Leave the field empty, and pass"
            " the link on yourself."
        )
        form.add_error("email", refused)
        return False
    if email and not may_write_to(email, timezone.now()):
        refused = _(
            "This address has been sent too many emails today. Leave the field empty, and pass the"
            " link on yourself."
        )
        form.add_error("email", refused)
        return False
    try:
        with guest.confirmed():
            invitation = invite(group=guest.group, by=guest.by(), **form.cleaned_data)
    except TooManyInvitations:
        form.add_error(None, _("There have been too many invitations today. Try again tomorrow."))
        return False
    if invitation.email and sends_mail():
        unwanted = reverse("opt_out", args=[opt_out_token(invitation.email)])
        send_invitation(
            invitation=invitation,
            link=link_in_mail(reverse("invited", args=[invitation.token])),
            opt_out_link=link_in_mail(unwanted),
        )
    return True


def _link(request: HttpRequest, invitation: Invitation) -> str:
    return outside_link(request, reverse("invited", args=[invitation.token]))


@require_POST
@group_view(needs=GroupNeeds.OWN)
def withdraw_invitation(request: HttpRequest, guest: Guest, invitation: int) -> HttpResponse:
    withdrawn = get_object_or_404(guest.group.invitations, pk=invitation)
    with guest.confirmed():
        withdraw(invitation=withdrawn, at=timezone.now())
    return redirect("invite", guest.group.slug)


@require_http_methods(["GET", "POST"])
def accept_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Show the invitation to anyone with its link; posted with an account, accept it."""
    invitation = Invitation.objects.with_token(token)
    if invitation is None:
        raise Http404
    group, user, at = invitation.group, signed_in(request), timezone.now()
    activate_group_language(request, group.language)
    if user is not None and group.memberships.of_account(user.pk).exists():
        return redirect("group", group.slug)
    if request.method == "POST" and user is not None:
        try:
            accept(invitation=invitation, user=user, at=at)
        except (InvitationIsOver, Group.DoesNotExist):
            return _render_over(request)
        except InvitedByMail:
            context = {"invitation": invitation, "group": group, "refused": True}
            return no_store(render(request, "groups/invited.html", context, status=403))
        return redirect("group", group.slug)
    if not invitation.is_open(at):
        return _render_over(request)
    if user is None and settings.SIGN_UP == "invited":
        remember_invitation(request, invitation)
    context = {"invitation": invitation, "group": group, "sends_mail": sends_mail()}
    return no_store(render(request, "groups/invited.html", context))


def _render_over(request: HttpRequest) -> HttpResponse:
    """Say that the invitation is over, without naming the group."""
    return no_store(render(request, "groups/invitation_over.html", status=410))


@require_http_methods(["GET", "POST"])
def stop_invitations(request: HttpRequest, token: str) -> HttpResponse:
    """Ask the reader of an email, and stop sending invitations to that address."""
    address_hash = hash_in(token)
    if address_hash is None:
        raise Http404
    if request.method == "POST":
        opt_out(address_hash=address_hash, at=timezone.now())
    context = {"done": is_opted_out(address_hash)}
    return no_store(render(request, "account/no_invitations.html", context))
