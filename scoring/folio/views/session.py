"""The photos of a session: adding several at once, turning, moving and deleting them."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.core.limits import BYTES_OF_A_REQUEST_WITH_PHOTOS
from scoring.folio import verbs
from scoring.folio.access import viewer_of
from scoring.folio.forms import ACCEPTED, FILE, file_problem
from scoring.folio.session_page import PhotoCard, SessionPhotos, session_photos
from scoring.noted.game import game_of
from scoring.web.request_body import accepts_bytes
from scoring.web.request_limits import may_add_photo
from scoring.web.requests import Request
from scoring.web.table_access import Needs, Visit, table_view


@accepts_bytes(BYTES_OF_A_REQUEST_WITH_PHOTOS)
@require_http_methods(["GET", "POST"])
@table_view(needs=Needs.ENTER)
def photos(request: Request, visit: Visit) -> HttpResponse:
    """Show the drawings of a session with their photos, and do what its buttons say."""
    viewer = viewer_of(request, visit.session)
    if viewer is None or game_of(visit.session).folio is None:
        raise Http404
    page = session_photos(visit, viewer)
    problems: list[str] = []
    if request.method == "POST":
        verb, _colon, name = request.POST.get("do", "").partition(":")
        if verb in {"turn", "move", "delete"}:
            _change(verb, _card_of(page, name), page, request.POST.get(f"to-{name}", ""))
        else:
            problems = _add(request, visit, page)
        if not problems:
            return redirect("photos", visit.session.uuid)
    context = {
        "visit": visit,
        "session": visit.session,
        "game": game_of(visit.session),
        "page": page,
        "problems": problems,
        "accepted": ACCEPTED,
    }
    return render(request, "folio/photos.html", context, status=422 if problems else 200)


def _card_of(page: SessionPhotos, name: str) -> PhotoCard:
    cards = [*page.gone, *(card for step in page.steps for card in step.cards)]
    for card in cards:
        if card.photo is not None and card.photo.name == name:
            return card
    raise Http404


def _change(verb: str, card: PhotoCard, page: SessionPhotos, key: str) -> None:
    if card.photo is None or not (card.may_delete if verb == "delete" else card.may_change):
        raise PermissionDenied
    if verb == "turn":
        verbs.turn_photo(photo=card.photo)
    elif verb == "delete":
        verbs.delete_photo(photo=card.photo)
    elif key in dict(page.places) and (drawing := page.drawn.find(key)):
        verbs.move_photo(photo=card.photo, drawing=drawing)


def _add(request: Request, visit: Visit, page: SessionPhotos) -> list[str]:
    """Store the files of the form; return a sentence for each that was not stored."""
    problems = []
    at = timezone.now()
    allowed = {
        card.drawing.key: card.may_add for step in page.steps for card in step.cards if card.drawing
    }
    sent: dict[str, Any] = dict(request.FILES.items())
    files = [(name, file) for name, file in sent.items() if name.startswith(FILE)]
    if not files:
        return [_("Choose a photo first.")]
    for name, file in files:
        drawing = page.drawn.find(name.removeprefix(FILE))
        if drawing is None:
            problems.append(_table_changed())
        elif not allowed.get(drawing.key, False):
            raise PermissionDenied
        elif problem := file_problem(file):
            problems.append(problem)
        elif not may_add_photo(request, at):
            problems.append(_("Too many photos came from your network. Wait a little."))
        else:
            try:
                verbs.add_photo(visit=visit, drawing=drawing, file=file, at=at)
            except verbs.DrawingIsGone:
                problems.append(_table_changed())
            except verbs.TooManyPhotos:
                problems.append(
                    _("There is no room for more photos here. Delete some of them first.")
                )
    return problems


def _table_changed() -> str:
    return _("The table has changed since. Choose the photo again.")
