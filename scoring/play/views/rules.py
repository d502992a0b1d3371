"""The rules of a table: what holds, and changing it as long as nothing was entered."""

from random import SystemRandom
from uuid import uuid4

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from scoring.core.refusals import Refused
from scoring.core.wording import rules_line
from scoring.play.opening import OptionsForm, change_rules
from scoring.play.taps import KeyForm
from scoring.play.views.table import refuse_old_page
from scoring.sessions.loading import load
from scoring.sessions.recording import Played
from scoring.web.browser_cookie import browser_of
from scoring.web.requests import Request, redirect_page
from scoring.web.table_access import Needs, Visit, table_view


@require_http_methods(["GET", "POST"])
@table_view(needs=Needs.HOST)
def rules(request: Request, visit: Visit) -> HttpResponse:
    """Show the form; posted, change the rules, or apply the button of the form that was pressed."""
    played = load(visit.session)
    form, group, browser = played.game.options, visit.session.group, browser_of(request)
    if visit.session.result_only or form is None:
        raise Http404
    if request.method != "POST":
        values = form.values_of(played.state, group, browser)
        shown = form(initial=values, group=group, browser=browser)
        return _render(request, visit, played, shown)
    button = request.POST.get("do", "save")
    options = form(request.POST, group=group, browser=browser)
    if button == "save":
        return _change(request, visit, played, options)
    values = options.after(button, SystemRandom())
    shown = form(initial=values, group=group, browser=browser)
    return _render(request, visit, played, shown)


def _change(request: Request, visit: Visit, played: Played, options: OptionsForm) -> HttpResponse:
    tap = KeyForm(request.POST)
    if not tap.is_valid():
        return refuse_old_page(request, visit)
    if options.is_valid():
        try:
            change_rules(
                session=visit.session, options=options, by=visit.by(tap.cleaned_data["key"])
            )
        except Refused as refused:
            options.refuse(refused, played.game)
        else:
            return redirect_page(request, "table", visit.session.uuid)
    return _render(request, visit, played, options, status=422)


def _render(
    request: Request, visit: Visit, played: Played, options: OptionsForm, status: int = 200
) -> HttpResponse:
    game, state = played.game, played.state
    context = {
        "visit": visit,
        "session": visit.session,
        "group": visit.session.group,
        "game": game,
        "fixed": game.has_begun(state, game.score(state)),
        "rules": rules_line(game.variants(state), game.wording),
        "options": options,
        "options_template": f"{game.slug}/_options.html",
        "form_url": reverse("rules", args=[visit.session.uuid]),
        "key": uuid4(),
    }
    template = "play/opening/_rules.html" if request.htmx else "play/opening/rules.html"
    return render(request, template, context, status=status)
