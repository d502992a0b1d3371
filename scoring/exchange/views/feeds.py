"""Atom feeds of a season's and of a group's latest sessions."""

from collections.abc import Iterable

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import translation
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_safe

from scoring.exchange.feeds import LATEST, Entry, atom, feed_entries
from scoring.groups.visibility import player_names, visitors_result_url
from scoring.models import Group, Season, Session
from scoring.web.etag import conditional
from scoring.web.group_access import Guest, group_view, season_view
from scoring.web.links import outside_link


@require_safe
@season_view()
def season_feed(request: HttpRequest, guest: Guest, season: Season) -> HttpResponse:
    title = f"{season.name} · {season.league.name} · {guest.group.name}"
    path = reverse("season_feed", args=[guest.group.slug, season.league.slug, season.slug])
    return _feed(request, guest, title, path, Session.objects.latest_counting(season, LATEST))


@require_safe
@group_view()
def group_feed(request: HttpRequest, guest: Guest) -> HttpResponse:
    path = reverse("group_feed", args=[guest.group.slug])
    sessions = Session.objects.latest_finished(guest.group, LATEST)
    return _feed(request, guest, guest.group.name, path, sessions)


def _feed(
    request: HttpRequest, guest: Guest, title: str, path: str, sessions: Iterable[Session]
) -> HttpResponse:
    """Answer with a feed in the group's language: feed readers ask for none."""
    group = guest.group
    # Without the key of the group's link: feeds are passed on.
    page_url = outside_link(request, path.removesuffix("feed.atom"))
    feed_url = outside_link(request, path)
    with translation.override(group.language):
        entries = feed_entries(sessions, player_names(is_member=guest.belongs))
    urls = _result_urls(request, group, entries)
    xml = atom(group, title, page_url, feed_url, entries, urls)
    modified = max([entry.updated for entry in entries], default=group.created_at)

    def make() -> HttpResponse:
        return HttpResponse(xml, content_type=Atom1Feed.content_type)

    response = conditional(request, make, shown=[xml], vary=["Cookie"], modified=modified)
    response["Content-Language"] = group.language
    if "key" in request.GET:  # the reader sends it every time: the session need not remember it
        request.session.modified = False
    return response


def _result_urls(request: HttpRequest, group: Group, entries: Iterable[Entry]) -> dict[int, str]:
    """Return the results that everybody may open who is passed the feed, by session."""
    is_public = group.visibility == Group.Visibility.PUBLIC
    urls = {
        entry.session.pk: visitors_result_url(entry.session.uuid, entry.session.share_token, group)
        for entry in entries
        if is_public or entry.session.share_token
    }
    return {session: outside_link(request, url) for session, url in urls.items() if url}
