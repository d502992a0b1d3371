"""`manage.py score` and `manage.py schema`, as a shell sees them: a second process, no database."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.load.documents import mixed_lines
from tests.load.memory import growth_megabytes

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


def run(*arguments: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "manage.py", *arguments]
    environment = {**os.environ, **NO_DATABASE}
    return subprocess.run(
        command, cwd=ROOT, env=environment, input=data, capture_output=True, check=False
    )


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
        env={**os.environ, **NO_DATABASE}, check=False,
    )  # fmt: skip
    assert done.stderr == b""
    assert len(lines(done)) == 1


def test_its_memory_does_not_grow_with_the_number_of_lines(tmp_path: Path) -> None:
    assert growth_megabytes(list(mixed_lines(200)), tmp_path, few=1_000, many=20_000) < 10


def shell(command: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, **NO_DATABASE, "PYTHON": sys.executable}
    return subprocess.run(
        ["bash", "-c", command], cwd=ROOT, env=environment, capture_output=True, check=False
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
