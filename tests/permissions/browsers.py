"""Browsers as people use them: real cookies, real forms, and every old cookie written down."""

from typing import Any

from django.conf import settings
from django.test import Client

from scoring.web.browser_cookie import cookie_name
from tests.permissions.model import Credentials

CSRF_TOKEN = "t" * 32


class Browser:
    """A browser. It keeps what the site sends, and sends the token of its forms back."""

    def __init__(self, number: int) -> None:
        self.client = Client(enforce_csrf_checks=True, REMOTE_ADDR=f"10.0.0.{number}")
        self.client.cookies[settings.CSRF_COOKIE_NAME] = CSRF_TOKEN

    @property
    def cookies(self) -> Credentials:
        jar = self.client.cookies
        names = (cookie_name(), settings.SESSION_COOKIE_NAME)
        return Credentials(*[jar[name].value if name in jar else "" for name in names])

    def get(self, path: str, **headers: Any) -> Any:
        return self.client.get(path, headers=headers)

    def post(self, path: str, **fields: Any) -> Any:
        token = self.client.cookies[settings.CSRF_COOKIE_NAME].value
        return self.client.post(path, {**fields, "csrfmiddlewaretoken": token})


def browser_with(cookies: Credentials) -> Browser:
    """Return a browser into which somebody has put these cookies."""
    browser = Browser(99)
    for name, value in (
        (cookie_name(), cookies.browser),
        (settings.SESSION_COOKIE_NAME, cookies.login),
    ):
        if value:
            browser.client.cookies[name] = value
    return browser
