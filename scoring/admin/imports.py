"""Lead from the admin's lists to the import of a group, which is the site's own."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.admin.base import signed_in_user
from scoring.models import Group
from scoring.web.requests import posted


class GroupForm(forms.Form):
    group = forms.ModelChoiceField(Group.objects.none(), label=gettext_lazy("Group"))

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        groups: Any = self.fields["group"]
        groups.queryset = Group.objects.managed_by(user).by_name()


class ImportLink:
    """Add the way to an import to the admin of what comes with it."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.upload)
        own = path("upload/", view, name=f"scoring_{self.opts.model_name}_upload")
        return [own, *super().get_urls()]

    def upload(self, request: HttpRequest) -> HttpResponseBase:
        """Ask which group, unless they manage only one."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        user = signed_in_user(request)
        groups = Group.objects.managed_by(user).by_name()[:2]
        form = GroupForm(user, posted(request))
        if len(groups) == 1:
            return redirect("import", groups[0].slug)
        if form.is_valid():
            return redirect("import", form.cleaned_data["group"].slug)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Import results and players"),
            "form": form,
        }
        return TemplateResponse(request, "admin/scoring/import.html", context)
