"""The version of the static files, which cached pages depend on."""

from django.contrib.staticfiles.storage import staticfiles_storage


def static_files_version() -> str:
    """Return a hash that changes with every stylesheet, script and icon."""
    return getattr(staticfiles_storage, "manifest_hash", "")  # none while developing
