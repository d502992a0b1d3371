"""Importing results into a group: the file, the preview, adding, and undoing all of it."""

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.background.jobs import enqueue
from scoring.documents.file_formats import Unreadable
from scoring.exchange.importing.entries import Choices, Parsed
from scoring.exchange.importing.forms import (
    MOST_BYTES,
    FileForm,
    NamesForm,
    also_added,
    as_arguments,
    chosen_players,
    questions,
    read_choices,
)
from scoring.exchange.importing.missing_seasons import missing_season
from scoring.exchange.importing.plan import Fate, Plan, make_plan, match_names, names_in
from scoring.exchange.importing.reading import MOST_RESULTS, names_of, one_at_a_time, read_file
from scoring.exchange.importing.tables import example_tables
from scoring.exchange.importing.verbs import (
    add_planned,
    add_players,
    ask_to_undo,
    confirm_import,
    finish_import,
    store_import,
    undo_import,
)
from scoring.exchange.jobs import IMPORT_RESULTS, UNDO_IMPORT, no_progress
from scoring.models import Import
from scoring.play.league_choices import usual_league
from scoring.registry import installed_games
from scoring.web.group_access import GroupNeeds, Guest, group_view
from scoring.web.request_limits import may_read_upload, may_upload
from scoring.web.requests import Request

MOST_AT_ONCE = 20  # results that are added while the browser waits; more are a job


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.KEEP)
def choose_file(request: Request, guest: Guest) -> HttpResponse:
    """Show the form of a file; posted, store it and lead to its preview."""
    group = guest.group
    form = FileForm(group, initial={"league": usual_league(group)})
    names_form = NamesForm()
    context: dict[str, Any] = {}
    if request.method == "POST" and "names" in request.POST:
        names_form = NamesForm(request.POST)
        if names_form.is_valid():
            return _players(request, guest, names_form)
    elif request.method == "POST":
        form = FileForm(group, request.POST, request.FILES)
        if form.is_valid() and _may_upload(request, guest, form):
            league = form.cleaned_data.get("league")
            with guest.confirmed():
                source = store_import(
                    group=group, league=league, name=form.name, content=form.content, by=guest.by()
                )
            return redirect("import_preview", group.slug, source.pk)
    context |= {
        "guest": guest,
        "group": group,
        "form": form,
        "names_form": names_form,
        "imports": Import.objects.latest_of(group),
        "examples": example_tables(),
        "most": MOST_RESULTS,
        "size": MOST_BYTES,
    }
    status = 422 if form.errors or names_form.errors else 200
    return render(request, "exchange/importing/choose.html", context, status=status)


def _may_upload(request: Request, guest: Guest, form: FileForm) -> bool:
    """Count a file; add an error to the form if the account or the network sent many."""
    if may_upload(request, guest.user, timezone.now()):
        return True
    form.add_error(None, _("Many files came from you or from here. Wait a little, then try again."))
    return False


def _players(request: Request, guest: Guest, form: NamesForm) -> HttpResponse:
    """Show which of the pasted names are new; add those that were ticked."""
    group = guest.group
    names = match_names(group, names_of(form.cleaned_data["names"].splitlines()), {})
    if "add" in request.POST:
        ticked = set(request.POST.getlist("add"))
        with guest.confirmed():
            add_players(group=group, names=[name.name for name in names if name.name in ticked])
        return redirect("players", group.slug)
    context = {"guest": guest, "group": group, "names": names, "pasted": form.cleaned_data["names"]}
    return render(request, "exchange/importing/players.html", context)


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.KEEP)
def preview(request: Request, guest: Guest, source: UUID) -> HttpResponse:
    """Show what an import would add, or what it added; posted with `add`, add it."""
    stored = _import(guest, source)
    if stored.confirmed_at is not None:
        context = _context(guest, stored) | {"missing": missing_season(stored)}
        return render(request, "exchange/importing/done.html", context)
    choices, also = read_choices(request.POST), also_added(request.POST)
    in_group = list(guest.group.players.names())
    if not may_read_upload(guest.user, timezone.now()):
        sentence = _("You looked at many previews. Wait a little, then load this page again.")
        return _unreadable(request, guest, stored, sentence, status=429)
    try:
        with one_at_a_time():
            parsed = read_file(bytes(stored.content), choices)
            players = chosen_players(request.POST, names_in(parsed), in_group)
            plan = make_plan(guest.group, parsed, players, also)
    except Unreadable as problem:
        return _unreadable(request, guest, stored, str(problem), status=422)
    if "add" in request.POST and plan.of(Fate.ADD) and not _unanswered(parsed, request):
        return _add(guest, stored, plan, as_arguments(choices, players, also))
    context = _context(guest, stored) | _preview_context(parsed, plan, in_group, also, choices)
    return render(request, "exchange/importing/preview.html", context)


def _unreadable(
    request: Request, guest: Guest, stored: Import, why: str, *, status: int
) -> HttpResponse:
    context = _context(guest, stored) | {"refusal": why}
    return render(request, "exchange/importing/unreadable.html", context, status=status)


def _unanswered(parsed: Parsed, request: Request) -> bool:
    return parsed.asks_date_order and "order" not in request.POST


def _add(guest: Guest, stored: Import, plan: Plan, arguments: dict[str, Any]) -> HttpResponse:
    by = guest.by()
    if by.actor is None:
        raise PermissionDenied
    if len(plan.of(Fate.ADD)) > MOST_AT_ONCE:
        arguments = {"source": str(stored.pk), **arguments}
        with guest.confirmed():
            confirm_import(stored, at=by.at)
            job = enqueue(IMPORT_RESULTS, asked_by=by.actor, arguments=arguments)
        return redirect("job", job.pk)
    with guest.confirmed():
        if confirm_import(stored, at=by.at):
            add_planned(stored, plan, by=by, progress=no_progress)
            finish_import(stored, at=by.at)
    return redirect("import_preview", guest.group.slug, stored.pk)


@require_POST
@group_view(needs=GroupNeeds.KEEP)
def undo(request: Request, guest: Guest, source: UUID) -> HttpResponse:
    """Remove all that an import added."""
    stored, by = _import(guest, source), guest.by()
    if stored.finished_at is None or stored.undone_at is not None or by.actor is None:
        return redirect("import_preview", guest.group.slug, stored.pk)
    if stored.added > MOST_AT_ONCE:
        arguments = {"source": str(stored.pk)}
        ask_to_undo(stored)
        return redirect("job", enqueue(UNDO_IMPORT, asked_by=by.actor, arguments=arguments).pk)
    with guest.confirmed():
        undo_import(stored, by=by, progress=no_progress)
    return redirect("import_preview", guest.group.slug, stored.pk)


def _import(guest: Guest, pk: UUID) -> Import:
    stored = Import.objects.of_group(guest.group, pk)
    if stored is None:
        raise Http404
    stored.group = guest.group
    return stored


def _context(guest: Guest, stored: Import) -> dict[str, Any]:
    return {"guest": guest, "group": guest.group, "source": stored, "at": timezone.now()}


def _preview_context(
    parsed: Parsed, plan: Plan, in_group: list[str], also: list[int], choices: Choices
) -> dict[str, Any]:
    counts = plan.counts()
    return {
        "parsed": parsed,
        "skipped": sum(parsed.skipped.values()),
        "counts": {fate.value: counts.get(fate, 0) for fate in Fate},
        "adding": plan.of(Fate.ADD),
        "alike": plan.of(Fate.ALIKE),
        "known": plan.of(Fate.KNOWN),
        "refused": plan.of(Fate.REFUSED),
        "also": also,
        "names": questions(plan.names),
        "new_names": plan.new_names,
        "in_group": in_group,
        "games": installed_games().values(),
        "chosen_game": choices.game,
    }
