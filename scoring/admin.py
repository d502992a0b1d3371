"""What the one who runs the site, or owns a group, can look up and correct."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, auth, messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import ForeignKey, Model, QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from scoring import sessions
from scoring.downloads import documents_file, results_file
from scoring.entry import ENTRIES, EntryFormSet, entered_change
from scoring.forms import SessionForm, StartForm
from scoring.models import (
    Group,
    League,
    Membership,
    Merge,
    Player,
    Result,
    Revision,
    Season,
    Seat,
    Session,
)
from scoring.models.people import PlayerQuerySet
from scoring.players import CannotMerge, merge, undo_merge
from scoring.registry import get_game
from scoring.rescoring import differences
from scoring.sessions import By
from scoring.transfer import Importer
from scoring.wording import end_sentence, why

ENTERED = "entered in the admin"

admin.site.site_header = admin.site.site_title = "Scorefolio"
admin.site.index_title = _("Look up and correct")
admin.site.unregister(auth.models.Group)  # ours are the groups that play


def person(request: HttpRequest) -> User:
    """Nobody else gets as far as here."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


class ManagedAdmin(admin.ModelAdmin):
    """Superusers see everything; staff who own groups see and correct what belongs to those."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        found: QuerySet[Any] = self.model._default_manager.managed_by(request.user)
        return found

    def has_module_permission(self, request: HttpRequest) -> bool:
        user = request.user
        if not (user.is_active and user.is_staff):
            return False
        return bool(user.is_superuser or Group.objects.managed_by(user).exists())

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_module_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_module_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_module_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_module_permission(request)

    def formfield_for_foreignkey(
        self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any
    ) -> forms.ModelChoiceField | None:
        managed = getattr(db_field.related_model._default_manager, "managed_by", None)
        if managed is not None:
            kwargs["queryset"] = managed(request.user)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)


class MembershipInline(admin.TabularInline):
    model = Membership
    extra = 0
    autocomplete_fields = ("user",)
    ordering = ("pk",)


@admin.register(Group)
class GroupAdmin(ManagedAdmin):
    list_display = ("name", "slug", "created_at")
    search_fields = ("name", "slug")
    ordering = ("name", "pk")
    prepopulated_fields: ClassVar = {"slug": ("name",)}
    inlines = (MembershipInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.is_superuser


@admin.register(League)
class LeagueAdmin(ManagedAdmin):
    list_display = ("name", "group")
    list_select_related = ("group",)
    search_fields = ("name", "group__name")
    autocomplete_fields = ("group",)
    ordering = ("name", "pk")


@admin.register(Season)
class SeasonAdmin(ManagedAdmin):
    list_display = ("name", "league", "group")
    list_select_related = ("league__group",)
    search_fields = ("name", "league__name")
    autocomplete_fields = ("league",)
    ordering = ("name", "pk")

    @admin.display(description=_("group"))
    def group(self, season: Season) -> str:
        return season.league.group.name


@admin.register(Player)
class PlayerAdmin(ManagedAdmin):
    list_display = ("name", "group", "user")
    list_filter = (("group", admin.RelatedOnlyFieldListFilter),)
    list_select_related = ("group", "user")
    search_fields = ("name",)
    autocomplete_fields = ("group", "user")
    ordering = ("name", "pk")
    actions = ("merge_players",)

    @admin.action(description=_("Merge two players into the one with more sessions"))
    def merge_players(self, request: HttpRequest, queryset: PlayerQuerySet) -> None:
        players = list(queryset.with_sessions()[:3])
        if len(players) != 2:
            self.message_user(request, _("Choose exactly two players."), messages.ERROR)
            return
        target, source = players
        try:
            merge(source=source, target=target, at=timezone.now(), actor=person(request))
        except CannotMerge as refused:
            self.message_user(request, WHY_NOT[refused.reason], messages.ERROR)
            return
        values = {"source": source.name, "target": target.name}
        done = _("%(source)s’s sessions are now %(target)s’s. The list of merges can undo it.")
        self.message_user(request, done % values)


WHY_NOT = {
    CannotMerge.SAME: _("That is one and the same player."),
    CannotMerge.OTHER_GROUP: _("Only players of one group can be merged."),
    CannotMerge.MET: _("These two once sat at one table, so they are two people."),
}


@admin.register(Merge)
class MergeAdmin(ManagedAdmin):
    list_display = ("source", "target", "at", "actor")
    list_select_related = ("source", "target", "actor")
    ordering = ("-pk",)
    actions = ("undo",)

    @admin.action(description=_("Undo these merges"))
    def undo(self, request: HttpRequest, queryset: QuerySet[Merge]) -> None:
        for merged in queryset.order_by("-pk"):
            undo_merge(merged)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class Finished(admin.SimpleListFilter):
    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("on", _("going on")), ("over", _("finished")), ("deleted", _("deleted"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Session]) -> QuerySet[Session]:
        conditions: dict[str, dict[str, Any]] = {
            "on": {"finished_at": None, "deleted_at": None},
            "over": {"finished_at__isnull": False, "deleted_at": None},
            "deleted": {"deleted_at__isnull": False},
        }
        return queryset.filter(**conditions.get(self.value() or "", {}))


class ReadOnlyInline(admin.TabularInline):
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True


class SeatInline(ReadOnlyInline):
    model = Seat
    fields = ("place", "name", "player")
    ordering = ("place",)


class RevisionInline(ReadOnlyInline):
    model = Revision
    fields = ("number", "action", "actor", "at")
    ordering = ("-number",)


@admin.register(Session)
class SessionAdmin(ManagedAdmin):
    form = SessionForm
    list_display = (
        "game_name",
        "played_on",
        "group",
        "season",
        "players",
        "finished_at",
        "revision",
    )
    list_filter = ("game", Finished, ("group", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("group", "season")
    search_fields = ("seats__name", "location", "notes")
    date_hierarchy = "played_on"
    ordering = ("-pk",)
    fields = ("group", "season", "played_on", "location", "notes", "stopped", "standings", "seen")
    readonly_fields = ("standings",)
    autocomplete_fields = ("group", "season")
    actions = ("put_away", "bring_back", "recompute", "as_documents", "as_results")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Session]:
        found: QuerySet[Session] = super().get_queryset(request).prefetch_related("seats")
        return found

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def get_form(
        self, request: HttpRequest, obj: Session | None = None, change: bool = False, **kwargs: Any
    ) -> Any:
        if obj is None:
            kwargs["form"] = StartForm
        form = super().get_form(request, obj, change, **kwargs)
        if obj is None:
            form.base_fields["group"].queryset = Group.objects.managed_by(person(request))
        return form

    def get_fields(self, request: HttpRequest, obj: Session | None = None) -> Any:
        return self.fields if obj else ("game", "group", "names", "played_on", "location")

    def get_readonly_fields(self, request: HttpRequest, obj: Session | None = None) -> Any:
        return self.readonly_fields if obj else ()

    def response_add(
        self, request: HttpRequest, obj: Session, post_url_continue: str | None = None
    ) -> HttpResponseBase:
        self.message_user(request, _("The table is open. Enter what was played."))
        return redirect("admin:scoring_session_change", obj.pk)

    @admin.display(description=_("game"), ordering="game")
    def game_name(self, session: Session) -> str:
        name: str = get_game(session.game).name
        return name

    @admin.display(description=_("players"))
    def players(self, session: Session) -> str:
        seats = sorted(session.seats.all(), key=lambda seat: seat.place)
        return ", ".join(seat.name for seat in seats)

    @admin.display(description=_("standings"))
    def standings(self, session: Session) -> SafeString:
        """Shown, never typed."""
        played = sessions.load(session)
        outcome = played.game.score(played.state)
        reasons = outcome.reasons()
        lines = [f"{place.rank}. {place.player}: {place.points}" for place in outcome.standings]
        whys = [why(reason, played.game.wording, finished=outcome.finished) for reason in reasons]
        end = [end_sentence(outcome.end, played.game.wording)] if outcome.end else []
        return format_html_join("", "<p>{}</p>", ([line] for line in [*lines, *whys, *end]))

    def save_model(
        self, request: HttpRequest, obj: Session, form: forms.ModelForm, change: bool
    ) -> None:
        """Each field through its verb, so that every correction is a revision."""
        by = By(at=timezone.now(), actor=person(request))
        if not change:
            Importer(form.cleaned_data["group"]).take(form.document, by)
            obj.pk = Session.objects.get(uuid=obj.uuid).pk
        changed = set(form.changed_data)
        if obj.group and changed & {"group", "season"}:
            sessions.move(session=obj, group=obj.group, season=obj.season, by=by)
        if changed & {"played_on", "location", "notes"}:
            sessions.describe(
                session=obj,
                played_on=obj.played_on,
                location=obj.location,
                notes=obj.notes,
                by=by,
            )
        if "stopped" in changed:
            (sessions.stop if obj.stopped else sessions.reopen)(session=obj, by=by)

    def get_inlines(self, request: HttpRequest, obj: Session | None) -> list[Any]:
        if obj is None:
            return []
        entry = ENTRIES.get(obj.game)
        return [*(entry.inlines if entry else ()), SeatInline, RevisionInline]

    def _create_formsets(self, request: HttpRequest, obj: Session, change: bool) -> Any:
        """Once every form is right by itself, the rules are asked about all of them together."""
        formsets, instances = super()._create_formsets(request, obj, change)
        entries = [formset for formset in formsets if isinstance(formset, EntryFormSet)]
        request.entered = None
        if request.method == "POST" and entries and all(entry.is_valid() for entry in entries):
            changed = any(entry.has_changed() for entry in entries)
            request.entered = entered_change(obj, entries) if changed else None
        return formsets, instances

    def save_related(
        self, request: HttpRequest, form: forms.ModelForm, formsets: Any, change: bool
    ) -> None:
        super().save_related(request, form, formsets, change)
        if request.entered is not None:
            by = By(at=timezone.now(), actor=person(request))
            sessions.record(session=form.instance, change=request.entered, action=ENTERED, by=by)

    @admin.action(description=_("Delete (kept for 30 days)"))
    def put_away(self, request: HttpRequest, queryset: QuerySet[Session]) -> None:
        for session in queryset:
            sessions.delete(session=session, by=By(at=timezone.now(), actor=person(request)))

    @admin.action(description=_("Bring back deleted sessions"))
    def bring_back(self, request: HttpRequest, queryset: QuerySet[Session]) -> None:
        for session in queryset.exclude(deleted_at=None):
            sessions.bring_back(session=session, by=By(at=timezone.now(), actor=person(request)))

    @admin.action(description=_("Compute results anew"))
    def recompute(self, request: HttpRequest, queryset: QuerySet[Session]) -> None:
        found = sum(len(differences(session.pk, mend=True)) for session in queryset)
        said = ngettext("%(number)d difference found.", "%(number)d differences found.", found)
        self.message_user(request, said % {"number": found})

    @admin.action(description=_("Download as documents"))
    def as_documents(self, request: HttpRequest, queryset: QuerySet[Session]) -> HttpResponseBase:
        return documents_file(queryset.order_by("pk").iterator(chunk_size=500))

    @admin.action(description=_("Download results as CSV"))
    def as_results(self, request: HttpRequest, queryset: QuerySet[Session]) -> HttpResponseBase:
        return results_file(Result.objects.of(queryset).iterator(chunk_size=500))
