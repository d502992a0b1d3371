"""Check who may see or change a group, by decorators that give views the group and the user."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import IntEnum, auto
from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from scoring.models import Group, League, Membership, Season
from scoring.models.locks import lock_group
from scoring.models.revisions import By
from scoring.models.transactions import write_transaction
from scoring.web.language import activate_group_language
from scoring.web.requests import View, no_store, signed_in


class GroupNeeds(IntEnum):
    """A right that a view of a group requires; each includes those before it."""

    SEE = auto()
    BELONG = auto()
    KEEP = auto()
    OWN = auto()


ROLES = {
    Membership.Role.MEMBER: GroupNeeds.BELONG,
    Membership.Role.SCOREKEEPER: GroupNeeds.KEEP,
    Membership.Role.OWNER: GroupNeeds.OWN,
}
SECOND_FACTOR_GIVEN = "second_factor"  # in the browser's session: the account's was given there
FOLLOWED_LINKS = "links"  # in the browser's session: the keys of groups' links that it followed
MOST_FOLLOWED_LINKS = 50
NOT_YOURS = "of a group"  # the reason that 403.html reads: members may not do everything


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who may see a group, whether a member or not."""

    group: Group
    user: User | None
    membership: Membership | None
    needs: GroupNeeds = GroupNeeds.SEE  # what the view required
    is_superuser: bool = False  # who gave the second factor, as in the admin

    def may(self, needs: GroupNeeds) -> bool:
        if self.is_superuser:
            return True
        has = GroupNeeds.SEE
        if self.membership is not None:
            has = ROLES[Membership.Role(self.membership.role)]
        return has >= needs

    @property
    def role(self) -> str:
        """Return what pages of the group differ by; empty for visitors."""
        if self.is_superuser:
            return "superuser"
        return self.membership.role if self.membership else ""

    @property
    def belongs(self) -> bool:
        return self.may(GroupNeeds.BELONG)

    @property
    def keeps(self) -> bool:
        return self.may(GroupNeeds.KEEP)

    @property
    def owns(self) -> bool:
        return self.may(GroupNeeds.OWN)

    @property
    def manages_in_admin(self) -> bool:
        """Return whether the admin shows them what belongs to the group."""
        return (
            self.user is not None and self.user.is_staff and (self.owns or self.user.is_superuser)
        )

    @contextmanager
    def confirmed(self) -> Iterator["Guest"]:
        """Lock the group and check the rights again, around a change; yield the guest as they are.

        A request that waited while its owner was removed would otherwise be obeyed."""
        with write_transaction():
            lock_group(self.group.pk)
            membership = Membership.objects.filter(group=self.group, user=self.user).first()
            is_superuser = self.is_superuser and _is_superuser_now(self.user)
            guest = replace(self, membership=membership, is_superuser=is_superuser)
            if not guest.may(self.needs):
                raise PermissionDenied(NOT_YOURS)
            yield guest

    def by(self, key: UUID | None = None) -> By:
        return By(at=timezone.now(), actor=self.user, key=key)


def group_view(*, needs: GroupNeeds = GroupNeeds.SEE) -> Callable[[View], View]:
    """Hand the view a guest; 404 to strangers, also if they may see the group but not change it."""

    def decorate(view: View) -> View:
        @wraps(view)
        def checked(request: HttpRequest, group: str, *args: Any, **kwargs: Any) -> HttpResponse:
            guest = _guest(request, Group.objects.at(group), needs)
            activate_group_language(request, guest.group.language)
            with timezone.override(guest.group.zone):
                try:
                    return no_store(view(request, guest, *args, **kwargs))
                except (Group.DoesNotExist, Membership.DoesNotExist):  # deleted a moment ago
                    raise Http404 from None

        return checked

    return decorate


def league_view(*, needs: GroupNeeds = GroupNeeds.SEE) -> Callable[[View], View]:
    """Hand the view a guest and a league of the group; 404 if there is none of that address."""

    def decorate(view: View) -> View:
        @group_view(needs=needs)
        @wraps(view)
        def checked(
            request: HttpRequest, guest: Guest, league: str, *args: Any, **kwargs: Any
        ) -> HttpResponse:
            of_group = League.objects.filter(group=guest.group, slug=league).first()
            if of_group is None:
                raise Http404
            of_group.group = guest.group
            return view(request, guest, of_group, *args, **kwargs)

        return checked

    return decorate


def season_view(*, needs: GroupNeeds = GroupNeeds.SEE) -> Callable[[View], View]:
    """Hand the view a guest and a season, found in one query with its league and its group."""

    def decorate(view: View) -> View:
        @wraps(view)
        def checked(
            request: HttpRequest, group: str, league: str, season: str, *args: Any, **kwargs: Any
        ) -> HttpResponse:
            row = Season.objects.at(group, league, season)
            guest = _guest(request, row.league.group if row else None, needs)
            activate_group_language(request, guest.group.language)
            with timezone.override(guest.group.zone):
                return no_store(view(request, guest, row, *args, **kwargs))

        return checked

    return decorate


def _guest(request: HttpRequest, group: Group | None, needs: GroupNeeds) -> Guest:
    """Return the guest; 403 for members who may not do this, 404 for everybody else."""
    guest = guest_of(request, group) if group else None
    if guest is None:
        raise Http404
    if guest.may(needs):
        return replace(guest, needs=needs)
    if guest.membership is None:
        raise Http404
    raise PermissionDenied(NOT_YOURS)


def guest_of(request: HttpRequest, group: Group) -> Guest | None:
    """Return the guest, or None if they may not see the group."""
    user = signed_in(request)
    membership = Membership.objects.of(group, user) if user else None
    is_superuser = acts_as_superuser(request)
    if membership is None and not is_superuser and not _may_see(request, group):
        return None
    return Guest(group, user, membership, is_superuser=is_superuser)


def acts_as_superuser(request: HttpRequest) -> bool:
    """Return whether a superuser gave the second factor in this session, as the admin asks for."""
    user = signed_in(request)
    return user is not None and user.is_superuser and SECOND_FACTOR_GIVEN in request.session


def _is_superuser_now(user: User | None) -> bool:
    superusers = User.objects.filter(is_superuser=True, is_active=True)
    return user is not None and superusers.filter(pk=user.pk).exists()


def is_scorekeeper(user: User | None, group: Group | None) -> bool:
    """Return whether this account may open the group's tables and enter what is played there."""
    return bool(user and group and Group.objects.with_scorekeeper(user).contains(group))


def manages_in_admin(user: User | None, group: Group | None) -> bool:
    """Return whether the admin shows this account what belongs to the group."""
    if user is None or group is None or not user.is_staff:
        return False
    return Group.objects.managed_by(user).contains(group)


def _may_see(request: HttpRequest, group: Group) -> bool:
    """Return whether who is no member may see it; a link that was followed is remembered."""
    if group.visibility == Group.Visibility.PUBLIC:
        return True
    if group.visibility != Group.Visibility.LINK:
        return False
    keys: list[str] = request.session.get(FOLLOWED_LINKS, [])
    if request.GET.get("key") == group.link_token and group.link_token not in keys:
        request.session[FOLLOWED_LINKS] = keys = [*keys, group.link_token][-MOST_FOLLOWED_LINKS:]
    return group.link_token in keys
