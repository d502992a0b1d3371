"""A group: made, shown, described, deleted."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.groups.forms import DeleteForm, GroupForm
from scoring.groups.groups import create_group, delete_group, renew_link, update_group
from scoring.groups.visibility import (
    player_name,
    seat_name,
    session_result_url,
    visible_players,
)
from scoring.models import Group, Player, Season, Seat, Session
from scoring.models.people import new_group_token
from scoring.registry import get_game, installed_games
from scoring.web.group_access import GroupNeeds, Guest, group_view
from scoring.web.links import outside_link
from scoring.web.requests import signed_in

LATEST = 8
MOST_SEASONS = 40
MOST_PLAYERS = 60  # named on the group's own page; its list of players has them all


@require_http_methods(["GET", "POST"])
@login_required
def new_group(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    assert user is not None  # noqa: S101 (the decorator sent nobody else on)
    initial = {"language": get_language(), "visibility": Group.Visibility.MEMBERS}
    form = GroupForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            group = create_group(owner=user, at=timezone.now(), **form.cleaned_data)
        except IntegrityError:
            _taken_meanwhile(form)
        else:
            return redirect("group", group.slug)
    status = 422 if form.errors else 200
    return render(request, "groups/new.html", {"form": form}, status=status)


def _taken_meanwhile(form: GroupForm) -> None:
    """Another group was given this address since the form looked."""
    form.add_error("slug", Group._meta.get_field("slug").error_messages["unique"])


@require_safe
@group_view()
def group(request: HttpRequest, guest: Guest) -> HttpResponse:
    """Its leagues, the latest evenings, who plays."""
    players = visible_players(guest).not_merged()
    seasons = Season.objects.filter(league__group=guest.group).select_related("league")
    seasons = seasons.newest_first()[:MOST_SEASONS]
    context = {
        "guest": guest,
        "group": guest.group,
        "seasons": seasons,
        # A league counts nothing until it has a season: who made it and went away is led back.
        "unfinished": None if seasons else guest.group.leagues.order_by("pk").first(),
        "evenings": [_evening(session, guest) for session in _latest(guest.group)],
        "games": installed_games().values(),
        "players": [
            {"player": player, "called": player_name(player, is_member=guest.belongs).name}
            for player in players.most_played_first()[:MOST_PLAYERS]
        ],
        "more_players": max(players.count() - MOST_PLAYERS, 0),
    }
    return render(request, "groups/group.html", context)


def _latest(group: Group) -> list[Session]:
    winners = Seat.objects.filter(result__rank=1).select_related("player").order_by("place")
    sessions = group.sessions.kept().latest_first()
    return list(sessions.prefetch_related(Prefetch("seats", winners, to_attr="first"))[:LATEST])


def _evening(session: Session, guest: Guest) -> dict[str, Any]:
    """A session's line: its game, winners, and the page of it that this reader may open."""
    goes_on = guest.belongs and session.finished_at is None
    winners: list[Seat] = getattr(session, "first", [])
    return {
        "session": session,
        "game": get_game(session.game).name,
        "winners": [seat_name(seat, guest) for seat in winners],
        "url": reverse("table", args=[session.uuid])
        if goes_on
        else session_result_url(session, guest),
    }


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.OWN)
def settings(request: HttpRequest, guest: Guest) -> HttpResponse:
    """`form` has the group only to look at: what is refused must not be shown as its name."""
    stored = Group.objects.get(pk=guest.group.pk)
    form = GroupForm(request.POST if request.method == "POST" else None, instance=stored)
    if request.method == "POST" and form.is_valid():
        try:
            group = update_group(group=guest.group, **form.cleaned_data)
        except IntegrityError:
            _taken_meanwhile(form)
        else:
            return redirect("group", group.slug)
    path = f"{reverse('group', args=[guest.group.slug])}?key={guest.group.link_token}"
    context = {
        "guest": guest,
        "group": guest.group,
        "form": form,
        "link": outside_link(request, path),
        "by_link": guest.group.visibility == Group.Visibility.LINK,
    }
    status = 422 if form.errors else 200
    return render(request, "groups/settings.html", context, status=status)


@require_POST
@group_view(needs=GroupNeeds.OWN)
def renew(request: HttpRequest, guest: Guest) -> HttpResponse:
    renew_link(group=guest.group, token=new_group_token())
    return redirect("group_settings", guest.group.slug)


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.OWN)
def delete(request: HttpRequest, guest: Guest) -> HttpResponse:
    """For good; what is to be kept is offered first."""
    form = DeleteForm(request.POST if request.method == "POST" else None, group=guest.group)
    if request.method == "POST" and form.is_valid():
        delete_group(group=guest.group)
        return redirect("home")
    context = {
        "guest": guest,
        "group": guest.group,
        "form": form,
        "sessions": guest.group.sessions.kept().count(),
        "players": Player.objects.filter(group=guest.group).not_merged().count(),
        "members": guest.group.memberships.count(),
    }
    status = 422 if form.errors else 200
    return render(request, "groups/delete.html", context, status=status)
