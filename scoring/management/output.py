"""Writing lines to standard output, whose reader may stop reading."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, OutputWrapper

CANNOT_WRITE = 2


@contextmanager
def lines_of(command: BaseCommand) -> Iterator[OutputWrapper]:
    """Yield where to write; quiet if the reader stopped, an error if the disk is full."""
    if sys.stdout is None:  # closed by the shell: nobody reads at all
        with Path(os.devnull).open("w") as nowhere:
            yield OutputWrapper(nowhere)
        return
    try:
        yield command.stdout
        command.stdout.flush()
    except BrokenPipeError:
        sys.stdout = None
    except OSError as problem:
        sys.stdout = None
        raise CommandError(f"cannot write: {problem.strerror}", returncode=CANNOT_WRITE) from None


def one_line(text: str) -> str:
    """Escape what would break the line or control the terminal."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
