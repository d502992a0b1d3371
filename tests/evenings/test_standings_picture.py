"""The picture of an evening's standings: drawn once for each state of what they say."""

from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scoring.models import Evening, Group, Player, Session
from scoring.web.poster import Poster
from tests.builders.evenings import evening_url, planned
from tests.builders.groups import thursday_group
from tests.builders.seasons import artem_document, play_session
from tests.builders.tables import finished_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def posters(monkeypatch: pytest.MonkeyPatch) -> list[Poster]:
    """Return the posters that are drawn, as they are drawn."""
    drawn: list[Poster] = []

    def png(poster: Poster) -> bytes:
        drawn.append(poster)
        return b"a picture"

    monkeypatch.setattr(Poster, "png", png)
    return drawn


@pytest.fixture
def evening() -> Evening:
    group = thursday_group()
    Group.objects.update(name=f"Pictures {uuid4()}")  # the cache is that of all tests
    evening = planned(group)
    Evening.objects.filter(pk=evening.pk).update(starts_at=timezone.now())
    finished_table(group=group)
    evening.refresh_from_db()
    return evening


def test_it_is_drawn_once_as_long_as_it_shows_the_same(
    client: Client, evening: Evening, posters: list[Poster]
) -> None:
    url = evening_url(evening, "standings_picture")
    first, again = client.get(url), Client().get(url)
    assert (first.content, again.content, len(posters)) == (b"a picture", b"a picture", 1)
    etag = {"if-none-match": first.headers["ETag"]}
    assert client.get(url, headers=etag).status_code == 304
    Player.objects.filter(name="Ida").update(name="Idabel")
    assert client.get(url, headers=etag).status_code == 200
    assert len(posters) == 2


def test_it_says_who_is_first_beside_the_covers_of_the_evening(
    client: Client, evening: Evening, posters: list[Poster]
) -> None:
    finished_table(group=evening.group)
    client.get(evening_url(evening, "standings_picture"))
    (poster,) = posters
    assert poster.headline == "Joe is first"
    assert [(row.rank, row.name) for row in poster.rows] == [(1, "Joe"), (2, "Ida")]
    assert poster.foot.startswith("Pictures ")
    assert poster.picture.count("<svg x=") == 4  # each of two, twice


def test_all_who_share_the_first_rank_are_named(
    client: Client, evening: Evening, posters: list[Poster]
) -> None:
    Session.objects.all().delete()
    today = timezone.localdate(timezone.now(), evening.group.zone)
    play_session(evening.group, artem_document(1, 1, 3, day=today), league=None)
    client.get(evening_url(evening, "standings_picture"))
    assert posters[0].headline == "Ana, Ben"


def test_eight_rows_are_drawn_at_most(
    client: Client, evening: Evening, posters: list[Poster]
) -> None:
    for pair in ("Ana Ben", "Cleo Dov", "Eva Finn", "Gil Hal"):
        finished_table(group=evening.group, players=pair.split())
    client.get(evening_url(evening, "standings_picture"))
    assert len(posters[0].rows) == 8
