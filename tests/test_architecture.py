"""The code keeps the rules of tests/architecture.py, and each check notices a broken one."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import architecture

ROOT = Path(__file__).parent.parent
CHECKS = [
    architecture.crowded_folders,
    architecture.impurities,
    architecture.packages_with_code,
    architecture.missing_files,
    architecture.games_named_in_scoring,
    architecture.locks_elsewhere,
    architecture.transactions_elsewhere,
    architecture.queries_in_views,
    architecture.games_named_in_shared_files,
    architecture.oversized,
]
Check = Callable[[Path], list[str]]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_code_keeps_each_rule(check: Check) -> None:
    assert check(ROOT) == []


# A file that is added to a small tree without problems, and the problem that the check then finds.
BREAKS = [
    (architecture.crowded_folders, "templates/play/last.html", "",
     "templates/play has 26 files"),
    (architecture.impurities, "games/chess/rules.py", "from django.db import models",
     "games.chess.rules imports django.db"),
    (architecture.impurities, "games/chess/rules.py", "import random",
     "games.chess.rules imports random"),
    (architecture.impurities, "games/chess/rules.py", "from datetime import datetime",
     "games.chess.rules imports datetime"),
    (architecture.impurities, "games/chess/facts.py", "from uuid import uuid4",
     "games.chess.facts imports uuid"),
    (architecture.impurities, "games/chess/facts.py",
     "from datetime import date\ntoday = date.today()", "games.chess.facts calls today()"),
    (architecture.impurities, "scoring/core/ranking.py", "def rank(): return open('/etc/hosts')",
     "scoring.core.ranking calls open()"),
    (architecture.impurities, "games/chess/openings.py", "import time",
     "games.chess.openings imports time"),
    (architecture.packages_with_code, "games/chess/__init__.py", "from django.apps import apps",
     "games.chess"),
    (architecture.missing_files, "games/go/__init__.py", "", "go has no rules.py"),
    (architecture.games_named_in_scoring, "scoring/web/links.py", "def f(g): return g == 'chess'",
     "scoring.web.links names chess"),
    (architecture.locks_elsewhere, "scoring/web/links.py", "rows.select_for_update()",
     "scoring.web.links"),
    (architecture.transactions_elsewhere, "games/chess/ballots.py", "@transaction.atomic",
     "games.chess.ballots"),
    (architecture.queries_in_views, "games/chess/views.py", "games = group.games.order_by('pk')",
     "games.chess.views calls .order_by() in line 1"),
    (architecture.queries_in_views, "scoring/play/views/table.py", "Session.objects.get(pk=1)",
     "scoring.play.views.table calls .get() in line 1"),
    (architecture.games_named_in_shared_files, "scoring/static/scoring/css/play.css",
     ".chess-board { color: red }", "scoring/static/scoring/css/play.css names chess"),
    (architecture.games_named_in_shared_files, "templates/play/table.html",
     "<p>Chess is played here</p>", "templates/play/table.html names chess"),
    (architecture.oversized, "games/chess/static/chess/chess.css", "a {}\n" * 501,
     "games/chess/static/chess/chess.css has 501 lines"),
    (architecture.oversized, "games/chess/rules.py", "a = 1\n" * 501,
     "games.chess.rules has 501 lines"),
    (architecture.oversized, "games/chess/rules.py", "def f():\n" + "    a = 1\n" * 60,
     "games.chess.rules.f has 61 lines"),
]  # fmt: skip


@pytest.fixture
def sound_tree(tmp_path: Path) -> Path:
    for name in architecture.IN_EVERY_GAME:
        (tmp_path / "games/chess" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "games/chess" / name).touch()
    (tmp_path / "games/chess/rules.py").write_text("from games.chess import openings\n")
    (tmp_path / "games/chess/openings.py").write_text("from dataclasses import dataclass\n")
    (tmp_path / "scoring/core").mkdir(parents=True)
    (tmp_path / "scoring/core/ranking.py").touch()
    (tmp_path / "templates/play").mkdir(parents=True)
    for number in range(architecture.MOST_FILES):
        (tmp_path / f"templates/play/{number}.html").touch()
    return tmp_path


@pytest.mark.parametrize(
    ("check", "file", "source", "problem"), BREAKS, ids=[row[-1] for row in BREAKS]
)
def test_a_check_notices_a_broken_rule(
    sound_tree: Path, check: Check, file: str, source: str, problem: str
) -> None:
    assert check(sound_tree) == []
    (sound_tree / file).parent.mkdir(parents=True, exist_ok=True)
    (sound_tree / file).write_text(source)
    assert problem in check(sound_tree)


PURE_MODULES = [
    *(f"scoring.{name}" for name in architecture.pure_modules_of_core(ROOT)),
    *(f"scoring.{name}" for name in architecture.PURE_BESIDE_CORE),
    *(
        f"games.{game.name}.{name}"
        for game in architecture.games(ROOT)
        for name in architecture.PURE_IN_A_GAME
    ),
]
LOADED = """
import importlib, sys
importlib.import_module(sys.argv[1])
print({name.partition(".")[0] for name in sys.modules} & {"django", "sqlite3", "psycopg"})
"""


@pytest.mark.parametrize("module", PURE_MODULES)
def test_a_pure_module_brings_no_framework_into_a_fresh_interpreter(module: str) -> None:
    command = [sys.executable, "-c", LOADED, module]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_the_fresh_interpreter_would_notice_a_framework() -> None:
    command = [sys.executable, "-c", LOADED, "scoring.core.wording"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "{'django'}"
