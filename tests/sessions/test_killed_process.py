"""A process that is killed while it records leaves a whole revision with its rows."""

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


def recorder(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "tests.load.recorder", *arguments]


def run(environment: dict[str, str], *arguments: str) -> int:
    done = subprocess.run(
        recorder(*arguments), cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


def kill_while_recording(environment: dict[str, str], session: str, moment: float) -> int:
    """Kill a process while it records; return the revision at which it began."""
    with subprocess.Popen(
        recorder("record", session), cwd=ROOT, env=environment, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        first_line = process.stdout.readline()
        time.sleep(moment)
        process.send_signal(signal.SIGKILL)
    return int(first_line)


def test_a_killed_process_leaves_the_last_whole_revision(environment: dict[str, str]) -> None:
    dice = Random(1)
    session = str(run(environment, "start"))
    revisions = [
        kill_while_recording(environment, session, dice.uniform(0.01, 0.15)) for _ in range(KILLS)
    ]
    revisions.append(run(environment, "check", session))
    assert revisions == sorted(revisions)
    assert revisions[-1] > KILLS
