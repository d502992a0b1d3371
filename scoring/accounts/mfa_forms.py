"""Forms for codes of the second factor: each code counts once, as long as it is valid.

allauth remembers a code for one step of 30 seconds, and neither the code that set the second factor
up nor the steps that it tolerates before and after."""

from typing import Any

from allauth.mfa import app_settings
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from django.contrib.auth.models import User
from django.core.cache import cache


def use_code(user: User, code: str) -> None:
    """Remember that a valid code was given. Raises a ValidationError if it was given before."""
    steps = 2 * app_settings.TOTP_TOLERANCE + 1  # while it is valid
    key = f"scorefolio.totp.used:{user.pk}:{''.join(code.split())}"
    if not cache.add(key, True, timeout=steps * app_settings.TOTP_PERIOD):
        raise get_adapter().validation_error("incorrect_code")


class OnceAuthenticateForm(AuthenticateForm):  # type: ignore[misc] # allauth has no types
    def clean_code(self) -> Any:
        code = super().clean_code()
        if self.authenticator.type == Authenticator.Type.TOTP:
            use_code(self.user, code)
        return code


class OnceReauthenticateForm(ReauthenticateForm):  # type: ignore[misc] # as above
    def clean_code(self) -> Any:
        code = super().clean_code()
        if self.authenticator.type == Authenticator.Type.TOTP:
            use_code(self.user, code)
        return code


class OnceActivateTOTPForm(ActivateTOTPForm):  # type: ignore[misc] # as above
    def clean_code(self) -> Any:
        code = super().clean_code()
        use_code(self.user, code)
        return code
