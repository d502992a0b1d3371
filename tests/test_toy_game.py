"""A fifth game needs a folder and a line in `INSTALLED_GAMES`, and no change elsewhere."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
DOCUMENT = {
    "format": "scorefolio/session@1",
    "game": "toygame",
    "players": ["Ana", "Ben", "Cleo"],
    "draws": {"Ana": 12, "Ben": 12, "Cleo": 3},
}


def manage(*arguments: str, text: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *arguments]
    # DEBUG, because no static files have been collected here.
    settings = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.toy_settings",
        "DEBUG": "True",
        **more,
    }
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **settings},
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )


def score(document: dict[str, Any]) -> dict[str, Any]:
    done = manage("score", "-", text=json.dumps(document))
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def test_it_scores_documents_of_the_new_game() -> None:
    result = score(DOCUMENT)
    assert result["winners"] == ["Ana", "Ben"]
    assert [place["rank"] for place in result["standings"]] == [1, 1, 3]
    assert [place["decided_by"] for place in result["standings"]] == [None, "shared", "points"]


def test_it_refuses_in_the_words_that_all_games_share() -> None:
    assert score({**DOCUMENT, "draws": {"Ana": 14}}) == {
        "error": {
            "path": "draws.Ana",
            "message": "14 cannot stand here; it takes a number from 1 to 13.",
        }
    }


def test_it_prints_the_schema_of_the_new_game() -> None:
    schema = json.loads(manage("schema", "toygame").stdout)
    assert schema["properties"]["game"]["const"] == "toygame"


def test_it_passes_the_checks_and_needs_no_shared_migration() -> None:
    assert manage("check", "--fail-level", "WARNING").returncode == 0
    assert manage("makemigrations", "--check", "--dry-run").returncode == 0


SHOW_HOME = """
from django.test import Client
print(Client().get("/", headers={"host": "localhost"}).content.decode())
"""


def test_it_hangs_the_new_game_on_the_home_page() -> None:
    assert "Highest card" in manage("shell", "--no-imports", "-c", SHOW_HOME).stdout


PLAY_AN_EVENING = """
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)
phone = Client(headers={"host": "localhost"})
opened = phone.post("/new/toygame/", {"name": ["Ana", "Ben"], "begins": "0", "do": "open"})
table = opened.url
for name, card in (("Ana", 3), ("Ben", 12)):
    assert phone.post(f"{table}toygame/draw/", {"name": name, "card": card}).status_code == 302
for page in ("", "board/", "result/", "history/"):
    assert phone.get(table + page).status_code == 200, page
print(phone.get(f"{table}result/").content.decode())
"""


def test_it_is_played_at_the_table_to_its_result(tmp_path: Path) -> None:
    shown = manage("shell", "--no-imports", "-c", PLAY_AN_EVENING, VAR_DIR=str(tmp_path))
    assert "Ben wins" in shown.stdout, shown.stderr
