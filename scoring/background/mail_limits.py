"""Limit the emails that others cause for an address in a day, counted over all kinds.

Codes to log in and new passwords, which people request for their own address, have separate limits
(`ACCOUNT_RATE_LIMITS`): others cannot use those up by inviting them."""

from datetime import datetime

from django.utils.crypto import salted_hmac

from scoring.core.limits import MAIL_TO_AN_ADDRESS
from scoring.web.request_limits import A_DAY, count

SALT = "scoring.background.mail_limits"


def may_write_to(address: str, at: datetime) -> bool:
    """Count an email that the address did not ask for; False if it got enough today."""
    return count(f"mail:{_mailbox(address)}", MAIL_TO_AN_ADDRESS, at, A_DAY)


def _mailbox(address: str) -> str:
    """Return a hash of where the mail arrives: what follows a plus sign is up to the sender."""
    local, _at_sign, domain = address.strip().lower().rpartition("@")
    return salted_hmac(SALT, f"{local.partition('+')[0]}@{domain}").hexdigest()
