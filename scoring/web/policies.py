"""The headers by which browsers learn what a page may load and use."""

from http import HTTPStatus

from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from scoring.web.requests import View, no_store

# Pages keep the screen awake during a timer, and share by the browser's own dialog.
UNUSED = ("camera", "geolocation", "microphone", "payment", "usb")
PERMISSIONS = ", ".join(f"{feature}=()" for feature in UNUSED)
OF_ACCOUNTS = ("account_", "mfa_")  # allauth's names of its addresses
WITH_DJANGO_PAGE = {404, 500}  # while developing, and that page has its styles and scripts in it


# Copies of tables for when there is no network, and taps that wait there: both are in "storage".
# The seats of the browser are signed out, so that these taps would be refused anyway.
ALL_THAT_IS_KEPT = '"cache", "storage"'
SIGNED_OUT = "SIGNED_OUT"  # in request.META


def clear_browser(request: HttpRequest) -> None:
    """Have the browser forget the pages that it kept: somebody has logged out."""
    request.META[SIGNED_OUT] = True


class PoliciesMiddleware(MiddlewareMixin):
    """Send the content security policy of the settings, and the permissions policy.

    Pages of accounts, which show addresses, secrets of second factors and recovery codes, are not
    kept by browsers; after a log-out nothing is.

    All pages have the same: django-csp's own middleware, which puts it together for each response,
    took a seventh of the time of a poll."""

    def __init__(self, get_response: View) -> None:
        super().__init__(get_response)
        self.content_security = build_policy()

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if response.status_code == HTTPStatus.NO_CONTENT:
            return response  # polls: there is nothing that could load anything
        response.headers["Permissions-Policy"] = PERMISSIONS
        if not (settings.DEBUG and response.status_code in WITH_DJANGO_PAGE):
            response.headers.setdefault(HEADER, self.content_security)
        if SIGNED_OUT in request.META:
            response.headers["Clear-Site-Data"] = ALL_THAT_IS_KEPT
        match = request.resolver_match
        if match and (match.url_name or "").startswith(OF_ACCOUNTS):
            no_store(response)
        return response
