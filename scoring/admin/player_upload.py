"""Uploading players: django-import-export reads the file, previews it and saves it whole or not."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy
from import_export.admin import ImportMixin  # type: ignore[import-untyped]
from import_export.fields import Field  # type: ignore[import-untyped]
from import_export.formats.base_formats import CSV, JSON, TSV  # type: ignore[import-untyped]
from import_export.forms import ConfirmImportForm, ImportForm  # type: ignore[import-untyped]
from import_export.resources import ModelResource  # type: ignore[import-untyped]

from scoring.admin.base import signed_in_user
from scoring.admin.stored_uploads import EXPIRED, StoredFile, read_reference, sign_reference
from scoring.background.jobs import enqueue
from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.documents.schema import check_name
from scoring.documents.strict_json import check_characters, loads
from scoring.models import Group, Player
from scoring.models.locks import lock_group, lock_groups

KIND = "players"
IMPORT_PLAYERS = "import-players"  # the job
MOST_BYTES = 1024**2
MOST_PLAYERS = 2000
MOST_AT_ONCE = 200  # players that are saved while the browser waits; more are a job
COLUMNS = ("name", "group")

ADDED = ngettext_lazy("%(n)d player added.", "%(n)d players added.", "n")
CHANGED = gettext_lazy(
    "Something changed since the preview, so nothing was saved; upload it again."
)
KNOWN = ngettext_lazy("%(n)d was there already.", "%(n)d were there already.", "n")


class AnyCSV(CSV):
    """CSV with commas or semicolons, as many spreadsheets write it."""

    def create_dataset(self, in_stream: bytes, **kwargs: Any) -> Any:
        heading = in_stream.partition(b"\n")[0]
        delimiter = ";" if heading.count(b";") > heading.count(b",") else ","
        return super().create_dataset(in_stream, delimiter=delimiter, **kwargs)


class StrictJSON(JSON):
    """JSON without unpaired surrogates, which could be neither stored nor shown."""

    def create_dataset(self, in_stream: bytes, **kwargs: Any) -> Any:
        check_characters(loads(in_stream.decode("utf-8-sig")))
        return super().create_dataset(in_stream, **kwargs)


FORMATS = (AnyCSV, TSV, StrictJSON)


class UnusableFile(Exception):
    """The file as a whole cannot be imported; the message says why."""


class PlayerResource(ModelResource):
    """The columns `name` and `group`; players that exist already stay as they are."""

    name = Field("name", "name")
    group = Field("group__slug", "group", readonly=True)

    class Meta:
        model = Player
        fields = COLUMNS
        import_id_fields = ()
        store_instance = True  # the preview names them
        skip_diff = True
        use_bulk = True
        batch_size = None
        use_transactions = True

    def before_import(self, dataset: Any, **kwargs: Any) -> None:
        self.groups: dict[str, Group] = {}
        self.only_group: Group | None = None
        self.existing: dict[tuple[int, str], Player] = {}
        self.row_numbers: dict[tuple[int, str], int] = {}
        dataset.headers = [str(header).strip().lower() for header in dataset.headers]
        if any(dataset.headers.count(column) > 1 for column in COLUMNS):
            raise UnusableFile(_("Two columns have the same name; keep one."))
        if "name" not in dataset.headers:
            raise UnusableFile(
                _("The first row has to name its columns; there is none called “name”.")
            )
        if len(dataset) > MOST_PLAYERS:
            sentence = _("This file has more than %(most)d players; upload it in parts.")
            raise UnusableFile(sentence % {"most": MOST_PLAYERS})
        self._look_up(dataset, kwargs["user"])

    def _look_up(self, dataset: Any, user: User) -> None:
        """Look up groups and players at once, so that rows need no query; lock the groups."""
        slugs = (
            _without_unprintable(map(_text, dataset["group"]))
            if "group" in dataset.headers
            else {""}
        )
        managed = Group.objects.managed_by(user)
        named = managed.filter(slug__in=slugs)
        self.groups = {
            group.slug: group for group in lock_groups(named.values_list("pk", flat=True))
        }
        if "" in slugs and len(few := managed[:2]) == 1:
            self.only_group = lock_group(few[0].pk)
        groups = {group.pk for group in (*self.groups.values(), self.only_group) if group}
        names = _without_unprintable(dataset["name"])
        players = Player.objects.filter(group__in=groups, name__in=names)
        self.existing = {(player.group_id or 0, player.name): player for player in players}

    def before_import_row(self, row: Any, **kwargs: Any) -> None:
        wrong = {}
        name, slug = row.get("name"), _text(row.get("group"))
        group = self.groups.get(slug) if slug else self.only_group
        if group is None:
            wrong["group"] = _no_group(slug)
        try:
            check_name("" if name is None else name)
        except Refused as refused:
            wrong["name"] = refusal_sentence(refused)
        if not wrong and group:
            first = self.row_numbers.setdefault((group.pk, name), kwargs["row_number"])
            if first != kwargs["row_number"]:
                twice = _("“%(name)s” is number %(number)d of the file already; leave one out.")
                wrong["name"] = twice % {"name": name, "number": first}
        if wrong:
            raise ValidationError(wrong)
        row["group"] = group

    def get_instance(self, instance_loader: Any, row: Any) -> Player | None:
        return self.existing.get((row["group"].pk, row["name"]))

    def import_instance(self, instance: Player, row: Any, **kwargs: Any) -> None:
        instance.name, instance.group = row["name"], row["group"]

    def skip_row(self, instance: Player, *args: Any, **kwargs: Any) -> bool:
        return instance.pk is not None


def _text(cell: Any) -> str:
    return "" if cell is None else str(cell).strip()


def _without_unprintable(cells: Iterable[Any]) -> set[str]:
    """Drop cells with characters for which PostgreSQL raises an error."""
    return {cell for cell in cells if isinstance(cell, str) and cell.isprintable()}


def _no_group(slug: str) -> str:
    """Return the same refusal for a group that does not exist and for somebody else's."""
    if not slug:
        return _("Say which group, by its address; it may be left out only by who has just one.")
    return _("You look after no group at “%(slug)s”.") % {"slug": slug}


class UploadForm(ImportForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["import_file"].label = _("File")
        self.fields["format"].choices = [
            (at, title.upper()) for at, title in self.fields["format"].choices if at
        ]

    def clean_import_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["import_file"]
        if (file.size or 0) > MOST_BYTES:
            sentence = _("This file is larger than %(most)s; upload it in parts.")
            raise ValidationError(sentence % {"most": filesizeformat(MOST_BYTES)})
        return file


class ConfirmForm(ConfirmImportForm):
    """Name the stored file by a signed reference that is valid for nobody else."""

    format = forms.ChoiceField(
        choices=[(str(at), "") for at in range(len(FORMATS))], widget=forms.HiddenInput
    )
    resource = forms.ChoiceField(choices=[("0", "")], required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_import_file_name(self) -> str:
        name = read_reference(self.user, KIND, self.cleaned_data["import_file_name"])
        if not name or StoredFile(name=name).content() is None:
            raise ValidationError(EXPIRED)
        return str(name)


def stored_players(stored: str, number: int) -> Any:
    """Return the rows of a stored file, of the format with this number.

    Raises Upload.DoesNotExist if it was imported, or has expired."""
    of_format = FORMATS[number](encoding=ImportMixin.from_encoding)
    return of_format.create_dataset(StoredFile(name=stored).read())


def log_added(user: User, players: list[Player]) -> None:
    LogEntry.objects.log_actions(user.pk, players, ADDITION, change_message=[{"added": {}}])


class PlayerUpload(ImportMixin):
    """Add the upload to the admin of players."""

    import_form_class = UploadForm
    confirm_form_class = ConfirmForm
    resource_classes = [PlayerResource]
    import_formats = list(FORMATS)
    tmp_storage_class = StoredFile
    import_template_name = "admin/scoring/player/upload.html"
    import_export_change_list_template = None

    def has_import_permission(self, request: HttpRequest) -> bool:
        return bool(self.has_add_permission(request))

    def get_import_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {"most": MOST_PLAYERS, "size": MOST_BYTES}

    def get_import_data_kwargs(self, **kwargs: Any) -> dict[str, Any]:
        return {"rollback_on_validation_errors": True}

    def get_confirm_form_kwargs(self, request: HttpRequest, import_form: Any = None) -> Any:
        kwargs = super().get_confirm_form_kwargs(request, import_form)
        return {**kwargs, "user": signed_in_user(request)}

    def get_confirm_form_initial(self, request: HttpRequest, import_form: Any) -> dict[str, Any]:
        initial: dict[str, Any] = super().get_confirm_form_initial(request, import_form)
        if name := initial.get("import_file_name"):
            initial["import_file_name"] = sign_reference(signed_in_user(request), KIND, name)
        return initial

    def add_data_read_fail_error_to_form(self, form: forms.Form, e: Exception) -> None:
        sentence = _("This file cannot be read as %(format)s; choose the format that it has.")
        chosen = FORMATS[int(form.cleaned_data["format"])]().get_title()
        form.add_error("import_file", sentence % {"format": chosen.upper()})

    def process_import(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:
        form = self.create_confirm_form(request)
        if request.method == "POST" and not form.is_valid():
            self.message_user(request, EXPIRED, messages.ERROR)
            return redirect("admin:scoring_player_import")
        if form.is_valid() and self.has_import_permission(request):
            stored, number = form.cleaned_data["import_file_name"], form.cleaned_data["format"]
            if len(stored_players(stored, int(number))) > MOST_AT_ONCE:
                user, arguments = signed_in_user(request), {"stored": stored, "number": int(number)}
                return redirect(
                    "job", enqueue(IMPORT_PLAYERS, asked_by=user, arguments=arguments).pk
                )
        response: HttpResponseBase = super().process_import(request, **kwargs)
        return response

    def process_result(self, result: Any, request: HttpRequest) -> HttpResponseBase:
        if result.has_errors() or result.has_validation_errors():
            self.message_user(request, CHANGED, messages.ERROR)
            return redirect("admin:scoring_player_import")
        response: HttpResponseBase = super().process_result(result, request)
        return response

    def add_success_message(self, result: Any, request: HttpRequest) -> None:
        self.message_user(request, ADDED % {"n": result.totals["new"]}, messages.SUCCESS)
        if known := result.totals["skip"]:
            self.message_user(request, KNOWN % {"n": known}, messages.INFO)

    def _create_log_entry(
        self, user_pk: int, rows: list[Player], import_type: str, action_flag: int
    ) -> None:
        if rows and action_flag == ADDITION:
            LogEntry.objects.log_actions(user_pk, rows, ADDITION, change_message=[{"added": {}}])
