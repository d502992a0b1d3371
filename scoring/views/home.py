from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from scoring.registry import installed_games


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "scoring/home.html", {"games": installed_games().values()})


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """For pages that name no icon, such as the admin's."""
    return redirect(static("scoring/mark.svg"))
