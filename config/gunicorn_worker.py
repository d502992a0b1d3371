"""gunicorn's worker with threads, for clients that come without a proxy in between."""

import os
import socket
import struct
import time
from contextlib import suppress
from logging import Filter, LogRecord
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

# Seconds in which a client has to send or to take at least a byte of what was begun.
CLIENT_TIMEOUT = int(os.environ.get("CLIENT_TIMEOUT", "30"))
LINGER = 2.0  # seconds in which a client may close its side first
DRAIN = 65_536  # bytes


class Worker(ThreadWorker):
    """Give up on clients that fall silent, and wait for none in the thread that serves all.

    gunicorn has no limit on how long a client may take for its request, and closes connections in
    its main thread, where a client that does not close its side stops everybody for two seconds."""

    def init_process(self) -> None:
        self.log.error_log.addFilter(_NotSlowClients())
        super().init_process()

    def handle(self, conn: TConn) -> Any:
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            conn.sock.setsockopt(socket.SOL_SOCKET, option, struct.pack("ll", CLIENT_TIMEOUT, 0))
        keep = super().handle(conn)
        if not keep:
            _finish(conn.sock)
        return keep


class _NotSlowClients(Filter):
    """Leave out what gunicorn reports with a traceback: that a client fell silent."""

    def filter(self, record: LogRecord) -> bool:
        return not (record.exc_info and isinstance(record.exc_info[1], BlockingIOError))


def _finish(connection: socket.socket) -> None:
    """Do in this thread what would take long in the main one, which is left to close the socket."""
    deadline = time.monotonic() + LINGER
    with suppress(OSError):
        connection.shutdown(socket.SHUT_WR)
        for _ in range(0, DRAIN, 4096):
            connection.settimeout(max(deadline - time.monotonic(), 0.001))
            if not connection.recv(4096):
                break
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
