"""Who is here, the tables that are proposed and opened, the board of the room, the picture."""

from collections.abc import Sequence
from uuid import uuid4

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.evenings.access import evening_view
from scoring.evenings.answers import EveningIsFull, say_who_is_here
from scoring.evenings.forms import HereForm, TablesForm
from scoring.evenings.ranking_picture import draw_ranking
from scoring.evenings.tables import (
    PlaysAlready,
    Present,
    Proposal,
    open_tables,
    people_here,
    propose,
    wanted_tables,
    were_opened,
)
from scoring.evenings.tonight import seated_at, sessions_of, state_of, tonight
from scoring.models import Evening
from scoring.models.revisions import By
from scoring.play.taps import KeyForm
from scoring.registry import installed_games
from scoring.web.browser_cookie import browser_of, with_browser_cookie
from scoring.web.group_access import GroupNeeds, Guest
from scoring.web.links import outside_link
from scoring.web.opened_tables import may_open_table
from scoring.web.requests import Request, no_store


@require_POST
@evening_view(needs=GroupNeeds.KEEP)
def who_is_here(request: Request, guest: Guest, evening: Evening) -> HttpResponse:
    form = HereForm(evening, request.POST)
    if form.is_valid():
        try:
            with guest.confirmed():
                say_who_is_here(evening=evening, at=timezone.now(), **form.cleaned_data)
        except EveningIsFull:
            form.add_error(None, _("The list is full: very many people have answered."))
    if form.errors:
        context = {"guest": guest, "group": guest.group, "evening": evening, "form": form}
        return render(request, "evenings/here_refused.html", context, status=422)
    return redirect(f"{reverse('evening', args=[evening.link])}#who-is-here")


@require_http_methods(["GET", "POST"])
@with_browser_cookie
@evening_view(needs=GroupNeeds.KEEP)
def tables(request: Request, guest: Guest, evening: Evening) -> HttpResponse:
    """Propose who plays with whom; posted, open these tables.

    Who sits at a table that goes on is proposed for none, but can be given one: only people know
    whether that table was left, or is played at home."""
    posted = request.POST if request.method == "POST" else request.GET
    games, sessions = installed_games(), sessions_of(evening)
    usual = sessions[-1].game if sessions else next(iter(games))
    form = TablesForm({"game": usual, **posted.dict()})
    running = [session for session in sessions if session.finished_at is None]
    here = people_here(evening, seated_at(running))
    free = [person for person in here if person.table is None]
    playing = [person for person in here if person.table is not None]
    if not form.is_valid():
        nobody = Proposal([], [], None)
        return _render_tables(request, guest, evening, form, nobody, [], _("Choose a game."))
    game = games[form.cleaned_data["game"]]
    most = min(form.cleaned_data["most"] or game.most_players, game.most_players)
    if request.method != "POST":
        proposal = propose(evening, free, game, most)
        return _render_tables(request, guest, evening, form, proposal, playing)
    chosen = wanted_tables(here, posted)
    refusal = _open(request, guest, evening, game.slug, chosen)
    if refusal is None:
        return redirect("evening", evening.link)
    seated = {person.key for table in chosen for person in table}
    over, playing = (
        [person for person in people if person.key not in seated] for people in (free, playing)
    )
    proposal = Proposal(chosen, over, None)
    return _render_tables(request, guest, evening, form, proposal, playing, refusal)


def _open(
    request: Request, guest: Guest, evening: Evening, slug: str, chosen: list[list[Present]]
) -> str | None:
    """Open the tables; return why not, or None."""
    at, game, form = timezone.now(), installed_games()[slug], KeyForm(request.POST)
    known = {*request.POST.getlist("plays")}  # who the page said plays elsewhere
    key = form.cleaned_data["key"] if form.is_valid() else None
    if were_opened(key):
        return None
    if not chosen:
        return _("Nobody has a table yet.")
    if not all(may_open_table(request, at) for _table in chosen):
        return _("You opened many tables within an hour. Wait a little, then try again.")
    try:
        with guest.confirmed():
            open_tables(
                evening=evening,
                game=game,
                tables=[[person.name for person in table] for table in chosen],
                browser=browser_of(request),
                by=By(at=at, actor=guest.user, key=key),
                at_two=[
                    person.name for table in chosen for person in table if str(person.key) in known
                ],
            )
    except PlaysAlready as refused:
        sentence = _(
            "%(name)s sits at another table by now. Take %(name)s off this one, or open the tables"
            " all the same."
        )
        return sentence % {"name": refused.name}
    except Refused as refused:
        return refusal_sentence(refused, game.wording)
    return None


def _render_tables(
    request: Request,
    guest: Guest,
    evening: Evening,
    form: TablesForm,
    proposal: Proposal,
    playing: Sequence[Present],
    refusal: str = "",
) -> HttpResponse:
    context = {
        "guest": guest,
        "group": guest.group,
        "evening": evening,
        "form": form,
        "proposal": proposal,
        "playing": playing,
        "numbers": range(1, len(proposal.tables) + 2),
        "refusal": refusal,
        "key": request.POST.get("key") or uuid4(),
    }
    status = 422 if refusal else 200
    return render(request, "evenings/tables.html", context, status=status)


@require_safe
@evening_view()
def board(request: Request, guest: Guest, evening: Evening) -> HttpResponse:
    """Show tables and ranking to the room; a board that polls gets 204 while nothing changed."""
    state = state_of(evening)
    if request.GET.get("seen") == state:
        return no_store(HttpResponse(status=204))
    context = {
        "guest": guest,
        "group": guest.group,
        "evening": evening,
        "tonight": tonight(evening, guest, season=request.GET.get("season", "")),
        "state": state,
        "link": outside_link(request, reverse("evening", args=[evening.link])),
    }
    template = "evenings/_board.html" if request.htmx else "evenings/board.html"
    return render(request, template, context)


@require_safe
@evening_view()
def picture(request: Request, guest: Guest, evening: Evening) -> HttpResponse:
    """Draw the ranking, with the names that this reader sees."""
    ranking = tonight(evening, guest, season=request.GET.get("season", "")).ranking
    if not ranking:
        raise Http404
    day = date_format(evening.day, "DATE_FORMAT")
    image = draw_ranking(guest.group.name, _("The ranking of %(day)s") % {"day": day}, ranking)
    return HttpResponse(image, content_type="image/png")
