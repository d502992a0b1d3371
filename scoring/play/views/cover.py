"""The pictures of sessions and of games, as SVG."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_cache_control
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe

from scoring.models import Session
from scoring.play.covers import cover_of
from scoring.registry import installed_games
from scoring.web.etag import conditional
from scoring.web.pictures import cover_address, cover_key, svg_response
from scoring.web.requests import no_store

FOR_GOOD = 365 * 24 * 60 * 60  # seconds


@require_safe
def session_cover(_request: HttpRequest, session: UUID, number: int, key: str) -> HttpResponse:
    if not constant_time_compare(key, cover_key(session, number)):
        raise Http404
    played = Session.objects.at(session)
    if played is None:
        raise Http404
    if played.revision != number:
        return no_store(redirect(cover_address(played)))
    response = svg_response(cover_of(played))
    patch_cache_control(response, private=True, max_age=FOR_GOOD, immutable=True)
    return response


@require_safe
def game_cover(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve the picture of a game, which is always the same."""
    game = installed_games().get(slug)
    if game is None:
        raise Http404
    drawn = game.cover.draw(game.cover.example)
    return conditional(request, lambda: svg_response(drawn), shown=(drawn,), vary=())
