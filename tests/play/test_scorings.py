"""Each change of a session is scored once; what was before it, where that counted or is shown."""

import ast
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.artbox.tests import tables as artbox
from scoring.documents.scorer import opening_value, read_document
from scoring.models import Group, Session
from scoring.models.revisions import By
from scoring.noted import rules as noted
from scoring.registry import get_game, installed_games
from scoring.sessions.recording import record, reopen, stop
from scoring.sessions.undo import redo, restore, undo
from tests.builders.seasons import season_of
from tests.builders.tables import artem_table, enter_turns, open_empty, phone

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).resolve().parents[2]
SLUGS = sorted(installed_games())
NAMES = ("Ida", "Joe", "Kim")
BEGUN: dict[str, dict[str, Any]] = {
    "artbox": {"rounds": [{"finish": [*NAMES], "guesses": {"Ida": {"Joe": 1}}}]},
    "artem": {
        "turns": [{"player": name, "claims": []} for name in NAMES]
        + [{"player": "Ida", "claims": [{"play": 1, "length": 4}]}]
    },
    "canvas": {"paintings": {"Ida": [{"bonus": 3}]}},
    "duplik": {"rounds": [{"narrator": "Ida", "super": 1, "sheets": {"Joe": [1], "Kim": []}}]},
}
# The next entry of each game: the name of its address, and what is posted there.
NEXT: dict[str, tuple[str, dict[str, Any]]] = {
    "artbox": ("artbox:record", {"at": 1, "others_by_nobody": "on"}),
    "artem": ("artem:turn", {"at": 4, "claim": "1x3"}),
    "canvas": ("canvas:painting", {"player": "Joe", "at": 0, "way": "hand", "bonus": 2}),
    "duplik": (
        "duplik:grid",
        {"at": 1, "narrator": "Joe", "super_criterion": 2, "sheet-1": [2, 3], "save": 1},
    ),
}
# The correction of the first entry that scored.
AGAIN: dict[str, tuple[str, Sequence[int], dict[str, Any]]] = {
    "artbox": (
        "artbox:round_again",
        (1,),
        {"finish_1": "Joe", "finish_2": "Ida", "finish_3": "Kim", **{
            f"right_{one}_{other}": 0 for one in (1, 2, 3) for other in (1, 2, 3) if one != other
        }},
    ),
    "artem": ("artem:turn_again", (4,), {"claim": "1x3"}),
    "canvas": ("canvas:painting_again", (1, 1), {"way": "hand", "bonus": 5}),
    "duplik": (
        "duplik:round_again",
        (1,),
        {"narrator": "Ida", "super_criterion": 1, "sheet-2": [4, 5]},
    ),
}  # fmt: skip

each_game = pytest.mark.parametrize("slug", SLUGS)


def codes() -> set[CodeType]:
    """Return the functions that score, however they are reached."""
    rules: list[Any] = [
        import_module(f"{game.package}.rules") for game in installed_games().values()
    ]
    return {module.score.__code__ for module in (*rules, noted)}


@contextmanager
def scorings() -> Iterator[list[str]]:
    """Note the module of each call of a game's score()."""
    scored: list[str] = []
    wanted = codes()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code in wanted:
            scored.append(frame.f_globals["__name__"])

    sys.setprofile(note)
    try:
        yield scored
    finally:
        sys.setprofile(None)


def count(act: Callable[[], object]) -> int:
    with scorings() as scored:
        act()
    return len(scored)


def by() -> By:
    return By(at=timezone.now())


def begun(slug: str, *, group: bool = True, **fields: Any) -> Session:
    """Return a session with an entry, which counts for a season unless it is a quick table's."""
    where: dict[str, Any] = {}
    if group:
        owner = Group.objects.create(name="Thursday", slug="thursday")
        today = timezone.localdate()
        league = season_of(owner, starts_on=today, ends_on=today).league
        where = {"group": owner, "league": league}
    session = open_empty(slug, *NAMES, **where)
    state = read_document(opening_value(get_game(slug), NAMES, **{**BEGUN[slug], **fields})).state
    record(session=session, change=lambda _: state, action="x", by=by())
    session.refresh_from_db()
    return session


def post(client: Client, session: Session, tap: tuple[str, dict[str, Any]], *more: int) -> Any:
    name, values = tap
    address = reverse(name, args=[session.uuid, *more])
    return client.post(address, {"key": str(uuid4()), **values})


def finish_drawing(session: Session) -> None:
    if session.game == "artbox":
        artbox.everyone_finishes(artbox.Screen(session, hosts=True), 2, " ".join(NAMES))


@each_game
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["a page", "htmx"])
def test_a_tap_is_scored_once_with_its_answer(slug: str, headers: dict[str, str]) -> None:
    session = begun(slug)
    finish_drawing(session)
    host = phone(session, hosts=True)
    name, values = NEXT[slug]
    address = reverse(name, args=[session.uuid])
    with scorings() as scored:
        answer = host.post(address, {"key": str(uuid4()), **values}, headers=headers)
    assert answer.status_code == (200 if headers else 302)
    session.refresh_from_db()
    assert session.revision == 3
    assert scored == [f"games.{slug}.rules"]


def test_nothing_but_the_game_calls_the_rules_to_score() -> None:
    """All scoring calls `Game.score`; made-up documents are scored without the site."""
    callers = [
        f"{path.relative_to(ROOT)}"
        for package in ("scoring", "games")
        for path in sorted((ROOT / package).rglob("*.py"))
        if "tests" not in path.parts and path.name not in {"rules.py", "sample.py"}
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith(".rules")
        if any(imported.name == "score" for imported in node.names)
    ]
    assert callers == ["scoring/noted/game.py"]


def test_the_first_round_is_scored_once_for_all_its_turns() -> None:
    session = artem_table(players=NAMES)
    host = phone(session, hosts=True)
    assert count(lambda: post(host, session, ("artem:first_round", {"at": 0}))) == 1
    session.refresh_from_db()
    assert session.revision == 2


def test_the_tap_that_ends_a_game_is_scored_once() -> None:
    session = artem_table("", "", "1x5", "1x6", "", "1x6", "")
    with scorings() as scored:
        enter_turns(session, "1x3")
    assert session.finished_at is not None
    assert len(scored) == 1


@each_game
@pytest.mark.parametrize(("stopped", "times"), [(False, 1), (True, 2)], ids=["open", "over"])
def test_a_correction_scores_what_was_before_only_where_it_counted(
    slug: str, stopped: bool, times: int
) -> None:
    session = begun(slug, stopped=stopped)
    host = phone(session, hosts=True)
    name, more, values = AGAIN[slug]
    saved = (name, {**values, "seen": session.revision, "save": "1"})
    with scorings() as scored:
        answer = post(host, session, saved, *more)
    assert answer.status_code == 302
    session.refresh_from_db()
    assert session.revision == 3
    assert len(scored) == times


@each_game
def test_stopping_is_scored_once_and_going_on_once_more(slug: str) -> None:
    session = begun(slug)
    assert count(lambda: stop(session=session, by=by())) == 1
    assert count(lambda: reopen(session=session, by=by())) == 2


@each_game
def test_undo_and_redo_of_an_open_session_are_scored_once(slug: str) -> None:
    session = begun(slug)
    assert count(lambda: undo(session=session, by=by())) == 1
    assert count(lambda: redo(session=session, by=by())) == 1
    assert count(lambda: restore(session=session, number=1, by=by())) == 1


@each_game
def test_undo_of_the_end_is_scored_with_what_it_takes_back(slug: str) -> None:
    session = begun(slug)
    stop(session=session, by=by())
    assert count(lambda: undo(session=session, by=by())) == 2
    assert count(lambda: redo(session=session, by=by())) == 1


@each_game
def test_a_poll_that_brings_a_change_is_scored_once(slug: str) -> None:
    session = begun(slug)
    watcher = phone(session)
    address = reverse("live", args=[session.uuid])
    with scorings() as scored:
        answer = watcher.get(f"{address}?seen=0", headers={"hx-request": "true"})
    assert answer.status_code == 200
    assert len(scored) == 1


@each_game
def test_a_board_that_marks_a_change_is_scored_with_what_was_before(slug: str) -> None:
    session = begun(slug)
    board = reverse("board_live", args=[session.uuid])
    with scorings() as scored:
        answer = phone(session).get(f"{board}?seen=0", headers={"hx-request": "true"})
    assert answer.status_code == 200
    assert len(scored) == 2


@pytest.mark.parametrize(
    ("slug", "tap"),
    [
        ("artbox", ("artbox:finish", {"number": 2, "seat": 1})),
        ("duplik", ("duplik:begin", {"at": 1, "narrator": "Joe", "super_criterion": 2})),
    ],
)
def test_a_tap_on_an_open_round_scores_nothing(slug: str, tap: tuple[str, dict[str, Any]]) -> None:
    session = begun(slug)
    host = phone(session, hosts=True)
    assert count(lambda: post(host, session, tap)) == 0


def judged(**more: Any) -> Session:
    """Return a session of Canvas in which two are tied, and whose tie Kim may decide."""
    paintings = {"Ida": [{"bonus": 3}], "Joe": [{"bonus": 3}], "Kim": [{"bonus": 1}]}
    tokens = {"Ida": 1, "Joe": 1}
    return begun("canvas", paintings=paintings, inspiration=tokens, stopped=True, **more)


def test_a_pick_is_scored_with_the_tie_before_it() -> None:
    session = judged()
    host = phone(session, hosts=True)
    assert count(lambda: post(host, session, ("canvas:judge", {"choice": "Joe"}))) == 2
    session.refresh_from_db()
    assert session.revision == 3


@pytest.mark.parametrize(
    ("bonus", "action"),
    [(2, "correct-painting"), (4, "correct-painting-drops-pick")],
    ids=["the pick stays", "the pick is dropped"],
)
def test_a_correction_of_a_judged_tie_is_scored_with_what_was_before(
    bonus: int, action: str
) -> None:
    session = judged(judge_choice="Joe")
    host = phone(session, hosts=True)
    values = {"way": "hand", "bonus": bonus, "seen": session.revision, "save": "1"}
    with scorings() as scored:
        post(host, session, ("canvas:painting_again", values), 3, 1)
    assert session.revisions.get(number=3).action == action
    assert len(scored) == 2
