"""Say where photos of what was drawn belong, for the games that declare it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from scoring.core.outcome import Outcome

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class PhotoPlace:
    """A drawing that can be photographed: whose, and which of theirs in that step."""

    player: str | None  # None: it is of what all have made
    nth: int = 1


@dataclass(frozen=True, slots=True)
class PhotoFilter:
    label: Any  # lazily translated
    narrow: Callable[[Any], Any]  # photos -> some of them


@dataclass(frozen=True, kw_only=True)
class Folio(Generic[State]):
    """Where photos of what was drawn belong.

    A step is an entry of a list of the State, counted from 1. A photo of a round that is still
    open is secret: only the phone that took it shows it."""

    # The lists of entries that have photos: of each player by name, or of all together by "".
    lists: Callable[[State], Mapping[str, Sequence[object]]]
    # List and step -> the drawings of that step; step 0 is the whole session.
    places: Callable[[State, str, int], Sequence[PhotoPlace]]
    # Whether photos of the round that is being played can be added before it is recorded.
    has_open_round: bool = True
    # What was stored beside the States of sessions, such as words: session -> that; one query.
    load_words: Callable[[Sequence[int]], Mapping[int, Any]] = lambda _sessions: {}
    # What a photo shows, as a sentence, with what load_words() returned for the session.
    caption: Callable[[State, Outcome[Any], PhotoPlace, int, Any], str]
    # What photos of a group can be narrowed to: a key -> its label, and a condition on photos.
    filters: Mapping[str, PhotoFilter] = field(default_factory=dict)
