"""Score sheets in the admin: a new session, and the correction of one, as on the site."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django import forms
from django.contrib.admin import AdminSite
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.admin.base import signed_in_user
from scoring.contract import Game
from scoring.core.refusals import Refused
from scoring.models import Group, Session
from scoring.models.revisions import By
from scoring.noted.game import game_of
from scoring.play.change_preview import preview_tap
from scoring.play.noting import NotedCorrection
from scoring.play.taps import KeyForm, changed_since
from scoring.registry import get_game, installed_games
from scoring.sessions.loading import load
from scoring.sessions.recording import MovedOn, record
from scoring.sheets.desk import Desk, answer_correction, answer_new
from scoring.totals.standings_preview import preview_standings
from scoring.web.group_access import GroupNeeds, guest_of
from scoring.web.requests import posted, render_form

FRAME = "admin/scoring/session/sheet.html"
RESULT = "admin/scoring/session/result.html"


class ChooseForm(forms.Form):
    """Which game was played, and in which group."""

    game = forms.ChoiceField(label=_("game"))
    group = forms.ModelChoiceField(Group.objects.none(), label=_("group"), empty_label=None)

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = [(game.slug, game.name) for game in installed_games().values() if game.sheet]
        managed = Group.objects.managed_by(user).by_name()
        self.fields["game"].choices = games
        self.fields["group"].queryset = managed


class SessionSheets:
    """Add the score sheets to the admin of sessions."""

    admin_site: AdminSite
    opts: Any

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        sheets = [
            path("sheet/<int:group>/<slug:slug>/", view(self.new_sheet), name="scoring_new_sheet"),
            path("<int:pk>/sheet/", view(self.sheet), name="scoring_session_sheet"),
            path("<int:pk>/result/", view(self.result), name="scoring_session_result"),
        ]
        return [*sheets, *super().get_urls()]

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: Any = None
    ) -> HttpResponseBase:
        """Ask for the game and the group, then lead to the sheet."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        asked = request.GET if "game" in request.GET else None
        form = ChooseForm(signed_in_user(request), asked)
        if form.is_valid():
            chosen = form.cleaned_data
            return redirect("admin:scoring_new_sheet", chosen["group"].pk, chosen["game"])
        context = {**self._frame(request), "form": form}
        return TemplateResponse(request, "admin/scoring/session/choose_sheet.html", context)

    def new_sheet(self, request: Any, group: int, slug: str) -> HttpResponse:
        if not self.has_add_permission(request):
            raise PermissionDenied
        game = installed_games().get(slug)
        managed = Group.objects.managed_by(signed_in_user(request))
        of_group = get_object_or_404(managed, pk=group)
        if game is None or game.sheet is None:
            raise Http404
        with timezone.override(of_group.zone):
            return answer_new(request, self._desk(request, of_group, game), game, of_group)

    def sheet(self, request: Any, pk: int) -> HttpResponse:
        session = self._to_correct(request, pk)
        if session.result_only or get_game(session.game).sheet is None:
            raise Http404
        return answer_correction(request, self._desk_of(request, session), session)

    def result(self, request: Any, pk: int) -> HttpResponse:
        """Correct a result without rounds; what it would change is shown before it is saved."""
        session = self._to_correct(request, pk)
        if not session.result_only:
            raise Http404
        desk, data = self._desk_of(request, session), posted(request)
        form = NotedCorrection(load(session).state, data)
        context = {
            **(desk.context or {}),
            "game": game_of(session),
            "form": form,
            "seen": session.revision,
        }
        if data and "save" in data and self._save_result(desk, session, form, data):
            return redirect(desk.saved(session))
        if data:
            context["effect"] = preview_tap(form, session)
        if context.get("effect"):
            context["standings_changes"] = desk.standings_changes(
                session, lambda: record(session=session, **_correction(form, desk))
            )
        template = "play/_effect.html" if request.htmx else RESULT
        return render_form(request, template, context)

    def _save_result(
        self, desk: Desk, session: Session, form: NotedCorrection, data: QueryDict
    ) -> bool:
        seen = KeyForm(data)
        if not (form.is_valid() and seen.is_valid()):
            return False
        correction = _correction(form, desk, form.cleaned_data["key"])
        try:
            with desk.confirmed():
                record(session=session, seen=seen.cleaned_data["seen"], **correction)
        except MovedOn:
            form.add_error(None, changed_since())
            return False
        except Refused as refused:
            form.refuse(refused, game_of(session).wording)
            return False
        return True

    def _to_correct(self, request: HttpRequest, pk: int) -> Session:
        session: Session | None = self.get_object(request, str(pk))
        if session is None:
            raise Http404
        if not self.has_change_permission(request, session):
            raise PermissionDenied
        return session

    def _desk_of(self, request: HttpRequest, session: Session) -> Desk:
        game = get_game(session.game)
        return replace(
            self._desk(request, session.group, game),
            standings_changes=lambda of, change: preview_standings(
                of, change, name_of=lambda player: player.name
            ),
            context={**self._frame(request, game), "session": session, "original": session},
        )

    def _desk(self, request: HttpRequest, group: Group | None, game: Game[Any]) -> Desk:
        user = signed_in_user(request)

        def by(key: UUID | None) -> By:
            return By(at=timezone.now(), actor=user, key=key)

        desk = Desk(
            base=FRAME,
            by=by,
            saved=lambda session: reverse("admin:scoring_session_change", args=[session.pk]),
            context={**self._frame(request, game), "group": group},
        )
        guest = guest_of(request, group) if group else None
        if guest is None:
            return desk
        return replace(desk, confirmed=replace(guest, needs=GroupNeeds.OWN).confirmed)

    def _frame(self, request: HttpRequest, game: Game[Any] | None = None) -> dict[str, Any]:
        title = _("%(game)s: score sheet") % {"game": game.name} if game else _("Score sheet")
        # Without the list of models: a sheet is wide.
        more = {"opts": self.opts, "title": title, "is_nav_sidebar_enabled": False}
        return {**self.admin_site.each_context(request), **more}


def _correction(form: NotedCorrection, desk: Desk, key: UUID | None = None) -> dict[str, Any]:
    """Return what record() is told about a correction."""
    return {"change": form.change, "action": form.action_between, "by": desk.by(key)}
