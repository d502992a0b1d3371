"""Members of a group in the admin; owners change and remove them, and see no other accounts."""

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from scoring.admin.base import NamedFieldsFormSet, signed_in_user
from scoring.groups.members import OWNER, change_role, remove_member
from scoring.models import Group, Membership


class MembershipForm(forms.ModelForm):
    """Adds a person with a role; later only the role changes, as another person is another row."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk and "user" in self.fields:
            self.fields["user"].disabled = True


class MembershipFormSet(NamedFieldsFormSet):
    def clean(self) -> None:
        """Refuse to leave the group without an owner; the page has locked the group meanwhile."""
        super().clean()
        if any(self.errors) or self.instance.pk is None:
            return
        owners = self.instance.memberships.filter(role=OWNER)
        on_page = [form.instance.pk for form in self.initial_forms]
        if not owners.exists() or owners.exclude(pk__in=on_page).exists():
            return
        if not any(map(self._is_owner, self.forms)):
            raise ValidationError(_("A group needs an owner; make someone else an owner first."))

    def _is_owner(self, form: forms.ModelForm) -> bool:
        deleted = form in self.deleted_forms
        return not deleted and form.cleaned_data.get("role") == OWNER


class MembershipInline(admin.TabularInline):
    model = Membership
    form = MembershipForm
    formset = MembershipFormSet
    extra = 0
    autocomplete_fields = ("user",)
    ordering = ("pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Membership]:
        memberships: QuerySet[Membership] = super().get_queryset(request)
        return memberships.select_related("user")

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        return () if signed_in_user(request).is_superuser else ("person",)

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> Any:
        """Show owners only their members: accounts are chosen from a list of all."""
        user = "user" if signed_in_user(request).is_superuser else "person"
        return (user, "role")

    @admin.display(description=_("account"))
    def person(self, membership: Membership) -> str:
        return membership.user.get_username()

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        managed = Group.objects.managed_by(signed_in_user(request))
        return obj is None or managed.filter(pk=obj.pk).exists()

    has_change_permission = has_view_permission
    has_delete_permission = has_view_permission

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Let superusers add people; owners invite them on the site, and they accept or not."""
        return signed_in_user(request).is_superuser


def save_members(formset: MembershipFormSet, *, at: datetime) -> None:
    """Store what was changed on the page by the verbs that end what a role had allowed."""
    formset.save(commit=False)
    for added in formset.new_objects:
        added.save()
    changed = [membership for membership, _fields in formset.changed_objects]
    for membership in sorted(changed, key=lambda one: one.role != OWNER):  # owners first
        change_role(membership=membership, role=membership.role, at=at)
    for membership in formset.deleted_objects:
        remove_member(membership=membership, at=at)
