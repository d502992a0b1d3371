"""gunicorn's worker with threads, for clients that come without a proxy in between."""

import os
import select
import socket
import struct
import time
from contextlib import suppress
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

# Seconds in which a client has to send or to take at least a byte of what was begun.
CLIENT_TIMEOUT = int(os.environ.get("CLIENT_TIMEOUT", "30"))
_SOCKET_TIMEOUT = struct.pack("ll", CLIENT_TIMEOUT, 0)
LINGER = 2.0  # seconds in which a client may close its side first
DRAIN = 65_536  # bytes


class Worker(ThreadWorker):
    """Give up on clients that fall silent, and wait for none in the thread that serves all.

    gunicorn has no limit on how long a client may take for its request, and closes connections in
    its main thread, where a client that does not close its side stops everybody for two seconds."""

    _notify_at = 0.0  # the arbiter waits for much longer than the second between two signs of life

    def notify(self) -> None:
        now = time.monotonic()
        if now >= self._notify_at:
            self._notify_at = now + 1
            super().notify()

    def init_process(self) -> None:
        for listener in self.sockets:  # connections take the limits over from where they came
            for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
                listener.setsockopt(socket.SOL_SOCKET, option, _SOCKET_TIMEOUT)
        super().init_process()

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Stop, and close at once what no request came on: gunicorn waits half a minute for it."""
        super().handle_exit(sig, frame)
        self.method_queue.defer(self._let_idle_connections_expire)

    def _let_idle_connections_expire(self) -> None:
        for conn in (*self.keepalived_conns, *self.pending_conns):
            conn.timeout = 0.0

    def handle(self, conn: TConn) -> Any:
        # gunicorn makes a selector to find out, which takes long in a thread among others.
        conn.data_ready = conn.data_ready or _has_arrived(conn.sock)
        keep = super().handle(conn)
        if not keep:
            _finish(conn.sock)
        return keep


def _has_arrived(connection: socket.socket) -> bool:
    """Return whether the client has sent something."""
    waiting = select.poll()
    waiting.register(connection, select.POLLIN)
    return bool(waiting.poll(0))


def _finish(connection: socket.socket) -> None:
    """Do in this thread what would take long in the main one, which is left to close the socket."""
    deadline = time.monotonic() + LINGER
    with suppress(OSError):
        connection.shutdown(socket.SHUT_WR)
        for _ in range(0, DRAIN, 4096):
            connection.settimeout(max(deadline - time.monotonic(), 0.001))
            if not connection.recv(4096):
                return
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
