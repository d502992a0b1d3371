"""A group's players: named, hidden, somebody's, and found to be one and the same."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.groups.forms import PlayerForm
from scoring.groups.members import PlayerIsTaken, assign_player, claim_player, unassign_player
from scoring.groups.merging import (
    CannotMerge,
    CannotUndoMerge,
    merge,
    preview_merge,
    undo_merge,
)
from scoring.groups.players import add_player, update_player
from scoring.models import Merge, Player
from scoring.web.group_access import NOT_YOURS, GroupNeeds, Guest, group_view


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.BELONG)
def players(request: HttpRequest, guest: Guest) -> HttpResponse:
    """The list; and, posted by whoever keeps scores, one more of them."""
    form = None
    if request.method == "POST":
        if not guest.keeps:
            raise PermissionDenied(NOT_YOURS)
        form = PlayerForm(request.POST, instance=Player(group=guest.group))
        if form.is_valid() and _added(guest, form):
            return redirect("players", guest.group.slug)
    return show(request, guest, form=form)


def _added(guest: Guest, form: PlayerForm) -> bool:
    try:
        with transaction.atomic():
            player = add_player(group=guest.group, name=form.cleaned_data["name"])
            update_player(player=player, nickname=form.cleaned_data["nickname"])
    except IntegrityError:  # added meanwhile
        form.add_error("name", _("The group already has a player of that name."))
        return False
    return True


def show(
    request: HttpRequest, guest: Guest, *, form: PlayerForm | None = None, told: str = ""
) -> HttpResponse:
    """The page; `told`: why nothing was done."""
    known = guest.group.players.not_merged().most_played_first().select_related("user")
    merges = Merge.objects.filter(target__group=guest.group).select_related("source", "target")
    mine = guest.group.players.filter(user=guest.user).first()
    context = {
        "guest": guest,
        "group": guest.group,
        "players": known,
        "form": form or PlayerForm(),
        "mine": mine,
        "merges": merges.order_by("-pk")[:50] if guest.owns else (),
        "told": told,
    }
    status = 422 if told or (form and form.errors) else 200
    return render(request, "groups/players.html", context, status=status)


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.BELONG)
def edit_player(request: HttpRequest, guest: Guest, player: int) -> HttpResponse:
    """By whoever keeps scores, or whose player it is."""
    one = _player(guest, player)
    if not (guest.keeps or _is_theirs(one, guest)):
        raise PermissionDenied(NOT_YOURS)
    stored = _player(guest, player)
    form = PlayerForm(request.POST if request.method == "POST" else None, instance=stored)
    if request.method == "POST" and form.is_valid() and _described(one, form):
        return redirect("players", guest.group.slug)
    context = {
        "guest": guest,
        "group": guest.group,
        "player": one,
        "form": form,
        "may_hide": _may_hide(one, guest),
        "theirs": _is_theirs(one, guest),
        "others": guest.group.players.not_merged().exclude(pk=one.pk).by_name(),
    }
    status = 422 if form.errors else 200
    return render(request, "groups/edit_player.html", context, status=status)


def _described(player: Player, form: PlayerForm) -> bool:
    try:
        update_player(player=player, **form.cleaned_data)
    except IntegrityError:
        form.add_error("name", _("The group already has a player of that name."))
        return False
    return True


def _is_theirs(player: Player, guest: Guest) -> bool:
    return player.user_id is not None and guest.user is not None and player.user_id == guest.user.pk


def _may_hide(player: Player, guest: Guest) -> bool:
    """It is the player's choice; an owner makes it for them."""
    return guest.owns or _is_theirs(player, guest)


@require_POST
@group_view(needs=GroupNeeds.BELONG)
def hide_player(request: HttpRequest, guest: Guest, player: int) -> HttpResponse:
    one = _player(guest, player)
    if not _may_hide(one, guest):
        raise PermissionDenied(NOT_YOURS)
    update_player(player=one, hidden="show" not in request.POST)
    return redirect("edit_player", guest.group.slug, one.pk)


@require_POST
@group_view(needs=GroupNeeds.BELONG)
def this_is_me(request: HttpRequest, guest: Guest, player: int) -> HttpResponse:
    """Said by a member, for an owner to agree to; an owner need not ask."""
    one = _player(guest, player)
    if guest.membership is None:
        raise Http404
    verb = assign_player if guest.owns else claim_player
    try:
        verb(membership=guest.membership, player=None if "not" in request.POST else one)
    except PlayerIsTaken:
        return show(request, guest, told=_("This player is somebody else’s already."))
    return redirect("players", guest.group.slug)


@require_POST
@group_view(needs=GroupNeeds.OWN)
def untie_player(request: HttpRequest, guest: Guest, player: int) -> HttpResponse:
    unassign_player(player=_player(guest, player))
    return redirect("edit_player", guest.group.slug, player)


# Two who are one


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.OWN)
def merge_players(request: HttpRequest, guest: Guest) -> HttpResponse:
    """First what would become of it; posted, it becomes so."""
    said = request.POST if request.method == "POST" else request.GET
    source, target = _said(guest, said.get("source", "")), _said(guest, said.get("target", ""))
    told = ""
    if request.method == "POST":
        try:
            merge(source=source, target=target, at=timezone.now(), actor=guest.user)
        except CannotMerge as refused:
            told = refused.sentence
        else:
            return redirect("players", guest.group.slug)
    context: dict[str, Any] = {
        "guest": guest,
        "group": guest.group,
        "told": told,
        **preview_merge(source, target),
    }
    return render(request, "groups/merge_players.html", context, status=422 if told else 200)


def _said(guest: Guest, pk: str) -> Player:
    if not (pk.isdecimal() and len(pk) < 18):
        raise Http404
    return _player(guest, int(pk))


@require_POST
@group_view(needs=GroupNeeds.OWN)
def undo_one_merge(request: HttpRequest, guest: Guest, merge: int) -> HttpResponse:
    found = Merge.objects.filter(pk=merge, target__group=guest.group).first()
    if found is None:
        raise Http404
    try:
        undo_merge(found, at=guest.by().at)
    except CannotUndoMerge:
        late = _("A later merge took these sessions on; undo that one first.")
        return show(request, guest, told=late)
    return redirect("players", guest.group.slug)


def _player(guest: Guest, pk: int) -> Player:
    found = guest.group.players.not_merged().filter(pk=pk).first()
    if found is None:
        raise Http404
    return found
