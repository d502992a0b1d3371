"""Collect what the page of a preview shows of a stored plan."""

from typing import Any

from django.core.paginator import Paginator
from django.utils.translation import gettext_lazy as _

from scoring.exchange.importing.stored_plans import closed_seasons_of
from scoring.models import Import
from scoring.models.uploads import ROWS_OF_A_PAGE, PlannedSessionQuerySet
from scoring.registry import get_game

TITLES = {
    "": _("All"),
    "added": _("New"),
    "corrected": _("Corrected"),
    "marked": _("New, with remarks"),
    "refused": _("Refused"),
    "alike": _("Possible duplicates"),
    "here": _("Already here"),
    "left-out": _("Left out"),
    "changed": _("Changed since you looked"),
}


def shown_rows(source: Import, show: str) -> PlannedSessionQuerySet:
    """Return the rows of a filter; all of them if nothing but a season has changed."""
    shown = source.planned.shown(show)
    return source.planned.in_order() if show == "changed" and not shown.exists() else shown


def corrected_page(source: Import, page: str | None) -> dict[str, Any]:
    """Return a page of what an import corrected, and its sessions with their games."""
    shown = Paginator(source.corrected.in_order(), ROWS_OF_A_PAGE).get_page(page)
    sessions = [each.session for each in shown.object_list]
    return {
        "corrected": shown,
        "corrected_sessions": [(session, get_game(session.game)) for session in sessions],
    }


def preview_of(source: Import, page: Any, show: str) -> dict[str, Any]:
    numbers = source.planned.numbers()
    reading = source.reading
    return {
        "page": page,
        "show": show,
        "filters": [
            (name, title, numbers[name])
            for name, title in TITLES.items()
            if numbers[name] or name == show or not name
        ],
        "numbers": numbers,
        "number_to_do": numbers["added"] + numbers["corrected"],
        "all_here": numbers["here"] == numbers[""] > 0,
        "skipped": sum(reading["skipped"].values()),
        "skipped_names": ", ".join(reading["skipped"]),
        "not_used": [
            column["heading"]
            for column in reading["columns"]
            if not column["kind"] and column["heading"] and column["samples"]
        ],
        "new_names": reading["new_names"],
        "closed": closed_seasons_of(source) if source.confirmed_at is None else [],
        "rows_word": reading["rows"],
        "winners": source.choices.get("winners", {}),
        "tables": source.choices.get("tables", {}),
        "also": source.choices.get("also", []),
        "correct": source.choices.get("correct", []),
    }
