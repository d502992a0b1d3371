"""Photos of drawings on the pages of a table."""

from typing import Any

from django.template import Library

from scoring.folio.gallery import ShownPhoto, recorded_photos
from scoring.models import Session

register = Library()


@register.simple_tag
def photos_of(session: Session) -> list[ShownPhoto]:
    """Return the photos of a session that all at its table may see; no query where it has none."""
    return recorded_photos(session) if session.has_photos else []


@register.filter
def is_photographed(game: Any) -> bool:
    return game.folio is not None
