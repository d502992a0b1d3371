"""`manage.py work` in processes of its own: several at once, killed, stopped, started again."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest

from tests.background.smtp import Mailbox, mail_server
from tests.serving import ROOT, prepared_environment
from tools.load.verbs import asked

WORK = (sys.executable, "manage.py", "work")
PATIENCE = 60  # seconds


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return prepared_environment(tmp_path_factory.mktemp("worker"))


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with mail_server() as mailbox:
        yield mailbox


@pytest.fixture
def environment(prepared: dict[str, str], mailbox: Mailbox) -> dict[str, str]:
    return {**prepared, "EMAIL_URL": f"smtp://127.0.0.1:{mailbox.port}"}


@pytest.fixture(scope="module")
def mail(prepared: dict[str, str]) -> Iterator[Callable[..., int]]:
    """Return what writes mail, and returns how many wait; the server is the one of the worker."""
    with asked("tools.load.mail", {**prepared, "EMAIL_URL": "smtp://127.0.0.1"}) as process:
        yield lambda *arguments: int(process(*arguments))


@pytest.fixture(scope="module")
def jobs(prepared: dict[str, str]) -> Iterator[Callable[..., list[int]]]:
    """Return what asks for an import, and returns the figures of its job."""
    with asked("tools.load.jobs", prepared) as process:
        yield lambda *words: [int(word) for word in process(*words).split() if word.isdecimal()]


@contextmanager
def worker(environment: dict[str, str], *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen([*WORK, *arguments], cwd=ROOT, env=environment) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def each_once(number: int) -> list[str]:
    return sorted(f"Mail {each}" for each in range(number))


def test_two_workers_at_once_send_each_mail_once(
    environment: dict[str, str], mailbox: Mailbox, mail: Callable[..., int]
) -> None:
    mail("write", "40")
    with ExitStack() as workers:
        for _ in range(2):
            workers.enter_context(worker(environment))
        mailbox.wait_for(40)
        wait_until(lambda: mail("waiting") == 0)
    assert sorted(mailbox.bodies()) == each_once(40)


def test_mail_of_a_killed_worker_is_sent_by_the_next(
    environment: dict[str, str], mailbox: Mailbox, mail: Callable[..., int]
) -> None:
    mail("write", "10")
    mailbox.seconds_to_answer = 0.2
    with worker(environment) as killed:
        mailbox.wait_for(3)
        killed.send_signal(signal.SIGKILL)
    mailbox.seconds_to_answer = 0
    mail("due")
    with worker(environment, "--until-empty") as next_one:
        assert next_one.wait(PATIENCE) == 0
    assert mail("waiting") == 0
    assert sorted(set(mailbox.bodies())) == each_once(10)
    again = len(mailbox.taken) - 10
    assert again <= 1  # the mail that the killed worker was sending
    assert len({message["Message-ID"] for message in mailbox.messages()}) == 10


def test_a_worker_that_is_asked_to_stop_finishes_its_mail(
    environment: dict[str, str], mailbox: Mailbox, mail: Callable[..., int]
) -> None:
    mail("write", "5")
    mailbox.seconds_to_answer = 0.5
    with worker(environment) as stopped:
        mailbox.wait_for(1)
        stopped.terminate()
        assert stopped.wait(PATIENCE) == 0
    assert mail("waiting") == 5 - len(mailbox.taken)
    mail("due")
    with worker(environment, "--until-empty") as rest:
        assert rest.wait(PATIENCE) == 0
    assert sorted(mailbox.bodies()) == each_once(5)


# Jobs


@pytest.mark.usefixtures("mailbox")
def test_the_job_of_a_killed_worker_is_finished_by_the_next_and_counts_once(
    environment: dict[str, str], jobs: Callable[..., list[int]]
) -> None:
    jobs("ask", "400")
    with worker(environment) as killed:
        assert jobs("wait", "6")[0] >= 6
        killed.send_signal(signal.SIGKILL)
        killed.wait(PATIENCE)
    sessions, attempts, finished, _failed = jobs("look")
    assert (attempts, finished) == (1, 0)
    assert sessions < 400
    jobs("age")
    with worker(environment), worker(environment):
        assert jobs("wait", "400", "done")[2] == 1
    assert jobs("look") == [400, 2, 1, 0]
