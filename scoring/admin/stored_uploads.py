"""What was uploaded, between its preview and the confirmation."""

from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core import signing
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from import_export.tmp_storages import MediaStorage  # type: ignore[import-untyped]

LIFE = timedelta(hours=1)
GONE = _("This upload is too old or was already confirmed; upload the file again.")


class KeptFile(MediaStorage):
    """A file with an unguessable name beside the data; every worker process sees it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{**kwargs, "MEDIA_FOLDER": None})

    def save(self, data: bytes) -> None:
        self._forget_old_ones()
        super().save(data)

    def content(self) -> bytes | None:
        """None once it was confirmed or forgotten."""
        try:
            content: bytes = self.read()
        except FileNotFoundError:
            return None
        return content

    def _forget_old_ones(self) -> None:
        """Another process may forget them at the same time; at first there is no folder."""
        with suppress(FileNotFoundError):
            _folders, names = self._storage.listdir("")
            for name in names:
                if self._storage.get_modified_time(name) < timezone.now() - LIFE:
                    self._storage.delete(name)


def reference(user: User, kind: str, kept: Any) -> str:
    """For a hidden field: of use for an hour, to nobody else and for nothing else."""
    return signing.dumps(kept, salt=_salt(user, kind))


def kept_by(user: User, kind: str, reference: str) -> Any:
    """What was referred to; None when that is too old, or was not for this user."""
    try:
        return signing.loads(reference, salt=_salt(user, kind), max_age=LIFE)
    except signing.BadSignature:
        return None


def _salt(user: User, kind: str) -> str:
    return f"upload of {kind} by {user.pk}"
