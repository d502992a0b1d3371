"""Who may come where. A decorator checks, and hands over the visit: of a table, or of a group."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import wraps
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, resolve_url
from django.utils import timezone, translation
from django.utils.cache import patch_cache_control
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from scoring.models import Group, League, Membership, Phone, Season, Seat, Session
from scoring.models.phones import new_browser
from scoring.sessions import By, SessionIsDeleted

COOKIE = "browser"
COOKIE_LIFE = 400 * 24 * 60 * 60  # as long as browsers keep any

View = Callable[..., HttpResponse]


class Request(HttpRequest):
    """As our middleware leaves it."""

    htmx: HtmxDetails


class Needs(IntEnum):
    """What a page asks of who comes: each may also do what is above it."""

    WATCH = 1
    ENTER = 2
    HOST = 3


@dataclass(frozen=True, slots=True)
class Visit:
    """A phone at a table that it may see."""

    phone: Phone
    user: User | None

    @property
    def session(self) -> Session:
        return self.phone.session

    @property
    def seat(self) -> Seat | None:
        return self.phone.seat

    @property
    def hosts(self) -> bool:
        return self.phone.hosts

    @property
    def enters(self) -> bool:
        return self.phone.hosts or self.phone.seat is not None

    def may(self, needs: Needs) -> bool:
        return {Needs.WATCH: True, Needs.ENTER: self.enters, Needs.HOST: self.hosts}[needs]

    def by(self, key: UUID | None = None) -> By:
        return By(at=timezone.now(), actor=self.user, seat=self.seat, key=key)


def table_view(*, needs: Needs = Needs.WATCH, game: str | None = None) -> Callable[[View], View]:
    """A view of a table: 404 for whoever did not come to it, and for another game's table."""

    def decorate(view: View) -> View:
        @wraps(view)
        def checked(request: HttpRequest, uuid: UUID, *args: Any, **kwargs: Any) -> HttpResponse:
            was_known = bool(browser_of(request))
            visit = _visit(request, uuid)
            if game is not None and visit.session.game != game:
                raise Http404
            if visit.may(needs):
                response = not_kept(_seen(view, request, visit, *args, **kwargs))
            elif needs == Needs.ENTER and request.method in {"GET", "HEAD"}:
                response = redirect("seats", uuid)
            else:
                raise PermissionDenied
            return response if was_known else _remembered(request, response)

        return checked

    return decorate


def _seen(
    view: View, request: HttpRequest, visit: Visit, *args: Any, **kwargs: Any
) -> HttpResponse:
    try:
        return view(request, visit, *args, **kwargs)
    except SessionIsDeleted:  # on another phone, a moment ago
        raise Http404 from None


def not_kept(response: HttpResponse) -> HttpResponse:
    """No browser shows it again without asking: phones go around, and tables move on."""
    if not response.has_header("Cache-Control"):
        patch_cache_control(response, private=True, no_store=True)
    return response


def _visit(request: HttpRequest, uuid: UUID) -> Visit:
    phone = Phone.objects.at_table(uuid, browser_of(request)) or member_phone(request, uuid)
    if phone is None or _is_gone(phone.session):
        raise Http404
    return Visit(phone, signed_in(request))


def _is_gone(session: Session) -> bool:
    expired = session.expires_at is not None and session.expires_at <= timezone.now()
    return expired or session.deleted_at is not None


def member_phone(request: HttpRequest, uuid: UUID) -> Phone | None:
    """Who belongs to the group may come to its tables without a code."""
    user = signed_in(request)
    if user is None:
        return None
    role = Membership.objects.filter(user=user, group__sessions__uuid=uuid).first()
    if role is None:
        return None
    _become_known(request)
    # Somebody else of this browser may have come as a member, and be none any more.
    phone, _came = Phone.objects.update_or_create(
        session=Session.objects.select_related("group").get(uuid=uuid),
        browser=browser_of(request),
        defaults={"user": user, "hosts": role.role != Membership.Role.MEMBER},
        create_defaults={
            "user": user,
            "hosts": role.role != Membership.Role.MEMBER,
            "joined_at": timezone.now(),
        },
    )
    return phone


# Groups


class GroupNeeds(IntEnum):
    """What a page of a group asks of who comes: each may also do what is above it."""

    SEE = 1
    BELONG = 2
    KEEP = 3
    OWN = 4


ROLES = {
    Membership.Role.MEMBER: GroupNeeds.BELONG,
    Membership.Role.SCOREKEEPER: GroupNeeds.KEEP,
    Membership.Role.OWNER: GroupNeeds.OWN,
}
LINKS = "links"  # of groups, that this browser came by
MOST_LINKS = 50
NOT_YOURS = "of a group"  # tells the page why: who belongs may not do everything


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who may see a group, and perhaps belongs to it."""

    group: Group
    user: User | None
    membership: Membership | None

    def may(self, needs: GroupNeeds) -> bool:
        has = GroupNeeds.SEE if self.membership is None else ROLES[self._role]
        return has >= needs

    @property
    def _role(self) -> Membership.Role:
        return Membership.Role(self.membership.role if self.membership else "")

    @property
    def belongs(self) -> bool:
        return self.may(GroupNeeds.BELONG)

    @property
    def keeps(self) -> bool:
        return self.may(GroupNeeds.KEEP)

    @property
    def owns(self) -> bool:
        return self.may(GroupNeeds.OWN)

    def by(self, key: UUID | None = None) -> By:
        return By(at=timezone.now(), actor=self.user, key=key)


def group_view(*, needs: GroupNeeds = GroupNeeds.SEE) -> Callable[[View], View]:
    """A view of a group: 404 for strangers, also where the group could be seen but not changed."""

    def decorate(view: View) -> View:
        @wraps(view)
        def checked(request: HttpRequest, group: str, *args: Any, **kwargs: Any) -> HttpResponse:
            guest = _guest(request, Group.objects.filter(slug=group).first(), needs)
            speak(request, guest.group.language)
            with timezone.override(guest.group.zone):
                try:
                    return not_kept(view(request, guest, *args, **kwargs))
                except (Group.DoesNotExist, Membership.DoesNotExist):  # gone a moment ago
                    raise Http404 from None

        return checked

    return decorate


def league_view(*, needs: GroupNeeds = GroupNeeds.SEE) -> Callable[[View], View]:
    """A view of a league, which knows its group."""

    def decorate(view: View) -> View:
        @group_view(needs=needs)
        @wraps(view)
        def found(
            request: HttpRequest, guest: Guest, league: str, *args: Any, **kwargs: Any
        ) -> HttpResponse:
            one = League.objects.filter(group=guest.group, slug=league).first()
            if one is None:
                raise Http404
            one.group = guest.group
            return view(request, guest, one, *args, **kwargs)

        return found

    return decorate


def speak(request: HttpRequest, language: str) -> None:
    """In this language, to whoever chose none and whose browser asks for none of ours."""
    if settings.LANGUAGE_COOKIE_NAME in request.COOKIES:
        return
    accepted = request.headers.get("Accept-Language", "")
    asked = {tag.partition(";")[0].strip().partition("-")[0] for tag in accepted.lower().split(",")}
    if not asked & dict(settings.LANGUAGES).keys() and language in dict(settings.LANGUAGES):
        translation.activate(language)
        request.LANGUAGE_CODE = language


def season_view(*, needs: GroupNeeds = GroupNeeds.SEE) -> Callable[[View], View]:
    """A view of a season, which knows its league and its group."""

    def decorate(view: View) -> View:
        @wraps(view)
        def checked(
            request: HttpRequest, group: str, league: str, season: str, *args: Any, **kwargs: Any
        ) -> HttpResponse:
            there = Season.objects.filter(
                league__group__slug=group, league__slug=league, slug=season
            )
            one = there.select_related("league__group").first()
            guest = _guest(request, one.league.group if one else None, needs)
            speak(request, guest.group.language)
            with timezone.override(guest.group.zone):
                return not_kept(view(request, guest, one, *args, **kwargs))

        return checked

    return decorate


def _guest(request: HttpRequest, group: Group | None, needs: GroupNeeds) -> Guest:
    guest = guest_of(request, group) if group else None
    if guest is None:
        raise Http404
    if guest.may(needs):
        return guest
    if guest.membership is None:
        raise Http404
    raise PermissionDenied(NOT_YOURS)


def guest_of(request: HttpRequest, group: Group) -> Guest | None:
    """Whoever asks, if they may see the group."""
    user = signed_in(request)
    membership = Membership.objects.filter(group=group, user=user).first() if user else None
    if membership is None and not _may_see(request, group):
        return None
    return Guest(group, user, membership)


def _may_see(request: HttpRequest, group: Group) -> bool:
    """A link, once followed, is remembered: the pages behind it need no key in their address."""
    if group.visibility == Group.Visibility.PUBLIC:
        return True
    if group.visibility != Group.Visibility.LINK:
        return False
    kept: list[str] = request.session.get(LINKS, [])
    if request.GET.get("key") == group.link_token and group.link_token not in kept:
        request.session[LINKS] = kept = [*kept, group.link_token][-MOST_LINKS:]
    return group.link_token in kept


def go(request: Request, to: str, *args: object) -> HttpResponse:
    """To another page, also when htmx asked for a part of this one."""
    address = resolve_url(to, *args)
    return HttpResponseClientRedirect(address) if request.htmx else HttpResponseRedirect(address)


def signed_in(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


def browser_of(request: HttpRequest) -> str:
    """What this browser was given, or nothing."""
    given = request.COOKIES.get(COOKIE, "")
    return given if re.fullmatch(r"[A-Za-z0-9_-]{1,40}", given) else ""


def _become_known(request: HttpRequest) -> None:
    if not browser_of(request):
        request.COOKIES[COOKIE] = new_browser()


def _remembered(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    response.set_cookie(
        COOKIE,
        request.COOKIES[COOKIE],
        max_age=COOKIE_LIFE,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return response


def known_browser(view: View) -> View:
    """For pages where somebody first comes to a table: the browser gets what it is known by."""

    @wraps(view)
    def known(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if browser_of(request):
            return view(request, *args, **kwargs)
        _become_known(request)
        return _remembered(request, view(request, *args, **kwargs))

    return known
