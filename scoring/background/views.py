"""Show a job's progress and result to the person who started it."""

from collections.abc import Iterator
from typing import cast

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.background.jobs import KINDS
from scoring.models import FilePart, Job
from scoring.web.job_access import job_file_view, job_view
from scoring.web.requests import Request


@require_safe
@job_view
def show_job(request: Request, job: Job) -> HttpResponse:
    title = KINDS[job.kind].title if job.kind in KINDS else job.kind
    template = "background/_job.html" if request.htmx else "background/job.html"
    return render(request, template, {"job": job, "title": title})


@require_safe
@job_file_view
def job_file(request: Request, job: Job) -> HttpResponse:
    if job.finished_at is None or not job.file_name:
        raise Http404
    response = StreamingHttpResponse(_contents(job), content_type=job.file_type)
    response["Content-Disposition"] = f'attachment; filename="{job.file_name}"'
    return cast("HttpResponse", response)


def _contents(job: Job) -> Iterator[bytes]:
    """Yield the file, a query for each part: a slow reader keeps no transaction open."""
    for number in range(job.parts.count()):
        content = FilePart.objects.content_of(job, number)
        if content is None:
            return
        yield content
