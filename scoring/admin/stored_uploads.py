"""Uploaded files, stored between their preview and the confirmation."""

from typing import Any

from django.contrib.auth.models import User
from django.core import signing
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from import_export.tmp_storages import BaseStorage  # type: ignore[import-untyped]

from scoring.models import Upload
from scoring.models.uploads import UPLOAD_LIFETIME

EXPIRED = _("This upload is too old or was already confirmed; upload the file again.")


class StoredFile(BaseStorage):
    """A file with an unguessable name in the database, which every process can read."""

    def save(self, data: bytes) -> None:
        now = timezone.now()
        Upload.objects.stored_before(now - UPLOAD_LIFETIME).delete()
        self.name = Upload.objects.create(content=data, stored_at=now).uuid.hex

    def read(self) -> bytes:
        """Return the content, or raise Upload.DoesNotExist once it was confirmed or has expired."""
        return bytes(Upload.objects.get(uuid=self.name).content)

    def content(self) -> bytes | None:
        """Return the content; None once the file was confirmed or has expired."""
        try:
            return self.read()
        except Upload.DoesNotExist:
            return None

    def remove(self) -> None:
        Upload.objects.filter(uuid=self.name).delete()


def sign_reference(user: User, kind: str, value: Any) -> str:
    """Sign a value for a hidden field; valid for an hour, for this user and this kind of upload."""
    return signing.dumps(value, salt=_salt(user, kind))


def read_reference(user: User, kind: str, reference: str) -> Any:
    """Return the signed value; None if it has expired or was signed for another user."""
    try:
        return signing.loads(reference, salt=_salt(user, kind), max_age=UPLOAD_LIFETIME)
    except signing.BadSignature:
        return None


def _salt(user: User, kind: str) -> str:
    return f"upload of {kind} by {user.pk}"
