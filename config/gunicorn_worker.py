"""gunicorn's worker with threads, for clients that come without a proxy in between."""

import socket
import struct
from functools import partial
from selectors import EVENT_READ
from typing import Any

from django.conf import settings
from gunicorn.workers.gthread import TConn, ThreadWorker

from config.client_socket import CLIENT_TIMEOUT, ClientSocket, UnfinishedRequests
from scoring.web.proxies import network_of

_SOCKET_TIMEOUT = struct.pack("ll", CLIENT_TIMEOUT, 0)


class Worker(ThreadWorker):
    """Give up on clients that fall silent or send byte by byte, and wait for none in the thread
    that serves all.

    gunicorn has no limit on how long a client may take for its request, keeps a thread waiting for
    the first byte on a connection, and closes connections in its main thread, where a client that
    does not close its side stops everybody for two seconds."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.unfinished = UnfinishedRequests()

    def init_process(self) -> None:
        for listener in self.sockets:  # connections take the limit over from where they came
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, _SOCKET_TIMEOUT)
        super().init_process()

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Stop, and close at once what no request came on: gunicorn waits half a minute for it."""
        super().handle_exit(sig, frame)
        self.method_queue.defer(self._let_idle_connections_expire)

    def _let_idle_connections_expire(self) -> None:
        for conn in self.keepalived_conns:
            conn.timeout = 0.0

    def is_parent_alive(self) -> bool:
        """Give the port back at once when the server was killed, and only then end what was begun.

        gunicorn keeps the port until the last client is done; the next server tries for 5 s."""
        is_alive: bool = super().is_parent_alive()
        if not is_alive:
            self.set_accept_enabled(False)
            for listener in self.sockets:
                listener.close()
        return is_alive

    def enqueue_req(self, conn: TConn) -> None:
        """Give a connection to a thread once something was sent on it.

        A new one waits for that like one that had a request before."""
        if isinstance(conn.sock, ClientSocket):
            conn.data_ready = True
            super().enqueue_req(conn)
            return
        conn.sock = ClientSocket(conn.sock, counted_network(conn.client), self.unfinished)
        conn.sock.setblocking(False)
        conn.set_timeout()
        self.keepalived_conns.append(conn)
        is_readable = partial(self.on_client_socket_readable, conn)
        self.poller.register(conn.sock, EVENT_READ, is_readable)

    def handle(self, conn: TConn) -> Any:
        client = conn.sock
        assert isinstance(client, ClientSocket)  # noqa: S101 (since enqueue_req())
        client.begin_request()
        keep = super().handle(conn)
        if not keep:
            client.finish()
        return keep


def counted_network(client: object) -> str | None:
    """Return the network of a client; None behind a proxy, which many networks come through."""
    match client:
        case (str(address), *_) if not settings.PROXIES:
            return network_of(address)
    return None
