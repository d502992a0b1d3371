"""Read the photos of a group: the gallery, an evening's album, a single photo."""

from calendar import monthrange
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from scoring.folio.access import Viewer
from scoring.folio.drawings import captions
from scoring.folio.verbs import bytes_of_group
from scoring.groups.visibility import names_outside_group, visible_players
from scoring.models import Photo, Player, Session
from scoring.models.photos import PhotoQuerySet
from scoring.models.sessions import read_seats
from scoring.registry import get_game, installed_games
from scoring.web.group_access import Guest

ON_A_PAGE = 24
MOST_PAGES = 1_000
MOST_IN_AN_ALBUM = 600
MOST_MONTHS = 120
MOST_PLAYERS = 500  # to choose photos by
LARGEST = 1_920


@dataclass(frozen=True, slots=True)
class ShownPhoto:
    photo: Photo
    caption: str

    @property
    def session(self) -> Session:
        return self.photo.session

    @property
    def small_height(self) -> int:
        """Return the height of the rendition of 320 px, so that nothing moves when it arrives."""
        return _scaled(self.photo, 320)[1]

    @property
    def small_width(self) -> int:
        return _scaled(self.photo, 320)[0]


def _scaled(photo: Photo, side: int) -> tuple[int, int]:
    times = min(1.0, side / max(photo.width, photo.height, 1))
    return max(1, round(photo.width * times)), max(1, round(photo.height * times))


def photos_of_group(guest: Guest) -> PhotoQuerySet:
    """Return the photos of a group that this reader may see."""
    photos = Photo.objects.of_group(guest.group).recorded()
    photos = photos.select_related("session", "seat__player")
    if guest.belongs:
        return photos
    if not (guest.group.shows_photos and guest.group.shows_results):
        return photos.none()
    hidden = Player.objects.filter(group=guest.group, hidden=True)
    return photos.filter(session__finished_at__isnull=False).exclude(seat__player__in=hidden)


class GalleryForm(forms.Form):
    """Which photos of a group: by game, player, month, and by what its game knows of them."""

    game = forms.ChoiceField(label=_("Game"), required=False)
    player = forms.ChoiceField(label=_("Player"), required=False)
    month = forms.ChoiceField(label=_("Month"), required=False)
    show = forms.ChoiceField(label=_("Drawings"), required=False)

    def __init__(self, data: Mapping[str, Any], *, guest: Guest) -> None:
        super().__init__(data)
        self.guest = guest
        self.photos = photos_of_group(guest)
        games = [slug for slug in installed_games() if get_game(slug).folio]
        every = ("", _("All"))
        self._choose("game", [every, *((slug, get_game(slug).name) for slug in games)])
        players = visible_players(guest).by_name()[:MOST_PLAYERS]
        names = [
            (str(player.pk), player.name if guest.belongs else player.nickname or player.name)
            for player in players
        ]
        self._choose("player", [every, *names])
        self.narrowing = {
            key: each
            for slug in games
            for key, each in (getattr(get_game(slug).folio, "filters", {})).items()
        }
        shown = [(key, each.label) for key, each in self.narrowing.items()]
        if guest.owns and self.photos.exclude(reported_at=None).exists():
            shown.append(("reported", _("Reported")))
        self._choose("show", [every, *shown])
        months = (
            self.photos.exclude(session__played_on=None)
            .order_by()
            .dates("session__played_on", "month", order="DESC")
        )
        self._choose("month", [every, *((f"{day:%Y-%m}", day) for day in months[:MOST_MONTHS])])

    def _choose(self, name: str, choices: Sequence[tuple[str, Any]]) -> None:
        field: Any = self.fields[name]
        field.choices = choices

    def found(self) -> PhotoQuerySet:
        """Return the photos, the newest first; call it if the form is valid."""
        said, photos = self.cleaned_data, self.photos
        if said["game"]:
            photos = photos.filter(session__game=said["game"])
        if said["player"]:
            photos = photos.filter(seat__player=said["player"])
        if said["month"]:
            first = date.fromisoformat(f"{said['month']}-01")
            last = first.replace(day=monthrange(first.year, first.month)[1])
            photos = photos.filter(session__played_on__range=(first, last))
        if said["show"] == "reported":
            photos = photos.exclude(reported_at=None)
        elif said["show"]:
            photos = self.narrowing[said["show"]].narrow(photos)
        return photos.newest_first()


def shown(photos: Sequence[Photo], *, is_member: bool) -> list[ShownPhoto]:
    """Return photos with captions, in the names that the reader sees."""
    names = {} if is_member else _other_names(photos)
    sentences = captions(photos, names)
    return [ShownPhoto(photo, sentences.get(photo.pk, "")) for photo in photos]


def recorded_photos(session: Session) -> list[ShownPhoto]:
    """Return the photos of a session that everyone at its table may see, in order."""
    photos = session.photos.recorded().select_related("session", "seat__player").in_order()
    return shown(list(photos), is_member=True)


def _other_names(photos: Sequence[Photo]) -> dict[int, Mapping[str, str]]:
    sessions = {photo.session_id: photo.session for photo in photos}
    read_seats([*sessions.values()])
    return {
        pk: names_outside_group(session.seats.all())
        for pk, session in sessions.items()
        if session.group_id
    }


def gallery_page(form: GalleryForm, number: int) -> dict[str, Any]:
    photos = list(form.found()[(number - 1) * ON_A_PAGE : number * ON_A_PAGE + 1])
    return {
        "photos": shown(photos[:ON_A_PAGE], is_member=form.guest.belongs),
        "number": number,
        "next_number": number + 1 if len(photos) > ON_A_PAGE and number < MOST_PAGES else None,
        "used": _used(form.guest),
    }


def _used(guest: Guest) -> int | None:
    """Return the percentage of the room for photos that a group uses; its owners see it."""
    if not guest.owns or not settings.FOLIO_GROUP_BYTES:
        return None
    return min(100, -(-100 * bytes_of_group(guest.group) // settings.FOLIO_GROUP_BYTES))


def album(guest: Guest, day: date) -> list[Photo]:
    """Return the photos of a day, session by session."""
    photos = photos_of_group(guest).filter(session__played_on=day)
    return list(photos.session_by_session()[:MOST_IN_AN_ALBUM])


def photo_page(photo: Photo, viewer: Viewer) -> dict[str, Any]:
    """Return what the page of a photo shows, with those before and after it in its session."""
    beside = photo.session.photos.shown().select_related("session__group", "seat__player", "phone")
    visible = [one for one in beside.in_order() if viewer.sees(one)]
    at = next((at for at, one in enumerate(visible) if one.pk == photo.pk), None)
    (one,) = shown([photo], is_member=not viewer.is_outside)
    return {
        "photo": photo,
        "shown": one,
        "viewer": viewer,
        "session": photo.session,
        "group": photo.session.group if viewer.guest else None,
        "previous": visible[at - 1] if at else None,
        "next": visible[at + 1] if at is not None and at + 1 < len(visible) else None,
        "may_delete": viewer.may_delete(photo),
    }
