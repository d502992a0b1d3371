"""The secrets of second factors, encrypted in the database with a key made from SECRET_KEY."""

import logging
from base64 import urlsafe_b64encode
from typing import Any

from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet
from django.conf import settings
from django.db.models import Q
from django.utils.crypto import salted_hmac

from scoring.models.locks import lock_free_rows
from scoring.models.transactions import write_transaction

SALT = "scoring.accounts.second_factor_secrets"
SECRETS = ("secret", "seed")  # of an app's codes, and of recovery codes

logger = logging.getLogger(__name__)


class UnknownKey(Exception):
    """It was encrypted with a key that is not among SECRET_KEY and SECRET_KEY_FALLBACKS."""


def encrypt(text: str) -> str:
    key = settings.SECRET_KEY
    return f"{_name_of(key)}:{_cipher(key).encrypt(text.encode()).decode()}"


def decrypt(stored: str) -> str:
    """Decrypt with the key that it names; earlier versions stored the secret as it is.

    Raises UnknownKey rather than return something that is no secret, and easily guessed."""
    name, colon, token = stored.rpartition(":")
    if not colon:
        return stored
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        if _name_of(key) == name:
            return _cipher(key).decrypt(token.encode()).decode()
    raise UnknownKey


def _name_of(key: str) -> str:
    """Return by what a stored secret names its key, without telling anything of the key."""
    return salted_hmac(f"{SALT}.name", "", secret=key, algorithm="sha256").hexdigest()[:8]


def _cipher(key: str) -> Fernet:
    digest = salted_hmac(SALT, "", secret=key, algorithm="sha256").digest()
    return Fernet(urlsafe_b64encode(digest))


@write_transaction()
def encrypt_anew(*, most: int) -> int:
    """Encrypt with the current key what an earlier key encrypted, or none; return how many.

    Second factors that somebody uses at this moment are left to the next time."""
    keys = lock_free_rows(Authenticator.objects.filter(_outdated()), most)
    encrypted = 0
    for row in Authenticator.objects.filter(pk__in=keys):
        try:
            row.data |= _encrypted_anew(row.data)
        except UnknownKey:
            logger.warning("The second factor %d was encrypted with a key that is not set.", row.pk)
        else:
            row.save(update_fields=["data"])
            encrypted += 1
    return encrypted


def _outdated() -> Q:
    mark = f"{_name_of(settings.SECRET_KEY)}:"
    outdated = Q()
    for name in SECRETS:
        outdated |= Q(data__has_key=name) & ~Q(**{f"data__{name}__startswith": mark})
    return outdated


def _encrypted_anew(data: dict[str, Any]) -> dict[str, str]:
    return {name: encrypt(decrypt(data[name])) for name in SECRETS if name in data}
