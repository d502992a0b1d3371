"""Correcting what was entered: first what that would change, then the change."""

from collections.abc import Callable, Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render

from scoring.groups.visibility import player_name
from scoring.models import Group, League, Revision
from scoring.play.taps import KeyForm, Take, TapForm, take, tried
from scoring.registry import get_game
from scoring.sessions.recording import Change
from scoring.sessions.recording import record as record_change
from scoring.totals.preview import TableChange, rehearsed
from scoring.web.requests import Request, go
from scoring.web.table_access import Visit


def correct(
    request: Request,
    visit: Visit,
    form: TapForm,
    template: str,
    context: dict[str, Any],
    *,
    record: Take | None = None,
) -> HttpResponse:
    """`template` extends play/correct.html and holds the form's fields.

    The page comes with the form as it stands; posted, it says what would change and offers to save;
    posted with `save`, it is recorded, unless something else was recorded since the page came: the
    entry of that number may be another one by now."""
    session = visit.session
    seen = _seen(request)
    context = {
        "visit": visit,
        "session": session,
        "game": get_game(session.game),
        "form": form,
        "seen": session.revision if seen is None else seen,
        **context,
    }
    if not form.is_bound:
        return render(request, template, context)
    if "save" in request.POST:
        if record(form, visit) if record else take(form, visit, seen):
            return go(request, "table", session.uuid)
        session.refresh_from_db()
        context["seen"] = session.revision
    context["effect"] = tried(form, session)
    if context["effect"] and not record:  # what goes on counts for no table
        context["tables"] = tables(visit, lambda: _recorded(form, visit))
    wanted = "play/_effect.html" if request.htmx else template
    return render(request, wanted, context, status=422 if form.errors else 200)


def _recorded(form: TapForm, visit: Visit) -> None:
    """As take() does, but that no key is used up."""
    change: Change = form.change
    record_change(session=visit.session, change=change, action=form.action, by=visit.by())


def tables(
    visit: Visit, act: Callable[[], object], *, into: League | None = None
) -> Sequence[TableChange]:
    """What it would change where the session counts, for those who may see that table.

    `into`: the league that it would belong to."""
    league = visit.session.league or into
    if league is None:
        return ()
    if not reads(visit, league.group):
        return ()
    is_member = belongs(visit, league.group)
    return rehearsed(
        visit.session, act, name_of=lambda player: player_name(player, is_member=is_member).name
    )


def belongs(visit: Visit, group: Group) -> bool:
    return visit.user is not None and group.memberships.filter(user=visit.user).exists()


def reads(visit: Visit, group: Group) -> bool:
    """Whether the group's leagues are for their eyes: a code opens a table, and nothing else."""
    return group.visibility == Group.Visibility.PUBLIC or belongs(visit, group)


def gone(request: Request, visit: Visit) -> HttpResponse:
    """For an entry that is not there: the second tap on what took it out leads to the table."""
    form = KeyForm(request.POST)
    key = form.cleaned_data["key"] if form.is_valid() else None
    if key and Revision.objects.number_of(visit.session.pk, key):
        return go(request, "table", visit.session.uuid)
    raise Http404


def _seen(request: Request) -> int | None:
    form = KeyForm(request.POST)
    return form.cleaned_data["seen"] if form.is_valid() else None
