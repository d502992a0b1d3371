"""Write an archive that is sent while it is made, and photos into one."""

from collections.abc import Iterable, Iterator
from typing import IO, cast
from zipfile import ZIP_STORED, ZipFile

from scoring.folio.decoding import WIDTHS
from scoring.folio.renditions import file_name, folio_storage
from scoring.models import Photo

CHUNK = 64 * 1024  # bytes


class ZipBuffer:
    """The file that an archive is written to: keeps what has not been sent yet."""

    def __init__(self) -> None:
        self._unsent = bytearray()

    def write(self, data: bytes) -> int:
        self._unsent += data
        return len(data)

    def flush(self) -> None:
        pass

    def __len__(self) -> int:
        return len(self._unsent)

    def empty(self) -> bytes:
        unsent = bytes(self._unsent)
        self._unsent.clear()
        return unsent

    def as_file(self) -> IO[bytes]:
        """Return it as what ZipFile asks for, which needs no more than these methods."""
        return cast("IO[bytes]", self)


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
