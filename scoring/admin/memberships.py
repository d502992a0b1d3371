"""Members of a group in the admin; owners name an account exactly, and see no list of accounts."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from scoring.admin.base import NamedFieldsFormSet, signed_in_user
from scoring.models import Group, Membership


class NamedUserField(forms.ModelChoiceField):
    """Finds an account by its exact user name, or the e-mail address that it has confirmed."""

    widget = forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "size": 40})

    def __init__(self) -> None:
        super().__init__(User.objects.none(), label=_("user name or e-mail address"))

    def prepare_value(self, value: Any) -> Any:
        return value.get_username() if isinstance(value, User) else value

    def to_python(self, value: Any) -> User | None:
        if value in self.empty_values or isinstance(value, User):
            return value or None
        typed = str(value).strip()
        # Anybody may type the address of somebody else, or choose it as a user name.
        confirmed = Q(emailaddress__email__iexact=typed, emailaddress__verified=True)
        named = confirmed if "@" in typed else Q(username=typed)
        # PostgreSQL raises an error for some characters.
        if typed.isprintable() and (user := User.objects.filter(named, is_active=True).first()):
            return user
        raise ValidationError(
            _("Nobody has this user name, or has confirmed this e-mail address; check it.")
        )


class OwnersMembershipForm(forms.ModelForm):
    user = NamedUserField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.initial["user"] = self.instance.user
            self.fields["user"].disabled = True


class MembershipFormSet(NamedFieldsFormSet):
    def clean(self) -> None:
        """Refuse to leave the group without an owner; the page has locked the group meanwhile."""
        super().clean()
        if any(self.errors) or self.instance.pk is None:
            return
        owners = self.instance.memberships.filter(role=Membership.Role.OWNER)
        on_page = [form.instance.pk for form in self.initial_forms]
        if not owners.exists() or owners.exclude(pk__in=on_page).exists():
            return
        if not any(map(self._is_owner, self.forms)):
            raise ValidationError(_("A group needs an owner; make somebody else one first."))

    def _is_owner(self, form: forms.ModelForm) -> bool:
        deleted = form in self.deleted_forms
        return not deleted and form.cleaned_data.get("role") == Membership.Role.OWNER


class MembershipInline(admin.TabularInline):
    model = Membership
    formset = MembershipFormSet
    fields = ("user", "role")
    extra = 0
    autocomplete_fields = ("user",)
    ordering = ("pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Membership]:
        memberships: QuerySet[Membership] = super().get_queryset(request)
        return memberships.select_related("user")

    def get_formset(self, request: HttpRequest, obj: Model | None = None, **kwargs: Any) -> Any:
        if not signed_in_user(request).is_superuser:
            kwargs["form"] = OwnersMembershipForm
        return super().get_formset(request, obj, **kwargs)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        managed = Group.objects.managed_by(signed_in_user(request))
        return obj is None or managed.filter(pk=obj.pk).exists()

    has_add_permission = has_view_permission
    has_change_permission = has_view_permission
    has_delete_permission = has_view_permission
