"""Let members of its group, and anyone with its link, see an evening."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from scoring.models import Evening, Group, Membership
from scoring.web.group_access import NOT_YOURS, GroupNeeds, Guest, acts_as_superuser
from scoring.web.language import activate_group_language
from scoring.web.requests import View, no_store, signed_in


def evening_view(*, needs: GroupNeeds = GroupNeeds.SEE) -> Callable[[View], View]:
    """Hand the view a guest of the group and the evening of the link; 404 without its link.

    What needs more than to see it is for members in that role, and does not exist for others."""

    def decorate(view: View) -> View:
        @wraps(view)
        def checked(request: HttpRequest, link: str, *args: Any, **kwargs: Any) -> HttpResponse:
            evening = Evening.objects.with_link(link)
            if evening is None:
                raise Http404
            guest = _guest(request, evening, needs)
            activate_group_language(request, guest.group.language)
            with timezone.override(guest.group.zone):
                try:
                    return no_store(view(request, guest, evening, *args, **kwargs))
                except (Evening.DoesNotExist, Group.DoesNotExist):  # deleted a moment ago
                    raise Http404 from None

        return checked

    return decorate


def _guest(request: HttpRequest, evening: Evening, needs: GroupNeeds) -> Guest:
    user = signed_in(request)
    members = Membership.objects.of_account(user.pk) if user else Membership.objects.none()
    membership = members.filter(group=evening.group).first()
    guest = Guest(evening.group, user, membership, needs, is_superuser=acts_as_superuser(request))
    if guest.may(needs):
        return guest
    if guest.membership is None:
        raise Http404
    raise PermissionDenied(NOT_YOURS)
