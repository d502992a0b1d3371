"""What is sent with the page of a session's photos."""

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from scoring.core.limits import BYTES_OF_A_PHOTO
from scoring.folio.renditions import DAMAGED, LARGE, NARROW

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

FILE = "file-"  # begins the name of a field; the key of its drawing follows
ACCEPTED = "image/jpeg,image/png,image/webp"  # so that phones convert their own formats to JPEG
LONGEST_BEGINNING = 12  # bytes by which a format is known


def is_photo(beginning: bytes) -> bool:
    """Return whether a file begins as a JPEG, a PNG or a WebP does."""
    is_webp = beginning.startswith(b"RIFF") and beginning[8:12] == b"WEBP"
    return is_webp or beginning.startswith((b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n"))


def file_problem(file: "UploadedFile[Any]") -> str:
    """Return why a file cannot be a photo, as far as it shows without decoding it."""
    if file.size is None or file.size > BYTES_OF_A_PHOTO:
        most = {"most": BYTES_OF_A_PHOTO // 1024**2}
        return _("This photo is larger than %(most)d MB. Send a smaller one.") % most
    beginning = file.read(LONGEST_BEGINNING)
    file.seek(0)
    return (
        "" if is_photo(beginning) else _("This file is not a photo. Send a JPEG, PNG or WebP file.")
    )


def refusal_of(code: str) -> str:
    """Return the sentence for what the worker found in a file."""
    sentences = {
        DAMAGED: _("This photo could not be read. Take it again."),
        LARGE: _("This photo has more than 40 megapixels. Send a smaller one."),
        NARROW: _("This photo is too narrow. Take it again."),
    }
    return sentences.get(code, sentences[DAMAGED])
