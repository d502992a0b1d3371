"""List the drawings of a session that can have photos, and say what a photo shows."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from scoring.core.photos import Folio, PhotoPlace
from scoring.models import Photo, Seat, Session
from scoring.sessions.loading import StoredSession, load_many, load_stored
from scoring.sessions.steps import FOR_ALL, Lists, Round, read_lists


@dataclass(frozen=True, slots=True)
class Drawing:
    """Something that can be photographed: whose, in which round; step 0 is the whole session.

    Without a `round`, that round is still being played."""

    list_name: str
    step: int
    round: Round | None
    place: PhotoPlace
    seat: Seat | None

    @property
    def key(self) -> str:
        """Return what a form calls it, which stays the same when rounds move."""
        revision, position = self.round or (0, self.step)
        seat = self.seat.place if self.seat else 0
        return f"{self.list_name or 0}-{revision}-{position}-{seat}-{self.place.nth}"

    @property
    def is_secret(self) -> bool:
        return self.round is None and self.step > 0

    @property
    def columns(self) -> dict[str, Any]:
        """Return the columns of its photos."""
        revision, position = self.round or (None, 0)
        return {
            "seat": self.seat,
            "own_list": self.list_name != FOR_ALL,
            "step": self.step,
            "recorded_in": revision,
            "recorded_as": position,
            "nth": self.place.nth,
            "removed_at": None,
        }

    def is_on(self, photo: Photo) -> bool:
        own = self.columns
        seat = own.pop("seat")
        own.pop("removed_at")
        return photo.seat_id == (seat.pk if seat else None) and all(
            getattr(photo, name) == value for name, value in own.items()
        )


@dataclass(frozen=True)
class DrawnSession:
    """A session with its drawings."""

    stored: StoredSession
    lists: Lists

    @cached_property
    def drawings(self) -> list[Drawing]:
        return list(self._drawings())

    def _drawings(self) -> Iterator[Drawing]:
        document, seats = self.stored.document, {seat.name: seat for seat in self.stored.seats}
        folio, state = document.game.folio, document.state
        if folio is None:
            return
        finished = self.stored.outcome.finished
        for name, entries in folio.lists(state).items():
            list_name = str(seats[name].place) if name else FOR_ALL
            rounds = self.lists.get(list_name, ())
            last = len(entries) + int(folio.has_open_round and not finished)
            for step in range(1, last + 1):
                recorded = rounds[step - 1] if step <= len(rounds) else None
                for place in folio.places(state, name, step):
                    seat = seats.get(place.player or "")
                    yield Drawing(list_name, step, recorded, place, seat)
        for place in folio.places(state, FOR_ALL, 0) if finished else ():
            yield Drawing(FOR_ALL, 0, None, place, seats.get(place.player or ""))

    def find(self, key: str) -> Drawing | None:
        """Return the drawing of a form; of a round that was being played, also once recorded."""
        if found := next((drawing for drawing in self.drawings if drawing.key == key), None):
            return found
        list_name, revision, *rest = key.split("-")
        if revision != "0" or not rest or not rest[0].isdecimal():
            return None
        return next(
            (
                drawing
                for drawing in self.drawings
                if str(drawing.step) == rest[0]
                and drawing.key.split("-")[3:] == rest[1:]
                and (drawing.list_name or "0") == list_name
            ),
            None,
        )


def read_drawings(session: Session) -> DrawnSession:
    """Read a session with its drawings: two queries."""
    stored = load_stored(session)
    lists = read_lists(session.revisions.list_steps()).get(stored.row.revision, {})
    return DrawnSession(stored, lists)


def captions(
    photos: Sequence[Photo], names: Mapping[int, Mapping[str, str]] | None = None
) -> dict[int, str]:
    """Map photos to sentences about what they show, from what was recorded.

    `names`: session -> names that the reader sees instead of those at the table. A few queries for
    any number of photos; photos without a sentence are those of rounds that are gone."""
    sessions = list({photo.session_id: photo.session for photo in photos}.values())
    written: dict[int, str] = {}
    by_game: dict[Any, list[StoredSession]] = {}
    for stored in load_many(sessions):
        by_game.setdefault(stored.document.game, []).append(stored)
    for game, of_game in by_game.items():
        if game.folio is None:
            continue
        words = game.folio.load_words([stored.session for stored in of_game])
        for stored in of_game:
            own = [photo for photo in photos if photo.session_id == stored.session]
            others = (names or {}).get(stored.session, {})
            written |= _captions_of(game.folio, stored, own, words.get(stored.session), others)
    return written


def _captions_of(
    folio: Folio[Any],
    stored: StoredSession,
    photos: Iterable[Photo],
    words: Any,
    others: Mapping[str, str],
) -> dict[int, str]:
    seats = {seat.pk: others.get(seat.name, seat.name) for seat in stored.seats}
    document = stored.called([seats[seat.pk] for seat in stored.seats])
    state = document.state
    outcome = document.game.score(state)
    lengths = {name: len(entries) for name, entries in folio.lists(state).items()}
    written = {}
    for photo in photos:
        name = seats.get(photo.seat_id or 0)
        list_name = (name or "") if photo.own_list else FOR_ALL
        place = PhotoPlace(name, photo.nth)
        if photo.step is None:
            written[photo.pk] = _("A photo of a round that is no longer in this session")
        elif photo.step and photo.is_secret:
            written[photo.pk] = _("A drawing of the round that is being played")
        elif photo.step <= lengths.get(list_name, 0) or photo.step == 0:
            written[photo.pk] = folio.caption(state, outcome, place, photo.step, words)
    return written
