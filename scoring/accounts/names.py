"""Change an account's username."""

from django.contrib.auth.models import User
from django.db import IntegrityError

from scoring.models.transactions import write_transaction


class NameIsTaken(Exception):
    """Somebody else took the name a moment ago."""


@write_transaction()
def change_name(*, user: User, name: str) -> None:
    """Raises NameIsTaken."""
    try:
        with write_transaction():
            User.objects.filter(pk=user.pk).update(username=name)
    except IntegrityError:
        raise NameIsTaken from None
