"""Make pictures as phones send them, and photos that are ready to look at."""

from io import BytesIO
from itertools import chain
from typing import Any

from django.core.files.base import ContentFile
from django.utils import timezone
from PIL import Image, ImageDraw

from scoring.folio.renditions import folio_storage, read_new_photos, stored_folders
from scoring.models import Photo, Session
from scoring.sessions.steps import round_at


def picture(size: tuple[int, int] = (400, 300), kind: str = "JPEG", **more: Any) -> bytes:
    """Return a file of the kind, red with a white corner at its upper left."""
    drawn = Image.new("RGB", size, "red")
    ImageDraw.Draw(drawn).rectangle((0, 0, size[0] // 4, size[1] // 4), fill="white")
    file = BytesIO()
    drawn.save(file, kind, **more)
    return file.getvalue()


def add_file(session: Session, content: bytes, step: int = 1, **columns: Any) -> Photo:
    """Store a file as the form of a table does, for the worker to read."""
    Session.objects.filter(pk=session.pk).update(has_photos=True)
    session.refresh_from_db()
    recorded = round_at(session, "", step)
    columns = {"seat": session.seats.order_by("place").first(), **columns}
    if recorded:
        columns = {"recorded_in": recorded[0], "recorded_as": recorded[1], **columns}
    stored = folio_storage().save("incoming/photo", ContentFile(content))
    return Photo.objects.create(
        session=session, step=step, incoming=stored, added_at=timezone.now(), **columns
    )


def add_photo(session: Session, step: int = 1, **columns: Any) -> Photo:
    """Add a photo and let the worker read it."""
    photo = add_file(session, picture(), step, **columns)
    read_new_photos()
    photo.refresh_from_db()
    return photo


def stored_files() -> list[str]:
    """Return the names of all files in the storage of photos."""
    return [*chain.from_iterable(stored_folders())]
