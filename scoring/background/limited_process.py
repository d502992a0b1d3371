"""Read foreign files in a process of its own, which may take so much memory and so many seconds.

A small file may claim millions of cells or pixels. The process is a module that reads standard
input and writes standard output; it imports no Django, so that it starts fast."""

import resource
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MOST_MEMORY = 1024**3  # bytes
MOST_SECONDS = 10  # of the processor
PATIENCE = 20  # seconds


class TookTooMuch(Exception):
    """Raised if the process took too much memory or time, and was ended."""


class ProcessFailed(Exception):
    """Raised if the process refused what it read, by its exit status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def run_limited(module: str, content: bytes, *arguments: str) -> bytes:
    """Run a module of ours on the content of a file; return what it wrote."""
    try:
        done = subprocess.run(
            [sys.executable, "-m", module, *arguments],
            input=content,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            cwd=ROOT,
        )
    except subprocess.TimeoutExpired:
        raise TookTooMuch from None
    if done.returncode < 0:
        raise TookTooMuch
    if done.returncode:
        raise ProcessFailed(done.returncode)
    return done.stdout


def limit_this_process() -> None:
    """Set the limits; call it before anything else is imported, whose memory counts as well."""
    for limit, most in ((resource.RLIMIT_AS, MOST_MEMORY), (resource.RLIMIT_CPU, MOST_SECONDS)):
        with suppress(ValueError, OSError):  # of systems that do not limit this
            resource.setrlimit(limit, (most, most))
