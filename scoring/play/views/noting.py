"""Entering a result without rounds, for a group or for an open table, and correcting one."""

from uuid import uuid4

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.core.refusals import Refused
from scoring.models import Session
from scoring.noted.game import result_only
from scoring.noted.rules import open_ties
from scoring.play.league_choices import usual_league
from scoring.play.noting import (
    MOST_CHIPS,
    EndWithResultForm,
    NotedCorrection,
    ResultForm,
    end_with_result,
    enter_result,
)
from scoring.play.views.correcting import correct
from scoring.sessions.loading import load
from scoring.sessions.lookalikes import likeness, open_table_of, sessions_alike
from scoring.sessions.repeated_taps import opened_before
from scoring.web.group_access import GroupNeeds, Guest, group_view
from scoring.web.requests import Request, posted, render_form
from scoring.web.table_access import Needs, Visit, table_view


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.KEEP)
def enter(request: Request, guest: Guest) -> HttpResponse:
    """Show the form; posted, add the result, unless something has to be asked first."""
    group = guest.group
    players = group.players.not_merged().most_played_first()[:MOST_CHIPS]
    names = [player.name for player in players]
    initial = {
        "played_on": timezone.localdate(),
        "key": uuid4(),
        "game": request.GET.get("game", ""),
        "league": usual_league(group),
    }
    form = ResultForm(group, names, posted(request), initial=initial)
    context = {"guest": guest, "group": group, "form": form}
    if not form.is_valid() or form.matched.questions:
        return render_form(request, "play/noting/enter.html", context, refused=form.is_bound)
    by = guest.by(form.cleaned_data["key"])
    if opened := opened_before(by.key):
        return redirect("result", opened.uuid)
    questions = _questions(guest, form)
    if questions:
        context |= questions
        return render_form(request, "play/noting/enter.html", context, refused=True)
    with guest.confirmed():
        session = enter_result(
            document=form.document, by=by, group=group, league=form.cleaned_data["league"]
        )
    return redirect("result", session.uuid)


def _questions(guest: Guest, form: ResultForm) -> dict[str, object]:
    """Return what has to be asked: who is ahead in a tie, whether it is the same session."""
    document, said = form.document, form.cleaned_data
    questions: dict[str, object] = {}
    ties = open_ties(document.state, breaks_ties=document.game.breaks_ties)
    if ties and not said["ties_are_shared"]:
        questions["ties"] = ties
    alike = _session_alike(guest, form)
    if alike and not said["is_another"]:
        questions["alike"] = alike
    elif not said["is_another"] and (table := open_table_of(guest.group, document)):
        questions["open_table"] = table
    return questions


def _session_alike(guest: Guest, form: ResultForm) -> Session | None:
    document = form.document
    like = likeness(document, document.game.score(document.state))
    return sessions_alike(guest.group, [like]).get(like) if like else None


@require_http_methods(["GET", "POST"])
@table_view(needs=Needs.ENTER)
def end_table(request: Request, visit: Visit) -> HttpResponse:
    """Ask how an open table ended of which no rounds are known; posted, end it with that."""
    session = visit.session
    played = load(session)
    if session.result_only:
        return redirect("result", session.uuid)
    game = result_only(played.game)
    form = EndWithResultForm(played.state, game, posted(request), initial={"key": uuid4()})
    ties = form.open_ties() if form.is_valid() else ()
    if form.is_valid() and not ties:
        by = visit.by(form.cleaned_data["key"])
        try:
            end_with_result(session=session, state=form.state, by=by)
        except Refused as refused:
            form.refuse(refused)
        else:
            return redirect("result", session.uuid)
    context = {"visit": visit, "session": session, "game": game, "form": form, "ties": ties}
    return render_form(request, "play/noting/end.html", context, refused=form.is_bound)


@require_http_methods(["GET", "POST"])
@table_view(needs=Needs.ENTER)
def correct_result(request: Request, visit: Visit) -> HttpResponse:
    session = visit.session
    if not session.result_only:
        raise Http404
    state = load(session).state
    form = NotedCorrection(state, posted(request))
    return correct(request, visit, form, "play/noting/correct.html", {})
