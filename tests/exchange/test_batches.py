"""Downloads are read in batches, and are the same files wherever a batch ends."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone

from scoring.exchange import batches, export_sessions
from scoring.exchange.archive import group_archive
from scoring.models import Group, Membership, Season
from tests.builders.seasons import artem_document, play_session, season_of
from tests.builders.tables import signed_in

pytestmark = pytest.mark.django_db

FILES = ("table.csv", "sessions.csv", "sessions.json", "documents.ndjson")


@pytest.fixture
def season() -> Season:
    """Five sessions of one evening, one of an earlier day that was entered last, one elsewhere."""
    group = Group.objects.create(name="Thursday", slug="thursday")
    season = season_of(group)
    at = timezone.now()
    for day in (3, 3, 3, 3, 3, 1):
        document = artem_document(1, 2, 3, 4, day=season.starts_on.replace(day=day))
        play_session(group, document, league=season.league, at=at)
    other = Group.objects.create(name="Elsewhere", slug="elsewhere")
    play_session(other, artem_document(1, 2), league=season_of(other).league)
    return season


def downloads(season: Season) -> Iterator[bytes]:
    group = season.league.group
    client: Any = signed_in("alice", group, Membership.Role.OWNER)
    for name in FILES:
        answer = client.get(f"/g/thursday/{season.league.slug}/{season.slug}/{name}")
        yield b"".join(answer.streaming_content)
    yield b"".join(client.get("/g/thursday/export/sessions.ndjson").streaming_content)
    yield b"".join(group_archive(group, season.league.group.created_at))


@pytest.mark.parametrize("size", [1, 2, 3, 4, 6, 7])
def test_a_file_is_the_same_wherever_a_batch_ends(
    season: Season, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    whole = list(downloads(season))
    monkeypatch.setattr(batches, "BATCH_OF_ROWS", size)
    monkeypatch.setattr(batches, "BATCH", size)
    monkeypatch.setattr(export_sessions, "BATCH_OF_DOCUMENTS", size)
    assert list(downloads(season)) == whole
    assert [len(file) > 100 for file in whole] == [True] * len(whole)
