"""`manage.py rescore --check` disturbs nobody who taps meanwhile."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import InternalError, transaction

from scoring.models import Group, Player
from scoring.models.locks import lock_players_by_new_version
from scoring.upkeep.database_copy import undisturbing
from tests.serving import ROOT, prepared_environment, running
from tools.load.phones import Phone, phones

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


CHECK_TWICE = """
import subprocess, sys, django; django.setup()
from django.db import transaction
from scoring.models import Group, Season, Session
from scoring.upkeep import rescore
from scoring.upkeep.database_copy import undisturbing
def check():
    sessions = Session.objects.in_order()
    differing = [each for session in sessions for each in rescore.differences(session.pk)]
    differing += rescore.group_differences(Group.objects.get())
    differing += rescore.season_differences(Season.objects.get())
    print(len(differing), sessions.not_deleted().count())
with undisturbing(rescore.CHANGED_BY_A_CHECK), transaction.atomic():
    check()
    subprocess.run([sys.executable, "-c", sys.argv[1]], check=True)
    check()
check()
"""
DELETE_ONE = """
import django; django.setup()
from django.utils import timezone
from scoring.models import Session
from scoring.models.revisions import By
from scoring.sessions import lifecycle
lifecycle.delete(session=Session.objects.in_order().first(), by=By(at=timezone.now()))
"""


def test_a_check_reads_one_moment_and_waits_for_nobody(tmp_path: Path) -> None:
    """Deleting an evening locks and changes everything that the check has just rebuilt."""
    environment = {**prepared_environment(tmp_path), "DATABASE_LOCK_TIMEOUT": "2"}
    python = [sys.executable]
    begin = [*python, "-m", "tools.load.evenings", "begin"]
    subprocess.run(begin, cwd=ROOT, env=environment, check=True)
    done = subprocess.run(
        [*python, "-c", CHECK_TWICE, DELETE_ONE],
        cwd=ROOT,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.split("\n") == ["0 12", "0 12", "0 11", ""]
    assert not list(tmp_path.glob("copy-*"))


@pytest.mark.postgresql
@pytest.mark.django_db
def test_a_check_cannot_lock_what_it_did_not_copy() -> None:
    player = Player.objects.create(name="Ida")
    with undisturbing([Group]):
        Group.objects.create(name="Copy", slug="copy")
        with pytest.raises(InternalError, match="read-only transaction"), transaction.atomic():
            lock_players_by_new_version([player.pk])
    assert not Group.objects.exists()
