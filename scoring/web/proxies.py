"""Trust headers of proxies only behind all of them, and hosts only of a home where none is set."""

from collections.abc import Callable
from ipaddress import ip_address, ip_network

from django.conf import settings
from django.core.exceptions import DisallowedHost, MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.utils.deprecation import MiddlewareMixin

SUBNET = 64  # bits
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO")
# Names that no public name server knows, so that no page elsewhere can lead its readers here.
HOME_DOMAINS = (".localhost", ".local", ".lan", ".home", ".home.arpa", ".internal", ".fritz.box")


class ProxyMiddleware(MiddlewareMixin):
    """Drop the headers of proxies from requests that went past them: anybody can send such."""

    def process_request(self, request: HttpRequest) -> None:
        if settings.PROXIES and not _came_through_proxies(request):
            for header in FORWARDED:
                request.META.pop(header, None)


def network_of(address: str) -> str:
    """Return what limits count by: an IPv4 address, or the /64 that one customer has of IPv6."""
    address = without_mapping(address)
    is_ipv6 = ":" in address
    return str(ip_network((address, SUBNET), strict=False)) if is_ipv6 else address


def without_mapping(address: str) -> str:
    """Return an address; one of IPv4 that is written as one of IPv6, as one of IPv4."""
    try:
        ip = ip_address(address)
    except ValueError:  # of a socket of this machine
        return address
    return str(getattr(ip, "ipv4_mapped", None) or ip)


def _came_through_proxies(request: HttpRequest) -> bool:
    """Return whether a machine of our network sent it, with an address for each proxy."""
    addresses = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    named = [address for address in addresses if address.strip()]
    return _is_near(request.META.get("REMOTE_ADDR", "")) and len(named) >= settings.PROXIES


def _is_near(address: str) -> bool:
    """Return whether it is no address of the internet; a socket of this machine has none."""
    try:
        return not address or not ip_address(address).is_global
    except ValueError:
        return False


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
