"""The menu of a table: join code, phones, day and place, sharing, and what only its host may do."""

from typing import Any
from uuid import uuid4

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.core.wording import rules_line
from scoring.models import Group
from scoring.play.change_preview import may_see_standings
from scoring.play.counts_for import counts_for
from scoring.play.cover_form import CoverForm
from scoring.play.joining import is_open, seats_to_name
from scoring.play.league_choices import LeagueChoice, league_choices
from scoring.play.phones.hosting import may_ask_to_host
from scoring.play.sharing import share
from scoring.play.views.correcting import Question, ask_if_standings_change
from scoring.sessions.code_renewal import renew_code
from scoring.sessions.loading import load
from scoring.sessions.players import players_are_fixed
from scoring.sessions.recording import describe
from scoring.web.group_access import is_scorekeeper, manages_in_admin
from scoring.web.links import join_link, why_phones_do_not_reach
from scoring.web.requests import posted, render_form
from scoring.web.table_access import Needs, Visit, table_view


class DetailsForm(CoverForm):
    field_order = ("played_on", "minutes")

    played_on = forms.DateField(
        label=_("Played on"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )


@require_http_methods(["GET", "POST"])
@table_view()
def details(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Show the menu; posted by a phone that may enter, change the day, location and notes."""
    session = visit.session
    played = load(session)
    cover, game = played.cover, played.game
    initial = {
        "played_on": cover.played_on,
        "minutes": cover.minutes,
        "location": cover.location,
        "notes": cover.notes,
        "key": uuid4(),
    }
    form = DetailsForm(posted(request), initial=initial)
    if request.method == "POST":
        if not visit.enters:
            raise PermissionDenied
        if form.is_valid():
            return _describe_if_confirmed(request, visit, form)
    seats = session.seats.with_phones().clockwise()
    shows_standings = session.group and may_see_standings(visit.user, session.group)
    context = {
        "visit": visit,
        "session": session,
        "game": game,
        "rules": rules_line(game.variants(played.state), game.wording),
        "form": form,
        "seats": seats,
        "may_ask_to_host": may_ask_to_host(visit, visit.by().at),
        "may_change_players": visit.hosts and not players_are_fixed(session, played),
        "may_name": bool(seats_to_name(visit, seats)),
        "watching": session.phones.watching().count(),
        "can_stop": game.can_stop(played.state),
        "is_open": is_open(session, visit.by().at),
        "why_not": why_phones_do_not_reach(request),
        "link": join_link(request, session),
        "counts": counts_for(session) if shows_standings else None,
        "in_admin": manages_in_admin(visit.user, session.group),
        **_league_choices(visit),
    }
    return render_form(request, "play/details.html", context)


def _league_choices(visit: Visit) -> dict[str, Any]:
    """Return the groups and leagues that the host may move the session to."""
    session = visit.session
    if visit.user is None or not visit.hosts:
        return {}
    if session.group is None:
        groups = Group.objects.with_scorekeeper(visit.user).by_name()
        return {"group_choices": league_choices(groups)}
    if not is_scorekeeper(visit.user, session.group):
        return {}
    current = LeagueChoice(session.group, session.league)
    return {"league_choices": league_choices([session.group]), "current": current}


def _describe_if_confirmed(request: HttpRequest, visit: Visit, form: DetailsForm) -> HttpResponse:
    """Save the details, but ask first if on another day the session counts for another season."""
    session, fields = visit.session, dict(form.cleaned_data)
    key = fields.pop("key")
    fields["minutes"] = fields["minutes"] or 0
    if fields["played_on"] != session.played_on:
        question = Question(
            heading=gettext("Played on another day?"),
            hidden=[(name, form[name].value() or "") for name in form.fields],
            save_label=gettext("Save"),
        )
        asked = ask_if_standings_change(
            request,
            visit,
            question,
            lambda: describe(session=session, by=visit.by(), **fields),
        )
        if asked:
            return asked
    describe(session=session, by=visit.by(key), **fields)
    return redirect("about", session.uuid)


@require_POST
@table_view(needs=Needs.HOST)
def renew_join_code(request: HttpRequest, visit: Visit) -> HttpResponse:
    with visit.confirmed():
        renew_code(session=visit.session)
    return redirect("about", visit.session.uuid)


@require_POST
@table_view(needs=Needs.ENTER)
def share_result(request: HttpRequest, visit: Visit) -> HttpResponse:
    with visit.confirmed():
        share(session=visit.session, shared="stop" not in request.POST)
    return redirect(f"{reverse('result', args=[visit.session.uuid])}#sharing")
