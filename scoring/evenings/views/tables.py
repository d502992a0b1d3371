"""The tables of an evening: proposed, changed by hand, and opened in one go."""

from uuid import uuid4

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.core.wording import refusal_sentence
from scoring.evenings.access import evening_view
from scoring.evenings.forms import OPEN, TablesForm
from scoring.evenings.pages import answers_of, name_questions
from scoring.evenings.proposal import Arrangement, Proposal, arranged, people_here, propose
from scoring.evenings.tables import PlaysAlready, TableRefused, open_tables, were_opened
from scoring.evenings.tonight import seated_at, sessions_of
from scoring.models import Evening
from scoring.models.revisions import By
from scoring.play.taps import KeyForm
from scoring.registry import installed_games
from scoring.sessions.typed_names import NameQuestion
from scoring.web.browser_cookie import browser_of, with_browser_cookie
from scoring.web.group_access import GroupNeeds, Guest
from scoring.web.request_limits import may_open_table
from scoring.web.requests import Request, redirect_page


@require_http_methods(["GET", "POST"])
@with_browser_cookie
@evening_view(needs=GroupNeeds.KEEP)
def tables(request: Request, guest: Guest, evening: Evening) -> HttpResponse:
    """Propose who plays what with whom; posted, change the proposal or open its tables.

    Who sits at a table that goes on is proposed for none, but can be moved to one: only people
    know whether that table was left, or is played at home."""
    sessions = sessions_of(evening)
    running = [session for session in sessions if session.finished_at is None]
    here = people_here(evening, seated_at(running))
    form = TablesForm(request.POST if request.method == "POST" else request.GET)
    valid, keys = form.is_valid(), [person.key for person in here]
    if form.has_error("game"):
        return _render_tables(request, guest, evening, form, Proposal(), _("Choose a game."), 422)
    arrangement = form.arrangement(keys)
    if not valid:
        proposal = arranged(here, arrangement)
        return _render_tables(request, guest, evening, form, proposal, status=422)
    most = form.cleaned_data["most"]
    if request.method != "POST":
        games = arrangement.games or tuple(dict.fromkeys(session.game for session in sessions))
        first = Arrangement(games, fills=True)
        proposal = propose(evening, here, first, most=most, sessions=sessions)
        return _render_tables(request, guest, evening, form, proposal)
    if form.cleaned_data["do"] == OPEN:
        return _open_or_refuse(request, guest, evening, form, arranged(here, arrangement))
    changed = arrangement.after(form.cleaned_data["do"], form.cleaned_data["person"])
    if changed.by_hand or changed == arrangement:
        proposal = arranged(here, changed)
    else:
        proposal = propose(evening, here, changed, most=most, sessions=sessions)
    refusal = _("Tap a person first, then the table.") if form.lacks_person else ""
    return _render_tables(request, guest, evening, form, proposal, refusal)


def _open_or_refuse(
    request: Request, guest: Guest, evening: Evening, form: TablesForm, proposal: Proposal
) -> HttpResponse:
    refusal = _open(request, guest, evening, proposal)
    if refusal is None:
        return redirect_page(request, "evening", evening.link)
    return _render_tables(request, guest, evening, form, proposal, refusal, 422)


def _open(request: Request, guest: Guest, evening: Evening, proposal: Proposal) -> str | None:
    """Open the tables; return why not, or None."""
    at, form = timezone.now(), KeyForm(request.POST)
    chosen = [table for table in proposal.tables if table.people]
    known = {*request.POST.getlist("plays")}  # who the page said plays elsewhere
    key = form.cleaned_data["key"] if form.is_valid() else None
    if were_opened(key):
        return None
    if not chosen:
        return _("Nobody has a table yet.")
    unsettled = {int(question.field) for question in _questions(evening)}
    people = [person for table in chosen for person in table.people]
    if asked := next((person.name for person in people if person.key in unsettled), ""):
        return _("First say who “%(name)s” is.") % {"name": asked}
    if not all(may_open_table(request, at) for _table in chosen):
        return _("You have opened too many tables in the last hour. Wait a little, then try again.")
    try:
        with guest.confirmed():
            open_tables(
                evening=evening,
                tables=[(table.game, [one.name for one in table.people]) for table in chosen],
                browser=browser_of(request),
                by=By(at=at, actor=guest.user, key=key),
                at_two=[person.name for person in people if str(person.key) in known],
            )
    except PlaysAlready as refused:
        sentence = _(
            "%(name)s is now at another table. Take %(name)s off this one, or open the tables"
            " anyway."
        )
        return sentence % {"name": refused.name}
    except TableRefused as refused:
        why = refusal_sentence(refused.refused, refused.game.wording)
        return _("%(game)s: %(why)s") % {"game": refused.game.name, "why": why}
    return None


def _questions(evening: Evening) -> list[NameQuestion]:
    return name_questions(evening, answers_of(evening).nobody_so_far)


def _render_tables(
    request: Request,
    guest: Guest,
    evening: Evening,
    form: TablesForm,
    proposal: Proposal,
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {
        "guest": guest,
        "group": guest.group,
        "evening": evening,
        "form": form,
        "games": installed_games(),
        "proposal": proposal,
        "refusal": refusal,
        "questions": _questions(evening),
        "key": request.POST.get("key") or uuid4(),
    }
    template = "evenings/_tables.html" if request.htmx else "evenings/tables.html"
    return render(request, template, context, status=status)
