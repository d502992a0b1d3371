"""What those who sit at a table are called outside their group."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import count
from typing import Any

from django.utils.translation import gettext as _

from scoring.models import Seat
from scoring.models.people import NAME_LENGTH


def elsewhere(seats: Iterable[Seat]) -> dict[str, str]:
    """What some at a table are called outside their group, by what the table calls them.

    Two at one table are never called the same."""
    said = {seat.name: _outside(seat) for seat in seats}
    taken = {name for name, other in said.items() if not other}
    called: dict[str, str] = {}
    for name, other in said.items():
        if other:
            called[name] = next(free for free in _numbered(other) if free not in taken)
            taken.add(called[name])
    return {name: other for name, other in called.items() if name != other}


def _outside(seat: Seat) -> str:
    """Nothing, where it is what the table says."""
    if seat.player is None:
        return ""
    return _("A player") if seat.player.hidden else seat.player.nickname


def _numbered(name: str) -> Iterable[str]:
    yield name
    yield from (f"{name[: NAME_LENGTH - 2]} {number}" for number in count(2))


def as_called(value: Any, names: Mapping[str, str]) -> Any:
    """The same with other names, however deep they are in it."""
    if type(value) is str:
        return names.get(value, value)
    if is_dataclass(value) and not isinstance(value, type):
        said = {one.name: getattr(value, one.name) for one in fields(value)}
        return replace(value, **{name: as_called(own, names) for name, own in said.items()})
    if isinstance(value, Mapping):
        return {as_called(key, names): as_called(own, names) for key, own in value.items()}
    if type(value) in {list, tuple, set, frozenset}:
        return type(value)([as_called(own, names) for own in value])
    return value
