"""The second factor: django-allauth's codes of an app, with our drawing of the QR code."""

import segno
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc] # allauth has no types
    def build_totp_svg(self, url: str) -> str:
        """Return an element of the page: its policy allows no image that an address contains."""
        code = segno.make(url, error="m")
        return code.svg_inline(scale=5, border=3, dark="#211d18", light="#ffffff")


def has_second_factor(user_id: int | None) -> bool:
    codes = Authenticator.objects.filter(user=user_id, type=Authenticator.Type.TOTP)
    return bool(codes.exists())
