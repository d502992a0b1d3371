"""Uploading session documents: choosing a file, the preview, the confirmation."""

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
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.template.defaultfilters import filesizeformat
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.admin.base import signed_in_user
from scoring.admin.forms import LeagueField
from scoring.admin.stored_uploads import EXPIRED, StoredFile, read_reference, sign_reference
from scoring.background.jobs import enqueue
from scoring.documents.file_formats import Found, Unreadable
from scoring.exchange.import_sessions import Importer
from scoring.exchange.jobs import IMPORT
from scoring.exchange.upload_sessions import (
    MOST_BYTES,
    MOST_DOCUMENTS,
    Fate,
    UploadedDocument,
    example,
    import_upload,
    read,
    report,
)
from scoring.models import Group, League
from scoring.models.seasons import LeagueQuerySet

KIND = "sessions"
EXTENSIONS = ("json", "ndjson", "jsonl", "csv")
EXAMPLE_ROWS = 12  # shown on the page
MOST_AT_ONCE = 20  # sessions that are imported while the browser waits; more are a job
LEVELS = {
    Fate.ADDED: messages.SUCCESS,
    Fate.KNOWN: messages.INFO,
    Fate.REFUSED: messages.WARNING,
}


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
        groups = Group.objects.managed_by(user).by_name()
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
            self.values = read(file.name or "", io.BytesIO(self.content))
        except Unreadable as problem:
            raise ValidationError(str(problem)) from None
        return file

    def clean(self) -> None:
        super().clean()
        group, league = self.cleaned_data.get("group"), self.cleaned_data.get("league")
        if group and league and league.group != group:
            self.add_error("league", _("This league belongs to another group."))


def managed_leagues(user: User) -> LeagueQuerySet:
    return League.objects.managed_by(user).with_groups()


class SessionUpload:
    """Add the upload to the admin of sessions."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        upload_urls = [
            path("upload/", view(self.upload), name="scoring_session_upload"),
            path("upload/confirm/", view(self.confirm), name="scoring_session_confirm"),
            path("upload/example.csv", view(self.example), name="scoring_session_example"),
        ]
        return [*upload_urls, *super().get_urls()]

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
            "example": example()[:EXAMPLE_ROWS],
        }
        return self._page(request, "upload", context)

    def _uploader(self, request: HttpRequest) -> User:
        if not self.has_add_permission(request):
            raise PermissionDenied
        return signed_in_user(request)

    def _preview(self, request: HttpRequest, user: User, form: UploadForm) -> HttpResponseBase:
        fields = form.cleaned_data
        file, group, league = fields["file"], fields["group"], fields["league"]
        stored = StoredFile()
        stored.save(form.content)
        importer = Importer(group, league, dry_run=True)
        documents = _import(form.values, importer, user, stored.name)
        upload = [stored.name, file.name, group.pk, league and league.pk]
        context = {
            "title": _("Check it before saving"),
            "lines": documents,
            "counts": _count_by_fate(documents),
            "group": group,
            "league": league,
            "name": file.name,
            "reference": sign_reference(user, KIND, upload),
        }
        return self._page(request, "preview", context)

    def confirm(self, request: HttpRequest) -> HttpResponseBase:
        user = self._uploader(request)
        upload = read_reference(user, KIND, request.POST.get("reference", ""))
        stored = StoredFile(name=upload[0] if upload else None)
        if not upload or (content := stored.content()) is None:
            self.message_user(request, EXPIRED, messages.ERROR)
            return redirect("admin:scoring_session_upload")
        stored_name, name, group_pk, league_pk = upload
        group = Group.objects.managed_by(user).filter(pk=group_pk).first()
        league = managed_leagues(user).filter(pk=league_pk, group=group_pk).first()
        if group is None or (league_pk and league is None):
            raise PermissionDenied
        values = read(name, io.BytesIO(content))
        if len(values) > MOST_AT_ONCE:
            arguments = {
                "stored": stored_name,
                "name": name,
                "group": group_pk,
                "league": league_pk,
            }
            return redirect("job", enqueue(IMPORT, asked_by=user, arguments=arguments).pk)
        self._report_upload(request, _import(values, Importer(group, league), user, stored_name))
        stored.remove()
        return redirect("admin:scoring_session_changelist")

    def _report_upload(self, request: HttpRequest, documents: list[UploadedDocument]) -> None:
        """Say how many documents were added, known already or refused, and why."""
        for fate, sentence in report(documents):
            self.message_user(request, sentence, LEVELS[fate])

    def example(self, request: HttpRequest) -> HttpResponseBase:
        self._uploader(request)
        response = HttpResponse(content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="example.csv"'
        csv.writer(response).writerows(example())
        return response

    def _page(self, request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponseBase:
        admin_context = {**self.admin_site.each_context(request), "opts": self.opts}
        template = f"admin/scoring/session/{name}.html"
        return TemplateResponse(request, template, {**admin_context, **context})


def _import(
    values: list[Found], importer: Importer, user: User, upload: str
) -> list[UploadedDocument]:
    """Import the documents of a stored file, or with a dry run preview them."""
    imported = import_upload(values, importer, at=timezone.now(), actor=user, upload=UUID(upload))
    return list(imported)


def _count_by_fate(documents: list[UploadedDocument]) -> dict[str, int]:
    counts = Counter(document.fate for document in documents)
    return {fate.value: counts[fate] for fate in Fate}
