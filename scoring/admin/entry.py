"""Entering a session in the admin: inlines of a game's database tables, recorded as one change.

The forms make rows, the rows a State, and the rules check it. What they refuse is shown at the form
that it is about; what they allow becomes one revision.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.translation import gettext as _

from scoring.admin.base import NamedFieldsFormSet
from scoring.contract import Game
from scoring.core.entries import without_void_stop
from scoring.core.refusals import Path, Refused
from scoring.core.wording import Template, refusal_sentence
from scoring.documents.scorer import dump_document, read_document
from scoring.models import Seat, Session
from scoring.models.locks import lock_session
from scoring.models.rows import Row, RowKey, Rows, Sitting, Table
from scoring.models.transactions import write_transaction
from scoring.noted.store import STORE, row_of
from scoring.sessions.derived_store import DerivedStore
from scoring.sessions.loading import StoredSession, load_stored
from scoring.sessions.recording import Change

NewRows = dict[type[Model], dict[Row, Row]]  # like Rows, while they are put together


class SeatField(forms.TypedChoiceField):
    """A player of this session, chosen without a query for every row."""

    def __init__(self, sitting: Sitting, label: Any, *, required: bool) -> None:
        seats = [(pk, name) for name, pk in sitting.seats.items()]
        super().__init__(
            label=label,
            choices=[("", "–"), *seats],
            coerce=lambda pk: Seat(pk=int(pk), name=sitting.name(int(pk))),
            empty_value=None,
            required=required,
        )

    def has_changed(self, initial: Any, data: Any) -> bool:
        return str(initial or "") != str(data or "")


class EntryForm(forms.ModelForm):
    """A form of one row, with the rows of other models that belong to it."""

    table: ClassVar[Table]
    covers: ClassVar[tuple[type[Model], ...]]  # all the models whose rows it makes
    # The last name in a refusal's path -> the field that shows the refusal, if called otherwise.
    refusal_fields: ClassVar[Mapping[str, str]] = {}
    words: ClassVar[Mapping[Any, Template]] = {}  # for codes that are chosen from

    def __init__(
        self,
        *args: Any,
        sitting: Sitting,
        stored: Rows,
        variants: Mapping[str, Template],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.sitting = sitting
        for name, field in self.fields.items():
            of_seats = isinstance(field, forms.ModelChoiceField) and field.queryset is not None
            if of_seats and field.queryset.model is Seat:
                self.fields[name] = SeatField(self.sitting, field.label, required=field.required)
            elif name in self.table.choices:
                self.fields[name] = choice_field(field.label, self.table.choices[name])
        self.prepare(stored)
        self._say_in_words({**variants, **self.words})
        if self.instance.pk:
            key = tuple([getattr(self.instance, name) for name in self.table.key])
            self.fill(key, stored)

    def _say_in_words(self, words: Mapping[str, Template]) -> None:
        for field in self.fields.values():
            of_rows = isinstance(field, SeatField | forms.ModelChoiceField)
            if isinstance(field, forms.ChoiceField) and not of_rows:
                choices: Any = field.choices
                field.choices = [(code, words.get(code, text)) for code, text in choices]

    def prepare(self, stored: Rows) -> None:
        """Set the choices of fields that are no columns."""

    def fill(self, key: Row, stored: Rows) -> None:
        """Set the initial values of fields that are no columns."""

    def field_for(self, path: Path) -> str | None:
        """Return the field that shows a refusal of its row; None shows it above the row."""
        names = [step for step in path if isinstance(step, str)]
        fields = {**self.table.renamed, **self.refusal_fields}
        field = fields.get(names[-1], names[-1]) if names else None
        return field if field in self.fields else None

    def key(self) -> Row:
        return tuple([self.value_of(name) for name in self.table.key])

    def seat_choices(self) -> list[tuple[int, str]]:
        return [(seat, name) for name, seat in self.sitting.seats.items()]

    def hide(self, *names: str) -> None:
        """Hide fields that the game does not use in this session."""
        for name in names:
            self.fields[name].widget = forms.HiddenInput()

    def keep(self, rows: NewRows, stored: Rows) -> None:
        """Copy this row and those that belong to it as they are stored: nobody changed the form."""
        key = tuple([getattr(self.instance, name) for name in self.table.key])
        for model in self.covers:
            own = {row: values for row, values in stored[model].items() if row[: len(key)] == key}
            rows[model] |= own

    def add_to(self, rows: NewRows) -> None:
        """Add the rows that this form makes; a setup without any value makes none."""
        values = tuple([self.value_of(name) for name in self.table.columns])
        if self.table.key or any(value not in ("", None) for value in values):
            rows[self.table.model][self.key()] = values

    def value_of(self, name: str) -> Any:
        value = self.cleaned_data.get(name.removesuffix("_id"))
        return value.pk if isinstance(value, Model) else value

    def _get_validation_exclusions(self) -> set[str]:
        """Leave constraints to the rules: other rows change at the same time as this one."""
        return {field.name for field in self._meta.model._meta.fields}


def choice_field(label: Any, choices: Sequence[str], **kwargs: Any) -> forms.ChoiceField:
    """Return a field of the words that the rules use, and of none."""
    offered = [("", "–"), *((choice, choice) for choice in choices)]
    return forms.ChoiceField(label=label, choices=offered, required=False, **kwargs)


def several_field(label: Any, choices: Sequence[tuple[Any, Any]] = (), **kwargs: Any) -> Any:
    return forms.TypedMultipleChoiceField(
        label=label,
        choices=choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        **kwargs,
    )


class EntryFormSet(NamedFieldsFormSet):
    """Save nothing alone: the session's page records all formsets as one change."""

    loaded: StoredSession

    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        kwargs: dict[str, Any] = super().get_form_kwargs(index)
        variants = self.loaded.document.game.wording.variants
        rows = {"sitting": self.loaded.sitting, "stored": self.loaded.stored}
        return {**kwargs, **rows, "variants": variants}

    def add_fields(self, form: Any, index: int | None) -> None:
        """Replace the field of the row's id: Django's would query the database for each row."""
        super().add_fields(form, index)
        pk = form.fields["id"].initial
        form.fields["id"] = forms.IntegerField(required=False, initial=pk, widget=forms.HiddenInput)

    def clean(self) -> None:
        """Refuse a page with missing forms: a row is deleted only by ticking its box."""
        if self.initial_form_count() != len(self.get_queryset()):
            raise forms.ValidationError(_("The page did not load completely. Open it again."))

    def entered(self) -> Iterator[EntryForm]:
        for form in self.forms:
            if (form.instance.pk or form.has_changed()) and not self._should_delete_form(form):
                yield form

    def validate_unique(self) -> None:
        """Leave it to entered_change(), which checks the rows of all models."""

    def save(self, commit: bool = True) -> list[Any]:
        """Save nothing; only set what the admin's own log reads."""
        deleted = self.deleted_forms
        changed = [form for form in self.forms if form.has_changed() and form not in deleted]
        self.new_objects = [form.instance for form in changed if not form.instance.pk]
        self.changed_objects = [
            (form.instance, form.changed_data) for form in changed if form.instance.pk
        ]
        self.deleted_objects = [form.instance for form in deleted if form.instance.pk]
        return []


class EntryInline(admin.TabularInline):
    """An inline of one of a game's database tables, for the players of this session."""

    formset = EntryFormSet
    extra = 1

    class Media:
        css: ClassVar = {"all": ("scoring/css/admin-entry.css",)}

    def __init__(self, *args: Any) -> None:
        self.model = self.form.table.model
        super().__init__(*args)

    def get_formset(self, request: HttpRequest, obj: Session, **kwargs: Any) -> Any:
        self.seats = obj.seats.clockwise()
        formset = super().get_formset(request, obj, **kwargs)
        formset.loaded = _loaded(request, obj)
        return formset

    def get_queryset(self, request: HttpRequest) -> Any:
        seats = [field.name for field in self.model._meta.fields if field.related_model is Seat]
        return (
            super()
            .get_queryset(request)
            .select_related("session", *seats)
            .order_by(*self.form.table.key, "pk")
        )

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.related_model is Seat:
            kwargs["queryset"] = self.seats
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def has_add_permission(self, request: HttpRequest, obj: Session | None = None) -> bool:
        """Let nobody change a deleted session, which can still be looked at."""
        return obj is None or obj.deleted_at is None

    has_change_permission = has_delete_permission = has_add_permission

    def has_view_permission(self, request: HttpRequest, obj: Session | None = None) -> bool:
        return True


def _loaded(request: HttpRequest, session: Session) -> StoredSession:
    """Load the session once a request, for all its inlines."""
    if not hasattr(request, "loaded"):
        with write_transaction():
            locked = lock_session(session.pk)
            request.loaded = load_stored(locked)
    loaded: StoredSession = request.loaded
    return loaded


class WideInline(EntryInline):
    """For rows with more fields than fit beside each other."""

    template = "admin/edit_inline/stacked.html"


class SetupInline(EntryInline):
    """For the only row of a game's setup."""

    max_num = 1
    can_delete = False


@dataclass(frozen=True, slots=True)
class Entry:
    """What a game's admin.py may provide; `row_of` returns the row that a refusal is about."""

    inlines: tuple[type[EntryInline], ...]
    row_of: Callable[[Path, Any, Sitting], RowKey | None]  # path, State
    shown: tuple[type[admin.TabularInline], ...] = ()  # read-only: what is no part of the State


ENTRIES: dict[str, Entry] = {}


def entry_for(game: Game[Any]) -> Entry | None:
    """Return how the rows of a game's sessions are entered, or of its results without rounds.

    A store that is derived from the State needs no admin.py of the game."""
    if game.result_only:
        return NOTED
    if game.slug not in ENTRIES and isinstance(game.store, DerivedStore):
        ENTRIES[game.slug] = entry_of(game.store)
    return ENTRIES.get(game.slug)


def entry_of(
    store: DerivedStore[Any],
    *forms: type[EntryForm],
    shown: tuple[type[admin.TabularInline], ...] = (),
) -> Entry:
    """Return how to enter the rows of a store, with a form of its columns for each table but those
    that the given forms cover."""
    covered = {model for form in forms for model in form.covers}
    rest = [_form_of(table) for table in store.tables if table.model not in covered]
    places = [table.model for table in store.tables]
    ordered = sorted((*forms, *rest), key=lambda form: places.index(form.table.model))
    return Entry(tuple([_inline_of(form) for form in ordered]), store.row_of, shown)


def _form_of(table: Table) -> type[EntryForm]:
    attributes = {"table": table, "covers": (table.model,)}
    return type(f"{table.model.__name__}Form", (EntryForm,), attributes)


def _inline_of(form: type[EntryForm]) -> type[EntryInline]:
    kind = EntryInline if form.table.key else SetupInline
    return type(f"{form.__name__}Inline", (kind,), {"form": form})


NOTED = Entry(tuple([_inline_of(_form_of(table)) for table in STORE.tables]), row_of)


def entered_change(formsets: Sequence[EntryFormSet], *, stopped: bool) -> Change | None:
    """Return the change that the forms make; None without one, or if a form shows an error."""
    loaded = formsets[0].loaded
    game, sitting = loaded.document.game, replace(loaded.sitting, stopped=stopped)
    forms = [form for formset in formsets for form in formset.entered()]
    rows = _entered_rows(forms, formsets, loaded.stored)
    if rows is None:
        return None
    state = game.store.from_rows(rows, sitting)
    if loaded.sitting.stopped:
        state = without_void_stop(state, game.can_stop)
    if _refuse_strays(rows, game.store.to_rows(state, sitting), forms):
        return None
    try:
        game.score(state)
        read_document(dump_document(replace(loaded.document, state=state)))
    except Refused as refused:
        sentence = refusal_sentence(refused, game.wording)
        entry = entry_for(game)
        row = entry.row_of(refused.path, state, sitting) if entry else None
        _show_refusal(refused, sentence, row, forms, formsets)
        return None
    return None if state == loaded.document.state else lambda _: state


def _entered_rows(
    forms: Sequence[EntryForm], formsets: Sequence[EntryFormSet], stored: Rows
) -> NewRows | None:
    """Return the rows that the forms make; None, and a form says so, if one is entered twice."""
    rows = _rows_without_forms(stored, formsets)
    for form in forms:
        if form.key() in rows[form.table.model]:
            form.add_error(None, _("This is entered twice."))
            return None
        if form.has_changed():
            form.add_to(rows)
        else:
            form.keep(rows, stored)
    return rows


def _rows_without_forms(stored: Rows, formsets: Sequence[EntryFormSet]) -> NewRows:
    """Return the stored rows of models that no form covers, and no rows of the others."""
    covered = {model for formset in formsets for model in formset.form.covers}
    return {model: {} if model in covered else dict(rows) for model, rows in stored.items()}


def _refuse_strays(rows: NewRows, read_back: Rows, forms: Sequence[EntryForm]) -> bool:
    """Refuse a row that the State does not contain, such as a sheet of a round that is missing."""
    for form in forms:
        model = form.table.model
        if form.key() in rows[model] and form.key() not in read_back[model]:
            form.add_error(None, _("This belongs to nothing above; count from 1, without a gap."))
            return True
    return False


def _show_refusal(
    refused: Refused,
    sentence: str,
    row: RowKey | None,
    forms: Sequence[EntryForm],
    formsets: Sequence[EntryFormSet],
) -> None:
    """Show the refusal at its field, or at its row; without them at the first row that is left,
    above the inline whose rows were deleted, or above the first."""
    matching = [form for form in forms if (form.table.model, form.key()) == row]
    if matching:
        matching[0].add_error(matching[0].field_for(refused.path), sentence)
    elif forms:
        forms[0].add_error(None, f"{refused.where}: {sentence}")
    else:
        emptied = next((formset for formset in formsets if formset.deleted_forms), formsets[0])
        emptied.non_form_errors().append(f"{refused.where}: {sentence}")
