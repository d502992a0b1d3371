"""The language of a page, where the reader asks for none that the site has."""

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation


def activate_group_language(request: HttpRequest, language: str) -> None:
    """Answer in the group's language where neither the reader nor their browser asks for one."""
    if settings.LANGUAGE_COOKIE_NAME in request.COOKIES:
        return
    accepted = request.headers.get("Accept-Language", "")
    requested = {
        tag.partition(";")[0].strip().partition("-")[0] for tag in accepted.lower().split(",")
    }
    if not requested & dict(settings.LANGUAGES).keys() and language in dict(settings.LANGUAGES):
        translation.activate(language)
        request.LANGUAGE_CODE = language
