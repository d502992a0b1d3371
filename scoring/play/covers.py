"""The covers of sessions, as pages and posters show them; each is drawn once."""

from django.core.cache import caches

from scoring.core.covers import cover
from scoring.models import Session
from scoring.sessions.loading import load_stored
from scoring.web.cached_page import CACHE, SECONDS
from scoring.web.etag import digest


def cover_of(session: Session) -> str:
    """Return the cover of a session as it is now, as SVG."""
    key = digest("cover of", session.uuid, session.revision)
    drawn: str | None = caches[CACHE].get(key)
    if drawn is None:
        drawn = _draw(session)
        caches[CACHE].set(key, drawn, SECONDS)
    return drawn


def _draw(session: Session) -> str:
    stored = load_stored(session)
    seats = {seat.name: seat.place for seat in stored.seats}
    document = stored.document
    return cover(document.game.cover, str(session.uuid), document.state, stored.outcome, seats)
