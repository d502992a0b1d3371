"""Read JSON text strictly: no key twice, no half character, no NaN."""

import json
from collections.abc import Iterator
from typing import Any, NoReturn

from scoring.core.refusals import Code, Path, Refused
from scoring.documents.schema import CrowdedObject, DoubledKey

MOST_KEYS = 1000  # no object of a document has a tenth of that
TOO_LARGE = 10**9  # stands for a number so long that Python will not read it


class NotJson(ValueError):
    """Raised for text that is not JSON. `unfinished`: more text could make it JSON."""

    def __init__(self, reason: str, *, unfinished: bool) -> None:
        super().__init__(reason)
        self.unfinished = unfinished


def loads(text: str) -> object:
    """Return the value of JSON text; an object with a key twice becomes a DoubledKey."""
    try:
        return _decode(text, _DECODER)
    except NotJson:
        raise
    except ValueError:  # a number of thousands of digits
        return _decode(text, _PATIENT_DECODER)


def _decode(text: str, decoder: json.JSONDecoder) -> object:
    try:
        return decoder.decode(text)
    except json.JSONDecodeError as error:
        unfinished = error.pos >= len(text.rstrip())
        why = error.msg.removesuffix(" at")
        raise NotJson(f"{why} at character {error.pos + 1}", unfinished=unfinished) from None
    except RecursionError:
        raise Refused((), Code.TOO_DEEP) from None


def check_characters(value: object) -> None:
    """Refuse half a character, which JSON can write and nobody can print."""
    for place, text in _texts(value):
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise Refused(_path(place), Code.NOT_PRINTABLE)


def _object(pairs: list[tuple[str, object]]) -> object:
    if len(pairs) > MOST_KEYS:
        return CrowdedObject()
    result = dict(pairs)
    if len(result) == len(pairs):
        return result
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            break
        seen.add(key)
    return DoubledKey(key)


def _no_constant(name: str) -> NoReturn:
    raise NotJson(f"{name} is not a JSON value", unfinished=False)


def _patient_int(digits: str) -> int:
    return int(digits) if len(digits.lstrip("-")) < 10 else TOO_LARGE


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_no_constant)
_PATIENT_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_no_constant, parse_int=_patient_int
)


# A place is a step and the place that it starts from; the whole document is None.
Place = tuple[str | int, Any] | None


def _texts(value: object) -> Iterator[tuple[Place, str]]:
    """Yield every text and every key, in no order; without recursion, however deep the value."""
    waiting: list[tuple[Place, object]] = [(None, value)]
    while waiting:
        place, value = waiting.pop()
        if isinstance(value, str):
            yield place, value
        elif isinstance(value, dict):
            yield from (((key, place), key) for key in value)
            waiting.extend(((key, place), inner) for key, inner in value.items())
        elif isinstance(value, list):
            waiting.extend(((at, place), inner) for at, inner in enumerate(value))


def _path(place: Place) -> Path:
    steps: list[str | int] = []
    while place is not None:
        step, place = place
        steps.append(step)
    return tuple(reversed(steps))
