"""Three processes finish, correct, move and merge evenings of one season, and settle what counts,
at once: it adds up."""

import subprocess
import sys

import pytest

from tests.serving import ROOT, prepared_environment

PEOPLE = 3


@pytest.fixture
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return prepared_environment(tmp_path_factory.mktemp("at-once"))


def run(environment: dict[str, str], *arguments: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "tools.load.evenings", *arguments]
    return subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE)


def done(process: "subprocess.Popen[bytes]") -> tuple[int, str]:
    complaint = process.communicate()[1].decode()
    return process.returncode, complaint


def test_a_season_adds_up_whatever_is_done_at_once(environment: dict[str, str]) -> None:
    assert done(run(environment, "begin")) == (0, "")
    people = [run(environment, "play", str(seed)) for seed in range(PEOPLE)]
    assert [done(one) for one in people] == [(0, "")] * PEOPLE
    assert done(run(environment, "check")) == (0, "")
