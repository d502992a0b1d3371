"""Notice what a test's own transaction hides: locks and writes that the site makes outside one."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.core.signals import request_finished, request_started
from django.db import connection
from django.db.transaction import TransactionManagementError

LOCK = re.compile(r" FOR (NO KEY )?UPDATE")
# Rows of the site; what libraries write of accounts and their sessions is theirs.
WRITE = re.compile(
    r'(INSERT INTO|UPDATE|DELETE FROM) "(scoring|artbox|artem|canvas|duplik)_(?!cached)'
)


@contextmanager
def transactions_checked() -> Iterator[None]:
    """Refuse to lock a row outside a transaction, and to write twice in a request outside one."""
    writes: int | None = None  # of the request that is being answered

    def begin(**_request: Any) -> None:
        nonlocal writes
        writes = 0

    def end(**_request: Any) -> None:
        nonlocal writes
        writes = None

    def check(
        execute: Callable[..., Any], sql: str, parameters: Any, many: bool, context: Any
    ) -> Any:
        nonlocal writes
        if not _in_transaction_of_the_site():
            if writes is not None and WRITE.match(sql):
                writes += 1
            if LOCK.search(sql) or (writes or 0) > 1:
                raise TransactionManagementError(f"This needs a transaction: {sql[:100]}")
        return execute(sql, parameters, many, context)

    request_started.connect(begin)
    request_finished.connect(end)
    try:
        with connection.execute_wrapper(check):
            yield
    finally:
        request_started.disconnect(begin)
        request_finished.disconnect(end)


def _in_transaction_of_the_site() -> bool:
    return any(not getattr(block, "_from_testcase", False) for block in connection.atomic_blocks)
