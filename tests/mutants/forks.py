"""Tests in processes that start at once: forked from one that has imported everything.

There a function is mutated by giving it other code. What runs when a module is imported is not
mutated so; nor is a function whose mutation needs other variables of those around it.
"""

import gc
import json
import os
import resource
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

MIGRATED = "migrated.sqlite3"  # a database without a row but those of the migrations


def serve(session: pytest.Session, requests: int, replies: int) -> None:
    """Read requests from one pipe and write what became of each to the other, a line of JSON each.

    A request: the file, its source and its mutated source; which tests; and for how many seconds.
    """
    items = {item.nodeid: item for item in session.items}
    _warm_up(session.items)
    with open(replies, "w", buffering=1) as reply, open(requests) as request:
        reply.write(json.dumps(list(items)) + "\n")
        for line in request:
            asked = json.loads(line)
            if (child := os.fork()) == 0:
                _run(asked, [items[test] for test in asked.pop("tests")], reply.fileno())
            _pid, status = os.waitpid(child, 0)
            if status:
                reply.write(json.dumps({"status": status}) + "\n")


def _warm_up(items: list[pytest.Item]) -> None:
    """The fixtures that all tests share, which stay; the connection, which does not."""
    from django.db import connections  # noqa: PLC0415 (read after plugins are loaded)

    first = next(item for item in items if item.get_closest_marker("database"))
    # All but the session is torn down: the test that a fork begins with may be in any folder.
    around = set(first.listchain())
    farthest = min(items, key=lambda item: len(around.intersection(item.listchain())))
    first.config.hook.pytest_runtest_protocol(item=first, nextitem=farthest)
    if first.session.testsfailed:
        raise RuntimeError(f"{first.nodeid} fails without any mutation")
    connections.close_all()


def _run(request: dict[str, Any], items: list[pytest.Item], reply: int) -> None:
    """Run the tests of one request in the forked process, and end it."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(used.ru_utime + used.ru_stime + request.pop("seconds"))
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
    database = _own_database()
    try:
        answer = {"failed": _first_failed(items)} if _mutate(**request) else {}
    finally:
        for file in Path.cwd().glob(f"{database}*"):
            file.unlink()
    os.write(reply, f"{json.dumps(answer)}\n".encode())
    os._exit(0)


def _own_database() -> str:
    from django.db import connection  # noqa: PLC0415 (as above)

    name = f"{os.getpid()}.sqlite3"
    shutil.copyfile(MIGRATED, name)
    connection.settings_dict["NAME"] = name
    return name


def _first_failed(items: list[pytest.Item]) -> str | None:
    for item, following in zip(items, [*items[1:], items[0]], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if item.session.testsfailed:
            return item.nodeid
    return None


def _mutate(*, file: str, source: str, mutated: str) -> bool:
    """Whether each function that changed is there and could be given its new code."""
    old, new = ([*_codes(compile(text, file, "exec"))] for text in (source, mutated))
    if len(old) != len(new):
        return False
    other = {was: now for was, now in zip(old, new, strict=True) if was != now}
    path = str(Path(file).absolute())
    is_imported = False  # management commands are imported when they are called
    gc.unfreeze()  # conftest.py froze what pytest had imported
    for thing in gc.get_objects():
        # Not isinstance(): it would ask lazy objects for their class, which evaluates them.
        if type(thing) is FunctionType and thing.__code__.co_filename == path:
            is_imported = True
            try:
                thing.__code__ = other.get(thing.__code__, thing.__code__)
            except ValueError:  # other variables of the functions around it
                return False
    return is_imported


def _codes(code: CodeType) -> Iterator[CodeType]:
    """All that is defined in it, however deep."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)
