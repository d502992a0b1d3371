"""Public pages that have not changed since: answered from one small query, before all others."""

from hashlib import blake2b

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language

from scoring.leagues.queries import Version
from scoring.models import Season
from scoring.web.group_access import Guest
from scoring.web.static_files import static_files_version

KEPT_FOR = 24 * 60 * 60


def version_of(season: Season) -> Version:
    league, group = season.league, season.league.group
    return Version(
        season.pk,
        season.version,
        season.name,
        league.name,
        group.name,
        group.link_token,
        group.visibility,
        group.language,
        group.time_zone,
    )


def is_nobody(request: HttpRequest) -> bool:
    """Without even asking who it is."""
    return settings.SESSION_COOKIE_NAME not in request.COOKIES


def etag(request: HttpRequest, version: Version, *, shows: str, guest: Guest | None = None) -> str:
    """`shows`: which part of the season."""
    user, role = (guest.user, guest.membership) if guest else (None, None)
    reader = (user and (user.pk, user.get_username()), role and role.role)
    site = (request.build_absolute_uri("/"), get_language(), static_files_version())
    shown = repr((*version, *reader, *site, shows))
    return f'"{blake2b(shown.encode(), digest_size=12).hexdigest()}"'


def unchanged(request: HttpRequest, tag: str) -> HttpResponse | None:
    """What the browser has still stands."""
    found = get_conditional_response(request, etag=tag)
    return None if found is None else headed(found, tag)


def kept(tag: str) -> HttpResponse | None:
    """As it was rendered for another reader."""
    body: bytes | None = cache.get(_key(tag))
    return None if body is None else headed(HttpResponse(body), tag)


def keep(tag: str, body: bytes) -> None:
    cache.set(_key(tag), body, KEPT_FOR)


def headed(response: HttpResponse, tag: str) -> HttpResponse:
    """A browser asks each time whether it still stands."""
    response["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


def _key(tag: str) -> str:
    return f"page-{tag[1:-1]}"
