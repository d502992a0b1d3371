"""Add session documents as they are: names exact, without questions, of files of any length."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.exchange.importing.entries import Choices, Entry, Parsed
from scoring.exchange.importing.names import IS
from scoring.exchange.importing.plan import Plan, labels_of, make_plan
from scoring.exchange.importing.stored_plans import reading_of
from scoring.exchange.importing.verbs import add_now
from scoring.models import Group, Import, League
from scoring.models.revisions import By


def add_documents(
    *,
    group: Group,
    league: League | None,
    name: str,
    entries: Sequence[Entry],
    by: By,
    before: Import | None = None,
) -> tuple[Import | None, Plan]:
    """Add those that are not refused and not here; return their import, and the outcome of each.

    `before`: the import of the documents above them in the file, which these become part of.
    Two that look alike are both added, so that a group that moves keeps them. Raises PlanChanged
    if others change the group all the time."""

    def read() -> tuple[Import, Plan]:
        made = plan_documents(group, entries)
        source = Import(group=group, league=league, actor=by.actor, file_name=name, stored_at=by.at)
        source.reading = reading_of(made)
        return source, made

    return add_now(read, by=by, before=before)


def plan_documents(group: Group, entries: Sequence[Entry]) -> Plan:
    """Return what would become of each document."""
    parsed = Parsed(_("session documents"), entries, rows="document")
    labels = {label for entry in entries for label in labels_of(entry.value)}
    choices = Choices(
        players={label: f"{IS}{label}" for label in labels},
        also=frozenset(entry.number for entry in entries),
    )
    return make_plan(group, parsed, choices)
