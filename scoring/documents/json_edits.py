"""What a JSON object became between two moments, as a list of edits.

A difference is itself JSON: a list of edits `[path, removed, added]`. The path leads to a place in
an array, where the values of `removed` were replaced by those of `added`, or to a key of an object,
where each has one value or none. A turn added to 2,000 others is
`[[["turns", 2000], [], [{"player": "Ida"}]]]`.

Two standards were considered. A merge patch (RFC 7396) repeats a whole array when one entry is
added, and documents are arrays of entries. A JSON patch (RFC 6902) cannot be taken back without
what it removed. An edit here has both, in less space: the state before the latest change needs only
the latest state and its difference, and a difference that does not belong to a value is noticed.
"""

import json
from copy import deepcopy
from typing import Any

Path = list[str | int]
Edit = list[Any]  # path, removed, added


class DifferenceDoesNotFit(ValueError):
    """The value is not the one that the difference was made from."""


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def difference(before: dict[str, Any], after: dict[str, Any]) -> list[Edit]:
    """Return the edits that make one object into another; the order of keys is none of it.

    Values that Python takes for equal count as equal, such as 1 and true."""
    return _between([], before, after)


def apply(value: dict[str, Any], edits: list[Edit]) -> None:
    """Make the edits in the value itself. Raises DifferenceDoesNotFit."""
    for path, removed, added in edits:
        _replace(value, path, removed, added)


def revert(value: dict[str, Any], edits: list[Edit]) -> None:
    """Take the edits back in the value itself. Raises DifferenceDoesNotFit."""
    for path, removed, added in reversed(edits):
        _replace(value, path, added, removed)


def _between(path: Path, before: Any, after: Any) -> list[Edit]:
    if before == after:
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        return _in_object(path, before, after)
    if isinstance(before, list) and isinstance(after, list):
        return _in_array(path, before, after)
    return [[path, [before], [after]]]


def _in_object(path: Path, before: dict[str, Any], after: dict[str, Any]) -> list[Edit]:
    edits: list[Edit] = []
    for key in {**before, **after}:
        place: Path = [*path, key]
        if key in before and key in after:
            edits += _between(place, before[key], after[key])
        else:
            old, new = ([side[key]] if key in side else [] for side in (before, after))
            edits.append([place, old, new])
    return edits


def _in_array(path: Path, before: list[Any], after: list[Any]) -> list[Edit]:
    shorter = min(len(before), len(after))
    start = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    rest = range(1, shorter - start + 1)
    same_end = next((at - 1 for at in rest if before[-at] != after[-at]), len(rest))
    old, new = before[start : len(before) - same_end], after[start : len(after) - same_end]
    if len(old) != len(new):
        return [[[*path, start], old, new]]
    edits: list[Edit] = []
    for at, (value, other) in enumerate(zip(old, new, strict=True), start):
        edits += _between([*path, at], value, other)
    return edits


def _replace(value: Any, path: Path, removed: list[Any], added: list[Any]) -> None:
    *steps, at = path
    added = deepcopy(added)  # which later edits change
    try:
        for step in steps:
            value = value[step]
        if isinstance(value, dict):
            found = [value.pop(at)] if at in value else []
            if added:
                (value[at],) = added
        else:
            end = int(at) + len(removed)
            found, value[int(at) : end] = value[int(at) : end], added
    except (KeyError, IndexError, TypeError, ValueError):
        raise DifferenceDoesNotFit(path) from None
    if found != removed:
        raise DifferenceDoesNotFit(path)
