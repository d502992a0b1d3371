"""Who belongs to a group, and as what."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.groups.forms import PlayerChoiceForm, RoleForm
from scoring.groups.members import (
    NeedsAnOwner,
    PlayerIsTaken,
    assign_player,
    change_role,
    hand_over,
    remove_member,
)
from scoring.models import Membership
from scoring.web.group_access import GroupNeeds, Guest, group_view

MOST_CHOICES = 2_000  # on one page, of whom each member may be


@require_safe
@group_view(needs=GroupNeeds.BELONG)
def people(request: HttpRequest, guest: Guest) -> HttpResponse:
    return show(request, guest)


def show(request: HttpRequest, guest: Guest, *, told: str = "") -> HttpResponse:
    """The page; `told`: why nothing was done."""
    members = list(guest.group.memberships.in_order())
    tied = {player.user_id: player for player in guest.group.players.not_merged() if player.user_id}
    untied = list(guest.group.players.not_merged().without_account().by_name())
    many = len(members) * len(untied) > MOST_CHOICES
    context = {
        "guest": guest,
        "group": guest.group,
        "one_by_one": many,
        "changed": request.GET.get("change", "") if many else "",
        "members": [{"member": one, "player": tied.get(one.user_id)} for one in members],
        "mine": tied.get(guest.user.pk) if guest.user else None,
        "untied": untied,
        "roles": Membership.Role.choices,
        "alone": len(members) == 1,
        "told": told,
    }
    return render(request, "groups/members.html", context, status=422 if told else 200)


def _needs_an_owner(request: HttpRequest, guest: Guest) -> HttpResponse:
    return show(request, guest, told=_("A group needs an owner; make somebody else one first."))


@require_POST
@group_view(needs=GroupNeeds.OWN)
def role(request: HttpRequest, guest: Guest, member: int) -> HttpResponse:
    form = RoleForm(request.POST)
    if not form.is_valid():
        return show(request, guest, told=_("Choose one of the roles."))
    try:
        change_role(
            membership=_member(guest, member),
            role=form.cleaned_data["role"],
            at=timezone.now(),
        )
    except NeedsAnOwner:
        return _needs_an_owner(request, guest)
    return redirect("people", guest.group.slug)


@require_POST
@group_view(needs=GroupNeeds.OWN)
def remove(request: HttpRequest, guest: Guest, member: int) -> HttpResponse:
    try:
        remove_member(membership=_member(guest, member), at=timezone.now())
    except NeedsAnOwner:
        return _needs_an_owner(request, guest)
    return redirect("people", guest.group.slug)


@require_POST
@group_view(needs=GroupNeeds.OWN)
def give(request: HttpRequest, guest: Guest, member: int) -> HttpResponse:
    """The group, to somebody else; who had it keeps its scores."""
    to = _member(guest, member)
    if guest.membership is not None and to != guest.membership:
        hand_over(owner=guest.membership, to=to, at=timezone.now())
    return redirect("people", guest.group.slug)


@require_POST
@group_view(needs=GroupNeeds.OWN)
def be_player(request: HttpRequest, guest: Guest, member: int) -> HttpResponse:
    """Say which player somebody is; or that they are none of them."""
    form = PlayerChoiceForm(request.POST, players=guest.group.players.not_merged())
    if not form.is_valid():
        return show(request, guest, told=_("This player is no longer there. Choose another one."))
    try:
        assign_player(membership=_member(guest, member), player=form.cleaned_data["player"])
    except PlayerIsTaken:
        return show(request, guest, told=_("This player is somebody else’s already."))
    return redirect("people", guest.group.slug)


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.BELONG)
def leave(request: HttpRequest, guest: Guest) -> HttpResponse:
    told = ""
    if request.method == "POST" and guest.membership is not None:
        try:
            remove_member(membership=guest.membership, at=timezone.now())
        except NeedsAnOwner:
            told = _("You are the only owner. Hand the group over first, or delete it.")
        else:
            return redirect("home")
    context = {"guest": guest, "group": guest.group, "told": told}
    return render(request, "groups/leave.html", context, status=422 if told else 200)


def _member(guest: Guest, pk: int) -> Membership:
    found = guest.group.memberships.filter(pk=pk).first()
    if found is None:
        raise Http404
    return found
