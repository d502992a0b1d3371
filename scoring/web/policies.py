"""The headers by which browsers learn what a page may load and use."""

from csp.constants import HEADER
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

from scoring.web.requests import View

# Pages keep the screen awake during a timer, and share by the browser's own dialog.
UNUSED = ("camera", "geolocation", "microphone", "payment", "usb")
PERMISSIONS = ", ".join(f"{feature}=()" for feature in UNUSED)
WITH_DJANGO_PAGE = {404, 500}  # while developing, and that page has its styles and scripts in it


class PoliciesMiddleware(MiddlewareMixin):
    """Send the content security policy of the settings, and the permissions policy.

    All pages have the same: django-csp's own middleware, which puts it together for each response,
    took a seventh of the time of a poll."""

    def __init__(self, get_response: View) -> None:
        super().__init__(get_response)
        self.content_security = build_policy()

    def process_response(self, _request: HttpRequest, response: HttpResponse) -> HttpResponse:
        response.headers["Permissions-Policy"] = PERMISSIONS
        if not (settings.DEBUG and response.status_code in WITH_DJANGO_PAGE):
            response.headers[HEADER] = self.content_security
        return response
