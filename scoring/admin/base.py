"""Permissions in the admin: superusers everything, owners what belongs to their groups."""

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db.models import ForeignKey, Model, QuerySet
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.formats import localize
from django.utils.text import capfirst

from scoring.models import Group
from scoring.web.group_access import Guest, guest_of


def signed_in_user(request: HttpRequest) -> User:
    """Return the account; the admin has let nobody else in."""
    if not isinstance(request.user, User):
        raise PermissionDenied
    return request.user


def _owns_a_group(request: HttpRequest) -> bool:
    """Return whether they own a group; looked up once a request, as lists ask it for every row."""
    if not hasattr(request, "owns_a_group"):
        request.owns_a_group = Group.objects.managed_by(signed_in_user(request)).exists()
    owns: bool = request.owns_a_group
    return owns


class ManagedAdmin(admin.ModelAdmin):
    """Show and change only what `managed_by()` of the model's manager allows."""

    class Media:
        js = ("scoring/js/admin-autocomplete.js",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        managed: QuerySet[Any] = self.model._default_manager.managed_by(request.user)
        return managed

    def has_module_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        user = request.user
        if not (user.is_active and user.is_staff):
            return False
        return bool(user.is_superuser or _owns_a_group(request))

    has_view_permission = has_change_permission = has_module_permission
    has_add_permission = has_delete_permission = has_module_permission

    def formfield_for_foreignkey(
        self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any
    ) -> forms.ModelChoiceField | None:
        managed = getattr(db_field.related_model._default_manager, "managed_by", None)
        if managed is not None:
            kwargs["queryset"] = managed(request.user)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def group_of(self, obj: Any) -> Group | None:
        """Return the group that it belongs to, which has a time zone and pages."""
        group: Group | None = obj.group
        return group

    def site_url(self, obj: Any, guest: Guest) -> str:
        """Return its page on the site; empty if this reader may not open it."""
        return ""

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> Any:
        """Render the page with times as in the group, and with a link to the site."""
        response = super().render_change_form(request, context, *args, **kwargs)
        obj = kwargs.get("obj")
        if obj is None or (group := self.group_of(obj)) is None:
            return response
        guest = guest_of(request, group)
        url = self.site_url(obj, guest) if guest else ""
        response.context_data |= {"has_absolute_url": bool(url), "absolute_url": url}
        with timezone.override(group.zone):
            return response.render()

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Render the changes that were made in the admin with times as in the group."""
        response = super().history_view(request, object_id, extra_context)
        if not isinstance(response, TemplateResponse) or response.context_data is None:
            return response  # to the front page: it is gone
        group = self.group_of(response.context_data["object"])
        with timezone.override(group.zone if group else None):
            return response.render()


def time_in_group(at: datetime | None, group: Group | None) -> str:
    """Return a time as the group's clocks show it."""
    if at is None:
        return ""
    shown: str = localize(timezone.localtime(at, group.zone if group else None))
    return shown


class NamedFieldsFormSet(BaseInlineFormSet):
    """An inline in columns, whose fields each say what they are: a heading is no label of them."""

    def add_fields(self, form: Any, index: int | None) -> None:
        super().add_fields(form, index)
        for field in form.fields.values():
            if not isinstance(field.widget, forms.CheckboxSelectMultiple | forms.HiddenInput):
                # The one that the buttons to add and change rows stand around has its own.
                widget = getattr(field.widget, "widget", field.widget)
                widget.attrs["aria-label"] = capfirst(field.label)


class ReadOnly:
    """Rows that the admin shows and does not change."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission


class ReadOnlyInline(ReadOnly, admin.TabularInline):
    extra = 0

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return True
