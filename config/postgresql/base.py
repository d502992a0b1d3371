"""Django's PostgreSQL backend, with prepared statements and a cheaper look at its pool."""

import select
from typing import Any

from django.db.backends.postgresql import base, operations
from django.db.backends.utils import CursorWrapper
from psycopg import Connection, OperationalError
from psycopg.errors import FeatureNotSupported
from psycopg.pq import TransactionStatus
from psycopg_pool import ConnectionPool

ServerBindingCursor: Any = base.ServerBindingCursor
PREPARE_AFTER = 2  # times that a connection ran a statement


class PreparedCursor(ServerBindingCursor):  # type: ignore[misc]
    def execute(self, query: Any, params: Any = None, **more: Any) -> Any:
        """Plan the statement again if a migration changed the type of one of its columns.

        Processes of the version before go on while the database is migrated. In a transaction the
        error has ended all that was done in it; psycopg forgets what is prepared when it is rolled
        back."""
        try:
            return super().execute(query, params, **more)
        except FeatureNotSupported:
            if self.connection.info.transaction_status != TransactionStatus.IDLE:
                raise
            return super().execute(query, params, prepare=False)


class DatabaseOperations(operations.DatabaseOperations):
    def last_executed_query(self, cursor: Any, sql: str, params: Any) -> str:
        """Return the statement with its values, for tests and for whoever looks for slow ones."""
        this: Any = self
        if not isinstance(cursor, PreparedCursor):
            return super().last_executed_query(cursor, sql, params)
        composed: str = this.compose_sql(sql, params)
        return composed


class DatabaseWrapper(base.DatabaseWrapper):
    """Prepare statements, and check a connection of the pool only if the server sent something.

    A server that ends a connection says so, and one that has nothing to say is silent. To ask it
    each time, as CONN_HEALTH_CHECKS does, was one of the two round trips of a poll."""

    ops_class = DatabaseOperations

    def prepared_cursor(self) -> CursorWrapper:
        """Return a cursor for statements that come again and again with other values.

        The server plans such a statement once for a connection, if nothing is in between. For a
        poll it needs a tenth of the time that way. All others stay as Django sends them, with
        their values in the text: there may be more of them than the server takes apart."""
        self.ensure_connection()
        this: Any = self
        cursor: CursorWrapper = this._prepare_cursor(PreparedCursor(this.connection))
        return cursor

    def _configure_connection(self, connection: Connection[Any]) -> bool:
        super()._configure_connection(connection)  # type: ignore[misc]
        connection.prepare_threshold = PREPARE_AFTER if _is_direct(connection) else None
        return True  # a statement was run: who does not commit by itself has to

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection[Any]:
        while True:
            connection: Connection[Any] = super().get_new_connection(conn_params)
            if not self.pool or not _is_readable(connection) or _works(connection):
                return connection
            connection.close()
            self.pool.putconn(connection)  # which opens another one in its place


def _is_direct(connection: Connection[Any]) -> bool:
    """Return whether the connection is to PostgreSQL itself.

    A pooler such as PgBouncer hands each transaction to another of its connections, which knows no
    statement that was prepared on the last one. It tells its clients a process of its own making.
    """
    (process,) = connection.execute("SELECT pg_backend_pid()").fetchone() or (None,)
    return process == connection.info.backend_pid


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
