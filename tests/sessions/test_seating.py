"""The name of a merged player seats the player that it was merged into, until that is undone."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from scoring.documents.scorer import read_document
from scoring.groups.merging import merge, undo_merge
from scoring.models import Group, Merge, Player, Session
from scoring.models.revisions import By
from scoring.sessions import lifecycle, recording
from scoring.sessions.seating import get_or_create_players, merge_targets
from tests.builders.imports import import_documents

pytestmark = pytest.mark.django_db

NOW = datetime(2024, 2, 29, 20, 0, tzinfo=UTC)
EVENING = {"format": "scorefolio/session@1", "game": "artem", "turns": [], "end": "main-deck"}


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


def import_session(group: Group, *names: str) -> None:
    import_documents(group, {**EVENING, "id": str(uuid4()), "players": [*names]}, at=NOW)


def sits_as(group: Group, name: str) -> str:
    """Return the player in the seat of that name in the group's latest session."""
    session = group.sessions.in_order().last()
    assert session is not None
    seat = session.seats.get(name=name)
    assert seat.player is not None
    return seat.player.name


def merged(group: Group, source: str, target: str) -> Merge:
    players = [Player.objects.get_or_create(group=group, name=name)[0] for name in (source, target)]
    return merge(source=players[0], target=players[1], at=NOW)


def test_an_import_seats_whom_the_name_was_merged_into(group: Group) -> None:
    merged(group, "Ana", "Anna")
    import_session(group, "Ana", "Ben")
    assert sorted(group.players.values_list("name", flat=True)) == ["Ana", "Anna", "Ben"]
    assert (sits_as(group, "Ana"), sits_as(group, "Ben")) == ("Anna", "Ben")


def test_it_follows_one_merge_after_the_other(group: Group) -> None:
    for source, target in [("Ana", "Anna"), ("Anna", "Annie"), ("Annie", "Anouk")]:
        merged(group, source, target)
    import_session(group, "Ana", "Ben")
    assert sits_as(group, "Ana") == "Anouk"


def test_a_merge_there_and_back_ends_where_the_sessions_are(group: Group) -> None:
    import_session(group, "Ana", "Ben")
    merged(group, "Ana", "Anna")
    merged(group, "Anna", "Ana")
    assert sits_as(group, "Ana") == "Ana"
    for name in ("Ana", "Anna"):
        import_session(group, name, "Ben")
        assert sits_as(group, name) == "Ana"


def test_an_undone_merge_seats_the_old_player_again(group: Group) -> None:
    undo_merge(merged(group, "Ana", "Anna"), at=NOW)
    import_session(group, "Ana", "Ben")
    assert sits_as(group, "Ana") == "Ana"


def test_undoing_a_merge_leaves_what_was_played_after_it(group: Group) -> None:
    merge = merged(group, "Ana", "Anna")
    import_session(group, "Ana", "Ben")
    undo_merge(merge, at=NOW)
    assert sits_as(group, "Ana") == "Anna"


@pytest.mark.parametrize("names", [("Ana", "Anna"), ("Ana", "Hannah"), ("Ana", "Anna", "Xena")])
def test_two_who_meet_at_a_table_stay_two(group: Group, names: tuple[str, ...]) -> None:
    merged(group, "Ana", "Anna")
    merged(group, "Hannah", "Anna")
    merged(group, "Xena", "Ana")
    merged(group, "Ben", "Benjamin")
    import_session(group, *names, "Ben")
    assert {name: sits_as(group, name) for name in names} == {name: name for name in names}
    assert sits_as(group, "Ben") == "Benjamin"


def test_a_merge_in_another_group_says_nothing_here(group: Group) -> None:
    merged(Group.objects.create(name="Other", slug="other"), "Ana", "Anna")
    import_session(group, "Ana", "Ben")
    assert sits_as(group, "Ana") == "Ana"


def test_a_table_taken_into_a_group_seats_them_too(group: Group) -> None:
    merged(group, "Ana", "Anna")
    document = read_document({**EVENING, "players": ["Ana", "Ben"]})
    session: Session = recording.start(document=document, by=By(at=NOW))
    lifecycle.move(session=session, group=group, league=None, by=By(at=NOW))
    assert (sits_as(group, "Ana"), sits_as(group, "Ben")) == ("Anna", "Ben")


def test_it_costs_the_same_however_many_were_merged(group: Group) -> None:
    def queries(*names: str) -> int:
        import_session(group, *names)
        with transaction.atomic(), CaptureQueriesContext(connection) as captured:
            import_session(group, *names)
        return len(captured)

    merged(group, "A", "B")
    few = queries("A", "Ben")
    for source, target in [("B", "C"), ("C", "D"), ("E", "F"), ("G", "H")]:
        merged(group, source, target)
    assert queries("A", "E", "G", "I") == few


def test_merges_of_others_are_not_read(group: Group) -> None:
    """Neither those of other groups, nor any where nobody at the table was merged."""
    merged(Group.objects.create(name="Other", slug="other"), "Ana", "Anna")
    assert merge_targets(group) == {}
    merged(group, "Ana", "Anna")
    read = {}
    for name in ("Ana", "Cleo"):
        Player.objects.get_or_create(group=group, name=name)
        with transaction.atomic(), CaptureQueriesContext(connection) as captured:
            get_or_create_players(group, [name])
        read[name] = sum('SELECT "scoring_merge"' in one["sql"] for one in captured)
    assert read == {"Ana": 1, "Cleo": 0}
