"""Write an archive that is sent while it is made: only what has not been sent is in memory."""

from typing import IO, cast


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
