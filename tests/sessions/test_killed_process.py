"""A process that is killed while it records leaves a whole revision with its rows."""

import os
import signal
import subprocess
import sys
import time
from random import Random

import pytest

from tests.serving import ROOT, prepared_environment

KILLS = 20


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return prepared_environment(tmp_path_factory.mktemp("killed"))


def recorder(environment: dict[str, str], *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "tools.load.recorder", *arguments],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def kill_while_recording(parent: "subprocess.Popen[str]", moment: float) -> int:
    """Kill a child while it records; return the revision at which it began."""
    assert parent.stdin is not None
    assert parent.stdout is not None
    parent.stdin.write("\n")
    parent.stdin.flush()
    # What the child before this one had recorded is still to be read.
    child = next(int(line.split()[1]) for line in parent.stdout if line.startswith("child"))
    first_line = parent.stdout.readline()
    time.sleep(moment)
    os.kill(child, signal.SIGKILL)
    return int(first_line)


def test_a_killed_process_leaves_the_last_whole_revision(environment: dict[str, str]) -> None:
    dice = Random(1)
    with recorder(environment, "start") as starting:
        session = starting.communicate()[0].strip()
    with recorder(environment, "record_in_children", session) as parent:
        revisions = [kill_while_recording(parent, dice.uniform(0.01, 0.15)) for _ in range(KILLS)]
        last_lines = parent.communicate()[0].split()
    assert parent.returncode == 0
    revisions.append(int(last_lines[-1]))
    assert revisions == sorted(revisions)
    assert revisions[-1] > KILLS
