"""Filters of the preview of an import."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

register = template.Library()
MOST_NAMED = 12  # rows of a file, beside a result


@register.filter
def as_day(day: str) -> date:
    return date.fromisoformat(day)


@register.filter
def of_row(choices: Mapping[str, str], row: int) -> str:
    """Return what was chosen for a row of the file."""
    return choices.get(str(row), "")


@register.filter
def label_of_row(details: Mapping[str, Any], at: int) -> str:
    """Return the player of a row, as the file calls them."""
    labels: Sequence[str] = details.get("labels", ())
    return labels[at] if at < len(labels) else ""


@register.filter
def file_rows(rows: Sequence[int], what: str) -> str:
    """Return which rows, plays or documents of a file these are."""
    if not rows:
        return ""
    if what != "row":
        word = _("play %(number)d") if what == "play" else _("document %(number)d")
        return word % {"number": rows[0]}
    in_a_row = len(rows) > 2 and rows[-1] - rows[0] == len(rows) - 1
    shown = f"{rows[0]}–{rows[-1]}" if in_a_row else ", ".join(map(str, rows[:MOST_NAMED]))
    more = "…" if not in_a_row and len(rows) > MOST_NAMED else ""
    return ngettext("row %(rows)s", "rows %(rows)s", len(rows)) % {"rows": shown + more}
