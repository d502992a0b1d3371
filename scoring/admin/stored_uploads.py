"""Uploaded files, stored between their preview and the confirmation."""

from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.core import signing
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from import_export.tmp_storages import MediaStorage  # type: ignore[import-untyped]

LIFETIME = timedelta(hours=1)
EXPIRED = _("This upload is too old or was already confirmed; upload the file again.")


class StoredFile(MediaStorage):
    """A file with an unguessable name in the data folder, which every worker process can read."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{**kwargs, "MEDIA_FOLDER": None})

    def save(self, data: bytes) -> None:
        self._delete_old_files()
        super().save(data)

    def content(self) -> bytes | None:
        """Return the content; None once the file was confirmed or has expired."""
        try:
            content: bytes = self.read()
        except FileNotFoundError:
            return None
        return content

    def _delete_old_files(self) -> None:
        """Delete expired files; there may be no folder yet, or another process does the same."""
        with suppress(FileNotFoundError):
            _folders, names = self._storage.listdir("")
            for name in names:
                if self._storage.get_modified_time(name) < timezone.now() - LIFETIME:
                    self._storage.delete(name)


def sign_reference(user: User, kind: str, value: Any) -> str:
    """Sign a value for a hidden field; valid for an hour, for this user and this kind of upload."""
    return signing.dumps(value, salt=_salt(user, kind))


def read_reference(user: User, kind: str, reference: str) -> Any:
    """Return the signed value; None if it has expired or was signed for another user."""
    try:
        return signing.loads(reference, salt=_salt(user, kind), max_age=LIFETIME)
    except signing.BadSignature:
        return None


def _salt(user: User, kind: str) -> str:
    return f"upload of {kind} by {user.pk}"
