"""The result of a session: for people at the table, and for anyone with its shared link."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC
from functools import partial
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import SimpleLazyObject
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from scoring.core.wording import award_sentence, headline
from scoring.groups.visibility import names_outside_group
from scoring.models import Group, Season, Session
from scoring.play import bgstats
from scoring.play.celebration import celebration
from scoring.play.comparison import comparison
from scoring.play.counts_for import season_moves
from scoring.play.covers import cover_of
from scoring.play.joining import misses_names
from scoring.play.league_choices import LeagueChoice
from scoring.play.rematch import may_have_rematch
from scoring.play.screen import TableNow, plates, table_now
from scoring.play.sharing import session_with_token
from scoring.play.views.table import now_context, parts_context, table_context
from scoring.web.cached_page import CachedPage
from scoring.web.etag import conditional
from scoring.web.group_access import Guest, group_view, guest_of, is_scorekeeper
from scoring.web.line_charts import Chart, points_chart
from scoring.web.links import outside_link
from scoring.web.pictures import cover_address, picture_response, svg_response
from scoring.web.poster import Poster, PosterRow
from scoring.web.qr import qr_image
from scoring.web.requests import Request
from scoring.web.table_access import Visit, table_view


@require_safe
@table_view()
def result(request: Request, visit: Visit) -> HttpResponse:
    """Show the result; who only watches gets the page that the one before got, if it is current."""
    session = visit.session
    guest = guest_of(request, session.group) if session.group else None
    seasons = _counting_seasons(session, guest.group) if guest else []
    around = {
        "counts_for": seasons,
        "season_moves": SimpleLazyObject(
            lambda: season_moves(session, seasons, guest) if guest else ()
        ),
        "link": _shared_link(request, session) if session.share_token else "",
        "again": _play_again_url(visit),
    }
    if not visit.watches:
        return _result_page(request, visit, around)
    names = _names_around(seasons, session.group)
    is_member = guest is not None and guest.belongs
    shown = (request.get_full_path(), around["link"], around["again"], is_member, *names)
    page = CachedPage(request, session.version, *shown, no_store=True)
    if response := page.response():
        return response
    response = _result_page(request, visit, around)
    if session.timer_started_at is not None:  # an hourglass, whose seconds run
        return response
    return page.store(response)


def _result_page(request: Request, visit: Visit, around: Mapping[str, Any]) -> HttpResponse:
    context = table_context(visit)
    now = context["now"]
    context |= {
        **parts_context(now),
        **_chart_and_award(now),
        **around,
        "misses_names": misses_names(visit, now.seats.values()),
        "plays_again": visit.enters and not context["following"] and may_have_rematch(now.session),
        "bgstats": _bgstats_link(now, with_details=True),
    }
    return render(request, "play/result/result.html", context)


def _names_around(seasons: Sequence[Season], group: Group | None) -> Iterator[object]:
    """Yield what the page says of its seasons and its group, which change without the session."""
    if group is not None:
        yield from (group.name, group.slug, group.time_zone)
    for season in seasons:
        yield from (season.name, season.slug, season.league.name, season.league.slug)
        yield season.version  # of its standings


@require_safe
def shared_result(request: HttpRequest, token: str) -> HttpResponse:
    """Serve the result to anyone with its link, with the names that outsiders may see.

    Browsers keep the page, but ask each time whether it is current."""
    session = _shared_session(token)
    link, cover = _shared_link(request, session), reverse("shared_cover", args=[token])
    return _visitors_result(request, session, {"link": link, "cover": cover})


@require_safe
@group_view()
def group_result(request: HttpRequest, guest: Guest, session: UUID) -> HttpResponse:
    """Serve the result to everyone who may see the group, if it shows its results."""
    finished = Session.objects.finished_of(guest.group, session)
    if finished is None or not (guest.belongs or guest.group.shows_results):
        raise Http404
    if guest.membership is not None:
        return redirect("result", session)
    link = outside_link(request, reverse("group_result", args=[guest.group.slug, session]))
    around = {"link": link, "cover": cover_address(finished), "group": guest.group}
    return _visitors_result(request, finished, around)


def _visitors_result(
    request: HttpRequest, session: Session, around: Mapping[str, Any]
) -> HttpResponse:
    """`around`: with the group to which the page leads back, where the reader may see it."""
    other_names = _other_names(session)
    group: Group | None = around.get("group")
    names = (sorted(other_names.items()), group and group.name)
    page = CachedPage(request, around["link"], session.version, *names)
    response = page.response()
    return response or page.store(_visitors_page(request, session, other_names, around))


def _visitors_page(
    request: HttpRequest,
    session: Session,
    other_names: Mapping[str, str],
    around: Mapping[str, Any],
) -> HttpResponse:
    now = table_now(session, other_names)
    shown = plates(now)
    context = {
        **now_context(now),
        **parts_context(now),
        **_chart_and_award(now),
        "plates": shown,
        "celebration": celebration(now, shown),
        "bgstats": _bgstats_link(now, with_details=False),
        **around,
        "picture": _picture_link(request, session),
    }
    return render(request, "play/result/shared.html", context)


def _other_names(session: Session) -> Mapping[str, str]:
    """Return the names that somebody outside of the group sees instead of those at the table."""
    return names_outside_group(session.seats.with_players()) if session.group_id else {}


@require_safe
@table_view()
def result_picture(request: HttpRequest, visit: Visit) -> HttpResponse:
    return _picture(request, visit.session, {})


@require_safe
def shared_result_picture(request: HttpRequest, token: str) -> HttpResponse:
    session = _shared_session(token)
    return _picture(request, session, _other_names(session))


def _picture(
    request: HttpRequest, session: Session, other_names: Mapping[str, str]
) -> HttpResponse:
    """Serve the picture, drawn once for each version of the session, its names and languages."""
    shown = (session.uuid, session.version, sorted(other_names.items()))

    return picture_response(request, lambda: _poster(session, other_names).png(), shown=shown)


def _poster(session: Session, other_names: Mapping[str, str]) -> Poster:
    now = table_now(session, other_names)
    shown = plates(now)
    celebrated = celebration(now, shown)
    day = date_format(session.played_on) if session.played_on else ""
    return Poster(
        picture=cover_of(session),
        place=shown[0].place,
        headline=headline(now.outcome),
        sentence=celebrated.decided if celebrated else "",
        rows=[
            PosterRow(row.rank, row.place, row.name, "" if row.points is None else str(row.points))
            for row in shown
        ],
        foot=" · ".join(filter(None, [now.game.name, day])),
    )


@require_safe
def shared_cover(request: HttpRequest, token: str) -> HttpResponse:
    """Serve the cover by the link of the result, which leads to nothing else of the session."""
    drawn = cover_of(_shared_session(token))
    return conditional(request, lambda: svg_response(drawn), shown=(drawn,), vary=())


@require_safe
def shared_result_qr_code(request: HttpRequest, token: str) -> HttpResponse:
    return qr_image(_shared_link(request, _shared_session(token)))


def _chart_and_award(now: TableNow) -> dict[str, Any]:
    """`chart` is drawn when a template asks for it: it may have the part of the page already."""
    return {
        "chart": SimpleLazyObject(partial(_chart, now)),
        "award": award_sentence(now.outcome, now.game.wording),
        "comparison": comparison(now),
    }


def _chart(now: TableNow) -> Chart | None:
    steps = now.game.play.steps(now.state, now.outcome)
    return points_chart(steps, {seat.name: seat.place for seat in now.seats.values()})


def _bgstats_link(now: TableNow, *, with_details: bool) -> str:
    """Return the link to BG Stats, once the session is over; the shared page gives no details."""
    session = now.session
    if session.finished_at is None or not now.outcome.finished:
        return ""
    finished_at = session.finished_at.astimezone(session.group.zone if session.group else UTC)
    context = bgstats.PlayContext(
        session.uuid, finished_at, str(session.group_id or ""), with_details
    )
    return bgstats.link(bgstats.play(now.played, now.outcome, context))


def _counting_seasons(session: Session, group: Group) -> list[Season]:
    seasons = list(Season.objects.of_session(session.pk))
    for season in seasons:
        season.league.group = group
    return seasons


def _shared_session(token: str) -> Session:
    session = session_with_token(token, timezone.now())
    if session is None:
        raise Http404
    return session


def _shared_link(request: HttpRequest, session: Session) -> str:
    return outside_link(request, reverse("shared", args=[session.share_token]))


def _picture_link(request: HttpRequest, session: Session) -> str:
    """Return the absolute address of the picture, if the result has a link of its own."""
    if not session.share_token:
        return ""
    return outside_link(request, reverse("shared_picture", args=[session.share_token]))


def _play_again_url(visit: Visit) -> str:
    """Return the form of a new table with the same players, for the same league if allowed."""
    session = visit.session
    query = {"again": str(session.uuid)}
    if session.group and is_scorekeeper(visit.user, session.group):
        query["group"] = LeagueChoice(session.group, session.league).value
    return f"{reverse('new', args=[session.game])}?{urlencode(query)}"
