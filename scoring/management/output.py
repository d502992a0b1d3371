"""What commands that write lines have in common: the reader may stop reading."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, OutputWrapper

CANNOT_WRITE = 2


@contextmanager
def lines_of(command: BaseCommand) -> Iterator[OutputWrapper]:
    """Where to write; quiet when nobody reads on, with a sentence when there is no room."""
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
    """Whatever the text holds, it stays one line and moves no cursor."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
