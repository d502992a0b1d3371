"""The latest evenings of a season, and of a group, for whoever follows them."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_safe

from scoring.exchange import feeds
from scoring.exchange.feeds import LATEST, Entry, Place
from scoring.groups.visibility import player_names, result_url
from scoring.models import Season, Session
from scoring.web.etag import conditional
from scoring.web.group_access import Guest, group_view, season_view
from scoring.web.links import followed, outside_link


@require_safe
@season_view()
def season_feed(request: HttpRequest, guest: Guest, season: Season) -> HttpResponse:
    title = f"{season.name} · {season.league.name} · {guest.group.name}"
    there = reverse("season_feed", args=[guest.group.slug, season.league.slug, season.slug])
    return _feed(request, guest, title, there, Session.objects.latest_counting(season, LATEST))


@require_safe
@group_view()
def group_feed(request: HttpRequest, guest: Guest) -> HttpResponse:
    there = reverse("group_feed", args=[guest.group.slug])
    sessions = Session.objects.latest_finished(guest.group, LATEST)
    return _feed(request, guest, guest.group.name, there, sessions)


def _feed(
    request: HttpRequest, guest: Guest, title: str, there: str, sessions: Iterable[Session]
) -> HttpResponse:
    """In the group's language, since a feed names has none; a page's files stand beside it."""
    group = guest.group
    place = Place(
        title=title,
        page=outside_link(request, followed(group, there.removesuffix("feed.atom"))),
        feed=outside_link(request, followed(group, there)),
        language=group.language,
        author=group.name,
        begun=group.created_at,
    )
    with translation.override(group.language):
        found = feeds.entries(sessions, player_names(is_member=guest.belongs))
    written = feeds.atom(place, found, _shared(request, found))
    modified = max([entry.updated for entry in found], default=group.created_at)

    def make() -> HttpResponse:
        return HttpResponse(written, content_type=Atom1Feed.content_type)

    answer = conditional(request, make, shown=[written], vary=["Cookie"], modified=modified)
    answer["Content-Language"] = group.language
    if "key" in request.GET:  # it brings it again every time: nothing has to be remembered
        request.session.modified = False
    return answer


def _shared(request: HttpRequest, found: Iterable[Entry]) -> dict[int, str]:
    return {
        entry.session.pk: outside_link(request, url)
        for entry in found
        if (url := result_url(entry.session.uuid, entry.session.share_token, is_member=False))
    }
