"""docs/add-a-game.md ends with a working game: a folder and a line of `INSTALLED_GAMES`.

Its files are written, its commands are run, and it is played."""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.docs.markdown import DOCS, ROOT, code_blocks
from tests.kept import migrated_database

TEXT = (DOCS / "add-a-game.md").read_text()
FILE = re.compile(r"^`(games/doubles/[^`]+)`\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DOCUMENT = {
    "format": "scorefolio/session@1",
    "game": "doubles",
    "players": ["Ana", "Ben", "Cleo"],
    "rolls": [{"red": 6, "blue": 5}, {"red": 5, "blue": 6}, {"red": 1, "blue": 2}],
    "stopped": True,
}


@dataclass(frozen=True)
class Site:
    """The site with the game of the tutorial, which `folder` has."""

    folder: Path

    def run(self, *command: str, text: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the site; with DEBUG, because no static files were collected."""
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "tests.docs.tutorial_settings",
            "GAMES_FOLDER": str(self.folder / "games"),
            "VAR_DIR": str(self.folder / "var"),
            "DEBUG": "True",
            **more,
        }
        return subprocess.run(
            [sys.executable, *command],
            cwd=ROOT,
            env=environment,
            input=text,
            capture_output=True,
            text=True,
            check=False,
        )

    def manage(self, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
        return self.run("manage.py", *arguments, text=text)

    def score(self, document: dict[str, Any]) -> dict[str, Any]:
        result: dict[str, Any] = json.loads(
            self.manage("score", "-", text=json.dumps(document)).stdout
        )
        return result


def commands() -> list[str]:
    return [line for block in code_blocks(TEXT, "sh") for line in block.splitlines()]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """Follow the page up to its migration."""
    folder = tmp_path_factory.mktemp("tutorial")
    for command in commands():
        if command.startswith(("mkdir", "touch")):
            subprocess.run(["bash", "-c", command], cwd=folder, check=True)
    for name, content in FILE.findall(TEXT):
        (folder / name).write_text(content)
    site = Site(folder)
    (folder / "var").mkdir()
    shutil.copy(migrated_database(), folder / "var/scorefolio.sqlite3")
    (command,) = [command for command in commands() if "makemigrations" in command]
    made = site.run(*command.split()[1:])
    assert made.returncode == 0, made.stderr
    return site


def test_every_block_of_code_is_a_file_of_the_game_or_the_line_in_the_settings() -> None:
    blocks = [block for kind in ("python", "html", "markdown") for block in code_blocks(TEXT, kind)]
    files = [content for _name, content in FILE.findall(TEXT)]
    others = [block for block in blocks if block not in files]
    assert len(others) == 1
    assert '"games.doubles",' in others[0]


def test_a_game_is_written_in_150_lines_of_python() -> None:
    files = [code for name, code in FILE.findall(TEXT) if ".py" in name and "/tests/" not in name]
    assert sum(bool(line.strip()) for code in files for line in code.splitlines()) <= 150


@pytest.mark.parametrize(
    ("name", "code"),
    [pytest.param(name, code, id=name) for name, code in FILE.findall(TEXT) if ".py" in name],
)
def test_its_code_passes_the_linter(site: Site, name: str, code: str) -> None:
    # Imports are sorted by the packages that there are, and this one is in no folder.
    for check in ("check --ignore I001", "format --check"):
        options = [*check.split(), "--no-cache", "--stdin-filename", name, "-"]
        done = site.run("-m", "ruff", *options, text=code)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("file", "right", "wrong", "problem"),
    [
        pytest.param("rules.py", "", "", "Success", id="as the page has it"),
        pytest.param(
            "rules.py", "def can_stop(state: State) -> bool:", "def can_stop(state: int) -> bool:",
            "def can_stop(state: int) -> bool", id="a part of another signature",
        ),
        pytest.param(
            "table.py", "entry_context=entry_context, ", "",
            'Missing named argument "entry_context"', id="without a part that it must have",
        ),
        pytest.param(
            "rules.py", "SEATS = range(2, 7)", "PLACES = SEATS = None",
            "SEATS: expected", id="a part of another type",
        ),
    ],
)  # fmt: skip
def test_the_type_checker_holds_it_to_the_contract(
    tmp_path: Path, file: str, right: str, wrong: str, problem: str
) -> None:
    # As a package of its own: the folder of the games is another one to the type checker.
    package = tmp_path / "doubles"
    package.mkdir()
    for name, content in FILE.findall(TEXT):
        if name.endswith(".py") and name.count("/") == 2:
            (package / Path(name).name).write_text(content.replace("games.doubles", "doubles"))
    (package / "__init__.py").touch()
    changed = (package / file).read_text()
    assert right in changed
    (package / file).write_text(changed.replace(right, wrong))
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--follow-imports=silent", "-p", "doubles"],
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert problem in done.stdout, done.stdout + done.stderr


def test_it_scores_documents_of_the_new_game(site: Site) -> None:
    result = site.score(DOCUMENT)
    assert result["winners"] == ["Ana", "Ben"]
    assert [place["rank"] for place in result["standings"]] == [1, 1, 3]
    assert [place["decided_by"] for place in result["standings"]] == [None, "shared", "points"]


def test_it_refuses_in_the_words_that_all_games_share(site: Site) -> None:
    assert site.score({**DOCUMENT, "rolls": [{"red": 7, "blue": 1}]}) == {
        "error": {
            "path": "rolls[0].red",
            "message": "7 is not possible here. Enter a number from 1 to 6.",
        }
    }


def test_the_document_of_the_page_is_scored(site: Site) -> None:
    (line,) = [command for command in commands() if command.startswith("echo")]
    document = json.loads(line.split("'")[1])
    assert site.score(document)["standings"][0]["points"] == 24


def test_it_prints_the_schema_of_the_new_game(site: Site) -> None:
    schema = json.loads(site.manage("schema", "doubles").stdout)
    assert schema["properties"]["game"]["const"] == "doubles"


def test_it_passes_the_checks_and_needs_no_shared_migration(site: Site) -> None:
    assert site.manage("check", "--fail-level", "WARNING").returncode == 0
    assert site.manage("makemigrations", "--check", "--dry-run").returncode == 0


def test_its_own_tests_pass(site: Site) -> None:
    tests = ("-q", "-p", "no:cacheprovider", str(site.folder / "games"))
    done = site.run("-m", "pytest", *tests, DEBUG="False")  # with the static files of other runs
    assert "5 passed" in done.stdout, done.stdout + done.stderr


SHOW_HOME = """
from django.test import Client
print(Client().get("/", headers={"host": "localhost"}).content.decode())
"""


def test_it_shows_the_new_game_on_the_home_page(site: Site) -> None:
    assert "Doubles" in site.manage("shell", "--no-imports", "-c", SHOW_HOME).stdout


PLAY_AN_EVENING = """
from django.core.management import call_command
from django.test import Client
from scoring.admin.recorded_rows import row_inlines
from scoring.models import Session
from scoring.registry import get_game
from scoring.sessions.loading import load, load_stored
call_command("migrate", verbosity=0)
phone = Client(headers={"host": "localhost"})
opened = phone.post("/new/doubles/", {"name": ["Ana", "Ben"], "begins": "0", "do": "open"})
table = opened.url
board = phone.get(f"{table}board/").content.decode()
assert "Ana’s turn" in board, board
refused = phone.post(f"{table}doubles/roll/", {"at": 0, "red": 7, "blue": 1})
assert refused.status_code == 422, refused.status_code
for at, (red, blue) in enumerate([(1, 2), (4, 4), (3, 5), (2, 6), (1, 4), (6, 5)]):
    tap = {"at": at, "red": red, "blue": blue}
    assert phone.post(f"{table}doubles/roll/", tap).status_code == 302
for page in ("", "board/", "result/", "history/"):
    assert phone.get(table + page).status_code == 200, page
board = phone.get(f"{table}board/").content.decode()
assert "’s turn" not in board, board
session = Session.objects.get()
inlines = row_inlines(get_game("doubles"))
assert [inline.model.__name__ for inline in inlines] == ["Roll"]
assert load(session).state == load_stored(session).document.state
print(phone.get(f"{table}result/").content.decode())
"""


def test_it_is_played_at_the_table_to_its_result(site: Site) -> None:
    shown = site.manage("shell", "--no-imports", "-c", PLAY_AN_EVENING)
    assert "Ben wins" in shown.stdout, shown.stderr
    assert "Everybody has rolled three times." in shown.stdout


@pytest.mark.parametrize("file", re.findall(r"\| `([a-z]+/[a-z_./]+)` \|", TEXT))
def test_every_file_that_it_leads_to_exists(file: str) -> None:
    assert (ROOT / file).exists()
