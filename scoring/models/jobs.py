"""Work that somebody asked for and that the worker does: its progress, and its result."""

from datetime import datetime
from typing import Any, Self
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import Min, Q
from django.utils.translation import gettext_lazy as _

from scoring.models.constraints import named, once


class JobQuerySet(models.QuerySet["Job"]):
    def unfinished(self) -> Self:
        return self.filter(finished_at=None)

    def seconds_waiting(self, at: datetime) -> float:
        """Return for how long the first job has been waiting for a worker to begin it."""
        waiting = self.unfinished().filter(alive_at=None)
        first: datetime | None = waiting.aggregate(first=Min("asked_at"))["first"]
        return (at - first).total_seconds() if first else 0.0

    def alike(self, user: User, kind: str, arguments: dict[str, Any]) -> Self:
        """Return the jobs that this person asked for and that do the same."""
        return self.filter(asked_by=user, kind=kind, arguments=arguments).order_by("-asked_at")

    def to_begin(self, silent_since: datetime) -> Self:
        """Return jobs that no worker works at, first what was asked for first: new ones, those
        whose worker stopped, and those whose worker was killed and has fallen silent."""
        is_free = Q(alive_at=None) | Q(alive_at__lt=silent_since)
        return self.unfinished().filter(is_free).order_by("asked_at", "pk")


class Job(models.Model):
    """Something that a person asked for; `alive_at` is when its worker last said that it works."""

    id = models.UUIDField(primary_key=True, default=uuid4, editable=False)
    asked_at = models.DateTimeField()
    kind = models.CharField(_("kind"), max_length=40)
    arguments = models.JSONField()
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="jobs", null=True
    )
    language = models.CharField(max_length=10)  # of the sentences that it ends with
    attempts = models.PositiveSmallIntegerField(default=0)
    alive_at = models.DateTimeField(null=True)
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
                fields=["asked_at"],
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
        constraints = named(
            scoring_one_part_of_a_number=(
                once("job", "number"),
                _("This part of the file already exists."),
            ),
        )

    def __str__(self) -> str:
        return f"{self.job} {self.number}"
