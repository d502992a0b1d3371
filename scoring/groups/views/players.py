"""A group's players: the list, naming and hiding them, whose they are, merging two into one."""

from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.groups import players as verbs
from scoring.groups.forms import PlayerForm
from scoring.groups.jobs import LATER_MERGE, merge_or_ask, undo_or_ask
from scoring.groups.members import (
    PlayerIsTaken,
    assign_player,
    claim_player,
    own_players,
    unassign_player,
)
from scoring.groups.merging import CannotMerge, CannotUndoMerge, preview_merge
from scoring.groups.visibility import own_player
from scoring.models import Merge, Player
from scoring.sessions.typed_names import MEANT
from scoring.web.group_access import NOT_YOURS, GroupNeeds, Guest, group_view
from scoring.web.requests import posted, render_form

PLAYER_MEANT = f"{MEANT}name"  # the answer that a name is that of another player
MOST_MERGES = 50  # listed, with a button that undoes each


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.BELONG)
def players(request: HttpRequest, guest: Guest) -> HttpResponse:
    """Show the list; posted by a scorekeeper, add a player."""
    form = None
    if request.method == "POST":
        _check(guest.keeps)
        if PLAYER_MEANT in request.POST:  # who is there already
            return redirect("players", guest.group.slug)
        form = PlayerForm(request.POST, instance=Player(group=guest.group))
        if form.is_valid() and not form.question and _add_player(guest, form):
            return redirect("players", guest.group.slug)
    return _render_players(request, guest, form=form)


def _add_player(guest: Guest, form: PlayerForm) -> bool:
    """Add the player of the form; False, and the form says why, if somebody just added the name."""
    try:
        with guest.confirmed() as confirmed:
            _check(confirmed.keeps)
            player = verbs.add_player(group=guest.group, name=form.cleaned_data["name"])
            verbs.update_player(player=player, nickname=form.cleaned_data["nickname"])
    except IntegrityError:
        form.add_error("name", _("The group already has a player with that name."))
        return False
    return True


def _render_players(
    request: HttpRequest, guest: Guest, *, form: PlayerForm | None = None, refusal: str = ""
) -> HttpResponse:
    merges = Merge.objects.of_group(guest.group).newest_first()
    context = {
        "guest": guest,
        "group": guest.group,
        "players": guest.group.players.not_merged().most_played_first().with_accounts(),
        "form": form or PlayerForm(),
        "mine": own_player(guest),
        "own_players": own_players(guest.user),
        "merges": merges[:MOST_MERGES] if guest.owns else (),
        "refusal": refusal,
    }
    is_asked = form and form.question
    return render_form(request, "groups/players.html", context, refused=refusal or is_asked)


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.BELONG)
def edit_player(request: HttpRequest, guest: Guest, player: int) -> HttpResponse:
    """Change a player's name and nickname: scorekeepers anybody's, members their own."""
    edited = _player(guest, player)
    _check(_may_edit(edited, guest))
    # The form writes to its instance before it is valid, and the page shows the stored name.
    instance = _player(guest, player)
    form = PlayerForm(posted(request), instance=instance)
    if form.is_valid():
        if name := request.POST.get(PLAYER_MEANT):
            if guest.owns:
                return _offer_merge(guest, edited, name)
            form.add_error("name", _("Only an owner of the group can merge two players."))
        elif not form.question and _update_player(guest, edited, form):
            return redirect("players", guest.group.slug)
    context = {
        "guest": guest,
        "group": guest.group,
        "player": edited,
        "form": form,
        "may_hide": _may_hide(edited, guest),
        "is_own": _is_own(edited, guest),
        "is_removable": guest.keeps and Player.objects.without_traces().contains(edited),
        "others": guest.group.players.not_merged().other_than(edited).by_name(),
    }
    return render_form(request, "groups/edit_player.html", context, refused=form.question)


def _offer_merge(guest: Guest, source: Player, name: str) -> HttpResponse:
    target = get_object_or_404(guest.group.players.not_merged(), name=name)
    query = urlencode({"source": source.pk, "target": target.pk})
    return redirect(f"{reverse('merge_players', args=[guest.group.slug])}?{query}")


def _update_player(guest: Guest, player: Player, form: PlayerForm) -> bool:
    try:
        with guest.confirmed() as confirmed:
            _check(_may_edit(_player(guest, player.pk), confirmed))
            verbs.update_player(player=player, **form.cleaned_data)
    except IntegrityError:
        form.add_error("name", _("The group already has a player with that name."))
        return False
    return True


def _is_own(player: Player, guest: Guest) -> bool:
    return player.user_id is not None and guest.user is not None and player.user_id == guest.user.pk


def _may_edit(player: Player, guest: Guest) -> bool:
    return guest.keeps or _is_own(player, guest)


def _check(allowed: bool) -> None:
    if not allowed:
        raise PermissionDenied(NOT_YOURS)


def _may_hide(player: Player, guest: Guest) -> bool:
    """Return whether they may hide the player: the player themselves, or an owner for them."""
    return guest.owns or _is_own(player, guest)


@require_POST
@group_view(needs=GroupNeeds.BELONG)
def hide_player(request: HttpRequest, guest: Guest, player: int) -> HttpResponse:
    """Hide a player from everybody outside the group, or show them again."""
    with guest.confirmed() as confirmed:
        hidden = _player(guest, player)
        _check(_may_hide(hidden, confirmed))
        verbs.update_player(player=hidden, hidden="show" not in request.POST)
    return redirect("edit_player", guest.group.slug, hidden.pk)


@require_POST
@group_view(needs=GroupNeeds.KEEP)
def remove_player(request: HttpRequest, guest: Guest, player: int) -> HttpResponse:
    """Remove a player without sessions, such as one whose name was entered twice."""
    try:
        with guest.confirmed():
            verbs.remove_player(player=_player(guest, player))
    except verbs.PlayerIsNeeded:
        refusal = _("This player now has sessions or an account, so was not removed.")
        return _render_players(request, guest, refusal=refusal)
    return redirect("players", guest.group.slug)


@require_POST
@group_view(needs=GroupNeeds.BELONG)
def claim(request: HttpRequest, guest: Guest, player: int) -> HttpResponse:
    """Say "this is me", for an owner to confirm; of an owner it needs no confirmation."""
    claimed = _player(guest, player)
    try:
        with guest.confirmed() as confirmed:
            if confirmed.membership is None:
                raise Http404
            verb = assign_player if confirmed.owns else claim_player
            chosen = None if "not" in request.POST else claimed
            verb(membership=confirmed.membership, player=chosen)
    except PlayerIsTaken:
        refusal = _("This player already belongs to someone else.")
        return _render_players(request, guest, refusal=refusal)
    return redirect("players", guest.group.slug)


@require_POST
@group_view(needs=GroupNeeds.OWN)
def unassign(request: HttpRequest, guest: Guest, player: int) -> HttpResponse:
    """Take a player from the account that it belongs to."""
    with guest.confirmed():
        unassign_player(player=_player(guest, player))
    return redirect("edit_player", guest.group.slug, player)


# Merging


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.OWN)
def merge_players(request: HttpRequest, guest: Guest) -> HttpResponse:
    """Show what merging two players would do; posted, merge them."""
    query = request.POST if request.method == "POST" else request.GET
    source = _player_of_query(guest, query.get("source", ""))
    target = _player_of_query(guest, query.get("target", ""))
    refusal = ""
    if request.method == "POST":
        try:
            with guest.confirmed():
                job = merge_or_ask(source=source, target=target, actor=guest.user)
        except CannotMerge as refused:
            refusal = refused.sentence
        else:
            return redirect("job", job.pk) if job else redirect("players", guest.group.slug)
    context: dict[str, Any] = {
        "guest": guest,
        "group": guest.group,
        "refusal": refusal,
        **preview_merge(source, target),
    }
    return render_form(request, "groups/merge_players.html", context, refused=refusal)


def _player_of_query(guest: Guest, pk: str) -> Player:
    if not (pk.isdecimal() and len(pk) < 18):
        raise Http404
    return _player(guest, int(pk))


@require_POST
@group_view(needs=GroupNeeds.OWN)
def undo_merge(request: HttpRequest, guest: Guest, merge: int) -> HttpResponse:
    merged = get_object_or_404(Merge.objects.of_group(guest.group), pk=merge)
    try:
        with guest.confirmed():
            job = undo_or_ask([merged], actor=guest.user)
    except CannotUndoMerge:
        return _render_players(request, guest, refusal=str(LATER_MERGE))
    return redirect("job", job.pk) if job else redirect("players", guest.group.slug)


def _player(guest: Guest, pk: int) -> Player:
    return get_object_or_404(guest.group.players.not_merged(), pk=pk)
