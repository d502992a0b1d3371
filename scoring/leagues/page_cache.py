"""Cached pages of a season: found by one small query, as long as nothing on them has changed.

Readers of one role share a page; only the account menu of who is signed in is rendered for each."""

from functools import cache
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from scoring.models import Group, Season
from scoring.web.compression import Part, deflated, page_of_parts
from scoring.web.etag import PAGE_VARIES_ON, Validators, digest, etag_of, site_state
from scoring.web.group_access import Guest

SECONDS = 24 * 60 * 60
CACHE = "pages"
AROUND_ONE_MENU = 2  # parts of a page
VARIES_ON = ("Accept-Encoding", *PAGE_VARIES_ON)


class PageVersion(NamedTuple):
    """Everything that changes a season's page, beside the address and language of its reader."""

    season: int
    version: int
    name: str
    league: str
    group: str
    link_token: str  # tells the group from an earlier one with the same number
    visibility: str
    group_language: str  # for readers who ask for none of ours
    time_zone: str
    role: str = ""  # of the reader in the group; empty for everybody else


COLUMNS = (
    *("pk", "version", "name", "league__name", "league__group__name"),
    *("league__group__link_token", "league__group__visibility"),
    *("league__group__language", "league__group__time_zone"),
)
ROLE = "league__group__memberships__role"


def stored_version(user: User | None, group: str, league: str, season: str) -> PageVersion | None:
    """Read the version for members, and for strangers if the group is public; else return None."""
    sql, parameters = _version_query(is_member=user is not None)
    values = {"GROUP": group, "LEAGUE": league, "SEASON": season, -1: user and user.pk}
    with connection.cursor() as cursor:
        cursor.execute(sql, [values.get(parameter, parameter) for parameter in parameters])
        row = cursor.fetchone()
    return PageVersion(*row) if row else None


@cache
def _version_query(*, is_member: bool) -> tuple[str, tuple[Any, ...]]:
    """Compile the query, with words to put values in the place of.

    Compiled for each request, it took a third of the time of a page from the cache."""
    seasons = Season.objects.filter(
        league__group__slug="GROUP", league__slug="LEAGUE", slug="SEASON"
    )
    if is_member:
        query = seasons.filter(league__group__memberships__user=-1).values_list(*COLUMNS, ROLE)
    else:
        query = seasons.filter(league__group__visibility="public").values_list(*COLUMNS)
    return query.query.sql_with_params()


def version_for(guest: Guest, season: Season) -> PageVersion:
    league, group = season.league, season.league.group
    return PageVersion(
        season.pk,
        season.version,
        season.name,
        league.name,
        group.name,
        group.link_token,
        group.visibility,
        group.language,
        group.time_zone,
        guest.membership.role if guest.membership else "",
    )


class SeasonPage:
    """The standings of a season, or of a game in it, in the language of the request."""

    def __init__(
        self, request: HttpRequest, version: PageVersion, user: User | None, game: str, number: int
    ) -> None:
        self.request, self.user = request, user
        self.key = digest(repr((*version, *site_state(request), game, number, user is None)))
        reader = (user.pk, user.get_username()) if user else ()
        # Nothing on what strangers see of a public group is about them.
        is_public = user is None and version.visibility == Group.Visibility.PUBLIC
        # A weak one: it stands for the page with and without compression.
        etag = f"W/{etag_of(self.key, *reader)}"
        self.validators = Validators(etag, VARIES_ON, public=is_public)

    def response(self) -> HttpResponse | None:
        """Return 304 or the page, if it needs nothing from the database; else None."""
        if response := self.validators.not_modified(self.request):
            return response
        parts: list[Part] | None = caches[CACHE].get(self.key)
        return None if parts is None else self._respond(parts)

    def store(self, page: str) -> HttpResponse:
        """Cache the page without the account menu, which alone is about the reader."""
        body = page.encode()
        around = body.split(self._account_menu()) if self.user else [body]
        parts = list(map(deflated, around))
        if self.user is None or len(parts) == AROUND_ONE_MENU:
            caches[CACHE].set(self.key, parts, SECONDS)
            return self._respond(parts)
        return self.validators.add_to(HttpResponse(body))

    def _account_menu(self) -> bytes:
        return render_to_string("web/_account_menu.html", request=self.request).encode()

    def _respond(self, parts: list[Part]) -> HttpResponse:
        """Put the reader's menu into the page; strangers all have the same one, in the page."""
        if self.user is not None:
            before, after = parts
            parts = [before, deflated(self._account_menu()), after]
        return self.validators.add_to(page_of_parts(self.request, parts))
