"""Sockets of clients, which have so long to send a request, for config/gunicorn_worker.py."""

import errno
import os
import select
import socket
import time
from contextlib import suppress
from threading import Lock

# Seconds that a client has for a request, and in which it takes at least a byte of an answer.
CLIENT_TIMEOUT = int(os.environ.get("CLIENT_TIMEOUT", "30"))
LEAST_RATE = 10_000  # bytes of a request that give its client another second
# Requests of a network for the rest of which a worker waits at a time, of its 64 threads. What has
# arrived as a whole is not waited for, however many phones share an address.
MOST_UNFINISHED = 32
LINGER = 2.0  # seconds in which a client may close its side first
DRAIN = 65_536  # bytes


class ClientSocket(socket.socket):
    """Read a request while it arrives in time; else raise what a socket with a limit raises.

    `network`: whose unfinished requests are counted together; None if they are not counted."""

    def __init__(
        self, accepted: socket.socket, network: str | None, unfinished: "UnfinishedRequests"
    ) -> None:
        super().__init__(accepted.family, accepted.type, accepted.proto, accepted.detach())
        self.network = network
        self.unfinished = unfinished
        self.begin_request()

    def begin_request(self) -> None:
        """Give the client its time for the next request on this connection."""
        self.began = time.monotonic()
        self.received = 0
        self.is_given_up = False

    def recv(self, size: int, flags: int = 0, /) -> bytes:
        if not has_arrived(self):
            self._wait()
        data = super().recv(size, flags)
        self.received += len(data)
        return data

    def give_up(self) -> None:
        """Wake the thread that waits for the rest of a request; an answer can still be sent."""
        self.is_given_up = True
        with suppress(OSError):  # the client has gone
            self.shutdown(socket.SHUT_RD)

    def finish(self) -> None:
        """Close the side of the server, and wait a little for the client to close its own."""
        deadline = time.monotonic() + LINGER
        with suppress(OSError):
            self.shutdown(socket.SHUT_WR)
            for _ in range(0, DRAIN, 4096):
                self.settimeout(max(deadline - time.monotonic(), 0.001))
                if not super().recv(4096):
                    return
        with suppress(OSError):
            self.shutdown(socket.SHUT_RDWR)

    def _wait(self) -> None:
        deadline = self.began + CLIENT_TIMEOUT + self.received / LEAST_RATE
        seconds = deadline - time.monotonic()
        if (timeout := self.gettimeout()) is not None:
            seconds = min(seconds, timeout)
        self.unfinished.add(self)
        try:
            is_late = not has_arrived(self, max(seconds, 0))
        finally:
            self.unfinished.discard(self)
        if is_late or self.is_given_up:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))


class UnfinishedRequests:
    """The requests for the rest of which threads of this worker are waiting.

    A network with too many loses its oldest: a phone sends its request within a moment, so the
    oldest is of a client that sends it byte by byte."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: set[ClientSocket] = set()

    def add(self, client: ClientSocket) -> None:
        with self._lock:
            near = [each for each in self._waiting if each.network == client.network]
            if client.network is not None and len(near) >= MOST_UNFINISHED:
                oldest = min(near, key=lambda each: each.began)
                self._waiting.discard(oldest)
                oldest.give_up()
            self._waiting.add(client)

    def discard(self, client: ClientSocket) -> None:
        with self._lock:
            self._waiting.discard(client)


def has_arrived(connection: socket.socket, seconds: float = 0) -> bool:
    """Return whether the client has sent something, or gone, within so many seconds."""
    waiting = select.poll()
    waiting.register(connection, select.POLLIN)
    return bool(waiting.poll(seconds * 1000))
