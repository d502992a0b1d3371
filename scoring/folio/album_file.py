"""Write photos into a ZIP archive that is sent while they are read."""

from collections.abc import Iterable, Iterator
from zipfile import ZIP_STORED, ZipFile

from scoring.folio.decoding import WIDTHS
from scoring.folio.renditions import file_name, folio_storage
from scoring.models import Photo
from scoring.web.zip_buffer import ZipBuffer

CHUNK = 64 * 1024  # bytes


def chunks_of(photo: Photo) -> Iterator[bytes]:
    """Yield the largest rendition; nothing, if it was deleted a moment ago."""
    try:
        with folio_storage().open(file_name(photo.name, WIDTHS[-1])) as file:
            yield from file.chunks(CHUNK)
    except FileNotFoundError:
        return


def album_file(photos: Iterable[Photo]) -> Iterator[bytes]:
    """Yield the archive; photos are called after their place in it, so names tell nobody's name."""
    buffer = ZipBuffer()
    with ZipFile(buffer.as_file(), "w", ZIP_STORED) as archive:
        for number, photo in enumerate(photos, 1):
            with archive.open(f"{number:03}.webp", "w") as entry:
                for chunk in chunks_of(photo):
                    entry.write(chunk)
                    yield buffer.empty()
    yield buffer.empty()
