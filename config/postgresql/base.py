"""Django's PostgreSQL backend, with a cheaper look at the connections of its pool."""

import select
from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection, OperationalError
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """Ask the server whether a connection of the pool still works only if it sent something.

    A server that ends a connection says so, and one that has nothing to say is silent. To ask it
    each time, as CONN_HEALTH_CHECKS does, was one of the two round trips of a poll."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection[Any]:
        while True:
            connection: Connection[Any] = super().get_new_connection(conn_params)
            if not self.pool or not _is_readable(connection) or _works(connection):
                return connection
            connection.close()
            self.pool.putconn(connection)  # which opens another one in its place


def _is_readable(connection: Connection[Any]) -> bool:
    waiting = select.poll()
    waiting.register(connection.pgconn.socket, select.POLLIN)
    return bool(waiting.poll(0))


def _works(connection: Connection[Any]) -> bool:
    try:
        ConnectionPool.check_connection(connection)
    except OperationalError:
        return False
    return True
