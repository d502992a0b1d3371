"""Sessions by upload: choose a file, see what would happen, then let it happen."""

import csv
import io
from collections import Counter
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import FileExtensionValidator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.template.defaultfilters import filesizeformat
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy

from scoring.admin.base import person
from scoring.admin.stored_uploads import GONE, KeptFile, kept_by, reference
from scoring.documents.files import Found, Unreadable
from scoring.exchange.import_sessions import Importer
from scoring.exchange.upload_sessions import (
    MOST_BYTES,
    MOST_DOCUMENTS,
    Fate,
    UploadedDocument,
    example,
    import_upload,
    read,
)
from scoring.models import Group, League

KIND = "sessions"
EXTENSIONS = ("json", "ndjson", "jsonl", "csv")
BEGINNING = 12  # rows of the example, on the page
MOST_TOLD = 10  # refusals in the message at the end; the preview showed all

ADDED = ngettext_lazy("%(n)d session added.", "%(n)d sessions added.", "n")
KNOWN = ngettext_lazy("%(n)d session was here already.", "%(n)d sessions were here already.", "n")
MORE = ngettext_lazy("%(n)d more was refused.", "%(n)d more were refused.", "n")


class LeagueField(forms.ModelChoiceField):
    def label_from_instance(self, obj: Any) -> str:
        return f"{obj.group}: {obj}"


class UploadForm(forms.Form):
    group = forms.ModelChoiceField(Group.objects.none(), label=gettext_lazy("Group"))
    league = LeagueField(
        League.objects.none(),
        label=gettext_lazy("League"),
        required=False,
        help_text=gettext_lazy("Of the group; leave it empty for evenings that count for none."),
    )
    file = forms.FileField(
        label=gettext_lazy("File"),
        validators=[
            FileExtensionValidator(
                EXTENSIONS, gettext_lazy("Choose a file that ends in .json, .ndjson or .csv.")
            )
        ],
        widget=forms.ClearableFileInput(attrs={"accept": ".json,.ndjson,.jsonl,.csv"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        groups = Group.objects.managed_by(user).order_by("name", "pk")
        self.fields["group"].queryset = groups
        self.fields["league"].queryset = managed_leagues(user)
        if len(only := groups[:2]) == 1:
            self.initial["group"] = only[0]

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            sentence = _("This file is larger than %(most)s; upload it in parts.")
            raise ValidationError(sentence % {"most": filesizeformat(MOST_BYTES)})
        self.content = file.read()
        try:
            self.found = read(file.name or "", io.BytesIO(self.content))
        except Unreadable as problem:
            raise ValidationError(str(problem)) from None
        return file

    def clean(self) -> None:
        super().clean()
        group, league = self.cleaned_data.get("group"), self.cleaned_data.get("league")
        if group and league and league.group != group:
            self.add_error("league", _("This league belongs to another group."))


def managed_leagues(user: User) -> QuerySet[League]:
    leagues = League.objects.managed_by(user).select_related("group")
    return leagues.order_by("group__name", "name", "pk")


class SessionUpload:
    """What the admin of sessions has beside its lists and forms."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        own = [
            path("upload/", view(self.upload), name="scoring_session_upload"),
            path("upload/confirm/", view(self.confirm), name="scoring_session_confirm"),
            path("upload/example.csv", view(self.example), name="scoring_session_example"),
        ]
        return [*own, *super().get_urls()]

    def upload(self, request: HttpRequest) -> HttpResponseBase:
        user = self._uploader(request)
        form = UploadForm(user, request.POST or None, request.FILES or None)
        if request.method == "POST" and form.is_valid():
            return self._preview(request, user, form)
        context = {
            "title": _("Upload sessions"),
            "form": form,
            "most": MOST_DOCUMENTS,
            "size": MOST_BYTES,
            "example": example()[:BEGINNING],
        }
        return self._page(request, "upload", context)

    def _uploader(self, request: HttpRequest) -> User:
        if not self.has_add_permission(request):
            raise PermissionDenied
        return person(request)

    def _preview(self, request: HttpRequest, user: User, form: UploadForm) -> HttpResponseBase:
        said = form.cleaned_data
        file, group, league = said["file"], said["group"], said["league"]
        kept = KeptFile()
        kept.save(form.content)
        importer = Importer(group, league, dry_run=True)
        told = _told(form.found, importer, user, kept.name)
        what = [kept.name, file.name, group.pk, league and league.pk]
        context = {
            "title": _("Look at it before it is kept"),
            "lines": told,
            "counts": _counted(told),
            "group": group,
            "league": league,
            "name": file.name,
            "reference": reference(user, KIND, what),
        }
        return self._page(request, "preview", context)

    def confirm(self, request: HttpRequest) -> HttpResponseBase:
        user = self._uploader(request)
        what = kept_by(user, KIND, request.POST.get("reference", ""))
        kept = KeptFile(name=what[0] if what else None)
        if not what or (content := kept.content()) is None:
            self.message_user(request, GONE, messages.ERROR)
            return redirect("admin:scoring_session_upload")
        _kept, name, group, league = what
        managed = Group.objects.managed_by(user).filter(pk=group).first()
        counts_for = managed_leagues(user).filter(pk=league, group=group).first()
        if managed is None or (league and counts_for is None):
            raise PermissionDenied
        found = read(name, io.BytesIO(content))
        self._say_what_was_done(request, _told(found, Importer(managed, counts_for), user, what[0]))
        kept.remove()
        return redirect("admin:scoring_session_changelist")

    def _say_what_was_done(self, request: HttpRequest, told: list[UploadedDocument]) -> None:
        counts = _counted(told)
        self.message_user(request, ADDED % {"n": counts["added"]}, messages.SUCCESS)
        if counts["known"]:
            self.message_user(request, KNOWN % {"n": counts["known"]}, messages.INFO)
        refused = [line for line in told if line.fate == Fate.REFUSED]
        for line in refused[:MOST_TOLD]:
            values = {"number": line.number, "why": line.message}
            sentence = _("Number %(number)d was refused: %(why)s") % values
            self.message_user(request, sentence, messages.WARNING)
        if more := len(refused[MOST_TOLD:]):
            self.message_user(request, MORE % {"n": more}, messages.WARNING)

    def example(self, request: HttpRequest) -> HttpResponseBase:
        self._uploader(request)
        response = HttpResponse(content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="example.csv"'
        csv.writer(response).writerows(example())
        return response

    def _page(self, request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponseBase:
        around = {**self.admin_site.each_context(request), "opts": self.opts}
        template = f"admin/scoring/session/{name}.html"
        return TemplateResponse(request, template, {**around, **context})


def _told(found: list[Found], importer: Importer, user: User, kept: str) -> list[UploadedDocument]:
    return list(import_upload(found, importer, at=timezone.now(), actor=user, upload=UUID(kept)))


def _counted(told: list[UploadedDocument]) -> dict[str, int]:
    counts = Counter(line.fate for line in told)
    return {fate.value: counts[fate] for fate in Fate}
