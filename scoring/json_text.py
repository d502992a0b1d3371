"""Read JSON text strictly: a key written twice, half a character, NaN are never passed over."""

import json
from collections.abc import Iterator
from typing import NoReturn

from scoring.document import DoubledKey
from scoring.refusals import Code, Path, Refused

TOO_LARGE = 10**9  # stands for a number so long that Python will not read it


class NotJson(ValueError):
    """`unfinished` when the text stopped too early, so that more of it may make it JSON."""

    def __init__(self, reason: str, *, unfinished: bool) -> None:
        super().__init__(reason)
        self.unfinished = unfinished


def loads(text: str) -> object:
    """The value; an object that names a key twice is a DoubledKey."""
    value = _decode(text)
    if "\\ud" in text or "\\uD" in text:
        _check_characters(value)
    return value


def _decode(text: str) -> object:
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError as error:
        unfinished = error.pos >= len(text.rstrip())
        raise NotJson(f"{error.msg} at character {error.pos + 1}", unfinished=unfinished) from None
    except RecursionError:
        raise Refused((), Code.TOO_DEEP) from None
    except ValueError:  # a number of thousands of digits
        return _PATIENT_DECODER.decode(text)


def _object(pairs: list[tuple[str, object]]) -> object:
    result = dict(pairs)
    if len(result) == len(pairs):
        return result
    keys = [key for key, _ in pairs]
    return DoubledKey(next(key for at, key in enumerate(keys) if key in keys[:at]))


def _no_constant(name: str) -> NoReturn:
    raise NotJson(f"{name} is not a JSON value", unfinished=False)


def _patient_int(digits: str) -> int:
    return int(digits) if len(digits) < 10 else TOO_LARGE


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant)
_PATIENT_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_no_constant, parse_int=_patient_int
)


def _check_characters(value: object) -> None:
    for path, text in _texts(value, ()):
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise Refused(path, Code.NOT_PRINTABLE)


def _texts(value: object, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield (*path, key), key
            yield from _texts(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _texts(inner, (*path, at))
