"""Work that somebody asked for and that the worker does: how far it is, and what came of it."""

from datetime import datetime
from typing import Any, Self

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Min, Q
from django.utils.translation import gettext_lazy as _
from django_tasks_db.models import DBTaskResult

READY, RUNNING = "READY", "RUNNING"  # states of django-tasks


class JobQuerySet(models.QuerySet["Job"]):
    def unfinished(self) -> Self:
        return self.filter(finished_at=None)

    def seconds_waiting(self, at: datetime) -> float:
        """Return for how long the first job has been waiting for a worker to begin it."""
        waiting = self.unfinished().filter(task__status=READY)
        first: datetime | None = waiting.aggregate(first=Min("task__enqueued_at"))["first"]
        return (at - first).total_seconds() if first else 0.0

    def with_task(self) -> Self:
        return self.select_related("task")

    def alike(self, user: User, kind: str, arguments: dict[str, Any]) -> Self:
        """Return the jobs that this person asked for and that do the same."""
        return self.filter(asked_by=user, kind=kind, arguments=arguments).order_by("-pk")

    def orphaned(self, silent_since: datetime) -> Self:
        """Return unfinished jobs without a worker: it was killed, or stopped in the middle."""
        is_silent = Q(alive_at=None) | Q(alive_at__lt=silent_since)
        was_killed = Q(task__status=RUNNING, task__started_at__lt=silent_since)
        has_stopped = ~Q(task__status__in=(READY, RUNNING))
        jobs = self.unfinished().filter(is_silent, was_killed | has_stopped)
        return jobs.select_related("task").order_by("task__enqueued_at", "pk")


class Job(models.Model):
    """A task of django-tasks, and what a person wants to know of it."""

    task = models.OneToOneField(
        DBTaskResult, models.CASCADE, related_name="job", primary_key=True, verbose_name=_("task")
    )
    kind = models.CharField(_("kind"), max_length=40)
    arguments = models.JSONField()
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="jobs", null=True
    )
    language = models.CharField(max_length=10)  # of the sentences that it ends with
    attempts = models.PositiveSmallIntegerField(default=0)
    alive_at = models.DateTimeField(null=True)  # when its worker last said that it works at it
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    sentences = models.JSONField(default=list)
    link = models.CharField(max_length=500, blank=True)
    file_name = models.CharField(max_length=200, blank=True)
    file_type = models.CharField(max_length=100, blank=True)
    failed = models.BooleanField(default=False)
    finished_at = models.DateTimeField(null=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        indexes = (
            models.Index(
                fields=["task"],
                condition=Q(finished_at=None),
                name="scoring_unfinished_jobs",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class FilePartQuerySet(models.QuerySet["FilePart"]):
    def content_of(self, job: Job, number: int) -> bytes | None:
        """Return the content of one part; None if the file was removed meanwhile."""
        part = self.filter(job=job, number=number).first()
        return None if part is None else bytes(part.content)


class FilePart(models.Model):
    """A piece of the file that a job made, which every machine can read."""

    job = models.ForeignKey(Job, models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    objects = FilePartQuerySet.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("job", "number"),
                name="scoring_one_part_of_a_number",
                violation_error_message=_("This part of the file is there already."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.job} {self.number}"
