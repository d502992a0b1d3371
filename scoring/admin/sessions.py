"""Sessions in the admin: looking up, entering, correcting, deleting, downloading."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import SimpleLazyObject
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from scoring.admin.base import ManagedAdmin, ReadOnlyInline, signed_in_user, time_in_group
from scoring.admin.forms import SessionForm
from scoring.admin.imports import ImportLink
from scoring.admin.recorded_rows import row_inlines
from scoring.admin.session_filters import GroupFilter, LeagueFilter, SeasonFilter, StateFilter
from scoring.admin.session_sheets import SessionSheets
from scoring.core.outcome import Standing
from scoring.core.wording import end_sentence, why
from scoring.exchange.export_sessions import documents_file, results_file
from scoring.groups.visibility import session_result_url
from scoring.models import (
    Revision,
    Seat,
    Session,
)
from scoring.models.revisions import By
from scoring.models.sessions import SessionQuerySet
from scoring.models.transactions import write_transaction
from scoring.noted.game import game_of
from scoring.play.history_page import HistoryPage, history_page
from scoring.sessions import lifecycle, recording
from scoring.sessions.loading import load
from scoring.upkeep.rescore import repair
from scoring.web.group_access import Guest

DELETED = ngettext_lazy(
    "%(n)d session deleted; it can be restored for 30 days.",
    "%(n)d sessions deleted; they can be restored for 30 days.",
    "n",
)
RESTORED = ngettext_lazy("%(n)d session restored.", "%(n)d sessions restored.", "n")
DIFFERENCES = ngettext_lazy("%(n)d difference found.", "%(n)d differences found.", "n")


def _clockwise(session: Session) -> list[Seat]:
    return sorted(session.seats.all(), key=lambda seat: seat.place)


def _one_line(names: Iterable[str]) -> str:
    """Return the names for a column that is as wide as the window allows, all of them on tap."""
    text = ", ".join(names)
    return format_html('<span title="{}">{}</span>', text, text) if text else ""


def _standing_line(standing: Standing) -> str:
    line = f"{standing.rank}. {standing.player}"
    return line + _(":") + f" {standing.points}" if standing.has_points else line


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = ("place", "name", "player")
    ordering = ("place",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        seats: QuerySet[Seat] = super().get_queryset(request)
        return seats.select_related("player", "session")


class RevisionInline(ReadOnlyInline):
    model = Revision
    fields = ("number", "action", "actor", "at")
    ordering = ("-number",)


@admin.register(Session)
class SessionAdmin(ImportLink, SessionSheets, ManagedAdmin):
    class Media:
        css: ClassVar = {"all": ("scoring/css/admin-sessions.css",)}

    form = SessionForm
    list_display = (
        "game",
        "day",
        "group",
        "league",
        "winners",
        "players",
        "finished",
    )
    list_filter = ("game", StateFilter, "played_on", GroupFilter, LeagueFilter, SeasonFilter)
    list_select_related = ("group", "league")
    search_fields = ("location",)  # found_by() searches; this shows the field
    search_help_text = _(
        "Search by session id, player, league, location or notes. Shows the newest 1,000."
    )
    show_full_result_count = False  # how many there are without the search: all of them are counted
    list_per_page = 30
    ordering = ("-pk",)
    fields = (
        "group",
        "league",
        "played_on",
        "location",
        "notes",
        "standings",
        "deleted_at",
        "seen",
    )
    readonly_fields = ("standings", "deleted_at")
    autocomplete_fields = ("group", "league")
    actions = (
        "delete_sessions",
        "restore_sessions",
        "recompute",
        "as_documents",
        "as_results",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Session]:
        return Session.objects.managed_by(signed_in_user(request)).with_seats()

    def get_search_results(
        self, request: HttpRequest, queryset: SessionQuerySet, search_term: str
    ) -> tuple[SessionQuerySet, bool]:
        return (queryset.found_by(search_term) if search_term else queryset), False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Session | None = None) -> bool:
        """Let nobody change a deleted session before it is brought back."""
        deleted = obj is not None and obj.deleted_at is not None
        return super().has_change_permission(request, obj) and not deleted

    def site_url(self, obj: Session, guest: Guest) -> str:
        if obj.deleted_at is not None:
            return ""
        if obj.finished_at is not None:
            return session_result_url(obj, guest)
        return reverse("table", args=[obj.uuid]) if guest.membership else ""

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the revisions too: most changes are not made in the admin."""
        below = request.GET.get("below", "")
        number = int(below) if below.isascii() and below.isdigit() and len(below) < 10 else None

        def revisions() -> HistoryPage | None:
            """Read them once the page is rendered, to somebody who may see it."""
            session = self.get_object(request, unquote(object_id))
            return history_page(session, number) if session else None

        more = {"revisions": SimpleLazyObject(revisions), **(extra_context or {})}
        return super().history_view(request, object_id, more)

    @admin.display(description=_("played on"), ordering="played_on", empty_value="–")
    def day(self, session: Session) -> str:
        return date_format(session.played_on, "SHORT_DATE_FORMAT") if session.played_on else ""

    @admin.display(description=_("winner"), empty_value="–")
    def winners(self, session: Session) -> str:
        results = [getattr(seat, "result", None) for seat in _clockwise(session)]
        return _one_line(result.seat.name for result in results if result and result.rank == 1)

    @admin.display(description=_("players"))
    def players(self, session: Session) -> str:
        return _one_line(seat.name for seat in _clockwise(session))

    @admin.display(description=_("finished"), ordering="finished_at", empty_value="–")
    def finished(self, session: Session) -> str:
        return time_in_group(session.finished_at, session.group)

    @admin.display(description=_("standings"))
    def standings(self, session: Session) -> SafeString:
        """Show the standings with their reasons, read-only: the rules compute them."""
        played = load(session)
        outcome = played.game.score(played.state)
        reasons = outcome.reasons()
        lines = [_standing_line(standing) for standing in outcome.standings]
        whys = [why(reason, played.game.wording, finished=outcome.finished) for reason in reasons]
        end = [end_sentence(outcome, played.game.wording)] if outcome.end else []
        sentences = [*lines, *dict.fromkeys(whys), *end]
        return format_html_join("", "<p>{}</p>", ([line] for line in sentences))

    def save_model(
        self, request: HttpRequest, obj: Session, form: forms.ModelForm, change: bool
    ) -> None:
        """Save each field through its verb, so that every correction is a revision."""
        by = By(at=timezone.now(), actor=signed_in_user(request))
        changed = set(form.changed_data)
        if obj.group and changed & {"group", "league"}:
            lifecycle.move(session=obj, group=obj.group, league=obj.league, by=by)
        if changed & {"played_on", "location", "notes"}:
            recording.describe(
                session=obj,
                played_on=obj.played_on,
                location=obj.location,
                notes=obj.notes,
                by=by,
            )

    def get_inlines(self, request: HttpRequest, obj: Session | None) -> list[Any]:
        return [*row_inlines(game_of(obj)), SeatInline, RevisionInline] if obj else []

    @admin.action(description=_("Delete (kept for 30 days)"))
    @write_transaction()
    def delete_sessions(self, request: HttpRequest, queryset: SessionQuerySet) -> None:
        sessions = list(queryset.not_deleted())
        for session in sessions:
            lifecycle.delete(
                session=session, by=By(at=timezone.now(), actor=signed_in_user(request))
            )
        self._report(request, len(sessions), DELETED)

    @admin.action(description=_("Restore deleted sessions"))
    @write_transaction()
    def restore_sessions(self, request: HttpRequest, queryset: SessionQuerySet) -> None:
        deleted = list(queryset.exclude(deleted_at=None))
        for session in deleted:
            lifecycle.undelete(
                session=session, by=By(at=timezone.now(), actor=signed_in_user(request))
            )
        self._report(request, len(deleted), RESTORED)

    def _report(self, request: HttpRequest, number: int, text: Any) -> None:
        self.message_user(request, text % {"n": number})

    @admin.action(description=_("Recalculate results"))
    def recompute(self, request: HttpRequest, queryset: SessionQuerySet) -> None:
        """Repair the sessions, and the totals that they count in."""
        self._report(request, repair(queryset), DIFFERENCES)

    @admin.action(description=_("Download as documents"))
    def as_documents(self, request: HttpRequest, queryset: SessionQuerySet) -> HttpResponseBase:
        return documents_file(queryset)

    @admin.action(description=_("Download results as CSV"))
    def as_results(self, request: HttpRequest, queryset: SessionQuerySet) -> HttpResponseBase:
        return results_file(queryset)
