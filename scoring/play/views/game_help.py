"""How a game is scored, for the people who play it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.registry import help_template, installed_games


@require_safe
def help_page(request: HttpRequest, slug: str) -> HttpResponse:
    game = installed_games().get(slug)
    if game is None or not help_template(slug):
        raise Http404
    context = {"game": game, "sections_template": help_template(slug)}
    return render(request, "play/help/help.html", context)
