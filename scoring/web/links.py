"""Links that other devices can follow."""

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from scoring.models import Group, Session

LOOPBACK = ("localhost", "127.", "[::1]")


def join_link(request: HttpRequest, session: Session) -> str:
    """To the table."""
    return outside_link(request, reverse("join", args=[session.code]))


def outside_link(request: HttpRequest, path: str) -> str:
    """For whoever is not at this machine: they cannot reach what it calls itself."""
    if settings.PHONES_ADDRESS and is_loopback(request):
        return f"{settings.PHONES_ADDRESS}{path}"
    return request.build_absolute_uri(path)


def is_loopback(request: HttpRequest) -> bool:
    return request.get_host().startswith(LOOPBACK)


def reaches_phones(request: HttpRequest) -> bool:
    return bool(settings.PHONES_ADDRESS) or not is_loopback(request)


def followed(group: Group, path: str) -> str:
    """For a reader that remembers nothing: with the key, where a group asks for one."""
    return f"{path}?key={group.link_token}" if group.visibility == Group.Visibility.LINK else path
