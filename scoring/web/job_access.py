"""Who may see a job: whoever asked for it, and nobody else."""

from functools import wraps
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse

from scoring.models import Job
from scoring.web.requests import View, no_store, signed_in


def job_view(view: View) -> View:
    """Hand the view the job; 404 to everybody but the person who asked for it."""

    @wraps(view)
    def checked(request: HttpRequest, job: UUID, *args: Any, **kwargs: Any) -> HttpResponse:
        user = signed_in(request)
        asked_for = Job.objects.with_task().filter(pk=job, asked_by=user).first() if user else None
        if asked_for is None:
            raise Http404
        return no_store(view(request, asked_for, *args, **kwargs))

    return checked
