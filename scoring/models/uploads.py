"""Files that were uploaded and wait for their confirmation, where all processes find them."""

from datetime import datetime, timedelta
from typing import Self
from uuid import uuid4

from django.db import models

UPLOAD_LIFETIME = timedelta(hours=1)


class UploadQuerySet(models.QuerySet["Upload"]):
    def stored_before(self, at: datetime) -> Self:
        return self.filter(stored_at__lt=at)


class Upload(models.Model):
    uuid = models.UUIDField(primary_key=True, default=uuid4)
    content = models.BinaryField()
    stored_at = models.DateTimeField(db_index=True)

    objects = UploadQuerySet.as_manager()

    def __str__(self) -> str:
        return str(self.uuid)
