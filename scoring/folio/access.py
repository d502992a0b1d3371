"""Decide who may see, change and delete a photo."""

from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils import timezone

from scoring.models import Phone, Photo, Seat, Session
from scoring.web.group_access import Guest, guest_of, is_scorekeeper
from scoring.web.requests import signed_in
from scoring.web.table_access import Visit, phone_at

SEATS_ADD_FOR = timedelta(days=30)  # after the end; scorekeepers always may


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody who asks for photos of a session: their phone at its table, and who they are."""

    session: Session
    phone: Phone | None
    guest: Guest | None  # of the session's group, if they may see it
    user: User | None

    @property
    def visit(self) -> Visit | None:
        return Visit(self.phone, self.user) if self.phone else None

    @property
    def keeps(self) -> bool:
        return self.guest is not None and self.guest.keeps

    @property
    def belongs(self) -> bool:
        return self.guest is not None and self.guest.belongs

    @property
    def is_outside(self) -> bool:
        """Return whether they see names as visitors of the group do."""
        return self.phone is None and not self.belongs

    def sees(self, photo: Photo) -> bool:
        if photo.is_secret or photo.step is None:
            return self.took(photo) if photo.is_secret and photo.step else self.may_change(photo)
        if self.phone is not None or self.belongs:
            return True
        if self.guest is None or self.session.finished_at is None:
            return False
        group = self.guest.group
        player = photo.seat.player if photo.seat else None
        hides = player is not None and player.hidden
        return group.shows_photos and group.shows_results and not hides

    def took(self, photo: Photo) -> bool:
        """Return whether this phone took the photo, and still enters for that seat."""
        if self.phone is None or photo.phone_id != self.phone.pk:
            return False
        return photo.seat is None or enters_for(self.phone, photo.seat)

    def may_change(self, photo: Photo) -> bool:
        """Return whether they may turn, move and replace it."""
        if photo.is_secret and photo.step is not None:
            return self.took(photo)
        return self.keeps or (self.visit is not None and self.visit.enters)

    def may_delete(self, photo: Photo) -> bool:
        if photo.is_secret and photo.step is not None:
            return self.took(photo)
        if self.keeps or self.took(photo) or (self.visit is not None and self.visit.hosts):
            return True
        if self.phone is not None and photo.seat_id and self.phone.seat_id == photo.seat_id:
            return True
        if self.user is None:
            return False
        player = photo.seat.player if photo.seat else None
        is_drawn_by = player is not None and player.user_id == self.user.pk
        return photo.added_by_id == self.user.pk or (self.belongs and is_drawn_by)


def enters_for(phone: Phone, seat: Seat) -> bool:
    """Return whether a phone is a seat's own, or may be passed to that player, who has none."""
    return phone.seat_id == seat.pk or not hasattr(seat, "phone")


def viewer_of(request: HttpRequest, session: Session) -> Viewer | None:
    """Return who asks, or None if nobody may see anything of the session."""
    expired = session.expires_at is not None and session.expires_at <= timezone.now()
    if expired or session.deleted_at is not None:
        return None
    guest = guest_of(request, session.group) if session.group else None
    return Viewer(session, phone_at(request, session.uuid), guest, signed_in(request))


def may_still_add(visit: Visit) -> bool:
    """Return whether a phone that enters may add photos: scorekeepers may at any time."""
    finished_at = visit.session.finished_at
    if not visit.enters:
        return False
    if finished_at is None or timezone.now() < finished_at + SEATS_ADD_FOR:
        return True
    return is_scorekeeper(visit.user, visit.session.group)
