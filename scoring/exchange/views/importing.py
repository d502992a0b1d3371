"""Import results into a group: choose a file, add what was shown, and undo all of it."""

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.background.jobs import enqueue
from scoring.documents.file_formats import Unreadable
from scoring.exchange.importing.forms import (
    MOST_BYTES,
    FileForm,
    LeagueForm,
    NamesForm,
    unapplied,
)
from scoring.exchange.importing.names import match_names
from scoring.exchange.importing.reading import MOST_RESULTS
from scoring.exchange.importing.steps import next_step
from scoring.exchange.importing.tables import example_tables
from scoring.exchange.importing.verbs import (
    PlanChanged,
    add_planned,
    add_players,
    ask_to_add,
    ask_to_undo,
    begin_adding,
    check,
    choose,
    confirm_import,
    new_import,
    store_import,
    undo_import,
)
from scoring.exchange.jobs import IMPORT_RESULTS, UNDO_IMPORT
from scoring.models import Import
from scoring.play.league_choices import usual_league
from scoring.web.group_access import GroupNeeds, Guest, group_view
from scoring.web.request_limits import may_read_upload, may_upload
from scoring.web.requests import Request, render_form

MOST_AT_ONCE = 20  # results that are added while the browser waits; more are a job


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.KEEP)
def choose_file(request: Request, guest: Guest) -> HttpResponse:
    """Show the form of a file; posted, store its plan and lead to the first question about it."""
    group = guest.group
    form = FileForm(group, initial={"league": usual_league(group)})
    names_form = NamesForm()
    if request.method == "POST" and "names" in request.POST:
        names_form = NamesForm(request.POST, request.FILES)
        if names_form.is_valid():
            return _players(request, guest, names_form)
    elif request.method == "POST":
        form = FileForm(group, request.POST, request.FILES)
        if form.is_valid():
            try:
                source = store_upload(request, guest, form, name=form.name, content=form.content)
                return redirect(next_step(source), group.slug, source.pk)
            except Unreadable as problem:
                form.add_error(None, str(problem))
    context: dict[str, Any] = {
        "guest": guest,
        "group": group,
        "form": form,
        "names_form": names_form,
        "unconfirmed": group.imports.unconfirmed_of(guest.user) if guest.user else (),
        "imports": Import.objects.latest_of(group),
        "examples": example_tables(),
        "most": number_format(MOST_RESULTS, force_grouping=True),
        "megabytes": MOST_BYTES // 1024**2,
    }
    return render_form(
        request, "exchange/importing/choose.html", context, refused=names_form.errors
    )


def store_upload(request: Request, guest: Guest, form: LeagueForm, **of_file: Any) -> Import:
    """Store a file with its plan. Raises Unreadable."""
    if not may_upload(request, guest.user, timezone.now()):
        raise Unreadable(
            _("Too many files came from you or from your network. Wait a little, then try again.")
        )
    league = form.cleaned_data.get("league")
    source, plan = new_import(group=guest.group, league=league, by=guest.by(), **of_file)
    with guest.confirmed():
        store_import(source, plan)
    return source


def _players(request: Request, guest: Guest, form: NamesForm) -> HttpResponse:
    """Show which of the pasted names are new; add those that were ticked."""
    group = guest.group
    pasted = form.pasted
    names = match_names(list(group.players.names()), pasted)
    if "add" in request.POST:
        ticked = set(request.POST.getlist("add"))
        with guest.confirmed():
            add_players(group=group, names=[name for name in pasted if name in ticked])
        return redirect("players", group.slug)
    context = {"guest": guest, "group": group, "names": names, "pasted": "\n".join(pasted)}
    return render(request, "exchange/importing/players.html", context)


@require_POST
@group_view(needs=GroupNeeds.KEEP)
def add(request: Request, guest: Guest, source: UUID) -> HttpResponse:
    """Add the plan of an import, if it is the one that was looked at."""
    stored, by = import_of(guest, source), guest.by()
    if by.actor is None:
        raise PermissionDenied
    preview = redirect("import_preview", guest.group.slug, stored.pk)
    plan = request.POST.get("plan", "")
    number = int(plan) if plan.isdecimal() and len(plan) < 10 else 0
    if (choices := unapplied(stored, request.POST)) is not None:
        refusal = refusal_of(guest, stored, choices)
        return redirect(preview.url if refusal else f"{preview.url}?applied=1")
    number_of_sessions = stored.planned.number_to_do()
    if stored.confirmed_at is not None or not stored.is_ready or not number_of_sessions:
        return preview
    try:
        check(stored)
        with guest.confirmed():
            if not confirm_import(stored, plan=number, at=by.at):
                return preview
            if number_of_sessions > MOST_AT_ONCE:
                ask_to_add(stored)
                arguments = {"source": str(stored.pk)}
                job = enqueue(IMPORT_RESULTS, asked_by=by.actor, arguments=arguments)
                return redirect("job", job.pk)
            begin_adding(stored, by=by)
            add_planned(stored, by=by)
    except PlanChanged:
        return redirect(f"{preview.url}?show=changed")
    except Unreadable:
        return preview
    return preview


@require_POST
@group_view(needs=GroupNeeds.KEEP)
def undo(request: Request, guest: Guest, source: UUID) -> HttpResponse:
    """Remove all that an import added."""
    stored, by = import_of(guest, source), guest.by()
    if stored.finished_at is None or stored.undone_at is not None or by.actor is None:
        return redirect("import_preview", guest.group.slug, stored.pk)
    if stored.added > MOST_AT_ONCE:
        arguments = {"source": str(stored.pk)}
        ask_to_undo(stored)
        return redirect("job", enqueue(UNDO_IMPORT, asked_by=by.actor, arguments=arguments).pk)
    with guest.confirmed():
        undo_import(stored, by=by)
    return redirect("import_preview", guest.group.slug, stored.pk)


def refusal_of(guest: Guest, stored: Import, choices: dict[str, Any]) -> str:
    """Store choices and the plan that follows from them; return why that is not possible."""
    if not may_read_upload(guest.user, timezone.now()):
        return _("You have opened too many previews. Wait a little, then load this page again.")
    try:
        choose(stored, choices)
    except Unreadable as problem:
        return str(problem)
    return ""


def import_of(guest: Guest, pk: UUID) -> Import:
    """Return an import of the guest's group; 404 if there is none."""
    stored = Import.objects.of_group(guest.group, pk)
    if stored is None:
        raise Http404
    stored.group = guest.group
    return stored
