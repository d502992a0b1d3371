"""Canvas: previewing and correcting paintings."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from games.canvas.forms import (
    CardPointsCorrection,
    PaintingCorrection,
    PaintingForm,
    painting_values,
)
from games.canvas.ribbons import cards_of
from games.canvas.rules import State, paintings_of
from games.canvas.table import art_left, glimpse, picture
from scoring.play.views.correcting import correct, missing_entry
from scoring.registry import get_game
from scoring.sessions.loading import load, load_stored
from scoring.web.requests import Request, posted
from scoring.web.table_access import Needs, Visit, table_view


def _state(visit: Visit) -> State:
    state: State = load(visit.session).state
    return state


@require_http_methods(["GET", "POST"])
@table_view(needs=Needs.ENTER)
def preview(request: Request, visit: Visit) -> HttpResponse:
    """Show what the painting would earn while it is being entered.

    Asked with GET, because the table keeps a POST that finds no connection; without JavaScript it
    is a page of its own."""
    stored = load_stored(visit.session)
    state: State = stored.document.state
    data = request.POST if request.method == "POST" else request.GET
    form = PaintingForm(data, state=state)
    game = get_game(visit.session.game)
    glimpsed = glimpse(form, game, state)
    context = {
        "visit": visit,
        "session": visit.session,
        "game": game,
        "form": form,
        "art": art_left(state),
        "glimpse": glimpsed,
        "picture": picture(stored.seats, form, glimpsed),
    }
    template = "canvas/_glimpse.html" if request.htmx else "canvas/painting.html"
    return render(request, template, context)


@require_http_methods(["GET", "POST"])
@table_view(needs=Needs.ENTER)
def correct_painting(request: Request, visit: Visit, place: int, number: int) -> HttpResponse:
    state, at = _state(visit), number - 1
    if place not in range(1, len(state.players) + 1):
        raise Http404
    name = state.players[place - 1]
    paintings = paintings_of(state, name)
    if at not in range(len(paintings)):
        return missing_entry(request, visit)
    data = request.POST.copy()
    data.update({"player": name, "at": str(at)})
    form = PaintingCorrection(data if request.method == "POST" else None, state=state)
    form.initial = painting_values(paintings[at], form)
    context = {"number": number, "whose": name, "art": art_left(state, but=paintings[at])}
    return correct(request, visit, form, "canvas/correct.html", context)


@require_http_methods(["GET", "POST"])
@table_view(needs=Needs.ENTER)
def correct_points(request: Request, visit: Visit, place: int) -> HttpResponse:
    """Correct what the table copied from the print of a card, or copy it before it is asked for."""
    state = _state(visit)
    if place not in range(1, len(state.cards) + 1) or state.cards[place - 1].points is None:
        raise Http404
    card = cards_of(state)[place - 1]
    data = posted(request)
    form = CardPointsCorrection(data, state=state, asked=(card.name,))
    if card.copied:
        form.initial = {f"points_{place}": card.points}
    context = {"card": card.name}
    return correct(request, visit, form, "canvas/points/correct.html", context)
