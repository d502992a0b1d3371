"""What a JSON value became between two moments, as a list of edits.

A difference is itself JSON: a list of edits `[path, removed, added]`. The path leads to a place in
an array or in an object; from that place on, the values of `removed` were replaced by those of
`added`, of an object pairs of key and value. A turn added to 2,000 others is
`[[["turns", 2000], [], [{"player": "Ida"}]]]`.

Two standards were considered. A merge patch (RFC 7396) repeats a whole array when one entry is
added, and documents are arrays of entries. A JSON patch (RFC 6902) says nothing about the order of
keys, and cannot be taken back without what it removed. An edit here has both, in less space: the
state before the latest change needs only the latest state and its difference, and a difference that
does not belong to a value is noticed.
"""

import json
from copy import deepcopy
from difflib import SequenceMatcher
from typing import Any

Path = list[str | int]
Edit = list[Any]  # path, removed, added


class DifferenceDoesNotFit(ValueError):
    """The value is not the one that the difference was made from."""


def compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def difference(before: dict[str, Any], after: dict[str, Any]) -> list[Edit]:
    """Return the edits that make one object into another.

    Values that Python takes for equal count as equal, such as 1 and true, and objects whose keys
    are in another order: compare what comes out where that matters."""
    return _in_object([], before, after)


def apply(value: dict[str, Any], edits: list[Edit]) -> None:
    """Make the edits in the value itself. Raises DifferenceDoesNotFit."""
    for path, removed, added in edits:
        _replace(value, path, removed, added)


def revert(value: dict[str, Any], edits: list[Edit]) -> None:
    """Take the edits back in the value itself. Raises DifferenceDoesNotFit."""
    for path, removed, added in reversed(edits):
        _replace(value, path, added, removed)


def _in_object(path: Path, before: dict[str, Any], after: dict[str, Any]) -> list[Edit]:
    old, new = _pairs(before), _pairs(after)
    if [key for key in before if key in after] != [key for key in after if key in before]:
        return [[[*path, 0], old, new]]  # a key has moved
    edits: list[Edit] = []
    keys = SequenceMatcher(None, list(before), list(after), autojunk=False)
    # From the end: no edit moves the place of a later one.
    for tag, start, end, new_start, new_end in reversed(keys.get_opcodes()):
        if tag == "equal":
            for at in range(start, end):
                key, value = old[at]
                pairs = [old[at]], [[key, after[key]]]
                edits += _at_place([*path, key], [*path, at], value, after[key], pairs)
        else:
            edits.append([[*path, start], old[start:end], new[new_start:new_end]])
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
        place: Path = [*path, at]
        edits += _at_place(place, place, value, other, ([value], [other]))
    return edits


def _at_place(
    inside: Path, place: Path, before: Any, after: Any, replaced: tuple[list[Any], list[Any]]
) -> list[Edit]:
    """Return the edits inside of a value, or the one that replaces it."""
    if before == after:
        return []
    if isinstance(before, dict) and isinstance(after, dict):
        return _in_object(inside, before, after)
    if isinstance(before, list) and isinstance(after, list):
        return _in_array(inside, before, after)
    return [[place, *replaced]]


def _pairs(value: dict[str, Any]) -> list[Any]:
    return [list(pair) for pair in value.items()]


def _replace(value: Any, path: Path, removed: list[Any], added: list[Any]) -> None:
    *steps, at = path
    try:
        for step in steps:
            value = value[step]
        replace = _replace_in_object if isinstance(value, dict) else _replace_in_array
        replace(value, int(at), removed, deepcopy(added))  # which later edits change
    except (KeyError, IndexError, TypeError, ValueError):
        raise DifferenceDoesNotFit(path) from None


def _replace_in_array(value: list[Any], at: int, removed: list[Any], added: list[Any]) -> None:
    if value[at : at + len(removed)] != removed:
        raise ValueError
    value[at : at + len(removed)] = added


def _replace_in_object(
    value: dict[str, Any], at: int, removed: list[Any], added: list[Any]
) -> None:
    # By their keys: in a copy of the database on another server the order may be another one.
    for key, old in removed:
        if value.pop(key) != old:
            raise ValueError
    pairs = _pairs(value)
    pairs[at:at] = added
    value.clear()
    value.update(pairs)
