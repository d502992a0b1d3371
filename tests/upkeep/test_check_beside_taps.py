"""`manage.py rescore --check` disturbs nobody who taps meanwhile."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from tests.load.phones import Phone, phones
from tests.serving import ROOT, prepared_environment, running

MOST = 2.0  # seconds for a tap; the check takes several times as long


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    environment = prepared_environment(tmp_path_factory.mktemp("checked"))
    demo = [sys.executable, "manage.py", "demo", "--sessions", "150", "--verbosity", "0"]
    subprocess.run(demo, cwd=ROOT, env=environment, check=True)
    return environment


async def taps_during(address: str, check: "subprocess.Popen[str]") -> list[tuple[int, float]]:
    async with phones(address, 1) as (host,):
        await host.open_table()
        return await tap_until_over(host, check)


async def tap_until_over(host: Phone, check: "subprocess.Popen[str]") -> list[tuple[int, float]]:
    answers = []
    while check.poll() is None:
        answer = await host.tap()
        answers.append((answer.status, answer.seconds))
    return answers


def test_taps_go_on_while_everything_is_checked(environment: dict[str, str]) -> None:
    with running(environment, "config.settings") as address:
        check = subprocess.Popen(
            [sys.executable, "manage.py", "rescore", "--check"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        taps = asyncio.run(taps_during(address, check))
    assert check.communicate()[0] == "Differences: 0.\n"
    assert len(taps) > 20
    assert {status for status, _seconds in taps} == {200}
    assert max(seconds for _status, seconds in taps) < MOST


WRITE_TWICE = """
import sqlite3, django; django.setup()
from django.db import connection, transaction
from scoring.models import Group
from scoring.upkeep.database_copy import undisturbing
original = connection.settings_dict["NAME"]
with undisturbing(), transaction.atomic():
    Group.objects.create(name="Copy", slug="copy")
    other = sqlite3.connect(original, timeout=0, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    other.execute("ROLLBACK")
    other.close()
print(Group.objects.filter(slug="copy").exists())
"""


def test_on_sqlite_others_write_while_a_check_does(tmp_path: Path) -> None:
    environment = prepared_environment(tmp_path, beside="sqlite")
    command = [sys.executable, "-c", WRITE_TWICE]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    assert done.stdout == "False\n"
    assert not list(tmp_path.glob("copy-*"))
