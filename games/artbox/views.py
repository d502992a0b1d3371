"""#ARTBOX: a player's guess sheet on a phone and the taps on it."""

from collections.abc import Callable
from random import SystemRandom
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.artbox import guess_sheets as verbs
from games.artbox.forms import (
    ExchangeTap,
    MatchTap,
    NextDrawingTap,
    OpenRoundForm,
    RevealTap,
    TellPlaceTap,
    TellWordTap,
    WordsForm,
    WriteTap,
)
from games.artbox.guess_sheet_visibility import (
    is_open,
    key_to_guess_sheet,
    may_show_words,
    seat_of_guess_sheet,
    visible_guess_sheet,
)
from games.artbox.rules import EntryRefusal
from games.artbox.wording import WORDING
from games.artbox.words import dealing
from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.models import Seat
from scoring.play.taps import KeyForm
from scoring.play.timer import timer_at
from scoring.play.undo.entries import (
    EntryStays,
    enters,
    forget_secrets,
    guess_sheet_undo,
    undo_entry,
)
from scoring.play.views.correcting import Question, ask
from scoring.play.views.game_views import draft_view, the_session
from scoring.play.views.table import page_is_too_old, render_table, show_change
from scoring.sessions.loading import load
from scoring.web.polling import polled
from scoring.web.requests import Request, redirect_page, render_form
from scoring.web.table_access import Needs, Visit, table_view

Verb = Callable[..., Any]


@require_safe
@table_view(needs=Needs.ENTER)
def guess_sheet(request: Request, visit: Visit, place: int) -> HttpResponse:
    return shown(request, visit, seat_of_guess_sheet(visit, place))


@polled
@require_safe
def guess_sheet_live(request: Request, uuid: UUID, place: int) -> HttpResponse:
    return guess_sheet(request, uuid, place)


def _opening(request: Request) -> str:
    return request.POST.get("opening") or request.GET.get("opening", "")


def shown(
    request: Request, visit: Visit, seat: Seat, *, refusal: str = "", opening: str = ""
) -> HttpResponse:
    opening = opening or _opening(request)
    visit.session.refresh_from_db()
    state = load(visit.session).state
    number = len(state.rounds) + 1
    opened = is_open(visit, seat, number, opening)
    context = {
        "visit": visit,
        "session": visit.session,
        "seat": seat,
        "number": number,
        "is_open": opened,
        "own_phone": seat == visit.seat,
        "opening": opening if opened else "",
        "refusal": refusal,
        "foot": [],  # what templates add to the bar, with {% foot %}
        "timer": timer_at(visit.session, timezone.now()),
        "undo": guess_sheet_undo(visit, seat, number) if opened else None,
        **visible_guess_sheet(visit, seat, state, request.GET.get("drawing", ""), is_open=opened),
    }
    context["stage"] = _stage(context)
    template = "artbox/_guess_sheet.html" if request.htmx else "artbox/guess_sheet.html"
    return render_form(request, template, context, refused=refusal)


def _stage(context: dict[str, Any]) -> str:
    """Return what this phone's page depends on, so that taps of others do not replace it."""
    shown = (
        "number",
        "is_open",
        "over",
        "ready",
        "dealt",
        "handed_in",
        "drawings_entered",
        "current",
    )
    entered = [drawing["place"] and drawing["nth"] for drawing in context.get("own", ())]
    entered += [word["key"] for word in context.get("own_words", ())]
    return " ".join([str(context.get(name, "")) for name in shown] + [str(one) for one in entered])


def _said(
    request: Request, visit: Visit, place: int, form: OpenRoundForm, verb: Verb, **more: Any
) -> HttpResponse:
    """Do what a tap on a guess sheet says, and show the guess sheet."""
    seat = seat_of_guess_sheet(visit, place)
    number = len(load(visit.session).state.rounds) + 1
    if not is_open(visit, seat, number, _opening(request)):
        raise PermissionDenied
    if not form.is_valid():
        return shown(request, visit, seat, refusal=page_is_too_old())
    try:
        with enters(visit, form, verb.__name__, secret_of=seat):
            verb(session=visit.session, seat=place, **form.arguments(), **more)
    except Refused as refused:
        return shown(request, visit, seat, refusal=refusal_sentence(refused, WORDING))
    return _after(request, visit, seat)


def _after(request: Request, visit: Visit, seat: Seat, opening: str = "") -> HttpResponse:
    if request.htmx:
        return shown(request, visit, seat, opening=opening)
    address = reverse("artbox:guess_sheet", args=[visit.session.uuid, seat.place])
    query = urlencode({"opening": opening or _opening(request)})
    return HttpResponseRedirect(f"{address}?{query}")


@require_POST
@table_view(needs=Needs.ENTER)
def take_phone(request: Request, visit: Visit, place: int) -> HttpResponse:
    """Open the guess sheet of a player without a phone on the phone that was handed to them."""
    seat = seat_of_guess_sheet(visit, place)
    form = OpenRoundForm(request.POST)
    if not form.is_valid():
        return shown(request, visit, seat)
    try:
        with visit.confirmed():
            forget_secrets(seat)
            opening = verbs.open_for(session=visit.session, seat=place, **form.arguments())
    except Refused as refused:
        return shown(request, visit, seat, refusal=refusal_sentence(refused, WORDING))
    return _after(request, visit, seat, key_to_guess_sheet(visit, opening))


def _guess_sheet_tap(form: type[OpenRoundForm], verb: Verb, **more: Any) -> Callable[..., Any]:
    """Return the view of a tap on a guess sheet."""

    @require_POST
    @table_view(needs=Needs.ENTER)
    def view(request: Request, visit: Visit, place: int) -> HttpResponse:
        return _said(request, visit, place, form(request.POST), verb, **more)

    return view


tell_place = _guess_sheet_tap(TellPlaceTap, verbs.tell_place)
tell_word = _guess_sheet_tap(TellWordTap, verbs.tell_word)
match = _guess_sheet_tap(MatchTap, verbs.match)
hand_in = _guess_sheet_tap(OpenRoundForm, verbs.hand_in)
write_word = _guess_sheet_tap(WriteTap, dealing.write_word)
exchange_word = _guess_sheet_tap(ExchangeTap, dealing.exchange_word, random=SystemRandom())


@require_POST
@table_view(needs=Needs.ENTER)
def take_in_hand(request: Request, visit: Visit, place: int) -> HttpResponse:
    """Take a guess sheet back, only on its player's own phone: another phone starts over."""
    if visit.seat is None or visit.seat.place != place:
        raise PermissionDenied
    return _said(request, visit, place, OpenRoundForm(request.POST), verbs.take_in_hand)


@require_POST
@table_view(needs=Needs.ENTER)
def put_away(request: Request, visit: Visit, place: int) -> HttpResponse:
    """Close a guess sheet on the phone that was handed over, and show the table."""
    answer = _said(request, visit, place, OpenRoundForm(request.POST), dealing.put_away)
    return (
        answer if answer.status_code == 422 else redirect_page(request, "table", visit.session.uuid)
    )


@require_POST
@table_view(needs=Needs.ENTER)
def undo_on_guess_sheet(request: Request, visit: Visit, place: int) -> HttpResponse:
    """Undo what this phone entered last on a guess sheet that it shows."""
    seat = seat_of_guess_sheet(visit, place)
    number = len(load(visit.session).state.rounds) + 1
    if not is_open(visit, seat, number, _opening(request)):
        raise PermissionDenied
    form = KeyForm(request.POST)
    if not form.is_valid() or form.cleaned_data["entry"] is None:
        return shown(request, visit, seat, refusal=page_is_too_old())
    entry, key = form.cleaned_data["entry"], form.cleaned_data["key"]
    try:
        undo_entry(visit=visit, number=entry, key=key, guess_sheet=seat)
    except EntryStays as stays:
        return shown(request, visit, seat, refusal=stays.sentence)
    return _after(request, visit, seat)


# On the table's own page


@require_POST
@table_view(needs=Needs.ENTER)
def words(request: Request, visit: Visit) -> HttpResponse:
    state = load(visit.session).state
    if not may_show_words(visit, state):
        raise PermissionDenied
    form = WordsForm(request.POST, state=state)
    if not form.is_valid():
        return render_table(request, visit, failed=form)
    try:
        with enters(visit, form, verbs.set_words.__name__):
            verbs.set_words(session=visit.session, **form.arguments())
    except Refused as refused:
        refusal = refusal_sentence(refused, WORDING)
        changed = refused.code == EntryRefusal.WORDS_CHANGED
        return render_table(request, visit, refusal=refusal, failed=form if changed else None)
    return show_change(request, visit)


def session_and_who(visit: Visit) -> dict[str, Any]:
    return {"session": visit.session, "by": visit.by()}


def session_and_chance(visit: Visit) -> dict[str, Any]:
    return {"session": visit.session, "random": SystemRandom()}


def leader_view(
    verb: Verb,
    arguments: Callable[[Visit], dict[str, Any]] = the_session,
    form: type[OpenRoundForm] = OpenRoundForm,
) -> Callable[..., Any]:
    """Return the view of a tap that only the Maestro and the host may do."""
    tap = draft_view(form, verb, arguments)

    @require_POST
    @table_view(needs=Needs.ENTER)
    def view(request: Request, visit: Visit) -> HttpResponse:
        if not may_show_words(visit, load(visit.session).state):
            raise PermissionDenied
        response: HttpResponse = tap(request, visit.session.uuid)
        return response

    return view


hide = leader_view(verbs.hide, session_and_who)
begin_reveal = leader_view(verbs.begin_reveal, form=RevealTap)
reveal_next = leader_view(verbs.reveal_next, form=NextDrawingTap)
show_words = leader_view(dealing.show_words, session_and_chance)


@require_http_methods(["GET", "POST"])
@table_view(needs=Needs.ENTER)
def collect_words(request: Request, visit: Visit) -> HttpResponse:
    """Ask before the words of a round are taken back, which their authors may have written."""
    state = load(visit.session).state
    if not may_show_words(visit, state):
        raise PermissionDenied
    if "save" in request.POST:
        answer: HttpResponse = collect(request, visit.session.uuid)
        return answer
    number = len(state.rounds) + 1
    question = Question(
        heading=_("Take these words back?"),
        explanation=_("All secret words of this round will be deleted. Undo restores them."),
        hidden=[("number", number)],
        save_label=_("Take these words back"),
        back="table",
    )
    return ask(request, visit, question, ())


collect = draft_view(OpenRoundForm, dealing.collect_words, session_and_who)
