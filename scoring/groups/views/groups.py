"""A group: creating it, its settings, deleting it."""

from copy import copy

from django.contrib.auth.decorators import login_required
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods, require_POST

from scoring.groups import groups as verbs
from scoring.groups.forms import DeleteGroupForm, GroupForm
from scoring.groups.jobs import delete_group_or_ask
from scoring.groups.link_renewal import renew_link
from scoring.models import Group
from scoring.models.people import new_group_token
from scoring.web.group_access import GroupNeeds, Guest, group_view
from scoring.web.links import outside_link
from scoring.web.requests import posted, render_form, signed_in


@require_http_methods(["GET", "POST"])
@login_required
def create_group(request: HttpRequest) -> HttpResponse:
    user = signed_in(request)
    assert user is not None  # noqa: S101 (the decorator sent nobody else on)
    initial = {"language": get_language(), "visibility": Group.Visibility.MEMBERS}
    form = GroupForm(posted(request), initial=initial)
    if form.is_valid():
        try:
            group = verbs.create_group(owner=user, at=timezone.now(), **form.cleaned_data)
        except IntegrityError:
            _refuse_address(form)
        else:
            return redirect("group", group.slug)
    return render_form(request, "groups/new.html", {"form": form})


def _refuse_address(form: GroupForm) -> None:
    """Refuse an address that another group was given after the form had checked it."""
    form.add_error("slug", Group._meta.get_field("slug").error_messages["unique"])


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.OWN)
def group_settings(request: HttpRequest, guest: Guest) -> HttpResponse:
    # The form writes to its instance before it is valid, and the page shows the stored name.
    instance = copy(guest.group)
    form = GroupForm(posted(request), instance=instance)
    if form.is_valid():
        try:
            with guest.confirmed():
                group = verbs.update_group(group=guest.group, **form.cleaned_data)
        except IntegrityError:
            _refuse_address(form)
        else:
            return redirect("group", group.slug)
    path = f"{reverse('group', args=[guest.group.slug])}?key={guest.group.link_token}"
    context = {
        "guest": guest,
        "group": guest.group,
        "form": form,
        "link": outside_link(request, path),
        "by_link": guest.group.visibility == Group.Visibility.LINK,
    }
    return render_form(request, "groups/settings.html", context)


@require_POST
@group_view(needs=GroupNeeds.OWN)
def renew_group_link(request: HttpRequest, guest: Guest) -> HttpResponse:
    with guest.confirmed():
        renew_link(group=guest.group, token=new_group_token())
    return redirect("group_settings", guest.group.slug)


@require_http_methods(["GET", "POST"])
@group_view(needs=GroupNeeds.OWN)
def delete_group(request: HttpRequest, guest: Guest) -> HttpResponse:
    """Delete the group for good; the page first offers to download it."""
    form = DeleteGroupForm(posted(request), group=guest.group)
    if form.is_valid():
        with guest.confirmed():
            job = delete_group_or_ask(guest.group, actor=guest.user)
        return redirect("job", job.pk) if job else redirect("home")
    context = {
        "guest": guest,
        "group": guest.group,
        "form": form,
        **verbs.contents_of(guest.group)._asdict(),
    }
    return render_form(request, "groups/delete.html", context)
