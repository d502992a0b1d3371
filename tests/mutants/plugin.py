"""A plugin for pytest, for `tests.mutants`: ends what never ends, and keeps the migrated database.

With RECORD it writes there which functions each test calls, and which are called before all tests.
With SERVE, the numbers of two pipes, it runs what is asked for, each time in a process of its own
that has imported everything already.
"""

import json
import os
import resource
import signal
import sys
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import NoReturn

import hypothesis
import pytest

from tests.mutants.forks import serve

AT_IMPORT = ""  # in the place of a test: what modules call while they are imported
# Of the CPU, as other programs may take most of it; and until a test that only waits is ended.
SECONDS_OF_A_TEST, SECONDS_OF_WAITING = 120, 600
MOST_MEMORY = 4 * 2**30
ROOT = Path(__file__).parent.parent.parent
_calls: dict[str, list[str]] = {}
_failed: set[str] = set()
_at_import: set[CodeType] = set()


def pytest_configure(config: pytest.Config) -> None:
    from django.conf import settings  # noqa: PLC0415 (read after plugins are loaded)

    database = settings.DATABASES["default"]
    database.setdefault("TEST", {})["NAME"] = os.environ["TEST_DATABASE"]
    config.option.reuse_db = not os.environ["DATABASE_URL"]
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    for ended in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(ended, _never_ends)
    if "RECORD" in os.environ:  # a few examples call what many do
        hypothesis.settings.register_profile("record", max_examples=5, deadline=None)
        hypothesis.settings.load_profile("record")


def _never_ends(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise TimeoutError


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what is fast: sweeps of what modules define need no database."""
    items.sort(key=lambda item: item.get_closest_marker("database") is not None)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    sys.settrace(None)
    if "SERVE" not in os.environ:
        return None
    serve(session, *map(int, os.environ["SERVE"].split()))
    return True


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    signal.setitimer(signal.ITIMER_PROF, SECONDS_OF_A_TEST)
    signal.alarm(SECONDS_OF_WAITING)
    entered: set[CodeType] = set()
    if "RECORD" in os.environ:
        _trace(entered)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
        sys.settrace(None)
        threading.settrace(None)
        _calls[item.nodeid] = sorted(filter(None, map(_name, entered)))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        _failed.add(report.nodeid)


def _trace(entered: set[CodeType]) -> None:
    def trace(frame: FrameType, _event: str, _argument: object) -> None:
        entered.add(frame.f_code)  # and no lines: None goes back

    threading.settrace(trace)
    sys.settrace(trace)


@cache
def _name(code: CodeType) -> str:
    """Return a function of this project as path::name, and "" for any other."""
    path = Path(code.co_filename)
    ours = path.is_relative_to(ROOT)
    return f"{path.relative_to(ROOT).as_posix()}::{code.co_qualname}" if ours else ""


def pytest_unconfigure() -> None:
    if "RECORD" in os.environ:
        # What fails here already notices nothing.
        calls = {test: [] if test in _failed else own for test, own in _calls.items()}
        calls[AT_IMPORT] = sorted(filter(None, map(_name, _at_import)))
        Path(os.environ["RECORD"]).write_text(json.dumps(calls))


if "RECORD" in os.environ:
    _trace(_at_import)
