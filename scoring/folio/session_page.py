"""What the page of a session's photos shows to one phone."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from scoring.folio.access import Viewer, may_still_add
from scoring.folio.drawings import Drawing, DrawnSession, captions, read_drawings
from scoring.folio.forms import refusal_of
from scoring.models import Photo, Session
from scoring.web.table_access import Visit


@dataclass(frozen=True, slots=True)
class PhotoCard:
    """A drawing with its photo, if this phone sees one."""

    drawing: Drawing | None  # None: its round is no longer in the session
    photo: Photo | None
    waiting: Photo | None
    label: str
    refusal: str = ""
    may_add: bool = False
    may_change: bool = False
    may_delete: bool = False


@dataclass(slots=True)
class PhotoStep:
    title: str
    cards: list[PhotoCard] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SessionPhotos:
    steps: Sequence[PhotoStep]
    gone: Sequence[PhotoCard]
    places: Sequence[tuple[str, str]]  # where a photo can be moved: keys and labels
    drawn: DrawnSession


def session_photos(visit: Visit, viewer: Viewer) -> SessionPhotos:
    drawn = read_drawings(visit.session)
    photos = list(_photos_of(visit.session))
    sentences = captions(photos)
    with_phone = set(visit.session.phones.seated().signed_in().values_list("seat", flat=True))
    may_add = may_still_add(visit)
    steps: dict[tuple[int, str], PhotoStep] = {}
    for drawing in drawn.drawings:
        seat = drawing.seat
        if drawing.is_secret and seat and seat.pk != visit.phone.seat_id and seat.pk in with_phone:
            continue
        own = [photo for photo in photos if drawing.is_on(photo)]
        card = _card(drawing, own, viewer, sentences, may_add=may_add)
        title = _title(drawn, drawing)
        steps.setdefault((drawing.step or 10_000, title), PhotoStep(title)).cards.append(card)
    gone = [
        PhotoCard(
            None,
            photo,
            None,
            sentences.get(photo.pk, ""),
            may_change=True,
            may_delete=viewer.may_delete(photo),
        )
        for photo in photos
        if photo.step is None and photo.width and viewer.may_change(photo)
    ]
    places = [
        (drawing.key, f"{_title(drawn, drawing)} · {label(drawing)}")
        for drawing in drawn.drawings
        if not drawing.is_secret
    ]
    in_order = [step for _order, step in sorted(steps.items(), key=lambda item: item[0][0])]
    return SessionPhotos(in_order, gone, places, drawn)


def _photos_of(session: Session) -> Any:
    photos = session.photos.select_related("session__group", "seat__player", "seat__phone")
    return photos.in_order()


def _card(
    drawing: Drawing,
    own: Sequence[Photo],
    viewer: Viewer,
    sentences: dict[int, str],
    *,
    may_add: bool,
) -> PhotoCard:
    seen = [photo for photo in own if viewer.sees(photo)]
    photo = next((one for one in reversed(seen) if one.width), None)
    latest = next((one for one in reversed(own) if viewer.took(one) and not one.width), None)
    return PhotoCard(
        drawing,
        photo,
        latest if latest and latest.is_waiting else None,
        sentences.get(photo.pk, "") if photo else label(drawing),
        refusal=refusal_of(latest.refusal) if latest and latest.refusal else "",
        may_add=may_add and (photo is None or viewer.may_delete(photo)),
        may_change=photo is not None and viewer.may_change(photo) and not photo.incoming,
        may_delete=photo is not None and viewer.may_delete(photo),
    )


def label(drawing: Drawing) -> str:
    """Return what a drawing without a photo is called."""
    if drawing.seat is None:
        return _("The board at the end")
    if drawing.place.nth > 1:
        return _("%(name)s, second drawing") % {"name": drawing.seat.name}
    return drawing.seat.name


def _title(drawn: DrawnSession, drawing: Drawing) -> str:
    """Return the heading below which a drawing is listed: its round, painting or the end."""
    if drawing.step == 0:
        return _("After the end")
    if drawing.is_secret:
        return _("The round that is being played")
    name = drawing.seat.name if drawing.seat and drawing.list_name else ""
    if name:
        return _("Paintings of %(name)s") % {"name": name}
    steps = drawn.stored.document.game.play.steps(drawn.stored.document.state, drawn.stored.outcome)
    return str(steps[drawing.step - 1].label) if drawing.step <= len(steps) else ""
