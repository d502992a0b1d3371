"""Notice what a test's own transaction hides: locks and writes that the site makes outside one."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

from django.core.signals import request_finished, request_started
from django.db import connection
from django.db.models import QuerySet
from django.db.transaction import TransactionManagementError

LOCK = re.compile(r" FOR (NO KEY )?UPDATE")
# Rows of the site; what libraries write of accounts and their sessions is theirs.
WRITE = re.compile(
    r'(INSERT INTO|UPDATE|DELETE FROM) "(scoring|artbox|artem|canvas|duplik)_(?!cached)'
)
ROOT = Path(__file__).parent.parent
SITE = (f"{ROOT}/scoring/", f"{ROOT}/games/")
# They write step by step, so that what phones wait for comes in between.
STEP_BY_STEP = re.compile(r"/(tests|management|upkeep|background|migrations)/|/jobs\.py$")


@contextmanager
def transactions_checked() -> Iterator[None]:
    """Refuse to lock a row outside a transaction, and to write twice there, in one request or in
    one call of the site's code by a test."""
    writes: int | None = None  # of the request that is being answered
    calls: set[FrameType] = set()  # that wrote last, outside of requests

    def begin(**_request: Any) -> None:
        nonlocal writes
        writes = 0

    def end(**_request: Any) -> None:
        nonlocal writes
        writes = None

    def check(
        execute: Callable[..., Any], sql: str, parameters: Any, many: bool, context: Any
    ) -> Any:
        nonlocal writes, calls
        if LOCK.search(sql) and not _in_transaction_of_the_site():
            raise TransactionManagementError(f"This needs a transaction: {sql[:100]}")
        if WRITE.match(sql) and not _in_transaction_of_the_site():
            before, calls = calls, set() if writes is not None else _calls_of_the_site()
            writes = None if writes is None else writes + 1
            if calls & before or (writes or 0) > 1:
                raise TransactionManagementError(f"This needs a transaction: {sql[:100]}")
        return execute(sql, parameters, many, context)

    def lock(rows: "QuerySet[Any]", **options: Any) -> "QuerySet[Any]":
        # SQLite has no statement that locks a row.
        if connection.vendor == "sqlite" and not _in_transaction_of_the_site():
            raise TransactionManagementError(f"This needs a transaction: {rows.query}")
        return select_for_update(rows, **options)

    select_for_update = QuerySet.select_for_update
    request_started.connect(begin)
    request_finished.connect(end)
    try:
        with connection.execute_wrapper(check), patch.object(QuerySet, "select_for_update", lock):
            yield
    finally:
        request_started.disconnect(begin)
        request_finished.disconnect(end)


def _in_transaction_of_the_site() -> bool:
    return any(not getattr(block, "_from_testcase", False) for block in connection.atomic_blocks)


def _calls_of_the_site() -> set[FrameType]:
    calls = set()
    frame: FrameType | None = sys._getframe(2)
    while frame:
        file = frame.f_code.co_filename
        if file.startswith(SITE) and not STEP_BY_STEP.search(file):
            calls.add(frame)
        frame = frame.f_back
    return calls
