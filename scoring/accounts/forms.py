"""Forms about the user's own account."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from scoring.models import Group


class LoginForm(allauth_forms.LoginForm):  # type: ignore[misc] # allauth has no types
    """Asks for what people know by name; the label of allauth is “Login”."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or email")
        self.fields["login"].widget.attrs.pop("placeholder", None)


class NameForm(forms.Form):
    """Asks for another username, and refuses what sign-up refuses."""

    username = forms.CharField(
        label=_("New username"),
        max_length=User._meta.get_field("username").max_length,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )

    def clean_username(self) -> str:
        name: str = get_adapter().clean_username(self.cleaned_data["username"])
        return name


class FirstAccountForm(BaseUserCreationForm):  # type: ignore[type-arg]
    """Asks for the name and the password of the site's first account."""

    class Meta(BaseUserCreationForm.Meta):
        fields = ("username", "email")

    def clean_username(self) -> str:
        name: str = get_adapter().clean_username(self.cleaned_data["username"])
        return name


class PasswordForm(forms.Form):
    """Asks for the password of an account that has one."""

    password = forms.CharField(
        label=_("Your password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not user.has_usable_password():
            del self.fields["password"]


class DeleteAccountForm(forms.Form):
    """Asks what is to become of the person's name, and for the username, so that it is meant."""

    names = forms.ChoiceField(
        label=_("Your name in past sessions"),
        choices=[
            ("keep", _("Keep my name, for the people I played with")),
            ("remove", _("Show me as “A former player”, and hide me outside my groups")),
        ],
        widget=forms.RadioSelect,
        initial="keep",
    )
    with_groups = forms.BooleanField(required=False)
    username = forms.CharField(
        label=_("Your username"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )

    def __init__(self, *args: Any, user: User, groups: list[Group], **kwargs: Any) -> None:
        """`groups`: those that disappear with the account."""
        self.user = user
        super().__init__(*args, **kwargs)
        if groups:
            names = ", ".join(group.name for group in groups)
            label = _("Also delete %(groups)s, with everything played there")
            self.fields["with_groups"].label = label % {"groups": names}
            self.fields["with_groups"].required = True
        else:
            del self.fields["with_groups"]

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"].strip()
        if name != self.user.get_username():
            raise forms.ValidationError(_("That is not your username. Nothing was deleted."))
        return name
