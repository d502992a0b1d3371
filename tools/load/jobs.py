"""An import of a site whose worker is another process, to be killed.

`python -m tools.load.jobs ask NUMBER | age | look | wait NUMBER`: ask for the import of so many
sessions; let the time pass after which the job of a killed worker is taken over; print how many
sessions there are, how often the job was begun, and whether it is done and has failed, at once or
once there are so many sessions and, with `wait NUMBER done`, the job is done. `ask` prints the
address of the only job. Without arguments it reads them from the lines of its input."""

import json
import time
from random import Random
from typing import Any

from tools.load.verbs import answer

PATIENCE = 60  # seconds


def ask(number: int) -> str:
    from django.contrib.auth.models import User
    from django.urls import reverse
    from django.utils import timezone

    from scoring.background.jobs import enqueue
    from scoring.exchange.importing.verbs import confirm_import, new_import, store_import
    from scoring.models import Group, Job
    from scoring.models.revisions import By
    from scoring.registry import get_game

    sample: Any = get_game("artem").sample
    lines = [json.dumps(sample(Random(seed))) for seed in range(number)]
    user, _new = User.objects.get_or_create(username="alice", is_superuser=True)
    group, _new = Group.objects.get_or_create(name="Thursday", slug="thursday")
    by = By(at=timezone.now(), actor=user)
    content = "\n".join(lines).encode()
    source, plan = new_import(group=group, league=None, name="evenings", content=content, by=by)
    store_import(source, plan)
    confirm_import(source, plan=source.plan, at=by.at)
    enqueue("import-results", asked_by=user, arguments={"source": str(source.pk)})
    return reverse("job", args=[Job.objects.get().pk])


def age() -> str:
    from datetime import timedelta

    from django.utils import timezone

    from scoring.models import Job

    long_ago = timezone.now() - timedelta(minutes=2)
    Job.objects.unfinished().exclude(alive_at=None).update(alive_at=long_ago)
    return "aged"


def look(least: int = 0, *, done: bool = False) -> str:
    from scoring.models import Job, Session

    deadline = time.monotonic() + PATIENCE
    while True:
        job = Job.objects.order_by("asked_at").last()
        assert job is not None
        sessions, finished = Session.objects.count(), job.finished_at is not None
        if (sessions >= least and finished >= done) or time.monotonic() > deadline:
            return f"{sessions} {job.attempts} {int(finished)} {int(job.failed)}"
        time.sleep(0.05)


def jobs(*arguments: str) -> str:
    match arguments:
        case ["ask", number]:
            return ask(int(number))
        case ["age"]:
            return age()
        case ["wait", least, *done]:
            return look(int(least), done=done == ["done"])
    return look()


if __name__ == "__main__":
    answer(jobs)
