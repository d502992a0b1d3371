"""Hosts of a home network, where nobody has told the site its own address."""

from collections.abc import Callable
from ipaddress import ip_address

from django.conf import settings
from django.core.exceptions import DisallowedHost, MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port

# Names that no public name server knows, so that no page elsewhere can lead its readers here.
HOME_DOMAINS = (".localhost", ".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")


class HomeHostMiddleware:
    """Refuse requests to other hosts than those of a home network, and the given names.

    A setting cannot list the addresses that a network may have, so ALLOWED_HOSTS allows all."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not settings.HOME_HOSTS:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        host, _port = split_domain_port(request.get_host())
        if not (is_of_a_home(host) or host in settings.NAMED_HOSTS):
            raise DisallowedHost("Set PUBLIC_ADDRESS to the address of the site.")
        return self.get_response(request)


def is_of_a_home(host: str) -> bool:
    """Return whether it is a private IP address, or a name that only a home network knows."""
    try:
        address = ip_address(host.strip("[]"))
    except ValueError:
        return "." not in host or f".{host}".endswith(HOME_DOMAINS)
    return not (address.is_global or address.is_unspecified)
