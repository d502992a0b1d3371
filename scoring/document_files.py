"""Session documents in files: one document, a JSON list of them, or one a line."""

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from scoring.json_text import NotJson, loads
from scoring.refusals import Refused

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LINES = {".ndjson", ".jsonl"}

Found = object | Refused | NotJson


def documents(name: str, file: BinaryIO) -> Iterator[Found]:
    """Each document's value, or why there is none in its place.

    Raises NotJson when the file as a whole is not JSON. Holds one line at a time where it can."""
    lines = (line for line in _without_mark(file) if line.strip())
    first = next(lines, None)
    if first is None:
        if name != "-" and Path(name).suffix not in LINES:
            raise NotJson("the file is empty", unfinished=True)
        return
    found = _read(first)
    if Path(name).suffix in LINES:
        yield from chain([found], map(_read, lines))
    elif isinstance(found, NotJson) and found.unfinished:
        yield from _one_or_list(_read(first + b"".join(lines)))
    else:
        yield from _from_first_line(found, lines)


def _from_first_line(found: Found, lines: Iterator[bytes]) -> Iterator[Found]:
    """A whole first line: a document a line, unless it is the only one."""
    second = next(lines, None)
    if second is None:
        yield from _one_or_list(found)
    else:
        yield from chain([found], map(_read, chain([second], lines)))


def _one_or_list(found: Found) -> Iterable[Found]:
    if isinstance(found, NotJson):
        raise found
    return found if isinstance(found, list) else [found]


def _without_mark(file: BinaryIO) -> Iterator[bytes]:
    first = next(file, b"")
    return chain([first.removeprefix(BYTE_ORDER_MARK)], file)


def _read(line: bytes) -> Found:
    try:
        return loads(line.decode())
    except UnicodeDecodeError as error:
        return NotJson(f"byte {error.start + 1} is not UTF-8", unfinished=False)
    except (NotJson, Refused) as problem:
        return problem
