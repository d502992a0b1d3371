"""Opening a table: choosing the game, then its players and options."""

import json
from collections.abc import Collection
from random import SystemRandom
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.contract import Game
from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.documents.scorer import SessionDocument, dump_document
from scoring.models import Group, Session
from scoring.models.revisions import By
from scoring.play.earlier_tables import (
    empty_table_before,
    last_table,
    latest_table,
    people_known,
    rules_of,
)
from scoring.play.league_choices import (
    LeagueChoice,
    chosen_league,
    league_choices,
    only_group,
)
from scoring.play.opening import (
    OptionsForm,
    Seats,
    default_name,
    open_table,
    opening_document,
    seat_at,
)
from scoring.registry import get_game, installed_games
from scoring.sessions.typed_names import (
    answered_name,
    match_names,
    names_of_new_people,
)
from scoring.web.browser_cookie import browser_of, with_browser_cookie
from scoring.web.request_limits import may_open_table
from scoring.web.requests import Request, redirect_page, signed_in
from scoring.web.table_access import phone_at

# The buttons of the form that are not about the rules.
OTHER_BUTTONS = {"open", "enter", "up", "down", "remove", "add", "draw", "drag", "same"}
MOST_NAMES = 12  # read from a form; no game has as many seats


@require_safe
def choose_game(request: Request) -> HttpResponse:
    context = {"games": installed_games().values(), "chosen": _chosen_league(request)}
    return render(request, "play/opening/choose_game.html", context)


@require_http_methods(["GET", "POST"])
@with_browser_cookie
def new_table(request: Request, slug: str) -> HttpResponse:
    """Show the form; posted, open the table, or apply the button of the form that was pressed."""
    game = installed_games().get(slug)
    if game is None:
        raise Http404
    choice = _chosen_league(request)
    group = choice.group if choice else None
    if request.method != "POST":
        return _render_form(request, game, choice, *_first_form(request, game, group))
    button = request.POST.get("do", "open")
    browser = browser_of(request)
    options = _options_form(game)(request.POST, group=group, browser=browser)
    if button == "enter" and (missing := posted_seats(request).first_empty()) is not None:
        wrong: dict[int | None, str] = {missing: _ask_for_name(choice, missing)}
        return _render_form(request, game, choice, posted_seats(request), options, wrong=wrong)
    if button in {"open", "enter"}:
        return _open(request, game, choice, options)
    same_players = button == "same"
    seats = Seats(last_table(browser, group)) if same_players else posted_seats(request)
    random = SystemRandom()
    seats = seats.after(button, random)
    values = options.after(button, random)
    unbound = _options_form(game)(initial=values, group=group, browser=browser)
    return _render_form(request, game, choice, seats, unbound)


def _ask_for_name(choice: LeagueChoice | None, at: int) -> str:
    """Return what "Enter" says where a name is still empty: the form may not be complete."""
    if choice:
        return _("Enter this name too, or tap “Open the table” to leave the seat empty.")
    return _("Enter this name too, or tap “Open the table” to play as “%(name)s”.") % {
        "name": default_name(at + 1)
    }


def _open(
    request: Request, game: Game[Any], choice: LeagueChoice | None, options: OptionsForm
) -> HttpResponse:
    seats = posted_seats(request)
    if choice:
        seats = match_seats(request, choice.group, seats)
        if seats.questions:
            return _render_form(request, game, choice, seats, options, status=422)
    named = seats if choice else seats.with_default_names()
    wrong: dict[int | None, str] = {}
    at = timezone.now()
    if options.is_valid() and not may_open_table(request, at):
        wrong = {
            None: _(
                "You have opened too many tables in the last hour. Wait a little, then try again."
            )
        }
        return _render_form(request, game, choice, seats, options, wrong=wrong, status=429)
    if options.is_valid():
        try:
            document = opening_document(game, named.in_turn_order(), options)
        except Refused as refused:
            wrong = _refusals_of_seats(refused, game, named, options)
        else:
            key = _key_of_document(request, document)
            session = open_table(
                document=document,
                by=By(at=at, actor=signed_in(request), key=key),
                browser=browser_of(request),
                group=choice.group if choice else None,
                league=choice.league if choice else None,
                remember=options.remember,
            )
            _offer_deleting_empty_table(request, session)
            return redirect_page(request, "table", session.uuid)
    return _render_form(request, game, choice, seats, options, wrong=wrong, status=422)


def _offer_deleting_empty_table(request: Request, session: Session) -> None:
    """Say so if the table before is still empty, as after "Back", and how to delete it."""
    if empty := empty_table_before(session, browser_of(request)):
        context = {"empty": empty, "game": get_game(empty.game), "names": empty.seats.names()}
        messages.info(request, render_to_string("play/opening/_empty_table.html", context))


def _refusals_of_seats(
    refused: Refused, game: Game[Any], seats: Seats, options: OptionsForm
) -> dict[int | None, str]:
    """Return the refusal by the index of its seat, or by None where it is about all of them.

    What is refused of the options is shown by their form."""
    if refused.path[0] != "players":
        options.refuse(refused, game)
        return {}
    sentence = refusal_sentence(refused, game.wording)
    if len(refused.path) == 1:
        return {None: sentence}
    taken = [at for at, name in enumerate(seats.names) if name]
    in_turn_order = [at for at in taken if at >= seats.begins]
    in_turn_order += [at for at in taken if at < seats.begins]
    return {in_turn_order[int(refused.path[1])]: sentence}


def _render_form(
    request: Request,
    game: Game[Any],
    choice: LeagueChoice | None,
    seats: Seats,
    options: OptionsForm,
    *,
    wrong: dict[int | None, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    wrong = wrong or {}
    group = choice.group if choice else None
    rows = seats.rows(wrong, unnamed=_("Name") if group else "")
    context = {
        "game": game,
        "group": group,
        "chosen": choice,
        "choices": _league_choices(request),
        "rows": rows,
        "new_names": names_of_new_people(request.POST, seats.names),
        "options": options,
        "options_template": f"{game.slug}/_options.html" if game.options else None,
        "form_url": reverse("new", args=[game.slug]),
        "rules": options.summary(),
        "changing_rules": bool(options.errors) or _button(request) not in OTHER_BUTTONS,
        "people": [
            name for name in people_known(browser_of(request), group) if name not in seats.names
        ],
        "same": last_table(browser_of(request), group),
        "room": len(rows) < game.most_players,
        "wrong": wrong.get(None),
        "key": _key(request) or uuid4(),
    }
    template = "play/opening/_new_table.html" if request.htmx else "play/opening/new_table.html"
    return render(request, template, context, status=status)


def _options_form(game: Game[Any]) -> type[OptionsForm]:
    return game.options or OptionsForm


def posted_seats(request: Request) -> Seats:
    typed = request.POST.getlist("name")[:MOST_NAMES]
    names = [answered_name(request.POST, str(at), name) for at, name in enumerate(typed)]
    return Seats(tuple(names), seat_at(request.POST.get("begins", ""), len(names)) or 0)


def match_seats(
    request: Request, group: Group, seats: Seats, seated: Collection[str] = ()
) -> Seats:
    """Find the players whom the names of a form mean; those who open tables may see them all."""
    new = names_of_new_people(request.POST, seats.names)
    return seats.matched(
        match_names(group.players.merged_by_name(), seats.by_field(), new=new, seated=seated)
    )


def _first_form(
    request: Request, game: Game[Any], group: Group | None
) -> tuple[Seats, OptionsForm]:
    """Return who plays, and by which rules: as at the table that is to be played again, or at the
    latest one; else as many seats as the game needs, and its usual rules."""
    browser, form = browser_of(request), _options_form(game)
    again = _earlier_table(request)
    names = again.seats.names() if again else last_table(browser, group)
    empty = max(game.least_players, 2) - len(names)
    seats = Seats((*names, *[""] * empty)[: game.most_players])
    same_game = again if again and again.game == game.slug else None
    session = same_game or latest_table(browser, group, game.slug)
    values = rules_of(session, form, group, browser)
    return seats, form(initial=values, group=group, browser=browser)


def _earlier_table(request: Request) -> Session | None:
    """Return the table that is to be played again, if this browser is at it."""
    try:
        uuid = UUID(request.GET.get("again", ""))
    except ValueError:
        return None
    phone = phone_at(request, uuid)
    if phone is None or phone.session.deleted_at is not None:
        return None
    return phone.session


def _button(request: Request) -> str:
    return request.POST.get("do", "open").partition(":")[0]


def _key(request: Request) -> UUID | None:
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError:
        return None


def _key_of_document(request: Request, document: SessionDocument[Any]) -> UUID | None:
    """Return the key of the tap: the same page sent twice opens one table, but gone back to and
    changed, it opens another one."""
    key, content = _key(request), json.dumps(dump_document(document), sort_keys=True)
    return uuid5(key, f"{request.POST.get('group', '')} {content}") if key else None


def _league_choices(request: Request) -> list[LeagueChoice]:
    user = signed_in(request)
    groups = Group.objects.with_scorekeeper(user).by_name() if user else ()
    return league_choices(groups)


def _chosen_league(request: Request) -> LeagueChoice | None:
    """Return what the table is for; 404 unless this account may open tables for the group.

    Where nothing was said, it is for the only group whose scores the account keeps."""
    value = request.POST.get("group") or request.GET.get("group")
    user = signed_in(request)
    if not value:
        unsaid = request.method != "POST" and "group" not in request.GET
        return only_group(user) if unsaid else None
    choice = chosen_league(user, value)
    if choice is None:
        raise Http404
    return choice
