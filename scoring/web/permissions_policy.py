"""The header by which a page gives up what no page of the site uses."""

from django.http import HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin

# Pages keep the screen awake during a timer, and share by the browser's own dialog.
UNUSED = ("camera", "geolocation", "microphone", "payment", "usb")
POLICY = ", ".join(f"{feature}=()" for feature in UNUSED)


class PermissionsPolicyMiddleware(MiddlewareMixin):
    def process_response(self, _request: HttpRequest, response: HttpResponse) -> HttpResponse:
        response.headers["Permissions-Policy"] = POLICY
        return response
