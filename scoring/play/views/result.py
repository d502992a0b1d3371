"""The result: who won and why, for those who were there and those who have its link."""

from collections.abc import Mapping
from datetime import UTC
from hashlib import blake2b
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import urlencode
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.core.refusals import Refused
from scoring.core.wording import award_sentence
from scoring.groups.visibility import names_outside_group
from scoring.models import Season, Session
from scoring.play import bgstats
from scoring.play.destinations import Destination
from scoring.play.screen import TableNow, look
from scoring.play.sharing import session_with_token
from scoring.play.views.table import now_context, table_context
from scoring.web.charts import chart
from scoring.web.group_access import guest_of, is_scorekeeper
from scoring.web.links import outside_link
from scoring.web.qr import qr_image
from scoring.web.table_access import Visit, table_view


@require_safe
@table_view()
def result(request: HttpRequest, visit: Visit) -> HttpResponse:
    context = table_context(visit)
    session = visit.session
    context |= {
        **_evening(context["now"]),
        "bgstats": _to_bgstats(context["now"], tells_all=True),
        "counts_for": _counts_for(request, session),
        "link": _link(request, session) if session.share_token else "",
        "again": _again(visit),
    }
    return render(request, "play/result/result.html", context)


@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """For whoever has the link; it asks each time whether the page is still right.

    It names everybody as they are called outside their group."""
    session = _shared(token)
    called = names_outside_group(session.seats.select_related("player")) if session.group_id else {}
    etag = _etag(session, called)
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        try:
            now = look(session, called)
        except Refused:  # it cannot be said without saying who hides
            raise Http404 from None
        context = {
            **now_context(now),
            **_evening(now),
            "bgstats": _to_bgstats(now, tells_all=False),
            "link": _link(request, session),
        }
        answer = render(request, "play/result/shared.html", context)
    answer["ETag"] = etag
    patch_cache_control(answer, private=True, no_cache=True)
    patch_vary_headers(answer, ["Accept-Language", "Cookie"])  # what the language comes from
    return answer


@require_safe
def shared_qr(request: HttpRequest, token: str) -> HttpResponse:
    return qr_image(_link(request, _shared(token)))


def _evening(now: TableNow) -> dict[str, Any]:
    """What a result shows beyond the table."""
    steps = now.game.play.course(now.state, now.outcome)
    return {
        "chart": chart(steps, {seat.name: seat.place for seat in now.seats.values()}),
        "award": award_sentence(now.outcome, now.game.wording),
    }


def _to_bgstats(now: TableNow, *, tells_all: bool) -> str:
    """The link, once it is over; who only has the link to the page gets no more than it shows."""
    session = now.session
    if session.finished_at is None or not now.outcome.finished:
        return ""
    over_at = session.finished_at.astimezone(session.group.zone if session.group else UTC)
    where = bgstats.Where(session.uuid, over_at, str(session.group_id or ""), tells_all)
    return bgstats.link(bgstats.play(now.played, now.outcome, where))


def _counts_for(request: HttpRequest, session: Session) -> Season | None:
    """For whoever may see that it does: not everybody at a table belongs to its group."""
    group = session.group
    if group is None or guest_of(request, group) is None:
        return None
    season = Season.objects.that_counts(session.pk)
    if season is not None:
        season.league.group = group
    return season


def _shared(token: str) -> Session:
    session = session_with_token(token, timezone.now())
    if session is None:
        raise Http404
    return session


def _etag(session: Session, called: Mapping[str, str]) -> str:
    """Another one after every change, in every language, and with every new look of the site."""
    site = f"{get_language()} {static('scoring/site.css')}"
    shown = f"{session.uuid} {session.version} {site} {sorted(called.items())}"
    return f'"{blake2b(shown.encode(), digest_size=12).hexdigest()}"'


def _link(request: HttpRequest, session: Session) -> str:
    return outside_link(request, reverse("shared", args=[session.share_token]))


def _again(visit: Visit) -> str:
    """A new table for the same players, of the same group where this person keeps its scores."""
    session = visit.session
    said = {"again": str(session.uuid)}
    if session.group and is_scorekeeper(visit.user, session.group):
        said["group"] = Destination(session.group, session.league).said
    return f"{reverse('new', args=[session.game])}?{urlencode(said)}"
