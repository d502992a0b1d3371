"""Changing who plays at a table, as long as nothing is entered."""

from random import SystemRandom
from typing import Any
from uuid import uuid4

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.contract import Game
from scoring.core.refusals import Code, Refused
from scoring.core.wording import refusal_sentence
from scoring.play.earlier_tables import people_known
from scoring.play.joining import default_names
from scoring.play.opening import Seats
from scoring.play.taps import KeyForm, changed_since
from scoring.play.views.opening import match_seats, posted_seats
from scoring.play.views.table import refuse_old_page
from scoring.sessions.loading import load
from scoring.sessions.naming import PlayerSitsElsewhere
from scoring.sessions.players import change_players, fixed_players, players_are_fixed
from scoring.sessions.recording import MovedOn
from scoring.sessions.typed_names import names_of_new_people
from scoring.web.browser_cookie import browser_of
from scoring.web.requests import Request, redirect_page
from scoring.web.table_access import Needs, Visit, table_view


@require_http_methods(["GET", "POST"])
@table_view(needs=Needs.HOST)
def change(request: Request, visit: Visit) -> HttpResponse:
    """Show the players; posted, change them, or apply the button of the form that was pressed."""
    if visit.session.result_only:
        raise Http404
    played = load(visit.session)
    if request.method != "POST":
        seats, fixed = Seats(played.state.players), players_are_fixed(visit.session, played)
        wrong: dict[int | None, str] = {None: refusal_sentence(fixed_players())} if fixed else {}
        return _render(request, visit, played.game, seats, wrong=wrong, fixed=fixed)
    button = request.POST.get("do", "save")
    if button == "save":
        return _save(request, visit, played.game)
    return _render(request, visit, played.game, posted_seats(request).after(button, SystemRandom()))


def _save(request: Request, visit: Visit, game: Game[Any]) -> HttpResponse:
    session, seats, tap = visit.session, posted_seats(request), KeyForm(request.POST)
    if not tap.is_valid():
        return refuse_old_page(request, visit)
    if session.group and visit.belongs:
        seats = match_seats(request, session.group, seats, session.seats.names())
        if seats.questions:
            return _render(request, visit, game, seats, status=422)
    names = (seats if session.group_id else seats.with_default_names()).in_turn_order()
    by = visit.by(tap.cleaned_data["key"])
    at: int | None = None
    fixed = False
    try:
        change_players(
            session=session,
            names=names,
            by=by,
            unnamed=default_names(),
            knows_players=visit.belongs,
        )
    except PlayerSitsElsewhere as refused:
        at = names.index(refused.name)
        sentence = _("%(name)s already has a seat at this table.") % {"name": refused.name}
    except MovedOn:
        sentence = changed_since()
    except Refused as refused:
        sentence = refusal_sentence(refused, game.wording)
        fixed = refused.code == Code.PLAYERS_ARE_FIXED
        match refused.path:
            case ("players", int(index)):
                at = index
    else:
        return redirect_page(request, "table", session.uuid)
    shown = Seats(names) if at is not None else seats
    return _render(request, visit, game, shown, wrong={at: sentence}, fixed=fixed, status=422)


def _render(
    request: Request,
    visit: Visit,
    game: Game[Any],
    seats: Seats,
    *,
    wrong: dict[int | None, str] | None = None,
    fixed: bool = False,
    status: int = 200,
) -> HttpResponse:
    session, wrong = visit.session, wrong or {}
    known = people_known(browser_of(request), session.group)
    context = {
        "visit": visit,
        "session": session,
        "game": game,
        "rows": seats.rows(wrong, unnamed=_("Name") if session.group_id else ""),
        "new_names": names_of_new_people(request.POST, seats.names),
        "people": [name for name in known if name not in seats.names]
        if visit.belongs or session.group_id is None
        else [],
        "room": len(seats.names) < game.most_players,
        "wrong": wrong.get(None),
        "fixed": fixed,
        "form_url": reverse("change_players", args=[session.uuid]),
        "key": uuid4(),
    }
    template = "play/opening/_players.html" if request.htmx else "play/opening/players.html"
    return render(request, template, context, status=status)
