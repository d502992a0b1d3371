"""Processes that do one thing after the other, because starting one takes half a second."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import django

from tests.serving import ROOT

Verb = Callable[..., str]


def answer(verb: Verb) -> None:
    """Print what the verb answers to the arguments; without any, to each line of the input."""
    django.setup()
    arguments = sys.argv[1:]
    for words in [arguments] if arguments else map(str.split, sys.stdin):
        print(verb(*words), flush=True)


@contextmanager
def asked(module: str, environment: dict[str, str]) -> Iterator[Callable[..., str]]:
    """Start a module that answers lines; yield what asks it and returns its answer."""
    with subprocess.Popen(
        [sys.executable, "-m", module],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield lambda *words: _answer_of(process, words)
        finally:
            process.kill()


def _answer_of(process: "subprocess.Popen[Any]", words: tuple[object, ...]) -> str:
    assert process.stdin is not None
    assert process.stdout is not None
    print(*words, file=process.stdin, flush=True)
    line: str = process.stdout.readline()
    assert line, "it ended"
    return line.strip()
