"""Importing and exporting documents: they come out as they went in, and none is imported twice."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.documents.scorer import dump_document
from scoring.exchange.importing.plan import Status
from scoring.exchange.importing.verbs import undo_import
from scoring.models import Group, Import, League, Player, Result, Session
from scoring.models.revisions import By
from scoring.upkeep.rescore import differences, group_differences
from tests.builders.imports import bgstats_export, import_documents, made_up
from tests.builders.seasons import artem_document
from tests.documents.test_scorer import EXAMPLES
from tools.load.documents import mixed_lines

pytestmark = pytest.mark.django_db

NOW = timezone.now()
GOOD = {
    "format": "scorefolio/session@1",
    "game": "artem",
    "players": ["Ana", "Ben"],
    "turns": [],
    "end": "main-deck",
}
AGAIN = {**GOOD, "notes": "The second round."}
BAD = {**GOOD, "turns": [{"player": "Ben", "claims": []}]}


@pytest.fixture
def group() -> Group:
    return Group.objects.create(name="Thursday", slug="thursday")


@pytest.fixture
def elsewhere() -> Group:
    return Group.objects.create(name="Elsewhere", slug="elsewhere")


@pytest.fixture
def write_file(tmp_path: Path) -> Callable[..., str]:
    def write(*documents: object) -> str:
        file = tmp_path / f"{uuid4()}.ndjson"
        file.write_text("\n".join(json.dumps(document) for document in documents))
        return str(file)

    return write


def import_files(*arguments: str, group: str = "thursday") -> list[str]:
    out = io.StringIO()
    call_command("import_sessions", *arguments, f"--group={group}", stdout=out)
    return out.getvalue().splitlines()


def export_group(group: str = "thursday") -> list[dict[str, Any]]:
    out = io.StringIO()
    call_command("export_sessions", f"--group={group}", stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def results(group: Group) -> list[tuple[Any, ...]]:
    rows = Result.objects.filter(session__group=group).order_by("session_id", "seat__place")
    return list(rows.values_list("session__game", "seat__name", "rank", "points", "decided_by"))


@pytest.mark.usefixtures("group")
def test_what_goes_in_comes_out(write_file: Callable[..., str]) -> None:
    """Every example, and mixed documents of every game."""
    documents = [
        {**example["document"], "id": str(uuid4())}
        for example in EXAMPLES.values()
        if "error" not in example["result"]
    ]
    documents += [{**json.loads(line), "id": str(uuid4())} for line in mixed_lines(120, seed=3)]
    import_files(write_file(*documents))
    assert export_group() == documents


def test_it_comes_out_elsewhere_as_here(
    group: Group, elsewhere: Group, write_file: Callable[..., str]
) -> None:
    import_files(write_file(*map(json.loads, mixed_lines(60, seed=4))))
    here, outcome = export_group(), results(group)
    Session.objects.all().delete()
    import_files(write_file(*here), group="elsewhere")
    assert export_group("elsewhere") == here
    assert results(elsewhere) == outcome
    assert len(outcome) > 60


@pytest.mark.usefixtures("group")
def test_two_sessions_that_look_alike_both_move(write_file: Callable[..., str]) -> None:
    """Also with players whose names differ in a capital, and in several batches of documents."""
    names = ("Ana", "ana")
    documents = [
        {**dump_document(artem_document(1, 2, names=names)), "id": str(uuid4())} for _ in range(3)
    ]
    file = write_file(*documents)
    planned = import_files(file, "--dry-run")
    assert import_files(file) == planned
    assert planned[-1] == "New players: Ana, ana"
    assert export_group() == documents


@pytest.mark.usefixtures("group")
def test_batches_are_planned_one_after_the_other(
    write_file: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.management.commands.import_sessions.BATCH", 2)
    file = write_file(GOOD, AGAIN, {**GOOD, "notes": "The third."}, GOOD)
    planned = import_files(file, "--dry-run")
    assert [line.split(":")[1].strip() for line in planned if line[0].isdigit()] == [
        *("New", "New", "New"),
        "Already here",
    ]
    added = import_files(file)
    assert [line.split(";")[0] for line in added if line[0].isdigit()] == [
        line.split(";")[0] for line in planned if line[0].isdigit()
    ]
    source = Import.objects.get()
    assert source.added == source.sessions.count() == Session.objects.count() == 3
    assert source.players.count() == Player.objects.count() == 2
    assert [*source.planned.in_order().values_list("row", "status")] == [
        *((1, "new"), (2, "new"), (3, "new"), (4, "known"))
    ]
    undo_import(source, by=By(at=NOW))
    assert not Session.objects.exists()
    assert not Player.objects.exists()


@pytest.mark.usefixtures("group")
def test_a_document_known_by_its_id_changes_nothing(write_file: Callable[..., str]) -> None:
    import_files(write_file({**GOOD, "id": str(uuid4())}))
    again = export_group()
    assert import_files(write_file(*again)) == ["1: Already here: Ana, Ben; It is already here."]
    assert export_group() == again


@pytest.mark.usefixtures("group")
def test_a_document_without_an_id_is_known_by_what_it_says(write_file: Callable[..., str]) -> None:
    other = {**GOOD, "notes": "The second round."}
    import_files(write_file(GOOD, GOOD, other))
    assert import_files(write_file(other, GOOD))[0].startswith("1: Already here: ")
    assert export_group() == [GOOD, other]


@pytest.mark.usefixtures("group")
def test_a_refused_document_changes_nothing_and_the_others_go_in(
    write_file: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    newcomer = {**BAD, "players": ["Zoë", "Ben"], "turns": [{"player": "Ben", "claims": []}]}
    with pytest.raises(SystemExit) as stopped:
        call_command("import_sessions", write_file(GOOD, newcomer, AGAIN), "--group=thursday")
    assert stopped.value.code == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines == [
        "1: New: Ana, Ben",
        "2: Refused: Zoë, Ben; turns[0].player: It is Zoë’s turn here, not Ben’s.",
        "3: New: Ana, Ben",
        "New players: Ana, Ben",
    ]
    assert Session.objects.count() == 2
    assert not Player.objects.filter(name="Zoë").exists()


@pytest.mark.usefixtures("group")
def test_a_table_that_stopped_before_its_first_claim_is_refused(
    write_file: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    """R-3"""
    nothing = {**GOOD, "end": None, "stopped": True}
    with pytest.raises(SystemExit):
        call_command("import_sessions", write_file(nothing), "--group=thursday")
    sentence = "Nothing that can score has been recorded, so there is nothing to stop."
    assert capsys.readouterr().out.splitlines() == [f"1: Refused: Ana, Ben; stopped: {sentence}"]
    assert not Session.objects.exists()


@pytest.mark.usefixtures("group")
def test_new_players_are_named_once(write_file: Callable[..., str]) -> None:
    with_cleo = {**GOOD, "players": ["Cleo", "Ana"]}
    assert import_files(write_file(GOOD, GOOD, with_cleo, {**with_cleo, "notes": "Again."})) == [
        "1: New: Ana, Ben",
        "2: Already here: Ana, Ben; It is in this file twice.",
        "3: New: Cleo, Ana",
        "4: New: Cleo, Ana",
        "New players: Ana, Ben, Cleo",
    ]


@pytest.mark.usefixtures("group")
def test_a_large_import_takes_no_query_for_each_document(write_file: Callable[..., str]) -> None:
    few, many = (statements_of_import(write_file, number) for number in (2, 60))
    assert len(many) <= len(few)


@pytest.mark.usefixtures("group")
def test_the_database_looks_at_its_tables_only_if_they_grew_much(
    write_file: Callable[..., str],
) -> None:
    first, much, little = (statements_of_import(write_file, number) for number in (30, 4, 3))
    assert ["ANALYZE" in sent for sent in (first, much, little)] == [True, True, False]


def statements_of_import(write_file: Callable[..., str], number: int) -> list[str]:
    """Return the statements that import so many documents, which differ from all before."""
    documents = ({**GOOD, "notes": f"{number} sessions: {at}"} for at in range(number))
    with CaptureQueriesContext(connection) as captured:
        import_files(write_file(*documents))
    return [query["sql"] for query in captured]


def test_players_of_a_name_are_the_same_player(
    group: Group, write_file: Callable[..., str]
) -> None:
    ana = Player.objects.create(group=group, name="Ana")
    import_files(write_file(GOOD, {**GOOD, "players": ["Cleo", "Ana"]}))
    assert sorted(group.players.values_list("name", flat=True)) == ["Ana", "Ben", "Cleo"]
    assert ana.seats.count() == 2


@pytest.mark.usefixtures("group")
def test_a_dry_run_says_it_and_does_nothing(write_file: Callable[..., str]) -> None:
    lines = import_files(write_file(GOOD), "--dry-run")
    assert lines == ["1: New: Ana, Ben", "New players: Ana, Ben"]
    assert not Session.objects.exists()
    assert not Player.objects.exists()


def test_it_puts_sessions_into_a_league(group: Group, write_file: Callable[..., str]) -> None:
    league = League.objects.create(group=group, name="Cup", slug="cup")
    import_files(write_file(GOOD), "--league=cup")
    assert Session.objects.get().league == league


@pytest.mark.usefixtures("group")
@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--group=nobody"], "There is no group at “nobody”."),
        (["--group=thursday", "--league=cup"], "This group has no league at “cup”."),
    ],
)
def test_it_needs_a_group_and_a_league_that_are_there(
    write_file: Callable[..., str], options: list[str], complaint: str
) -> None:
    with pytest.raises(CommandError, match=complaint):
        call_command("import_sessions", write_file(GOOD), *options)


@pytest.mark.usefixtures("group")
def test_it_tells_a_file_that_it_cannot_read() -> None:
    with pytest.raises(CommandError) as caught:
        call_command("import_sessions", "no-such-file", "--group=thursday")
    assert caught.value.returncode == 2


@pytest.mark.usefixtures("group")
def test_deleted_sessions_stay_behind(write_file: Callable[..., str]) -> None:
    import_files(write_file(GOOD, AGAIN))
    Session.objects.filter(pk=Session.objects.in_order()[0].pk).update(
        deleted_at="2024-02-29T20:00Z"
    )
    assert len(export_group()) == 1


def test_a_table_is_imported_as_on_the_site(group: Group, tmp_path: Path) -> None:
    file = tmp_path / "evening.csv"
    file.write_text("date;Ana;Ben\n3/4/2025;3;9,5\n3/4/2025;3;12\n")
    with pytest.raises(CommandError, match="Give --game or --dates"):
        import_files(str(file))
    asked = ("--game=artem", "--dates=mdy")
    for dry in ("--dry-run", ""):
        with pytest.raises(SystemExit):
            import_files(str(file), *asked, *filter(None, [dry]))
        assert group.sessions.count() == (0 if dry else 1)
    session = group.sessions.get()
    assert (str(session.played_on), session.results.count()) == ("2025-03-04", 2)
    assert Import.objects.get().added == 1


def test_an_export_of_bg_stats_is_imported_as_on_the_site(group: Group, tmp_path: Path) -> None:
    file = tmp_path / "BGStatsExport.json"
    file.write_bytes(bgstats_export(made_up(30)))
    lines = import_files(str(file))
    assert len(lines[:-1]) == group.sessions.count() == 30
    assert lines[-1].startswith("New players: ")
    assert lines[0].startswith("1: New: ")
    assert import_files(str(file))[0].startswith("1: Already here: ")
    assert group.sessions.count() == 30
    assert group_differences(group) == []


def rescored(*arguments: str) -> tuple[list[str], int]:
    out = io.StringIO()
    try:
        call_command("rescore", *arguments, stdout=out)
    except SystemExit as stopped:
        return out.getvalue().splitlines(), int(stopped.code or 0)
    return out.getvalue().splitlines(), 0


@pytest.mark.usefixtures("group")
def test_rescore_finds_nothing_where_all_is_right(write_file: Callable[..., str]) -> None:
    import_files(write_file(*map(json.loads, mixed_lines(40, seed=5))))
    assert rescored("--check") == (["Differences: 0."], 0)


@pytest.mark.usefixtures("group")
def test_rescore_finds_what_is_wrong_and_mends_it(write_file: Callable[..., str]) -> None:
    import_files(write_file(*map(json.loads, mixed_lines(40, seed=5))))
    wrong = Result.objects.contests().order_by("pk")[0]
    Result.objects.filter(pk=wrong.pk).update(points=999)
    (result, career, last), status = rescored("--check")
    assert "scoring.Result" in result
    assert "999" in result
    assert "Thursday: scoring.Career" in career  # adds up what is stored of results
    assert (last, status) == ("Differences: 2.", 1)
    assert rescored() == ([result, "Differences: 1."], 0)  # the career follows
    assert rescored("--check") == (["Differences: 0."], 0)


@pytest.mark.usefixtures("group")
def test_a_dry_run_says_what_the_run_would_say(write_file: Callable[..., str]) -> None:
    known = {**GOOD, "id": str(uuid4())}
    file = write_file(known, known, {**GOOD, "players": ["Ana", "Cleo"]})
    lines = import_files(file, "--dry-run")
    assert lines[1:] == [
        "2: Already here: Ana, Ben; It is in this file twice.",
        "3: New: Ana, Cleo",
        "New players: Ana, Ben, Cleo",
    ]
    assert import_files(file) == lines


@pytest.mark.usefixtures("group")
def test_what_it_says_stays_one_line_whatever_is_refused(
    write_file: Callable[..., str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        call_command("import_sessions", write_file({**GOOD, "a\n\x1b[2Jb": 1}), "--group=thursday")
    (lines,) = capsys.readouterr().out.splitlines()
    assert "“a  [2Jb” is not known here" in lines


@pytest.mark.usefixtures("group")
def test_rescore_goes_on_past_rows_that_make_no_session(write_file: Callable[..., str]) -> None:
    import_files(write_file(*map(json.loads, mixed_lines(8, seed=5))))
    broken = Session.objects.filter(game="artbox").in_order()[0]
    Session.objects.filter(pk=broken.pk).update(game="artem")
    lines, status = rescored("--check")
    assert str(broken.uuid) in lines[0]
    assert status == 1


@pytest.mark.usefixtures("group")
def test_what_stands_before_the_place_where_a_file_breaks_goes_in(tmp_path: Path) -> None:
    file = tmp_path / "broken.ndjson"
    file.write_bytes(json.dumps(GOOD).encode() + b"\n" + json.dumps(AGAIN).encode() + b"\n\xff\n")
    with pytest.raises((CommandError, SystemExit)):
        import_files(str(file))
    assert Session.objects.count() == 2


def test_several_documents_at_once_are_what_each_alone_would_be(
    group: Group, elsewhere: Group
) -> None:
    documents = [json.loads(line) for line in mixed_lines(40, seed=6)]
    for document in documents:
        import_documents(group, document)
    together = import_documents(elsewhere, *documents, BAD)
    assert together.lines[-1].status is Status.REFUSED
    assert results(group) == results(elsewhere)
    assert export_group(group.slug) == export_group("elsewhere")
    assert group_differences(elsewhere) == []
    assert [differences(pk) for pk in elsewhere.sessions.values_list("pk", flat=True)] == [[]] * 40
