"""Trust headers on address and TLS only if a request came through all proxies."""

from ipaddress import ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest
from django.utils.deprecation import MiddlewareMixin

SUBNET = 64  # bits
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO")


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
