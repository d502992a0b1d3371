"""Show a job only to the person who started it, and its file only while they own its group."""

from functools import wraps
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse

from scoring.models import Group, Job
from scoring.web.requests import View, no_store, signed_in


def job_view(view: View) -> View:
    """Hand the view the job; 404 to everybody but the person who asked for it."""

    @wraps(view)
    def checked(request: HttpRequest, job: UUID, *args: Any, **kwargs: Any) -> HttpResponse:
        user = signed_in(request)
        asked_for = Job.objects.filter(pk=job, asked_by=user).first() if user else None
        if asked_for is None:
            raise Http404
        return no_store(view(request, asked_for, *args, **kwargs))

    return checked


def _owns(user: User, group: int) -> bool:
    return Group.objects.managed_by(user).filter(pk=group).exists()


def job_file_view(view: View) -> View:
    """Hand the view a job as job_view() does, while its file may still be read."""

    @job_view
    @wraps(view)
    def checked(request: HttpRequest, job: Job, *args: Any, **kwargs: Any) -> HttpResponse:
        group, user = job.arguments.get("group"), signed_in(request)
        if group is not None and not (user and _owns(user, group)):
            raise Http404
        return view(request, job, *args, **kwargs)

    return checked
