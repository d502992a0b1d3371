"""Answer the requests of a sheet, on the site and in the admin alike."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.contract import Game
from scoring.core.refusals import Refused
from scoring.core.wording import end_sentence, headline, why
from scoring.models import Group, Session
from scoring.models.revisions import By
from scoring.play.earlier_tables import latest_table, rules_of
from scoring.play.league_choices import usual_league
from scoring.play.opening import OptionsForm
from scoring.registry import get_game
from scoring.sessions.effects import effect
from scoring.sessions.lookalikes import likeness, open_table_of, sessions_alike
from scoring.sessions.recording import MovedOn, record
from scoring.sessions.repeated_taps import is_repeated, opened_before
from scoring.sheets.filled import NEXT, Beginning, Correction, FilledSheet, NewSheet, fits
from scoring.sheets.verbs import correct_session, enter_session
from scoring.totals.standings_preview import StandingsChange
from scoring.web.requests import Request, redirect_page

MOST_KNOWN = 500  # players of the group that the fields of names offer


@dataclass(frozen=True, kw_only=True)
class Desk:
    """Say where a sheet is filled in: its frame, who fills it in, and where saving leads."""

    base: str  # the template of the frame
    by: Callable[[UUID | None], By]
    saved: Callable[[Session], str]  # the address that shows the session
    browser: str = ""
    # Confirms the rights once more while something is saved.
    confirmed: Callable[[], AbstractContextManager[object]] = nullcontext
    # What a change does to standings, as this reader may see it.
    standings_changes: Callable[[Session, Callable[[], object]], Sequence[StandingsChange]] = (
        lambda _session, _change: ()
    )
    context: dict[str, Any] | None = None  # for the frame


def answer_new(request: Request, desk: Desk, game: Game[Any], group: Group) -> HttpResponse:
    """Show the sheet of a new session; posted, apply its button, check it, or save it."""
    sheet = _new_sheet(request, desk, game, group)
    if sheet.data is not None and (opened := opened_before(sheet.key)):
        if sheet.saves:
            return redirect_page(request, desk.saved(opened))
        return _render(request, desk, _new_sheet(request, desk, game, group, fresh=True))
    if sheet.saves and not sheet.reading.lines:
        sheet.wrong.append(_("Enter at least one line."))
    if not sheet.saves or not sheet.is_right:
        return _render(request, desk, sheet)
    if questions := _questions(sheet):
        return _render(request, desk, sheet, **questions)
    with desk.confirmed():
        session = enter_session(
            document=sheet.document(),
            by=desk.by(sheet.key),
            group=group,
            league=sheet.head.cleaned_data["league"],
        )
    if sheet.verb == NEXT:
        return redirect_page(request, f"{request.path}?{urlencode(_same(sheet), doseq=True)}")
    return redirect_page(request, desk.saved(session))


def _new_sheet(
    request: Request, desk: Desk, game: Game[Any], group: Group, *, fresh: bool = False
) -> NewSheet:
    asked, form = request.GET, game.options or OptionsForm
    initial = {
        "played_on": asked.get("played_on") or timezone.localdate(),
        "league": asked.get("league") or usual_league(group),
        "location": asked.get("location", ""),
    }
    known = group.players.not_merged().most_played_first()[:MOST_KNOWN]
    latest = latest_table(desk.browser, group, game.slug)
    begins_with = Beginning(
        head=initial,
        names=asked.getlist("name"),
        known=[player.name for player in known],
        rules=rules_of(latest, form, group, desk.browser),
    )
    data = request.POST if request.method == "POST" and not fresh else None
    return NewSheet(game, group, data, desk.browser, begins_with)


def _same(sheet: NewSheet) -> dict[str, Any]:
    """Return what the next sheet begins with: the day, the league, the place and the players."""
    said = sheet.head.cleaned_data
    return {
        "played_on": said["played_on"].isoformat(),
        "league": said["league"].pk if said["league"] else "",
        "location": said["location"],
        "name": sheet.players,
    }


def _questions(sheet: NewSheet) -> dict[str, object]:
    """Return what has to be asked first: whether it is a session that is here already."""
    if sheet.head.cleaned_data["is_another"]:
        return {}
    document, outcome = sheet.document(), sheet.reading.outcome
    like = likeness(document, outcome) if outcome else None
    alike = sessions_alike(sheet.group, [like]).get(like) if like else None
    if alike:
        return {"alike": alike}
    table = open_table_of(sheet.group, document)
    return {"open_table": table} if table else {}


def answer_correction(request: Request, desk: Desk, session: Session) -> HttpResponse:
    """Show the sheet of a session; posted, apply its button, check it, or save it."""
    sheet = _correction(request, desk, session)
    if sheet.data is None and not fits(sheet.game, sheet.stored):
        return render(request, "sheets/too_much.html", _context(desk, sheet))
    if sheet.data is not None and is_repeated(session, sheet.key):
        if sheet.saves:
            return redirect_page(request, desk.saved(session))
        return _render(request, desk, _correction(request, desk, session, fresh=True))
    if sheet.saves and sheet.is_right and not sheet.moved_on:
        if not sheet.changes:
            return redirect_page(request, desk.saved(session))
        try:
            with desk.confirmed():
                correct_session(correction=sheet, by=desk.by(sheet.key))
        except MovedOn:
            session.refresh_from_db()
            sheet = _correction(request, desk, session)
        except Refused as refused:
            sheet.refuse(refused)
        else:
            return redirect_page(request, desk.saved(session))
    return _render(request, desk, sheet, **_effects(desk, sheet))


def _correction(
    request: Request, desk: Desk, session: Session, *, fresh: bool = False
) -> Correction:
    data = request.POST if request.method == "POST" and not fresh else None
    return Correction(session, get_game(session.game), data, desk.browser)


def _effects(desk: Desk, sheet: Correction) -> dict[str, object]:
    """Return what saving the sheet would change."""
    state, outcome = sheet.reading.state, sheet.reading.outcome
    if not (outcome and sheet.data is not None and sheet.is_right and sheet.changes):
        return {}

    def change() -> None:
        record(session=sheet.session, change=lambda _before: state, action="", by=desk.by(None))

    return {
        "effect": effect(sheet.game.score(sheet.stored), outcome),
        "standings_changes": desk.standings_changes(sheet.session, change),
    }


def _context(desk: Desk, sheet: FilledSheet, **more: object) -> dict[str, Any]:
    context = {
        "frame": desk.base,
        "sheet": sheet,
        "game": sheet.game,
        "options": sheet.options,
        "options_template": f"{sheet.game.slug}/_options.html" if sheet.game.options else None,
        **(desk.context or {}),
        **more,
    }
    outcome = sheet.reading.outcome
    if outcome is not None and sheet.reading.points:
        wording = sheet.game.wording
        whys = [why(one, wording, finished=outcome.finished) for one in outcome.reasons()]
        context |= {
            "outcome": outcome,
            "headline": headline(outcome),
            "whys": dict.fromkeys(whys),
            "end": end_sentence(outcome, wording),
        }
    return context


def _render(request: Request, desk: Desk, sheet: FilledSheet, **more: object) -> HttpResponse:
    context = _context(desk, sheet, **more)
    context["form_url"] = request.path
    status = 422 if sheet.saves else 200
    if request.htmx:
        template = "sheets/_checked.html" if "live" in request.GET else "sheets/_sheet.html"
    else:
        template = "sheets/sheet.html"
    return render(request, template, context, status=status)
