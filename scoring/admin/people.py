"""Groups, players and merges in the admin."""

from collections.abc import Iterable
from contextlib import nullcontext
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import ForeignKey, Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from scoring.admin.base import ManagedAdmin, ReadOnly, signed_in_user, time_in_group
from scoring.admin.imports import ImportLink
from scoring.admin.memberships import MembershipFormSet, MembershipInline, save_members
from scoring.groups.forms import check_player_name
from scoring.groups.groups import contents_of
from scoring.groups.jobs import LATER_MERGE, MERGED, delete_group_or_ask, merge_or_ask, undo_or_ask
from scoring.groups.merging import CannotMerge, CannotUndoMerge
from scoring.groups.visibility import player_name
from scoring.models import (
    Evening,
    Group,
    Membership,
    Merge,
    Player,
    Session,
)
from scoring.models.locks import lock_group
from scoring.models.merges import MergeQuerySet
from scoring.models.people import PlayerQuerySet
from scoring.totals.update import reordered_standings
from scoring.web.group_access import Guest

IN_BACKGROUND = _("There are a lot of sessions, so this runs in the background.")


@admin.register(Group)
class GroupAdmin(ManagedAdmin):
    list_display = ("name", "slug", "created_at")
    search_fields = ("name", "slug")
    ordering = ("name", "pk")
    prepopulated_fields: ClassVar = {"slug": ("name",)}
    inlines = (MembershipInline,)

    def get_readonly_fields(self, request: HttpRequest, obj: Group | None = None) -> Any:
        """Lead owners to the site's invitations; superusers add people on this page."""
        return () if request.user.is_superuser else ("invitations",)

    @admin.display(description=_("invitations"))
    def invitations(self, group: Group) -> str:
        url = reverse("invite", args=[group.slug])
        return format_html('<a href="{}">{}</a>', url, _("Invite people"))

    def save_formset(
        self, request: HttpRequest, form: Any, formset: MembershipFormSet, change: bool
    ) -> None:
        save_members(formset, at=timezone.now())

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> Group | None:
        """Lock the group while its page is saved: memberships are checked together."""
        group: Group | None = super().get_object(request, object_id, from_field)
        if group is not None and request.method == "POST":
            return lock_group(group.pk)
        return group

    def group_of(self, obj: Group) -> Group:
        return obj

    def site_url(self, obj: Group, guest: Guest) -> str:
        return reverse("group", args=[obj.slug])

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.is_superuser

    def get_deleted_objects(
        self, objs: Iterable[Group], request: HttpRequest
    ) -> tuple[list[str], dict[Any, int], set[str], list[str]]:
        """Return the names of the groups and how much goes with them.

        Django would read all that belongs to a group: gigabytes of a large one."""
        contents = [contents_of(group) for group in objs]
        counts = {
            Session._meta.verbose_name_plural: sum(each.sessions for each in contents),
            Player._meta.verbose_name_plural: sum(each.players for each in contents),
            Membership._meta.verbose_name_plural: sum(each.members for each in contents),
            Evening._meta.verbose_name_plural: sum(each.evenings for each in contents),
        }
        return [str(group) for group in objs], counts, set(), []

    def delete_model(self, request: HttpRequest, obj: Group) -> None:
        if delete_group_or_ask(obj, actor=signed_in_user(request)):
            self.message_user(request, IN_BACKGROUND)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Group]) -> None:
        for group in queryset:
            self.delete_model(request, group)


class PlayerAdminForm(forms.ModelForm):
    """Checks name and account within the group, which is no field of an existing player."""

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if self.instance.pk:
            check_player_name(name, self.instance)
        return name

    def clean_user(self) -> User | None:
        user: User | None = self.cleaned_data["user"]
        others = Player.objects.filter(group=self.instance.group_id, user=user)
        if user and self.instance.pk and others.exclude(pk=self.instance.pk).exists():
            raise forms.ValidationError(_("This account already has a player in the group."))
        return user


@admin.register(Player)
class PlayerAdmin(ImportLink, ManagedAdmin):
    form = PlayerAdminForm
    list_display = ("name", "nickname", "hidden", "group", "user")
    list_filter = (("group", admin.RelatedOnlyFieldListFilter), "hidden")
    list_select_related = ("group", "user")
    search_fields = ("name", "nickname")
    autocomplete_fields = ("group", "user")
    ordering = ("name", "pk")
    actions = ("merge_players",)

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> Any:
        """Fix the group of an existing player; only superusers choose from all accounts."""
        fixed = ("group",) if obj else ()
        return fixed if request.user.is_superuser else (*fixed, "user")

    def formfield_for_foreignkey(
        self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any
    ) -> forms.ModelChoiceField | None:
        if db_field.name == "group":
            kwargs["required"] = True
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def save_model(
        self, request: HttpRequest, obj: Player, form: forms.ModelForm, change: bool
    ) -> None:
        """Save, and update the standings, which show the name and sort equal players by it."""
        is_renamed = change and {"name", "nickname", "hidden"} & set(form.changed_data)
        with reordered_standings(player=obj.pk) if is_renamed else nullcontext():
            super().save_model(request, obj, form, change)

    def site_url(self, obj: Player, guest: Guest) -> str:
        shown = player_name(obj, is_member=guest.belongs)
        return reverse("player", args=[guest.group.slug, obj.pk]) if shown.is_known else ""

    @admin.action(description=_("Merge two players into the one with more sessions"))
    def merge_players(self, request: HttpRequest, queryset: PlayerQuerySet) -> None:
        players = list(queryset.with_sessions()[:3])
        if len(players) != 2:
            self.message_user(request, _("Choose exactly two players."), messages.ERROR)
            return
        target, source = players
        try:
            job = merge_or_ask(source=source, target=target, actor=signed_in_user(request))
        except CannotMerge as refused:
            self.message_user(request, refused.sentence, messages.ERROR)
            return
        values = {"source": source.name, "target": target.name}
        self.message_user(request, IN_BACKGROUND if job else MERGED % values)


@admin.register(Merge)
class MergeAdmin(ReadOnly, ManagedAdmin):
    list_display = ("source", "target", "merged", "actor")
    list_select_related = ("source", "target__group", "actor")
    ordering = ("-pk",)
    actions = ("undo",)

    def group_of(self, obj: Merge) -> Group | None:
        return obj.target.group

    @admin.display(description=_("date"), ordering="at")
    def merged(self, merge: Merge) -> str:
        return time_in_group(merge.at, merge.target.group)

    @admin.action(description=_("Undo these merges"))
    def undo(self, request: HttpRequest, queryset: MergeQuerySet) -> None:
        try:
            job = undo_or_ask(queryset.newest_first(), actor=signed_in_user(request))
        except CannotUndoMerge:
            self.message_user(request, LATER_MERGE, messages.ERROR)
        else:
            if job:
                self.message_user(request, IN_BACKGROUND)
