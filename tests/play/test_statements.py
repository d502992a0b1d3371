"""Requests of phones take few statements, without those that begin and end transactions."""

from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.documents.scorer import dump_document
from scoring.models import Player, Season
from tests.builders.groups import thursday_group
from tests.builders.seasons import artem_document, season_of
from tools.bench.scene import browser, count, final, open_table, send, table
from tools.bench.statements import most
from tools.bench.taps import EVENINGS, LAST_TURN

NAMES = ("Ana", "Ben")

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    group = thursday_group()
    Player.objects.bulk_create(Player(group=group, name=name) for name in NAMES)
    year = timezone.localdate().year
    days = {"starts_on": f"{year}-01-01", "ends_on": f"{year}-12-31"}
    return season_of(group, **days)


@pytest.mark.parametrize("slug", sorted(EVENINGS))
def test_a_tap_that_is_answered_with_the_table_takes_few_statements(slug: str) -> None:
    at = table(slug)
    host = browser(at["host"])
    host.get(f"/table/{at['uuid']}/")
    assert count(lambda: send(host, at, EVENINGS[slug].tap)) <= most(f"tap {slug}")


def test_a_final_result_takes_few_statements(season: Season) -> None:
    """It counts for the season, for careers and for the group, all in the tap that ends it."""
    for _earlier in range(2):
        at = final(season.league.group, season.league) | {"live": 0}
        host = browser(at["host"])
        statements = count(lambda: send(host, at, LAST_TURN))  # noqa: B023
    assert statements <= most("final result")
    assert season.results.count() == 4


def test_a_correction_that_makes_another_winner_takes_few_statements(season: Season) -> None:
    document = dump_document(artem_document(2, 1, names=NAMES, day=timezone.localdate()))
    at = open_table(document, group=season.league.group, league=season.league)
    host = browser(at["host"])
    address = f"/table/{at['uuid']}/artem/turn/3/"
    longest = {"claim": "1x6", "at": 2, "save": 1, "seen": 1, "key": str(uuid4())}
    assert count(lambda: host.post(address, longest)) <= most("correction")
    assert season.results.get(player__name="Ana").rank == 1
