"""gunicorn's log in the format of the site's, without what strangers sent."""

import logging
import sys
from typing import Any

from gunicorn.glogging import Logger
from gunicorn.http.errors import (
    ChunkMissingTerminator,
    InvalidChunkExtension,
    InvalidChunkSize,
    ParseException,
)

WITH_ADDRESS = "Invalid request from ip="
MALFORMED = (ParseException, ChunkMissingTerminator, InvalidChunkExtension, InvalidChunkSize)


class ServerLog(Logger):
    def setup(self, cfg: Any) -> None:
        """Hand records to the site's handlers once it has set them up.

        gunicorn would add its own again at each reload, and write every line twice."""
        super().setup(cfg)
        self.error_log.addFilter(_without_what_was_sent)
        if logging.getLogger().handlers:
            self.error_log.handlers.clear()
            self.error_log.propagate = True


def _without_what_was_sent(record: logging.LogRecord) -> bool:
    """Write one line about a request that is malformed, and none about a client that fell silent.

    gunicorn quotes the line or the header that it cannot read, or the address of what failed,
    which may have a code or a key in it."""
    error = record.exc_info[1] if record.exc_info else sys.exception()
    if isinstance(error, BlockingIOError):
        return record.exc_info is None
    if isinstance(error, MALFORMED) and record.levelno >= logging.WARNING:
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        about, _colon, _quoted = record.getMessage().partition(": ")
        about = about if about.startswith(WITH_ADDRESS) else "Invalid request"
        record.msg, record.args = "%s: %s", (about, type(error).__name__)
        record.exc_info = None
    elif isinstance(record.msg, str) and record.msg.startswith("Error handling request"):
        record.msg, record.args = "Error handling a request", ()
    return True
