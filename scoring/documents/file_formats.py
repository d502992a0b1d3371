"""Read session documents from files: one document, a JSON list, or one a line."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from django.utils.translation import gettext as _

from scoring.core.refusals import Refused
from scoring.documents.strict_json import NotJson, check_characters, loads

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
MOST_BYTES_OF_A_DOCUMENT = 1024**2
LINES = {".ndjson", ".jsonl"}
LIST = b"["  # of documents, each of which is shorter

Found = object | Refused | NotJson


class Unreadable(Exception):
    """Raised for a file that cannot be read or is not JSON."""


def open_documents(name: str) -> Iterator[Found]:
    """Yield the value of each document in a file (`-`: standard input), or why it has none."""
    try:
        with _opened(name) as file:
            yield from documents(name, file)
    except NotJson as problem:
        raise Unreadable(_("it is not JSON: %(why)s") % {"why": problem}) from None
    except OSError as problem:
        raise Unreadable(problem.strerror or str(problem)) from None


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name != "-":
        with Path(name).open("rb") as file:
            yield file
    elif sys.stdin is None:
        raise Unreadable(_("standard input is closed"))
    else:
        yield sys.stdin.buffer


def documents(name: str, file: BinaryIO) -> Iterator[Found]:
    """Yield the value of each document, or why it has none; of many lines hold one at a time.

    Raises NotJson if the file as a whole is not JSON."""
    lines = (line for line in _without_mark(file) if line.strip())
    first = next(lines, None)
    if first is None:
        if name != "-" and Path(name).suffix not in LINES:
            raise NotJson("the file is empty", unfinished=True)
        return
    value = _decoded(first, is_line=Path(name).suffix in LINES)
    if Path(name).suffix in LINES:
        yield from _lines(value, first, lines)
    elif isinstance(value, NotJson) and value.unfinished:
        yield from _several_lines(value, first, list(lines))
    elif (second := next(lines, None)) is None:
        yield from _whole(value, first)
    else:
        yield from _lines(value, first, chain([second], lines))


def _lines(value: Found, first: bytes, rest: Iterable[bytes]) -> Iterable[Found]:
    """Yield a document for each line."""
    return chain([_checked(value, _may_hold_half_characters(first))], map(_read, rest))


def _several_lines(value: NotJson, first: bytes, rest: list[bytes]) -> Iterable[Found]:
    """Yield one document or a list over several lines; or lines whose first is cut short."""
    text = first + b"".join(rest)
    whole = _decoded(text)
    if isinstance(whole, NotJson) and rest and not isinstance(_decoded(rest[0]), NotJson):
        return _lines(value, first, rest)
    return _whole(whole, text)


def _whole(value: Found, text: bytes) -> Iterable[Found]:
    """Yield one document, or those of a list."""
    if isinstance(value, NotJson):
        raise value
    suspect = _may_hold_half_characters(text)
    values = value if isinstance(value, list) else [value]
    return (_checked(document, suspect) for document in values)


def _without_mark(file: BinaryIO) -> Iterator[bytes]:
    first = next(file, b"")
    return chain([first.removeprefix(BYTE_ORDER_MARK)], file)


def _read(line: bytes) -> Found:
    return _checked(_decoded(line, is_line=True), _may_hold_half_characters(line))


def _may_hold_half_characters(text: bytes) -> bool:
    """Return whether a text has an escape, the only way to write half a character."""
    return b"\\ud" in text or b"\\uD" in text


def _decoded(text: bytes, *, is_line: bool = False) -> Found:
    """Return the value of a text; a file may be one long list, and everything else is short."""
    may_be_long = not is_line and text.lstrip().startswith(LIST)
    if len(text) > MOST_BYTES_OF_A_DOCUMENT and not may_be_long:
        return NotJson("it is longer than 1 MB", unfinished=False)
    try:
        return loads(text.decode())
    except UnicodeDecodeError as error:
        return NotJson(f"byte {error.start + 1} is not UTF-8", unfinished=False)
    except (NotJson, Refused) as problem:
        return problem


def _checked(value: Found, suspect: bool) -> Found:
    """Return a document, or the refusal of half a character in it."""
    if isinstance(value, NotJson | Refused) or not suspect:
        return value
    try:
        check_characters(value)
    except Refused as refused:
        return refused
    return value
