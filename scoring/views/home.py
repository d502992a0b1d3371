from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.registry import installed_games


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "scoring/home.html", {"games": installed_games().values()})
