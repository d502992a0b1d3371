"""Ask about a file before it is added: its columns, who is who, and its preview."""

from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.exchange.importing.forms import ColumnsForm, PeopleForm, row_choices
from scoring.exchange.importing.missing_seasons import missing_season
from scoring.exchange.importing.preview import TITLES, corrected_page, preview_of, shown_rows
from scoring.exchange.importing.steps import next_step
from scoring.exchange.views.importing import import_of, refusal_of
from scoring.models import Import
from scoring.models.uploads import ROWS_OF_A_PAGE
from scoring.web.group_access import GroupNeeds, Guest, group_view
from scoring.web.requests import Request, posted, render_form


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.KEEP)
def columns(request: Request, guest: Guest, source: UUID) -> HttpResponse:
    """Ask what each column is."""
    return _ask(request, guest, source, ColumnsForm, "exchange/importing/columns.html")


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.KEEP)
def people(request: Request, guest: Guest, source: UUID) -> HttpResponse:
    """Ask who the names are that may be those of players."""
    return _ask(request, guest, source, PeopleForm, "exchange/importing/people.html")


def _ask(
    request: Request,
    guest: Guest,
    source: UUID,
    form_class: type[ColumnsForm] | type[PeopleForm],
    template: str,
) -> HttpResponse:
    """Show a form about a file; posted, store what was chosen and lead to the next question."""
    stored = import_of(guest, source)
    if stored.confirmed_at is not None:
        return redirect("import_preview", guest.group.slug, stored.pk)
    form = form_class(stored, posted(request))
    if form.is_valid():
        refusal = refusal_of(guest, stored, form.chosen(stored.choices))
        if not refusal:
            return redirect(next_step(stored), guest.group.slug, stored.pk)
        form.add_error(None, refusal)
    context = _context(guest, stored) | {"form": form, "in_group": guest.group.players.names()}
    return render_form(request, template, context)


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.KEEP)
def preview(request: Request, guest: Guest, source: UUID) -> HttpResponse:
    """Show what an import would add, or what it added; posted, apply choices for its rows."""
    stored = import_of(guest, source)
    shown = request.GET.get("show", "")
    show = shown if shown in TITLES else ""
    if stored.confirmed_at is not None and not show:
        numbers = stored.planned.numbers()
        context = _context(guest, stored) | corrected_page(stored, request.GET.get("page"))
        context |= {
            "missing": missing_season(stored),
            "left_out": numbers["refused"],
            "not_corrected": numbers["changed"],
        }
        return render(request, "exchange/importing/done.html", context)
    rows = Paginator(shown_rows(stored, show), ROWS_OF_A_PAGE)
    page = rows.get_page(request.GET.get("page"))
    refusal = ""
    if request.method == "POST" and stored.confirmed_at is None:
        refusal = _apply(request, guest, stored, list(page))
        if not refusal:
            return redirect(request.get_full_path())
    context = (
        _context(guest, stored)
        | preview_of(stored, page, show)
        | {
            "refusal": refusal,
            "is_applied": "applied" in request.GET,
        }
    )
    return render_form(request, "exchange/importing/preview.html", context, refused=refusal)


def _apply(request: Request, guest: Guest, stored: Import, rows: Any) -> str:
    """Store what was chosen for these rows; return why that is not possible, if so."""
    plan = request.POST.get("plan", "")
    if plan != str(stored.plan):
        return _("This page was changed in another window in the meantime. Check it again.")
    return refusal_of(guest, stored, row_choices(stored.choices, request.POST, rows))


def _context(guest: Guest, stored: Import) -> dict[str, Any]:
    return {"guest": guest, "group": guest.group, "source": stored, "at": timezone.now()}
