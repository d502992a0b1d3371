"""`manage.py score` and `manage.py schema`, as a shell sees them: a second process, no database."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tools.load.documents import mixed_lines
from tools.load.memory import growth_megabytes

ROOT = Path(__file__).parent.parent.parent
# Nothing listens there: a command that asked for the database would fail.
NO_DATABASE = {"DATABASE_URL": "postgres://nobody@127.0.0.1:9/nothing", "LC_ALL": "C"}
GOOD = {
    "format": "scorefolio/session@1",
    "game": "artem",
    "players": ["Zoë", "Joe"],
    "turns": [],
}
BAD = {**GOOD, "players": ["Zoë", "Zoë"]}


def run(*arguments: str, data: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    return python("manage.py", *arguments, data=data, **more)


def python(*arguments: str, data: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**environment(), **more},
        input=data,
        capture_output=True,
        check=False,
    )


def environment() -> dict[str, str]:
    """Return what a shell sets; a test run also says which settings are meant."""
    inherited = {name: os.environ[name] for name in os.environ if name != "DJANGO_SETTINGS_MODULE"}
    return {**inherited, **NO_DATABASE}


def lines(done: subprocess.CompletedProcess[bytes]) -> list[dict[str, Any]]:
    assert b"Traceback" not in done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def text(*documents: object) -> bytes:
    return "\n".join(json.dumps(document) for document in documents).encode()


def test_it_scores_one_document_from_standard_input() -> None:
    done = run("score", "-", data=text(GOOD))
    assert (done.returncode, done.stderr) == (0, b"")
    assert lines(done)[0]["standings"][1] == {
        "player": "Joe",
        "rank": 1,
        "points": 0,
        "decided_by": "shared",
    }


def test_it_says_what_is_wrong_and_goes_on() -> None:
    done = run("score", "-", data=text(BAD, GOOD))
    first, second = lines(done)
    assert first == {"error": {"path": "players[1]", "message": "“Zoë” is listed twice."}}
    assert second["game"] == "artem"
    assert done.returncode == 1


def test_it_takes_several_files_in_order(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(json.dumps(GOOD, indent=2))
    (tmp_path / "list.json").write_text(json.dumps([BAD, GOOD]))
    (tmp_path / "lines.ndjson").write_bytes(text(GOOD, BAD))
    files = [str(tmp_path / name) for name in ("one.json", "list.json", "lines.ndjson")]
    done = run("score", *files)
    assert ["error" in line for line in lines(done)] == [False, True, False, False, True]
    assert done.returncode == 1


def test_it_tells_a_line_that_is_not_json() -> None:
    done = run("score", "-", data=text(GOOD) + b"\n{oops\n" + text(GOOD))
    good, broken, again = lines(done)
    assert "error" not in good
    assert "error" not in again
    assert broken["error"]["path"] == ""
    assert broken["error"]["message"].startswith("This line is not JSON: ")
    assert done.returncode == 2


@pytest.mark.parametrize("data", [b"hello", b"{", b"\xff\xfe", b"[1,"], ids=repr)
def test_it_tells_a_file_that_is_not_json(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "evening.json").write_bytes(data)
    done = run("score", str(tmp_path / "evening.json"))
    assert (lines(done), done.returncode) == ([], 2)
    assert b"evening.json: it is not JSON" in done.stderr


def test_it_tells_a_file_that_it_cannot_read_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_bytes(text(GOOD))
    done = run("score", str(tmp_path / "none.json"), str(tmp_path), str(tmp_path / "good.json"))
    assert len(lines(done)) == 1
    assert done.returncode == 2
    assert b"No such file" in done.stderr
    assert b"Is a directory" in done.stderr


def test_it_wants_a_file() -> None:
    assert run("score").returncode == 2


HOSTILE = [
    b"[]", b"null", b"5", b'"x"', b"true", b"{}", b"[[]]", b"-0", b"1e999",
    b"[" * 100_000, b'{"format":' * 50_000, b"9" * 10_000, b'{"a":1,"a":2}',
    b'{"format": "scorefolio/session@1", "game": ["artem"]}',
    b'{"format": "scorefolio/session@1", "game": "chess"}',
    b'{"format": "scorefolio/session@2", "game": "artem"}',
    b'{"format": "scorefolio/session@1", "game": "artem", "\\ud800": 1}',
    b'{"format": "scorefolio/session@1", "game": "artem", "players": [], "turns": [[[]]]}',
    b'{"format": "scorefolio/session@1", "game": "duplik", "players": ["\\u0000"], "rounds": []}',
]  # fmt: skip


def test_no_document_makes_it_crash() -> None:
    done = run("score", "-", data=text(GOOD) + b"\n" + b"\n".join(HOSTILE))
    results = lines(done)
    assert len(results) == 1 + len(HOSTILE)
    assert all(set(result["error"]) == {"path", "message"} for result in results[1:])
    assert all(result["error"]["message"] for result in results[1:])


def test_it_stops_quietly_when_nobody_reads_on() -> None:
    command = f"{sys.executable} manage.py score - | head -n 1"
    data = text(*[GOOD] * 5000)
    done = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, input=data, capture_output=True,
        env=environment(), check=False,
    )  # fmt: skip
    assert done.stderr == b""
    assert len(lines(done)) == 1


def test_its_memory_does_not_grow_with_the_number_of_lines(tmp_path: Path) -> None:
    assert growth_megabytes(list(mixed_lines(200)), tmp_path, few=1_000, many=20_000) < 10


def shell(command: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env={**environment(), "PYTHON": sys.executable},
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("command", "status"),
    [
        ("$PYTHON manage.py score - <&-", 2),
        ("echo '{}' | $PYTHON manage.py score - >&-", 1),
        ("$PYTHON manage.py score nothing 2>&-", 2),
        ("echo '{}' | $PYTHON manage.py score - >/dev/full", 2),
        ("$PYTHON manage.py schema artem | true", 0),
    ],
)
def test_it_bears_closed_streams(command: str, status: int) -> None:
    done = shell(command)
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    assert done.returncode == status


def test_schema_prints_the_schema_of_one_game() -> None:
    schema = json.loads(run("schema", "duplik").stdout)
    assert schema["$schema"].endswith("2020-12/schema")
    assert schema["properties"]["players"]["maxItems"] == 6
    assert run("schema", "chess").returncode == 2


def test_schema_prints_that_of_results_without_rounds() -> None:
    schema = json.loads(run("schema", "canvas", "--result").stdout)
    assert schema["properties"]["format"]["const"] == "scorefolio/result@1"
    assert schema["$defs"]["CanvasResultPlayer"]["required"] == ["name"]


# Documents of all games: scored, refused by their shape or by the rules, or without rounds.
EVERYTHING = [
    *map(json.loads, mixed_lines(8)),
    *[{**json.loads(line), "players": ["Ana", "Ana", "Ben"]} for line in mixed_lines(4)],
    {**GOOD, "turns": [{"player": "Joe", "claims": []}]},
    {"format": "scorefolio/result@1", "game": "duplik", "players": [{"name": "Ana"}]},
    {"format": "scorefolio/result@1", "game": "artem", "players": [
        {"name": "Ana", "points": 9}, {"name": "Ben", "points": 7},
    ]},
]  # fmt: skip
IMPORTED = """
import runpy, sys
try:
    runpy.run_path("manage.py", run_name="__main__")
finally:
    print(*sys.modules, file=sys.stderr)
"""


def test_its_results_are_those_of_the_whole_site() -> None:
    alone = run("score", "-", data=text(*EVERYTHING))
    whole = run(
        "score", "-", data=text(*EVERYTHING), DJANGO_SETTINGS_MODULE="config.settings"
    )  # fmt: skip
    assert len(lines(alone)) == len(EVERYTHING)
    assert (alone.returncode, alone.stdout) == (whole.returncode, whole.stdout)


def test_it_starts_without_models_views_and_forms() -> None:
    done = python("-c", IMPORTED, "score", "-", data=text(*EVERYTHING))
    imported = done.stderr.decode().split()
    ours = {name for name in imported if name.split(".")[0] in {"scoring", "games"}}
    assert "games.canvas.rules" in ours
    needless = {"admin", "forms", "models", "store", "table", "urls", "views"}
    assert {name for name in ours if needless & {*name.split(".")}} == set()
    assert {name for name in imported if name.startswith("django.contrib.")} == set()


def test_it_loads_the_game_of_the_document_alone() -> None:
    done = python("-c", IMPORTED, "score", "-", data=text(GOOD))
    assert {name for name in done.stderr.decode().split() if name.startswith("games.")} == {
        "games.artem",
        "games.artem.document",
        "games.artem.rules",
    }


def test_its_sentences_have_their_translations() -> None:
    refused = {**GOOD, "turns": [{"player": "Joe", "claims": []}]}
    french = f"""
import django
django.setup()
from django.utils.translation import override
from scoring.documents.scorer import score_value
with override("fr"):
    for document in [{refused!r}, {BAD!r}]:
        print(score_value(document)["error"]["message"])
"""
    done = python("-X", "utf8", "-c", french, DJANGO_SETTINGS_MODULE="config.document_settings")
    assert done.stdout.decode().splitlines() == [
        "C’est ici à Zoë de jouer, pas à Joe.",
        "«\u202fZoë\u202f» est inscrit deux fois.",
    ]
