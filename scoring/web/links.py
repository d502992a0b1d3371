"""Links that other devices can follow."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.models import Group, Session

LOOPBACK = ("localhost", "127.", "[::1]")


def join_link(request: HttpRequest, session: Session) -> str:
    return outside_link(request, reverse("join", args=[session.code]))


def outside_link(request: HttpRequest, path: str) -> str:
    """Return an address that other devices reach, also when this one calls the site localhost."""
    if settings.PUBLIC_ADDRESS:
        return f"{settings.PUBLIC_ADDRESS}{path}"
    if settings.PHONES_ADDRESS and is_loopback(request):
        return f"{settings.PHONES_ADDRESS}{path}"
    return request.build_absolute_uri(path)


def link_in_mail(path: str) -> str:
    """Return an address for a reader elsewhere: in an email, or printed by a command."""
    return f"{settings.MAIL_ADDRESS}{path}"


def canonical_address(request: HttpRequest, path: str) -> str:
    """Return the absolute address of a page for search engines and cached pages.

    It has a port only if the site is known by it: anybody may write any port into the `Host` of a
    request, and each would be another page to render and to cache."""
    if settings.PUBLIC_ADDRESS:
        return f"{settings.PUBLIC_ADDRESS}{path}"
    if settings.PHONES_ADDRESS and is_loopback(request):
        return f"{settings.PHONES_ADDRESS}{path}"
    domain, port = split_domain_port(request.get_host())
    known = {settings.PORT, *(str(urlsplit(one).port) for one in settings.CSRF_TRUSTED_ORIGINS)}
    host = f"{domain}:{port}" if port in known else domain
    return f"{request.scheme}://{host}{path}"


def is_loopback(request: HttpRequest) -> bool:
    return request.get_host().startswith(LOOPBACK)


def why_phones_do_not_reach(request: HttpRequest) -> str:
    """Return why phones cannot follow the links of this request, or an empty string if they can."""
    if settings.PUBLIC_ADDRESS or settings.PHONES_ADDRESS or not is_loopback(request):
        return ""
    if settings.HOME_HOSTS:
        return _(
            "Phones cannot follow the links on this page. Open the site by this computer’s address"
            " in your network, such as http://192.168.1.20:8000, or set PUBLIC_ADDRESS to it."
        )
    return _(
        "The links on this page only work on this computer: the site is not served to the network."
    )


def path_with_key(group: Group, path: str) -> str:
    """Add the key of the group's link, if it needs one: feed readers send no cookies."""
    return f"{path}?key={group.link_token}" if group.visibility == Group.Visibility.LINK else path
