"""Entering a session in the admin: inlines of a game's tables, recorded as one change.

What the inlines hold becomes rows, the rows a State, and the rules say whether it may be. What they
refuse is told at the form that holds it; what they allow becomes one revision.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db import transaction
from django.db.models import Model
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from scoring.core.refusals import Path, Refused
from scoring.core.wording import refusal_sentence
from scoring.documents.scorer import dump_document, read_document
from scoring.models import Seat, Session
from scoring.models.locks import lock_session
from scoring.models.rows import Row, Rows, Sitting, Table
from scoring.sessions.loading import StoredSession, load_stored
from scoring.sessions.recording import Change

Made = dict[type[Model], dict[Row, Row]]
Place = tuple[type[Model], Row]  # a table, and the key of one of its rows


class SeatField(forms.TypedChoiceField):
    """One of the players of this table, without a query for every row."""

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
    """One row, or one row and those of other tables that belong to it."""

    table: ClassVar[Table]
    covers: ClassVar[tuple[type[Model], ...]]  # all the tables that it answers for
    # The last word of a refusal's path -> the field that it is told at.
    refusal_fields: ClassVar[Mapping[str, str]] = {}

    def __init__(self, *args: Any, sitting: Sitting, stored: Rows, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sitting = sitting
        for name, field in self.fields.items():
            of_seats = isinstance(field, forms.ModelChoiceField) and field.queryset is not None
            if of_seats and field.queryset.model is Seat:
                self.fields[name] = SeatField(self.sitting, field.label, required=field.required)
        self.prepare(stored)
        if self.instance.pk:
            key = tuple([getattr(self.instance, name) for name in self.table.key])
            self.fill(key, stored)

    def prepare(self, stored: Rows) -> None:
        """Offer the players of this table in the fields that are no columns."""

    def fill(self, key: Row, stored: Rows) -> None:
        """What the fields that are no columns show at first."""

    def key(self) -> Row:
        return tuple([self.said(name) for name in self.table.key])

    def seat_choices(self) -> list[tuple[int, str]]:
        return [(seat, name) for name, seat in self.sitting.seats.items()]

    def hide(self, *names: str) -> None:
        """Fields that this table has no use for."""
        for name in names:
            self.fields[name].widget = forms.HiddenInput()

    def keep(self, made: Made, stored: Rows) -> None:
        """What nobody touched stays to the letter: this row, and those that belong to it."""
        key = tuple([getattr(self.instance, name) for name in self.table.key])
        for model in self.covers:
            kept = {row: v for row, v in stored[model].items() if row[: len(key)] == key}
            made[model] |= kept

    def add_to(self, made: Made) -> None:
        """The rows that this form stands for. A setup that says nothing is none."""
        values = tuple([self.said(name) for name in self.table.columns])
        if self.table.key or any(value not in ("", None) for value in values):
            made[self.table.model][self.key()] = values

    def said(self, name: str) -> Any:
        value = self.cleaned_data.get(name.removesuffix("_id"))
        return value.pk if isinstance(value, Model) else value

    def _get_validation_exclusions(self) -> set[str]:
        """Constraints are left to the rules: other rows change at the same time as this one."""
        return {field.name for field in self._meta.model._meta.fields}


def choice_field(label: Any, choices: Sequence[str], **kwargs: Any) -> forms.ChoiceField:
    """One of the rules' words, or nothing said."""
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


class EntryFormSet(BaseInlineFormSet):
    """Saves nothing by itself: the session's page records all of them together."""

    loaded: StoredSession

    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        kwargs: dict[str, Any] = super().get_form_kwargs(index)
        return {**kwargs, "sitting": self.loaded.sitting, "stored": self.loaded.stored}

    def add_fields(self, form: Any, index: int | None) -> None:
        """The row's number alone: a choice of rows would ask the database for each."""
        super().add_fields(form, index)
        pk = form.fields["id"].initial
        form.fields["id"] = forms.IntegerField(required=False, initial=pk, widget=forms.HiddenInput)

    def clean(self) -> None:
        """A row goes only when somebody ticks it, never for want of its form."""
        if self.initial_form_count() != len(self.get_queryset()):
            raise forms.ValidationError(_("The page did not arrive whole. Open it again."))

    def entered(self) -> Iterator[EntryForm]:
        for form in self.forms:
            if (form.instance.pk or form.has_changed()) and not self._should_delete_form(form):
                yield form

    def validate_unique(self) -> None:
        """`entered_change()` says it of all tables alike."""

    def save(self, commit: bool = True) -> list[Any]:
        """Nothing but what the admin's history says of it."""
        gone = self.deleted_forms
        changed = [form for form in self.forms if form.has_changed() and form not in gone]
        self.new_objects = [form.instance for form in changed if not form.instance.pk]
        self.changed_objects = [
            (form.instance, form.changed_data) for form in changed if form.instance.pk
        ]
        self.deleted_objects = [form.instance for form in gone if form.instance.pk]
        return []


class EntryInline(admin.TabularInline):
    """An inline of one of a game's tables, for the players of this session."""

    formset = EntryFormSet
    extra = 1

    class Media:
        css: ClassVar = {"all": ("scoring/css/admin-entry.css",)}

    def __init__(self, *args: Any) -> None:
        self.model = self.form.table.model
        super().__init__(*args)

    def get_formset(self, request: HttpRequest, obj: Session, **kwargs: Any) -> Any:
        self.seats = obj.seats.order_by("place")
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
        """What is deleted can be looked at, and entered in again once it is brought back."""
        return obj is None or obj.deleted_at is None

    has_change_permission = has_delete_permission = has_add_permission

    def has_view_permission(self, request: HttpRequest, obj: Session | None = None) -> bool:
        return True


def _loaded(request: HttpRequest, session: Session) -> StoredSession:
    """Once a request, whatever the number of inlines."""
    if not hasattr(request, "loaded"):
        with transaction.atomic():
            locked = lock_session(session.pk)
            request.loaded = load_stored(locked)
    loaded: StoredSession = request.loaded
    return loaded


class WideInline(EntryInline):
    """For a row with more fields than fit beside each other."""

    template = "admin/edit_inline/stacked.html"


class SetupInline(EntryInline):
    """The one row of what was agreed before."""

    max_num = 1
    can_delete = False


@dataclass(frozen=True, slots=True)
class Entry:
    """What a game's admin.py hands over: `place_of` finds the row that a refusal is about."""

    inlines: tuple[type[EntryInline], ...]
    place_of: Callable[[Path, Any, Sitting], Place | None]  # path, State
    shown: tuple[type[admin.TabularInline], ...] = ()  # what is kept beside, and not entered here


ENTRIES: dict[str, Entry] = {}


def entered_change(formsets: Sequence[EntryFormSet], *, stopped: bool) -> Change | None:
    """The change that the forms stand for; None if there is none, or if an error is told."""
    loaded = formsets[0].loaded
    game, sitting = loaded.document.game, replace(loaded.sitting, stopped=stopped)
    forms = [form for formset in formsets for form in formset.entered()]
    made = _made(forms, formsets, loaded.stored)
    if made is None:
        return None
    state = game.store.from_rows(made, sitting)
    if _told_strays(made, game.store.to_rows(state, sitting), forms):
        return None
    try:
        game.score(state)
        read_document(dump_document(replace(loaded.document, state=state)))
    except Refused as refused:
        sentence = refusal_sentence(refused, game.wording)
        place = ENTRIES[game.slug].place_of(refused.path, state, sitting)
        _tell(refused, sentence, place, forms, formsets)
        return None
    return None if state == loaded.document.state else lambda _: state


def _made(
    forms: Sequence[EntryForm], formsets: Sequence[EntryFormSet], stored: Rows
) -> Made | None:
    made = _uncovered(stored, formsets)
    for form in forms:
        if form.key() in made[form.table.model]:
            form.add_error(None, _("This is entered twice."))
            return None
        if form.has_changed():
            form.add_to(made)
        else:
            form.keep(made, stored)
    return made


def _uncovered(stored: Rows, formsets: Sequence[EntryFormSet]) -> Made:
    """What no form stands for stays as it is."""
    covered = {model for formset in formsets for model in formset.form.covers}
    return {model: {} if model in covered else dict(found) for model, found in stored.items()}


def _told_strays(made: Made, kept: Rows, forms: Sequence[EntryForm]) -> bool:
    """A row that no State keeps belongs to nothing: a sheet of a round that is not there."""
    for form in forms:
        model = form.table.model
        if form.key() in made[model] and form.key() not in kept[model]:
            form.add_error(None, _("This belongs to nothing above; count from 1, without a gap."))
            return True
    return False


def _tell(
    refused: Refused,
    sentence: str,
    place: Place | None,
    forms: Sequence[EntryForm],
    formsets: Sequence[EntryFormSet],
) -> None:
    """Beside the field if there is one, else at its row, else at the first row that is left; above
    the table whose rows were taken out, if none is."""
    found = [form for form in forms if (form.table.model, form.key()) == place]
    if found:
        words = [step for step in refused.path if isinstance(step, str)]
        found[0].add_error(found[0].refusal_fields.get(words[-1]) if words else None, sentence)
    elif forms:
        forms[0].add_error(None, f"{refused.where}: {sentence}")
    else:
        emptied = next(formset for formset in formsets if formset.deleted_forms)
        emptied.non_form_errors().append(f"{refused.where}: {sentence}")
