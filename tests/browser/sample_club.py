"""A club of forty in the middle of an evening, for tests of pages that many people are on.

Run in a process of its own beside a site; prints, as JSON, the cookie of its organiser and the
addresses of its pages."""

import json
import sys
from datetime import timedelta

from django.conf import settings
from django.test.utils import setup_test_environment
from django.utils import timezone

from scoring.models import Answer, Evening, Group, League, Player
from tests.builders.evenings import evening_url, planned
from tests.builders.groups import url_of
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import artem_table, enter_turns, signed_in

NAMES = (
    "Amélie", "Bastien", "Chiara", "Dorothea", "Emmanuel", "Frédérique", "Guillaume",
    "Henrietta", "Ignatius", "Joséphine", "Konstantin", "Leonora", "Maximilian", "Nathalie",
    "Ottilie", "Pascal", "Quentin", "Rosalind", "Sébastien", "Theodora", "Ulrich",
    "Valentine", "Wolfgang", "Xavier", "Yolande", "Zacharias", "Anneliese", "Benedict",
    "Clémentine", "Dimitri", "Eleonore", "Ferdinand", "Gwendolyn", "Hyacinthe", "Isabella",
    "Jeremias", "Katharina", "Leopold", "Marguerite", "Nikolaus",
)  # fmt: skip
HERE = 24


def main() -> None:
    setup_test_environment()
    group = Group.objects.create(name="Thursday club", slug="club")
    Player.objects.bulk_create(Player(group=group, name=name) for name in NAMES)
    now = timezone.now()
    today = timezone.localdate(now, group.zone)
    league = season_of(group, starts_on=today - timedelta(9), ends_on=today + timedelta(99)).league
    for at in range(0, 24, 4):
        names, day = NAMES[at : at + 4], today - timedelta(7)
        play_session(group, artem_document(1, 2, 3, 4, names=names, day=day), league=league)
    evening = _evening_with_tables(group, league)
    client = signed_in("olga", group, "owner")
    cookie = settings.SESSION_COOKIE_NAME
    pages = {
        "cookie": (cookie, client.cookies[cookie].value),
        "evening": evening_url(evening),
        "tables": evening_url(evening, "evening_tables"),
        "board": evening_url(evening, "evening_board"),
        "group": url_of("group", group),
        "evenings": url_of("evenings", group),
    }
    sys.stdout.write(json.dumps(pages))


def _evening_with_tables(group: Group, league: League) -> Evening:
    """Let 24 be here: 16 of them have played once, 10 of them play, and 8 are free."""
    evening, now = planned(group, league=league), timezone.now()
    evening.starts_at = now - timedelta(hours=1)
    evening.save(update_fields=["starts_at"])
    players = dict(group.players.values_list("name", "pk"))
    for at, name in enumerate(NAMES[:36]):
        coming = ("yes", "maybe", "no")[max(0, (at - HERE) // 4)]
        Answer.objects.create(
            evening=evening,
            name=name,
            player_id=players[name],
            coming=coming,
            changed_at=now,
            here_at=now + timedelta(seconds=at) if at < HERE else None,
        )
    day = evening.day
    for at in range(0, 16, 4):
        names = NAMES[at : at + 4]
        play_session(group, artem_document(1, 2, 3, 4, names=names, day=day), league=league)
    for first, last in ((0, 4), (4, 8), (8, 10)):
        table = artem_table(group=group, league=league, players=list(NAMES[first:last]))
        enter_turns(table, "", "")
    planned(group, 7, league=league)
    return evening
