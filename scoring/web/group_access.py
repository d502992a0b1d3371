"""Who may see or change a group: the decorators check it and hand the view a guest."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from scoring.models import Group, League, Membership, Season
from scoring.models.revisions import By
from scoring.web.requests import View, activate_group_language, no_store, signed_in


class GroupNeeds(IntEnum):
    """What a view of a group asks for; whoever has one of these also has those above it."""

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
            activate_group_language(request, guest.group.language)
            with timezone.override(guest.group.zone):
                try:
                    return no_store(view(request, guest, *args, **kwargs))
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
            activate_group_language(request, guest.group.language)
            with timezone.override(guest.group.zone):
                return no_store(view(request, guest, one, *args, **kwargs))

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


def is_scorekeeper(user: User | None, group: Group | None) -> bool:
    """Return whether this account may open the group's tables and enter what is played there."""
    return bool(user and group and Group.objects.with_scorekeeper(user).contains(group))


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
