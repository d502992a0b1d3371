"""Who belongs to a group: superusers choose from all accounts, owners have to know whom to name."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from scoring.admin.base import person
from scoring.models import Group, Membership


class NamedUserField(forms.ModelChoiceField):
    """An account, by the exact user name or e-mail address: owners see no list of everybody."""

    widget = forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "size": 40})

    def __init__(self) -> None:
        super().__init__(User.objects.none(), label=_("user name or e-mail address"))

    def prepare_value(self, value: Any) -> Any:
        return value.get_username() if isinstance(value, User) else value

    def to_python(self, value: Any) -> User | None:
        if value in self.empty_values or isinstance(value, User):
            return value or None
        typed = str(value).strip()
        named = Q(username=typed) | Q(email__iexact=typed)
        # PostgreSQL will not even look for some characters.
        found = list(User.objects.filter(named, is_active=True)[:2]) if typed.isprintable() else []
        if not found:
            raise ValidationError(_("Nobody has this user name or e-mail address; check it."))
        if len(found) > 1:
            raise ValidationError(_("Several accounts go by this; type the user name of yours."))
        return found[0]


class OwnersMembershipForm(forms.ModelForm):
    user = NamedUserField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["user"] = self.instance.user
            self.fields["user"].disabled = True


class MembershipFormSet(forms.BaseInlineFormSet):
    def clean(self) -> None:
        """Nobody else writes memberships of the group meanwhile: its page locked it."""
        super().clean()
        if any(self.errors) or self.instance.pk is None:
            return
        owners = self.instance.memberships.filter(role=Membership.Role.OWNER)
        here = [form.instance.pk for form in self.initial_forms]
        if not owners.exists() or owners.exclude(pk__in=here).exists():
            return
        if not any(map(self._is_owner, self.forms)):
            raise ValidationError(_("A group needs an owner; make somebody else one first."))

    def _is_owner(self, form: forms.ModelForm) -> bool:
        gone = form in self.deleted_forms
        return not gone and form.cleaned_data.get("role") == Membership.Role.OWNER


class MembershipInline(admin.TabularInline):
    model = Membership
    formset = MembershipFormSet
    fields = ("user", "role")
    extra = 0
    autocomplete_fields = ("user",)
    ordering = ("pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Membership]:
        found: QuerySet[Membership] = super().get_queryset(request).select_related("user")
        return found

    def get_formset(self, request: HttpRequest, obj: Model | None = None, **kwargs: Any) -> Any:
        if not person(request).is_superuser:
            kwargs["form"] = OwnersMembershipForm
        return super().get_formset(request, obj, **kwargs)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        managed = Group.objects.managed_by(person(request))
        return obj is None or managed.filter(pk=obj.pk).exists()

    has_add_permission = has_view_permission
    has_change_permission = has_view_permission
    has_delete_permission = has_view_permission
