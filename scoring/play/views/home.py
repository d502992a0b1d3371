from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from scoring.groups.members import own_players
from scoring.models import Group
from scoring.play.earlier_tables import tables_of_browser
from scoring.registry import installed_games
from scoring.web.browser_cookie import browser_of
from scoring.web.requests import signed_in


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    tables = tables_of_browser(browser_of(request), user)
    context = {
        "tables": tables,
        "returns": user is not None or tables.going_on or tables.over,
        "own_players": own_players(user),
        "games": installed_games().values(),
        "demo": Group.objects.public_at(settings.DEMO_GROUP) if settings.DEMO else None,
    }
    return render(request, "play/home.html", context)


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Serve the icon of pages that name none, such as the admin's."""
    return redirect(static("scoring/mark.svg"))
