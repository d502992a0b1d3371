"""Views for measuring a season: where its pages are, what they ask, a tap that ends a game."""

from collections.abc import Iterator
from random import Random
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import F
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import path, reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt

from scoring.documents.samples import renamed
from scoring.documents.scorer import read_document
from scoring.models import Group, Membership, Player, Season, Session, Tally
from scoring.models.revisions import By
from scoring.registry import get_game
from scoring.sessions import recording
from scoring.sessions.seating import get_or_create_players

GAME = "artem"  # a session of it ends with a turn


def addresses(request: HttpRequest) -> HttpResponse:
    """Return addresses of the only season and of who played most, and the cookie of a member."""
    season = Season.objects.select_related("league__group").get()
    group = season.league.group
    most = Tally.objects.in_order().filter(season=season).order_by("-plays").first()
    return JsonResponse(
        {
            "season": reverse("season", args=[group.slug, season.league.slug, season.slug]),
            "player": reverse("player", args=[group.slug, most.player_id if most else 0]),
            "member_cookie": f"{settings.SESSION_COOKIE_NAME}={_signed_in_member(group)}",
        }
    )


def _signed_in_member(group: Group) -> str:
    """Return the key of a session in which a member of the group is signed in."""
    user, is_new = User.objects.get_or_create(username="member")
    if is_new:
        Membership.objects.create(group=group, user=user)
    browser = Client()
    browser.force_login(user)
    return browser.cookies[settings.SESSION_COOKIE_NAME].value


@csrf_exempt
def moved_on(request: HttpRequest) -> HttpResponse:
    """Whatever showed the season's table has to look again."""
    Season.objects.update(version=F("version") + 1)
    return HttpResponse()


def queries(request: HttpRequest) -> HttpResponse:
    """Count the queries of a page that is not cached."""
    Season.objects.update(version=F("version") + 1)
    client = Client(SERVER_NAME="localhost")
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(request.GET["page"])
    return JsonResponse({"queries": len(asked), "status": answer.status_code})


@csrf_exempt
def one_turn_left(request: HttpRequest, seed: int) -> HttpResponse:
    """A session that counts for the season as soon as its last turn is entered."""
    season = Season.objects.select_related("league__group").get()
    group = season.league.group
    whole = _whole(seed)
    today = timezone.localdate().isoformat()
    document = read_document({**whole, "turns": whole["turns"][:-1], "played_on": today})
    by = By(at=timezone.now())
    with transaction.atomic():
        players, _new = get_or_create_players(group, document.state.players)
        started = recording.start(
            document=document, by=by, group=group, league=season.league, players=players
        )
    return JsonResponse({"session": started.pk})


@csrf_exempt
def last_turn(request: HttpRequest, pk: int, seed: int) -> HttpResponse:
    whole = read_document(_whole(seed)).state
    recorded = recording.record(
        session=Session(pk=pk), change=lambda _: whole, action="turn", by=By(at=timezone.now())
    )
    return HttpResponse(status=200 if recorded.outcome.finished else 409)


def _whole(seed: int) -> dict[str, Any]:
    """An evening of some of the group's players that ended with its last turn."""
    dice = Random(seed)
    names = list(Player.objects.order_by("pk").values_list("name", flat=True))
    value = next(value for value in _evenings(dice) if _ends_with_its_last_turn(value))
    players = dice.sample(names, len(value["players"]))
    return renamed(value, dict(zip(value["players"], players, strict=True)))


def _evenings(dice: Random) -> Iterator[dict[str, Any]]:
    while True:
        yield get_game(GAME).sample(dice)


def _ends_with_its_last_turn(value: dict[str, Any]) -> bool:
    parts = (value["turns"], value["turns"][:-1])
    over = [
        get_game(GAME).score(read_document({**value, "turns": turns}).state).finished
        for turns in parts
    ]
    return over == [True, False]


urlpatterns = [
    path("season/addresses", addresses),
    path("season/moved-on", moved_on),
    path("season/queries", queries),
    path("season/one-turn-left/<int:seed>", one_turn_left),
    path("season/last-turn/<int:pk>/<int:seed>", last_turn),
]
