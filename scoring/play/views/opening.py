"""From "what is on the table?" to an open table."""

import json
from random import SystemRandom
from typing import Any
from uuid import UUID, uuid4, uuid5

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from scoring.contract import Game
from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.documents.scorer import SessionDocument, dump_document
from scoring.models import Group, Phone
from scoring.models.revisions import By
from scoring.play.destinations import Destination, destination, destinations
from scoring.play.opening import (
    OptionsForm,
    Seats,
    last_table,
    open_table,
    opening_document,
    regulars,
    seat_at,
)
from scoring.registry import installed_games
from scoring.web.browser_cookie import browser_of, with_browser_cookie
from scoring.web.requests import Request, go, signed_in


@require_safe
def choose(request: Request) -> HttpResponse:
    return render(
        request,
        "play/opening/choose_game.html",
        {
            "games": installed_games().values(),
            "there": _there(request),
        },
    )


@require_http_methods(["GET", "POST"])
@with_browser_cookie
def new_table(request: Request, slug: str) -> HttpResponse:
    game = installed_games().get(slug)
    if game is None:
        raise Http404
    there = _there(request)
    group = there.group if there else None
    if request.method != "POST":
        return _page(
            request, game, there, _first_seats(request, game), game.play.options(group=group)
        )
    do = request.POST.get("do", "open")
    options = game.play.options(request.POST, group=group)
    if do == "open":
        return _open(request, game, there, options)
    seats = _same_again(request, group) if do == "same" else _seats(request)
    random = SystemRandom()
    seats = seats.edited(do, random)
    unbound = game.play.options(initial=options.edited(do, random), group=group)
    return _page(request, game, there, seats, unbound)


def _open(
    request: Request, game: Game[Any], there: Destination | None, options: OptionsForm
) -> HttpResponse:
    seats = _seats(request)
    wrong: dict[int | None, str] = {}
    if options.is_valid():
        try:
            played = opening_document(game, seats.as_played(), options)
        except Refused as refused:
            wrong = _tell(refused, game, seats, options)
        else:
            by = By(at=timezone.now(), actor=signed_in(request), key=_key_for(request, played))
            browser = browser_of(request)
            session = open_table(
                document=played,
                by=by,
                browser=browser,
                group=there.group if there else None,
                league=there.league if there else None,
                remember=options.remember,
            )
            return go(request, "table", session.uuid)
    return _page(request, game, there, seats, options, wrong=wrong, status=422)


def _tell(
    refused: Refused, game: Game[Any], seats: Seats, options: OptionsForm
) -> dict[int | None, str]:
    """A refused name beside its seat; whatever else is wrong with the players above them."""
    if refused.path[0] != "players":
        options.refuse(refused, game)
        return {}
    sentence = refusal_sentence(refused, game.wording)
    if len(refused.path) == 1:
        return {None: sentence}
    taken = [at for at, name in enumerate(seats.names) if name]
    turned = [at for at in taken if at >= seats.begins] + [at for at in taken if at < seats.begins]
    return {turned[int(refused.path[1])]: sentence}


def _page(
    request: Request,
    game: Game[Any],
    there: Destination | None,
    seats: Seats,
    options: OptionsForm,
    *,
    wrong: dict[int | None, str] | None = None,
    status: int = 200,
) -> HttpResponse:
    wrong = wrong or {}
    group = there.group if there else None
    rows = [
        {"at": at, "name": name, "begins": at == seats.begins, "wrong": wrong.get(at)}
        for at, name in enumerate(seats.names)
    ]
    context = {
        "game": game,
        "group": group,
        "there": there,
        "destinations": _destinations(request),
        "rows": rows,
        "options": options,
        "options_template": f"{game.slug}/_options.html",
        "regulars": [name for name in regulars(group) if name not in seats.names] if group else [],
        "same": last_table(browser_of(request), group),
        "room": len(rows) < game.most_players,
        "wrong": wrong.get(None),
        "key": _key(request) or uuid4(),
    }
    template = "play/opening/_new_table.html" if request.htmx else "play/opening/new_table.html"
    return render(request, template, context, status=status)


def _seats(request: Request) -> Seats:
    names = tuple([name.strip() for name in request.POST.getlist("name")[:12]])
    return Seats(names, seat_at(request.POST.get("begins", ""), len(names)) or 0)


def _first_seats(request: Request, game: Game[Any]) -> Seats:
    """Those of the table that is to be played again, or as many as the game needs."""
    names = _names_again(request)
    empty = max(game.least_players, 2) - len(names)
    return Seats((*names, *[""] * empty)[: game.most_players])


def _names_again(request: Request) -> tuple[str, ...]:
    try:
        uuid = UUID(request.GET.get("again", ""))
    except ValueError:
        return ()
    phone = Phone.objects.at_table(uuid, browser_of(request))
    if phone is None or phone.session.deleted_at is not None:
        return ()
    return tuple(phone.session.seats.order_by("place").values_list("name", flat=True))


def _same_again(request: Request, group: Group | None) -> Seats:
    return Seats(last_table(browser_of(request), group))


def _key(request: Request) -> UUID | None:
    try:
        return UUID(request.POST.get("key", ""))
    except ValueError:
        return None


def _key_for(request: Request, document: SessionDocument[Any]) -> UUID | None:
    """The same tap opens one table; the same page, gone back to and changed, another one."""
    key, said = _key(request), json.dumps(dump_document(document), sort_keys=True)
    return uuid5(key, f"{request.POST.get('group', '')} {said}") if key else None


def _destinations(request: Request) -> list[Destination]:
    user = signed_in(request)
    groups = Group.objects.with_scorekeeper(user).order_by("name", "pk") if user else ()
    return destinations(groups)


def _there(request: Request) -> Destination | None:
    """What the table is for; only somebody who keeps a group's scores may open one for it."""
    said = request.POST.get("group") or request.GET.get("group")
    if not said:
        return None
    there = destination(signed_in(request), said)
    if there is None:
        raise Http404
    return there
