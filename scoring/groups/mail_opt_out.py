"""Addresses that want no mail that strangers ask us to send: each has a link to say so."""

from datetime import datetime

from django.conf import settings
from django.core import signing
from django.utils.crypto import salted_hmac

from scoring.models import MailOptOut
from scoring.models.transactions import write_transaction

SALT = "scoring.groups.mail_opt_out"


def opt_out_token(address: str) -> str:
    """Return the key in the link of an email, which hides the address and which nobody can make."""
    return signing.Signer(salt=SALT).sign(_hash(address, settings.SECRET_KEY))


def hash_in(token: str) -> str | None:
    """Return the hash of the address that a link is for, or None if we did not make the link."""
    try:
        return signing.Signer(salt=SALT).unsign(token)
    except signing.BadSignature:
        return None


@write_transaction()
def opt_out(*, address_hash: str, at: datetime) -> None:
    """Stop mail that strangers ask us to send to an address; a second time changes nothing."""
    MailOptOut.objects.get_or_create(address_hash=address_hash, defaults={"created_at": at})


def is_opted_out(*address_hashes: str) -> bool:
    return MailOptOut.objects.filter(address_hash__in=address_hashes).exists()


def has_opted_out(address: str) -> bool:
    return is_opted_out(*address_hashes(address))


def address_hashes(address: str) -> list[str]:
    """Return the hashes of an address with all keys, the current one first.

    What was stored of an address holds when the key changes."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return [_hash(address, key) for key in keys]


def _hash(address: str, key: str) -> str:
    return salted_hmac(SALT, address.lower(), secret=key, algorithm="sha256").hexdigest()
