"""Accounts that the admin lets in: staff with a second factor."""

from typing import Any

from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib.auth.models import User


def new_staff(name: str, **fields: Any) -> User:
    return with_second_factor(User.objects.create(username=name, is_staff=True, **fields))


def with_second_factor(user: User) -> User:
    TOTP.activate(user, generate_totp_secret())
    return user
