"""The history: what a change costs, and that every document comes back."""

from datetime import UTC, datetime
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from games.artem.rules import TURNS, Turn
from scoring.core.refusals import Code, Refused
from scoring.documents.json_edits import compact
from scoring.documents.samples import renamed
from scoring.documents.scorer import SessionDocument, dump_document, read_document, score_value
from scoring.models import Revision, Session
from scoring.models.revisions import By
from scoring.registry import installed_games
from scoring.sessions import lifecycle, recording
from scoring.sessions.history import earlier_document
from scoring.sessions.loading import load, load_stored
from scoring.sessions.naming import name_seats
from scoring.sessions.undo import NothingToRedo, NothingToUndo, redo, restore, undo
from scoring.upkeep.rescore import differences
from tests.builders.revisions import document_of, documents_of
from tests.builders.tables import artem_table

pytestmark = pytest.mark.django_db

NOW = datetime(2024, 2, 29, 20, 0, tzinfo=UTC)
BY = By(at=NOW)
NAMES = ("Ida", "Joe")


def take_turn(session: Session) -> None:
    def turn(state: Any) -> Any:
        return TURNS.add(state, Turn(NAMES[len(state.turns) % 2], ()))

    recording.record(session=session, change=turn, action="turn", by=By(at=NOW, key=uuid4()))


def edits_of(session: Session, *numbers: int) -> list[Any]:
    revisions = session.revisions.filter(number__in=numbers).order_by("number")
    return list(revisions.values_list("edits", flat=True))


def test_a_revision_stores_what_became_of_the_document_before() -> None:
    session = artem_table("", "", "1x5")
    undo(session=session, by=BY)
    turn = {"player": " 1", "claims": [{"play": 1, "length": 5}]}
    assert edits_of(session, 1, 3, 4, 5) == [
        [],
        [[["turns", 1], [], [{"player": " 2", "claims": []}]]],
        [[["turns", 2], [], [turn]]],
        [[["turns", 2], [turn], []]],
    ]


def test_a_change_costs_as_much_in_a_long_evening_as_in_a_short_one() -> None:
    session = artem_table()
    for _turn in range(120):
        take_turn(session)
    early, late = map(compact, edits_of(session, 20, 120))
    assert len(late) <= len(early) + 2


def test_a_new_name_is_that_of_all_of_the_history_and_stores_nothing() -> None:
    session = artem_table("", "")
    name_seats(session=session, names={1: "Zoë"}, by=BY)
    assert edits_of(session, 4) == [[]]
    assert [document["players"] for document in documents_of(session)] == [["Zoë", "Joe"]] * 4
    assert document_of(session, 2)["turns"][0]["player"] == "Zoë"


def test_a_change_is_undone_without_other_queries_in_a_long_evening(
    django_assert_num_queries: Any,
) -> None:
    session = artem_table(*[""] * 12)
    stored = load_stored(session)
    for number in (12, 3):
        with django_assert_num_queries(1):
            assert len(earlier_document(stored, number).state.turns) == number - 1


@pytest.mark.parametrize("number", [0, 4, 9])
def test_a_revision_that_never_was_has_no_document(number: int) -> None:
    with pytest.raises(Revision.DoesNotExist):
        document_of(artem_table("", ""), number)


# Any sequence of changes


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
def test_every_document_comes_back(slug: str, seed: int) -> None:
    dice = Random(f"{slug} {seed}")
    documents = evening(slug, dice)
    session = recording.start(document=documents[0], by=BY)
    seen: dict[int, Any] = {}
    while len(seen) < 30:
        session.refresh_from_db()
        latest = dump_document(load(session))
        seen[session.revision] = {key: latest[key] for key in latest if key != "id"}
        any_change(session, documents, dice)
    assert differences(session.pk) == []
    for number in dice.choices(sorted(seen), k=20):
        assert document_of(session, number) == seen[number]


def test_a_session_that_was_removed_has_no_latest_revision() -> None:
    with pytest.raises(Revision.DoesNotExist):
        Revision.objects.latest_of(Session(pk=0, revision=1))
