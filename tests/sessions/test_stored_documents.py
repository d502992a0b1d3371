"""How documents are stored: what a change costs, and that every document comes back."""

import json
from collections.abc import Callable
from datetime import UTC, datetime
from random import Random
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection

from games.artem.rules import TURNS, Claim, Turn
from scoring.core.refusals import Code, Refused
from scoring.documents.json_edits import compact
from scoring.documents.samples import renamed
from scoring.documents.scorer import SessionDocument, read_document, score_value
from scoring.models import LatestDocument, Revision, Session
from scoring.models.revisions import By
from scoring.registry import installed_games
from scoring.sessions import lifecycle, recording, stored_documents
from scoring.sessions.loading import load
from scoring.sessions.stored_documents import StoredDocuments, save_revision
from scoring.sessions.undo import NothingToRedo, NothingToUndo, redo, restore, undo
from scoring.upkeep.pack_revisions import pack
from scoring.upkeep.rescore import differences
from tests.builders.revisions import document_of, texts_of, unpack
from tests.builders.tables import artem_table

pytestmark = pytest.mark.django_db

NOW = datetime(2024, 2, 29, 20, 0, tzinfo=UTC)
BY = By(at=NOW)
NAMES = ("Ida", "Joe")


def take_turn(session: Session) -> None:
    def turn(state: Any) -> Any:
        return TURNS.add(state, Turn(NAMES[len(state.turns) % 2], ()))

    recording.record(session=session, change=turn, action="turn", by=By(at=NOW, key=uuid4()))


def bytes_of(revision: Revision) -> int:
    """Return the size of a row, as the database stores it."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_column_size(r.*) FROM scoring_revision r WHERE id = %s", [revision.pk]
            )
            return int(cursor.fetchone()[0])
    others = 8 * 6 + 32 + len(revision.action)  # numbers, the moment and the key as text
    return others + sum(
        len(compact(value).encode())
        for value in (revision.document, revision.difference)
        if value is not None
    )


def whole(session: Session) -> list[int]:
    revisions = session.revisions.filter(document__isnull=False).order_by("number")
    return list(revisions.values_list("number", flat=True))


def test_a_tap_costs_as_much_in_a_long_evening_as_in_a_short_one() -> None:
    """The occasional whole documents included, spread over the taps."""
    session = artem_table()
    for _turn in range(20):
        take_turn(session)
    early = bytes_of(session.revisions.get(number=20))
    for _turn in range(280):
        take_turn(session)
    late = bytes_of(session.revisions.get(number=300))
    assert early <= 300
    assert late <= early + 10
    assert sum(map(bytes_of, session.revisions.all())) / 300 <= 300


def test_taking_back_and_putting_back_costs_nothing_but_the_row() -> None:
    session = artem_table(*[""] * 30)
    undo(session=session, by=BY)
    redo(session=session, by=BY)
    restore(session=session, number=3, by=BY)
    restore(session=session, number=31, by=BY)
    latest = session.revisions.order_by("-number")[:4]
    assert [(one.based_on, one.difference) for one in latest] == [
        (31, []),
        (3, []),
        (31, []),
        (30, []),
    ]


@pytest.mark.postgresql
def test_a_difference_is_text_in_json_and_read_as_well_where_it_is_a_list() -> None:
    session = artem_table("", "", "1x5")
    before = texts_of(session)
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE scoring_revision SET difference = (difference #>> '{}')::jsonb"
            " WHERE jsonb_typeof(difference) = 'string'"
        )
        assert cursor.rowcount == 3
    assert texts_of(session) == before


def test_the_latest_document_is_one_row() -> None:
    session = artem_table("", "", "1x4")
    stored = LatestDocument.objects.get(session=session)
    assert stored.number == 4
    assert [turn["claims"] for turn in stored.document["turns"]] == [
        [],
        [],
        [{"play": 1, "length": 4}],
    ]
    assert load(session).state.turns[2].claims == (Claim(1, 4),)


def test_a_session_that_nobody_changed_has_its_document_once() -> None:
    session = artem_table()
    assert not LatestDocument.objects.exists()
    assert load(session).state.turns == ()


def test_a_document_becomes_whole_again_where_much_was_changed() -> None:
    """What has to be read for an old revision stays within three times its document."""
    session = artem_table()
    for length in range(300):
        text = f"{length} " + "x" * 20
        recording.describe(session=session, played_on=None, location=text, notes="", by=BY)
    numbers = whole(session)
    assert len(numbers) >= 20
    for revision in session.revisions.all():
        assert revision.difference_bytes <= 2 * len(compact(document_of(session, revision.number)))


def test_a_revision_without_a_way_to_its_document_is_impossible() -> None:
    session = artem_table("", "")
    with pytest.raises(IntegrityError, match="leads_to_its_document"):
        session.revisions.filter(number=2).update(difference=None)


# Any sequence of changes


def test_keys_are_in_the_order_in_which_the_database_gives_them_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """PostgreSQL sorts them by their length, in lists and objects too."""
    session = artem_table()
    postgresql = SimpleNamespace(vendor="postgresql")
    monkeypatch.setattr(stored_documents, "connection", postgresql)
    revision = Revision(session=session, number=9, action="x", at=datetime.now(UTC))
    document = {"notes": [{"bb": 1, "a": {"é": 1, "z": 2}}], "game": "artem", "b": 3}
    save_revision(revision, document, None)
    assert json.dumps(revision.document) == json.dumps(
        {"b": 3, "game": "artem", "notes": [{"a": {"z": 2, "é": 1}, "bb": 1}]}
    )


def evening(slug: str, dice: Random) -> list[SessionDocument[Any]]:
    """Return documents of the same players, at several moments of several evenings."""
    samples = [installed_games()[slug].sample(dice) for _sample in range(60)]
    players = samples[0]["players"]
    alike = [value for value in samples if len(value["players"]) == len(players)][:4]
    values = []
    for value in alike:
        names = dict(zip(value["players"], players, strict=True))
        played = renamed(value, names)
        entries = "turns" if "turns" in played else "rounds"
        values += [
            {**played, entries: played[entries][:number], "stopped": False}
            for number in range(len(played.get(entries, [])))
        ]
        values.append(played)
    return [read_document(value) for value in values if "error" not in score_value(value)]


def any_change(session: Session, documents: list[SessionDocument[Any]], dice: Random) -> None:
    """Record, undo, redo, restore, describe, stop, reopen, delete or bring back."""
    by = By(at=NOW, key=uuid4())
    verb = dice.choice(["record"] * 6 + ["undo"] * 4 + ["redo"] * 2 + ["restore", "text", "stop"])
    try:
        if verb == "record":
            state = dice.choice(documents).state
            recording.record(session=session, change=lambda _: state, action="x", by=by)
        elif verb == "undo":
            undo(session=session, by=by)
        elif verb == "redo":
            redo(session=session, by=by)
        elif verb == "restore":
            number = dice.randint(1, session.revisions.count())
            restore(session=session, number=number, by=by)
        elif verb == "text":
            notes = dice.choice(["", "Two cats", "Rain \u2602"])
            recording.describe(session=session, played_on=None, location="", notes=notes, by=by)
        else:
            dice.choice([recording.stop, recording.reopen])(session=session, by=by)
            lifecycle.delete(session=session, by=BY)
            lifecycle.undelete(session=session, by=BY)
    except (NothingToUndo, NothingToRedo):
        pass
    except Refused as refused:
        if (verb, refused.code) != ("stop", Code.NOTHING_TO_STOP):
            raise


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("slug", sorted(installed_games()))
def test_every_document_comes_back_to_the_byte(slug: str, seed: int) -> None:
    dice = Random(f"{slug} {seed}")
    documents = evening(slug, dice)
    session = recording.start(document=documents[0], by=BY)
    seen = {1: json.dumps(Revision.objects.latest_document(session.pk))}
    while len(seen) < 30:
        any_change(session, documents, dice)
        session.refresh_from_db()
        seen[session.revision] = json.dumps(Revision.objects.latest_document(session.pk))
        if len(seen) % 10 == 0:  # reads all documents again
            assert differences(session.pk) == []
    recorded = session.revisions.count()
    stored = StoredDocuments(session)
    for number in dice.choices(sorted(seen), k=60):
        assert json.dumps(stored.at(number)) == seen[number]
    assert len(whole(session)) < recorded

    before = texts_of(session)
    unpack(session)
    assert (len(whole(session)), texts_of(session)) == (recorded, before)
    while pack(session.pk):
        assert texts_of(session) == before
    assert len(whole(session)) < recorded
    any_change(session, documents, dice)
    assert texts_of(session)[:recorded] == before


@pytest.mark.parametrize("verb", [undo, redo])
def test_a_session_of_an_earlier_version_goes_on_with_whole_documents(
    verb: Callable[..., Any],
) -> None:
    """As long as it is not packed, the earlier version can still read what this one records."""
    session = artem_table("", "", "")
    undo(session=session, by=BY)
    unpack(session)
    take_turn(session)
    undo(session=session, by=BY)
    verb(session=session, by=BY)
    assert whole(session) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert not LatestDocument.objects.exists()
    assert len(load(session).state.turns) == (1 if verb is undo else 3)


def test_what_an_earlier_version_recorded_in_between_is_seen() -> None:
    """While the site is upgraded, it does not know the row of the latest document."""
    session = artem_table("", "")
    stale = LatestDocument.objects.get(session=session)
    take_turn(session)
    session.revisions.filter(number=4).update(
        document=document_of(session, 4), difference=None, based_on=None, difference_bytes=0
    )
    LatestDocument.objects.filter(session=session).update(number=3, document=stale.document)
    assert len(load(session).state.turns) == 3
    undo(session=session, by=BY)
    assert len(load(session).state.turns) == 2
    while pack(session.pk):
        pass
    assert (whole(session), len(document_of(session, 4)["turns"])) == ([1], 3)


def test_a_session_that_was_removed_has_no_latest_revision() -> None:
    with pytest.raises(Revision.DoesNotExist):
        Revision.objects.latest_of(Session(pk=0, revision=1))
