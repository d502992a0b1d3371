"""Check permissions at a table: `table_view` gives the view the visit, or answers 404."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum, auto
from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from scoring.core.refusals import Code, Refused
from scoring.core.wording import refusal_sentence
from scoring.models import Membership, Phone, Revision, Season, Seat, Session
from scoring.models.locks import lock_session
from scoring.models.revisions import By
from scoring.models.sessions import SessionIsDeleted
from scoring.models.transactions import write_transaction
from scoring.web.browser_cookie import browser_of, browsers_of, give_browser
from scoring.web.requests import View, no_store, signed_in

CLOSED_SEASON = "of a closed season"  # the reason that 403.html reads


class Needs(IntEnum):
    """A right that a view of a table requires; each includes those before it."""

    WATCH = auto()
    ENTER = auto()
    HOST = auto()


@dataclass(frozen=True, slots=True)
class Visit:
    """A phone at a table, and the account that is signed in on it."""

    phone: Phone
    user: User | None
    needs: Needs = Needs.ENTER  # what a change needs that is made on this visit

    @property
    def session(self) -> Session:
        return self.phone.session

    def update(self, session: Session) -> None:
        """Go on with the session as it is now; its group was read already."""
        if session.group_id == self.session.group_id:
            session.group = self.session.group
        self.phone.session = session

    @property
    def seat(self) -> Seat | None:
        return self.phone.seat

    @property
    def belongs(self) -> bool:
        """Return whether a member of the table's group is signed in: they may see account names."""
        return self.phone.belongs

    @property
    def hosts(self) -> bool:
        return self.phone.may_change and self.phone.hosts

    @property
    def enters(self) -> bool:
        return self.hosts or (self.phone.may_change and self.phone.seat is not None)

    @property
    def is_of_closed_season(self) -> bool:
        """Return whether a closed season is why this visit changes nothing."""
        return not self.phone.may_change

    @property
    def watches(self) -> bool:
        """Return whether nothing that the visit may see or do is anybody's own: see Polling."""
        return self.user is None and self.seat is None and not self.phone.hosts

    def may(self, needs: Needs) -> bool:
        return {Needs.WATCH: True, Needs.ENTER: self.enters, Needs.HOST: self.hosts}[needs]

    def by(self, key: UUID | None = None) -> By:
        return By(
            at=timezone.now(),
            actor=self.user,
            seat=self.seat,
            key=key,
            check=self._check_rights,
            version=self.phone.version_read,
            result_only=self.session.result_only,
        )

    @contextmanager
    def confirmed(self) -> Iterator[Session]:
        """Lock the session and confirm the rights, around verbs that are not told By whom."""
        with write_transaction():
            locked = lock_session(self.session.pk)
            self.by().confirm_at(locked)
            yield locked

    def _check_rights(self) -> None:
        """Raise PermissionDenied unless the phone still has its seat and what a change needs, and
        the same people play.

        Called while the session is locked: nobody can take either away before the change is made.
        """
        phone = phone_with_rights(self.session.uuid, self.phone.browser, self.user)
        same = phone is not None and phone.seat_id == self.phone.seat_id
        if phone is None or not same:
            raise PermissionDenied
        if Revision.objects.first_with_players(self.session.pk) > self.session.revision:
            raise PermissionDenied  # a tap names seats, where others sit by now
        visit = Visit(phone, self.user)
        if not visit.may(self.needs):
            raise PermissionDenied(CLOSED_SEASON if visit.is_of_closed_season else "")


def table_view(*, needs: Needs = Needs.WATCH) -> Callable[[View], View]:
    """Hand the view a visit; answer 404 to phones that have not joined, and for other games.

    An address that a game has below its tables is for the sessions of that game."""

    def decorate(view: View) -> View:
        @wraps(view)
        def checked(request: HttpRequest, uuid: UUID, *args: Any, **kwargs: Any) -> HttpResponse:
            visit = _visit(request, uuid, max(needs, Needs.ENTER))
            if _is_of_another_game(request, visit.session):
                raise Http404
            if visit.may(needs):
                return no_store(_call(view, request, visit, *args, **kwargs))
            if needs == Needs.ENTER and request.method in {"GET", "HEAD"}:
                return redirect("seats", uuid)
            raise PermissionDenied(CLOSED_SEASON if visit.is_of_closed_season else "")

        return checked

    return decorate


def _is_of_another_game(request: HttpRequest, session: Session) -> bool:
    """Return whether an address is for another game, or for rounds that the session has not."""
    address = request.resolver_match
    own = {""} if session.result_only else {"", session.game}
    return address is not None and address.app_name not in own


def _call(
    view: View, request: HttpRequest, visit: Visit, *args: Any, **kwargs: Any
) -> HttpResponse:
    try:
        return view(request, visit, *args, **kwargs)
    except SessionIsDeleted:  # on another phone, a moment ago
        raise Http404 from None
    except Refused as refused:
        if refused.code not in {Code.TOO_MANY_CHANGES, Code.HISTORY_IS_FULL}:
            raise
        return render(
            request, "play/full.html", {"sentence": refusal_sentence(refused)}, status=409
        )


def phone_with_rights(uuid: UUID, browser: str, user: User | None) -> Phone | None:
    """Return the browser's phone at a table, with the rights that it has now.

    Owners and scorekeepers of the group host. Members host only by their role. Only owners and
    scorekeepers can change what counts for a closed season."""
    found: Any = Phone.objects.with_session(uuid, browser, user)
    if found is None:
        return None
    keeps_scores = found.role in {Membership.Role.OWNER, Membership.Role.SCOREKEEPER}
    found.belongs = found.role is not None
    found.may_change = keeps_scores or not _is_of_closed_season(found)
    found.hosts = keeps_scores or (found.hosts and found.user_id is None)
    found.version_read = found.session.version
    phone: Phone = found
    return phone


def _is_of_closed_season(phone: Phone) -> bool:
    """Return whether a phone that could change a session may not, as its season is closed.

    Nothing counts for a season before it is over, so phones at an open table cost no query."""
    enters = phone.hosts or phone.seat_id is not None
    is_over = phone.session.finished_at is not None
    return enters and is_over and Season.objects.is_closed_for(phone.session.pk)


def phone_at(request: HttpRequest, uuid: UUID) -> Phone | None:
    """Return the phone of this browser at a table, with the rights that it has now.

    It may be one that its account has left behind, by logging out on this browser or another."""
    user = signed_in(request)
    for browser in browsers_of(request):
        if phone := phone_with_rights(uuid, browser, user):
            return phone
    if user is None or not _take_back(request, user, uuid):
        return None
    return phone_with_rights(uuid, browser_of(request), user)


@write_transaction()
def _take_back(request: HttpRequest, user: User, uuid: UUID) -> bool:
    """Give this browser the best phone that is signed out of the account; False without one."""
    left = Phone.objects.signed_out_of(user).filter(session__uuid=uuid).first()
    if left is None:
        return False
    give_browser(request)
    browser = browser_of(request)
    Phone.objects.filter(session=left.session_id, browser=browser).sign_out(timezone.now())
    Phone.objects.filter(pk=left.pk).update(browser=browser, signed_out_at=None)
    return True


def _visit(request: HttpRequest, uuid: UUID, needs: Needs) -> Visit:
    phone = phone_at(request, uuid) or member_phone(request, uuid)
    if phone is None or _is_deleted_or_expired(phone.session):
        raise Http404
    Phone.objects.note_seen(phone.pk, phone.last_seen_at, timezone.now())
    return Visit(phone, signed_in(request), needs)


def _is_deleted_or_expired(session: Session) -> bool:
    expired = session.expires_at is not None and session.expires_at <= timezone.now()
    return expired or session.deleted_at is not None


def member_phone(request: HttpRequest, uuid: UUID) -> Phone | None:
    """Let a member of the table's group join it without a code; return None for others."""
    user = signed_in(request)
    if user is None:
        return None
    membership = Membership.objects.filter(user=user, group__sessions__uuid=uuid).first()
    if membership is None:
        return None
    give_browser(request)
    session = Session.objects.get(uuid=uuid)
    hosts = membership.role != Membership.Role.MEMBER
    Phone.objects.join(
        session=session,
        browser=browser_of(request),
        account=user,
        at=timezone.now(),
        user=user,
        hosts=hosts,
    )
    return phone_at(request, uuid)
