"""Jobs: done by the worker, once in effect, while the person who started them sees the progress."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from scoring.background import jobs
from scoring.background.jobs import (
    MOST_ATTEMPTS,
    Done,
    Interrupted,
    JobFailed,
    Run,
    enqueue,
    kind,
    report_running_jobs,
    run_ready_jobs,
)
from scoring.models import Job
from scoring.upkeep.duties import tend
from tests.builders.tables import signed_in

pytestmark = pytest.mark.django_db

TEST_KIND = "test"


@pytest.fixture
def work() -> Iterator[list[Any]]:
    """The work of these tests' kind of job: a function of a Run, to be replaced."""
    does: list[Any] = [lambda _run: Done(("Finished.",))]
    kind(TEST_KIND, "A test")(lambda run, **_arguments: does[0](run))
    yield does
    del jobs.KINDS[TEST_KIND]


@pytest.fixture
def alice() -> User:
    return User.objects.create_user("alice")


def asked(alice: User, **arguments: Any) -> Job:
    return enqueue(TEST_KIND, asked_by=alice, arguments=arguments)


def after_running(job: Job) -> Job:
    run_ready_jobs()
    return Job.objects.get(pk=job.pk)


@pytest.mark.usefixtures("work")
def test_it_does_what_was_asked_for(alice: User) -> None:
    done = after_running(asked(alice))
    assert done.finished_at is not None
    assert (done.failed, done.sentences, done.attempts) == (False, ["Finished."], 1)


def test_it_says_it_in_the_language_of_whoever_asked(work: list[Any], alice: User) -> None:
    work[0] = lambda _run: Done((translation.get_language() or "",))
    with translation.override("fr"):
        job = asked(alice)
    assert after_running(job).sentences == ["fr"]


@pytest.mark.usefixtures("work")
def test_what_is_asked_twice_is_done_once(alice: User) -> None:
    first = asked(alice, group=1)
    assert asked(alice, group=1) == first
    assert asked(alice, group=2) != first
    after_running(first)
    assert asked(alice, group=1) != first


@pytest.mark.usefixtures("work")
def test_jobs_are_begun_in_the_order_in_which_they_were_asked_for(alice: User) -> None:
    order: list[int] = []

    def note(_run: Run, number: int) -> Done:
        order.append(number)
        return Done()

    kind(TEST_KIND, "A test")(note)
    for number in range(3):
        asked(alice, number=number)
    run_ready_jobs()
    assert order == [0, 1, 2]


# Failures


def test_it_shows_a_failure_as_a_sentence(work: list[Any], alice: User) -> None:
    def fail(_run: Run) -> Done:
        raise JobFailed("The league was deleted.")

    work[0] = fail
    job = after_running(asked(alice))
    assert (job.failed, job.sentences) == (True, ["The league was deleted."])


def test_a_mistake_of_ours_is_in_the_log_and_not_on_the_page(
    work: list[Any], alice: User, caplog: pytest.LogCaptureFixture
) -> None:
    work[0] = lambda _run: 1 / 0
    job = after_running(asked(alice))
    assert job.failed
    assert job.sentences[0].startswith("Something went wrong on our side")
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.usefixtures("work")
def test_a_kind_that_is_not_known_any_more_fails(
    alice: User, caplog: pytest.LogCaptureFixture
) -> None:
    job = asked(alice)
    Job.objects.update(kind="of an older version")
    assert after_running(job).failed
    assert "of an older version" in caplog.text


# Workers that stop or are killed


def test_a_stopped_job_is_begun_again_by_the_next_worker(work: list[Any], alice: User) -> None:
    steps: list[int] = []

    def count(run: Run) -> Done:
        for number in range(1, 4):
            steps.append(number)
            run.progress(number, 3)
        return Done()

    work[0] = count
    job = asked(alice)
    run_ready_jobs(lambda: len(steps) == 2)
    stopped = Job.objects.get(pk=job.pk)
    assert (steps, stopped.finished_at, stopped.done) == ([1, 2], None, 0)
    done = after_running(job)
    assert steps == [1, 2, 1, 2, 3]
    assert (done.done, done.total, done.attempts, done.failed) == (3, 3, 1, False)


def test_a_job_is_tried_again_later_when_the_database_was_busy(
    work: list[Any], alice: User, caplog: pytest.LogCaptureFixture
) -> None:
    problems = [OperationalError("database is locked")]

    def work_once_free(_run: Run) -> Done:
        if problems:
            raise problems.pop()
        return Done(("Finished.",))

    work[0] = work_once_free
    job = after_running(asked(alice))
    assert job.finished_at is None
    assert "database is locked" in caplog.text
    assert after_running(job).finished_at is None
    Job.objects.update(alive_at=timezone.now() - timedelta(seconds=70))
    done = after_running(job)
    assert (done.failed, done.sentences, done.attempts) == (False, ["Finished."], 2)


def left_by_a_killed_worker(job: Job, *, silent: timedelta) -> None:
    since = timezone.now() - silent
    Job.objects.filter(pk=job.pk).update(alive_at=since, attempts=1)


@pytest.mark.usefixtures("work")
def test_a_killed_workers_job_is_done_by_the_next_one(alice: User) -> None:
    job = asked(alice)
    left_by_a_killed_worker(job, silent=timedelta(seconds=50))
    assert after_running(job).finished_at is None
    left_by_a_killed_worker(job, silent=timedelta(seconds=70))
    done = after_running(job)
    assert (done.failed, done.attempts) == (False, 2)


@pytest.mark.usefixtures("work")
def test_a_long_job_that_its_worker_still_reports_is_left_to_it(alice: User) -> None:
    job = asked(alice)
    left_by_a_killed_worker(job, silent=timedelta(minutes=5))
    Job.objects.update(alive_at=timezone.now() - timedelta(seconds=30))
    assert after_running(job).finished_at is None


@pytest.mark.usefixtures("work")
def test_a_job_that_kills_its_workers_is_given_up(alice: User) -> None:
    job = asked(alice)
    left_by_a_killed_worker(job, silent=timedelta(minutes=2))
    Job.objects.update(attempts=MOST_ATTEMPTS)
    assert after_running(job).failed


def test_what_a_worker_says_of_a_job_that_it_lost_is_ignored(work: list[Any], alice: User) -> None:
    def lose(run: Run) -> Done:
        # Another worker has begun it.
        Job.objects.filter(pk=run.job.pk).update(attempts=2)
        report_running_jobs(lambda: False)
        with pytest.raises(Interrupted):
            run.progress(1, 2)
        return Done(("Mine.",))

    work[0] = lose
    job = after_running(asked(alice))
    assert (job.sentences, job.finished_at) == ([], None)


def test_it_reports_how_far_running_jobs_are(work: list[Any], alice: User) -> None:
    seen: list[tuple[int, int]] = []

    def report(run: Run) -> Done:
        for progress in ((), (3, 40)):
            if progress:
                run.progress(*progress)
            Job.objects.update(alive_at=None)
            report_running_jobs(lambda: False)
            now = Job.objects.get(pk=run.job.pk)
            assert now.alive_at is not None
            seen.append((now.done, now.total))
        return Done()

    work[0] = report
    after_running(asked(alice))
    assert seen == [(0, 0), (3, 40)]


# Files


def test_a_file_is_stored_in_parts_and_made_anew_when_the_job_is(
    work: list[Any], alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "FILE_PART", 4)

    def save(run: Run) -> Done:
        run.save_file("poem.txt", "text/plain", [b"abc", b"de", b"fghi", b"j"])
        run.save_file("poem.txt", "text/plain", [b"abc", b"de", b"fghi", b"j"])
        return Done()

    work[0] = save
    job = after_running(asked(alice))
    parts = job.parts.order_by("number").values_list("content", flat=True)
    assert [bytes(part) for part in parts] == [b"abcde", b"fghi", b"j"]
    answer: Any = as_alice(alice).get(reverse("job_file", args=[job.pk]))
    assert b"".join(answer) == b"abcdefghij"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="poem.txt"'
    assert "no-store" in answer.headers["Cache-Control"]


def test_the_file_of_one_job_has_nothing_of_another(work: list[Any], alice: User) -> None:
    poems = [b"violets", b"roses"]

    def save(run: Run) -> Done:
        run.save_file("poem.txt", "text/plain", [poems.pop()])
        return Done()

    work[0] = save
    jobs_done = [after_running(asked(alice, number=number)) for number in range(2)]
    answers: Any = [as_alice(alice).get(reverse("job_file", args=[job.pk])) for job in jobs_done]
    assert [b"".join(answer) for answer in answers] == [b"roses", b"violets"]


@pytest.mark.usefixtures("work")
def test_a_job_without_a_file_has_none(alice: User) -> None:
    job = asked(alice)
    address = reverse("job_file", args=[job.pk])
    assert as_alice(alice).get(address).status_code == 404
    after_running(job)
    assert as_alice(alice).get(address).status_code == 404


@pytest.mark.usefixtures("work")
def test_finished_jobs_are_removed_after_two_days(alice: User) -> None:
    old, young, waiting = (asked(alice, number=number) for number in range(3))
    run_ready_jobs()
    now = timezone.now()
    Job.objects.filter(pk=waiting.pk).update(finished_at=None)
    for job, hours in ((old, 49), (young, 47)):
        Job.objects.filter(pk=job.pk).update(finished_at=now - timedelta(hours=hours))
    list(tend(at=now))
    assert set(Job.objects.all()) == {young, waiting}


# The page


def as_alice(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def page(client: Client, key: Any, *, htmx: bool = False) -> str:
    headers = {"HX-Request": "true"} if htmx else {}
    answer = client.get(reverse("job", args=[key]), headers=headers)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.usefixtures("work")
def test_the_page_shows_how_far_it_is_and_asks_again(alice: User) -> None:
    job, client = asked(alice), as_alice(alice)
    waiting = page(client, job.pk)
    assert "<h1>A test</h1>" in waiting
    assert "Waiting to start." in waiting
    assert 'hx-trigger="load delay:400ms, every 1s"' in waiting  # most jobs are soon done
    assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in waiting
    Job.objects.update(attempts=1, done=3, total=40)
    fragment = page(client, job.pk, htmx=True)
    assert "3 of 40" in fragment
    assert 'hx-trigger="every 1s"' in fragment
    assert '<progress max="40" value="3">' in fragment
    assert "<html" not in fragment


@pytest.mark.usefixtures("work")
def test_the_page_shows_the_result_and_asks_no_more(alice: User) -> None:
    job = after_running(asked(alice))
    Job.objects.update(link="/g/thursday/", file_name="thursday.zip")
    shown = page(as_alice(alice), job.pk)
    assert "Finished." in shown
    assert 'href="/g/thursday/"' in shown
    assert "Download thursday.zip" in shown
    assert "hx-get" not in shown
    assert "refresh" not in shown


@pytest.mark.usefixtures("work")
def test_the_page_shows_a_failure(alice: User) -> None:
    job = after_running(asked(alice))
    Job.objects.update(failed=True)
    assert '<p class="wrong" role="alert">Finished.</p>' in page(as_alice(alice), job.pk)


@pytest.mark.usefixtures("work")
def test_nobody_else_sees_it(alice: User) -> None:
    job = after_running(asked(alice))
    for name in ("job", "job_file"):
        address = reverse(name, args=[job.pk])
        assert [client.get(address).status_code for client in (Client(), signed_in("bob"))] == [
            404,
            404,
        ]
