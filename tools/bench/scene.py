"""Fill a site for the benchmark: a group with results, people, tables in mid-session.

`python -m tools.bench.scene SESSIONS FINALS WATCHERS`, in the environment of the site's database:
makes all this, counts the statements of phones' requests, and prints everything as JSON."""

import json
import sys
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import django
from django.test import Client

from tools.bench.taps import BEFORE_THE_LAST_TURN, EVENINGS, LAST_TURN, NAMES, Tap

GROUP = "bench"
PLAYERS = 50
TOGETHER = 8  # tables that tap in the same moment
TRANSACTION = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
MERGED_PLAYS = 5_000  # of the player who is merged, or as near as there is


def main(sessions: int, finals: int, watchers: int) -> None:
    from django.core.management import call_command

    from scoring.models import Group, Player, Season, Session
    from scoring.web.browser_cookie import cookie_name

    wanted = {"sessions": sessions, "players": PLAYERS, "seasons": 1, "group": GROUP}
    call_command("demo", verbosity=0, **wanted)
    make_bare_tables()
    group = Group.objects.get()
    season = Season.objects.select_related("league").get()
    people = {name: account(name, group, role) for name, role in ROLES.items()}
    counted = Session.objects.counting_for(season, "duplik").order_by("played_on", "pk")
    oldest = counted.filter(finished_at__isnull=False).first()
    assert oldest is not None
    tables = {slug: table(slug) for slug in EVENINGS}
    watching = add_watchers(tables["artem"]["uuid"], watchers)
    most, second = Player.objects.filter(group=group).most_played_first()[:2]
    scene = {
        "season": f"/g/{GROUP}/{season.league.slug}/{season.slug}/",
        "settings": f"/g/{GROUP}/league/{season.league.slug}/{season.slug}/",
        "player": f"/g/{GROUP}/player/{most.pk}/",
        "game": f"/g/{GROUP}/game/artem/",
        "home": "/",
        "public result": f"/g/{GROUP}/sessions/{oldest.uuid}/",
        "group": f"/g/{GROUP}/",
        "cookie": cookie_name(),
        "people": people,
        "tables": tables,
        "together": [table("artem") for _ in range(TOGETHER)],
        "watchers": watching,
        "finals": [final(group, season.league) for _ in range(finals)],
        "oldest": f"/table/{oldest.uuid}/",
        "merge": merge(group, most.pk, second.pk),
        "name": second.name,
    }
    scene["statements"] = statements(scene)
    sys.stdout.write(json.dumps(scene))


# People


ROLES = {"owner": "owner", "member": "member", "admin": ""}


def account(name: str, group: Any, role: str) -> str:
    """Make an account, and return the key of a session in which it is signed in."""
    from django.conf import settings
    from django.contrib.auth.models import User

    from scoring.models import Membership
    from tests.builders.staff import with_second_factor

    user = User.objects.create(username=name, is_staff=not role, is_superuser=not role)
    if role:
        Membership.objects.create(group=group, user=user, role=role)
    else:
        with_second_factor(user)
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def merge(group: Any, *but: int) -> dict[str, int]:
    """Choose who is merged, into whom, and how many sessions that changes."""
    from django.db.models import Count

    from scoring.models import Player

    players = Player.objects.filter(group=group).exclude(pk__in=but)
    plays = dict(players.annotate(plays=Count("seats")).values_list("pk", "plays"))
    source = min(plays, key=lambda pk: abs(plays[pk] - MERGED_PLAYS))
    # A player who never sat at a table with them: two seats of one table are not one person.
    alone = add_player(group)
    return {"source": source, "target": alone, "plays": plays[source]}


def add_player(group: Any) -> int:
    from scoring.groups.players import add_player as add

    return int(add(group=group, name="Zwo").pk)


# Tables


def table(slug: str) -> dict[str, Any]:
    """Open a table in mid-evening: the cookies of its host, and of a phone that watches."""
    from scoring.documents.scorer import opening_value
    from scoring.registry import get_game

    evening = EVENINGS[slug]
    opened = open_table(opening_value(get_game(slug), NAMES, **evening.document))
    host = browser(opened["host"])
    for path, fields in evening.entered:
        opened["live"] = live_round(slug, opened["uuid"])
        send(host, opened, Tap(path, fields))
    watchers = add_watchers(opened["uuid"], 2, of=slug)
    return {**opened, "watchers": watchers, "live": live_round(slug, opened["uuid"])}


def open_table(document: Any, **more: Any) -> dict[str, Any]:
    from django.utils import timezone

    from scoring.documents.scorer import read_document
    from scoring.models.phones import new_browser
    from scoring.models.revisions import By
    from scoring.play import opening
    from scoring.web.browser_cookie import sign_browser

    host = new_browser()
    by = By(at=timezone.now())
    opened = opening.open_table(document=read_document(document), by=by, browser=host, **more)
    return {"uuid": str(opened.uuid), "host": sign_browser(host)}


def live_round(slug: str, uuid: str) -> int:
    """Return the number of the round that is judged now; 0 in other games."""
    from games.duplik.models import Judging

    judged = Judging.objects.filter(session__uuid=uuid).first() if slug == "duplik" else None
    return judged.pk if judged else 0


def final(group: Any, league: Any) -> dict[str, Any]:
    """Open a table of the league that one turn ends."""
    from scoring.documents.scorer import opening_value
    from scoring.models import Player
    from scoring.registry import get_game

    first, second = Player.objects.filter(group=group).most_played_first()[:2]
    names = [first.name, second.name]
    turns = [
        {"player": names[at % 2], "claims": [claim(said)] if said else []}
        for at, said in enumerate(BEFORE_THE_LAST_TURN)
    ]
    document = opening_value(get_game("artem"), names, turns=turns)
    return open_table(document, group=group, league=league)


def claim(said: str) -> dict[str, int]:
    play, length = map(int, said.split("x"))
    return {"play": play, "length": length}


def add_watchers(uuid: str, number: int, *, of: str = "all") -> list[str]:
    """Let phones join that only watch; return the values of their cookies."""
    from django.utils import timezone

    from scoring.models import Phone, Session
    from scoring.web.browser_cookie import sign_browser

    session = Session.objects.get(uuid=uuid)
    browsers = [f"watcher-{of}-{at}" for at in range(number)]
    Phone.objects.bulk_create(
        Phone(session=session, browser=browser, joined_at=timezone.now()) for browser in browsers
    )
    return list(map(sign_browser, browsers))


# Statements


def browser(signed: str) -> Client:
    from scoring.web.browser_cookie import cookie_name

    client = Client(SERVER_NAME="localhost", headers={"hx-request": "true"})
    client.cookies[cookie_name()] = signed
    return client


def send(client: Client, table: dict[str, Any], tap: Tap) -> None:
    fields = {
        name: str(value).format(live=table["live"]) if isinstance(value, str) else value
        for name, value in tap.at(0).items()
    }
    answer = client.post(f"/table/{table['uuid']}/{tap.path}", fields)
    assert answer.status_code == 200, (tap, answer.content.decode()[:2000])


def statements(scene: dict[str, Any]) -> dict[str, int]:
    """Count the statements of each request, without those that begin and end transactions."""
    counts = {}
    for slug, evening in EVENINGS.items():
        at = scene["tables"][slug]
        host = browser(at["host"])
        host.get(f"/table/{at['uuid']}/")
        counts[f"tap {slug}"] = count(lambda: send(host, at, evening.tap))  # noqa: B023
        if evening.tap.others is None:
            host.post(f"/table/{at['uuid']}/undo/", {"key": str(uuid4())})
    last = scene["finals"].pop()
    counts["final result"] = count(
        lambda: send(browser(last["host"]), last | {"live": 0}, LAST_TURN)
    )
    stranger = Client(SERVER_NAME="localhost")
    counts["standings"] = count(lambda: stranger.get(scene["season"]))
    watcher = browser(scene["tables"]["artem"]["watchers"][0])
    address = f"/table/{scene['tables']['artem']['uuid']}/live?seen="
    page = watcher.get(f"{address}0").content.decode()
    seen = page.partition("live?seen=")[2].partition('"')[0]
    counts["unchanged poll"] = count(lambda: watcher.get(address + seen))
    return counts


def count(request: Callable[[], object]) -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        request()
    return sum(not query["sql"].startswith(TRANSACTION) for query in captured)


def make_bare_tables() -> None:
    """Make the tables of tools.bench.bare_site.writes()."""
    from django.db import connection

    key = "serial" if connection.vendor == "postgresql" else "integer"
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TABLE bare_row (id {key} PRIMARY KEY, number integer)")
        cursor.execute(f"CREATE TABLE bare_count (id {key} PRIMARY KEY, number integer)")
        cursor.execute("INSERT INTO bare_count (id, number) VALUES (1, 0)")


if __name__ == "__main__":
    django.setup()
    main(*map(int, sys.argv[1:]))
