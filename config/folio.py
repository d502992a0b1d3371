"""Where photos of drawings are stored: a folder, or a bucket that several machines share."""

from pathlib import Path
from typing import Any


def folio_storage(folder: Path, bucket: str) -> dict[str, Any]:
    """Return the entry of STORAGES. For a bucket, install django-storages with its part for S3.

    boto3 reads where the bucket is, and the keys to it, from AWS_ENDPOINT_URL_S3,
    AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."""
    if not bucket:
        return {
            "BACKEND": "django.core.files.storage.FileSystemStorage",
            "OPTIONS": {
                "location": folder,
                "file_permissions_mode": 0o600,
                "directory_permissions_mode": 0o700,
            },
        }
    options = {"bucket_name": bucket, "default_acl": None, "file_overwrite": True}
    return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
