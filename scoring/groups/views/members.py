"""The members of a group: their roles, which player each is, and leaving."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.groups import members as verbs
from scoring.groups.forms import PlayerChoiceForm, RoleForm
from scoring.groups.members import NeedsAnOwner, PlayerIsTaken
from scoring.models import Membership
from scoring.web.group_access import GroupNeeds, Guest, group_view
from scoring.web.requests import render_form

# On one page: players that each member may be. Beyond, one member at a time has a choice.
MOST_CHOICES = 2_000


@require_safe
@group_view(needs=GroupNeeds.BELONG)
def members(request: HttpRequest, guest: Guest) -> HttpResponse:
    return _render_members(request, guest)


def _render_members(request: HttpRequest, guest: Guest, *, refusal: str = "") -> HttpResponse:
    memberships = list(guest.group.memberships.in_order())
    players = guest.group.players.not_merged()
    by_account = {player.user_id: player for player in players if player.user_id}
    free_players = list(players.without_account().by_name())
    many = len(memberships) * len(free_players) > MOST_CHOICES
    context = {
        "guest": guest,
        "group": guest.group,
        "one_by_one": many,
        "changed": request.GET.get("change", "") if many else "",
        "members": [
            {"membership": membership, "player": by_account.get(membership.user_id)}
            for membership in memberships
        ],
        "mine": by_account.get(guest.user.pk) if guest.user else None,
        "free_players": free_players,
        "roles": Membership.Role.choices,
        "alone": len(memberships) == 1,
        "refusal": refusal,
    }
    return render_form(request, "groups/members.html", context, refused=refusal)


def _refuse_without_owner(request: HttpRequest, guest: Guest) -> HttpResponse:
    refusal = _("A group needs an owner; make someone else an owner first.")
    return _render_members(request, guest, refusal=refusal)


@require_POST
@group_view(needs=GroupNeeds.OWN)
def change_role(request: HttpRequest, guest: Guest, member: int) -> HttpResponse:
    form = RoleForm(request.POST)
    if not form.is_valid():
        return _render_members(request, guest, refusal=_("Choose one of the roles."))
    membership, role = _membership(guest, member), form.cleaned_data["role"]
    try:
        with guest.confirmed():
            verbs.change_role(membership=membership, role=role, at=timezone.now())
    except NeedsAnOwner:
        return _refuse_without_owner(request, guest)
    return redirect("people", guest.group.slug)


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.OWN)
def remove_member(request: HttpRequest, guest: Guest, member: int) -> HttpResponse:
    """Ask, and say what follows; posted, remove the member."""
    membership = _membership(guest, member)
    if request.method != "POST":
        return _ask(request, guest, membership, "groups/remove_member.html")
    try:
        with guest.confirmed():
            verbs.remove_member(membership=membership, at=timezone.now())
    except NeedsAnOwner:
        return _refuse_without_owner(request, guest)
    return redirect("people", guest.group.slug)


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.OWN)
def hand_over(request: HttpRequest, guest: Guest, member: int) -> HttpResponse:
    """Ask, and say what follows; posted, make another member the owner instead of who asks."""
    to = _membership(guest, member)
    if guest.membership is None or to == guest.membership:
        return redirect("people", guest.group.slug)
    if request.method != "POST":
        return _ask(request, guest, to, "groups/hand_over.html")
    with guest.confirmed():
        verbs.hand_over(owner=guest.membership, to=to, at=timezone.now())
    return redirect("people", guest.group.slug)


def _ask(request: HttpRequest, guest: Guest, membership: Membership, template: str) -> HttpResponse:
    context = {
        "guest": guest,
        "group": guest.group,
        "name": membership.user.get_username(),
        "is_owner": membership.role == Membership.Role.OWNER,
    }
    return render(request, template, context)


@require_POST
@group_view(needs=GroupNeeds.OWN)
def assign_player(request: HttpRequest, guest: Guest, member: int) -> HttpResponse:
    """Set which player a member is, or that they are none."""
    form = PlayerChoiceForm(request.POST, players=guest.group.players.not_merged())
    if not form.is_valid():
        refusal = _("This player no longer exists. Choose another one.")
        return _render_members(request, guest, refusal=refusal)
    membership, player = _membership(guest, member), form.cleaned_data["player"]
    try:
        with guest.confirmed():
            verbs.assign_player(membership=membership, player=player)
    except PlayerIsTaken:
        refusal = _("This player already belongs to someone else.")
        return _render_members(request, guest, refusal=refusal)
    return redirect("people", guest.group.slug)


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.BELONG)
def leave_group(request: HttpRequest, guest: Guest) -> HttpResponse:
    if guest.membership is None:
        raise Http404
    refusal = ""
    if request.method == "POST":
        try:
            verbs.remove_member(membership=guest.membership, at=timezone.now())
        except NeedsAnOwner:
            refusal = _("You are the only owner. Hand the group over first, or delete it.")
        else:
            return redirect("home")
    context = {"guest": guest, "group": guest.group, "refusal": refusal}
    return render_form(request, "groups/leave.html", context, refused=refusal)


def _membership(guest: Guest, pk: int) -> Membership:
    return get_object_or_404(guest.group.memberships, pk=pk)
