"""Duplik: entering a session in the admin."""

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.duplik.judged_rounds import disputed
from games.duplik.models import Check, Judging, Round, Setup, Sheet
from games.duplik.rules import CRITERIA, State
from games.duplik.store import TABLES
from games.duplik.table import how_decided
from scoring.admin.base import ReadOnlyInline
from scoring.admin.entry import (
    ENTRIES,
    Entry,
    EntryForm,
    EntryInline,
    NewRows,
    RowKey,
    SetupInline,
    several_field,
)
from scoring.core.refusals import Path
from scoring.models.rows import Row, Rows, Sitting

SETUP, ROUND, SHEET, CHECK = TABLES


class SetupForm(EntryForm):
    table = SETUP
    covers = (Setup,)
    refusal_fields = {"laps": "laps"}
    laps = forms.IntegerField(label=_("laps"), required=False)


class RoundForm(EntryForm):
    table = ROUND
    covers = (Round,)
    refusal_fields = {"narrator": "narrator", "super": "super_criterion", "title": "title"}


class SheetForm(EntryForm):
    table = SHEET
    covers = (Sheet, Check)
    met = several_field(
        _("criteria met"), [(number, str(number)) for number in CRITERIA], coerce=int
    )

    def fill(self, key: Row, stored: Rows) -> None:
        self.initial["met"] = [row[-1] for row in stored[Check] if row[:-1] == key]

    def add_to(self, made: NewRows) -> None:
        super().add_to(made)
        met = self.cleaned_data["met"]
        made[Check] |= {(*self.key(), criterion): (place,) for place, criterion in enumerate(met)}


class DuplikSetupInline(SetupInline):
    form = SetupForm


class RoundInline(EntryInline):
    form = RoundForm


class SheetInline(EntryInline):
    form = SheetForm


def row_of(path: Path, state: State, sitting: Sitting) -> RowKey | None:
    match path:
        case ("options", *_):
            return Setup, ()
        case ("rounds", int(at), "sheets", str(artist), *_) if artist in sitting.seats:
            return Sheet, (at + 1, sitting.seat(artist))
        case ("rounds", int(at), *_):
            return Round, (at + 1,)
    return None


class JudgingInline(ReadOnlyInline):
    """Who judged whose drawing, and how disputes were decided; only the table says that."""

    model = Judging
    fields = ("number", "narrator", "super_criterion", "side", "judges", "decisions")
    readonly_fields = ("judges", "decisions")
    ordering = ("pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Judging]:
        rows = super().get_queryset(request).select_related("narrator")
        return rows.prefetch_related("judgements", "disputes__votes", "session__seats")

    @admin.display(description=_("judges"))
    def judges(self, judging: Judging) -> str:
        names = _names(judging)
        judged = judging.judgements.all()
        return ", ".join(f"{names[one.judge_id]} → {names[one.artist_id]}" for one in judged)

    @admin.display(description=_("disputes"))
    def decisions(self, judging: Judging) -> str:
        names = _names(judging)
        return "; ".join(how_decided(disputed(one, names)) for one in judging.disputes.all())


def _names(judging: Judging) -> dict[int, str]:
    return {seat.pk: seat.name for seat in judging.session.seats.all()}


ENTRIES["duplik"] = Entry(
    (DuplikSetupInline, RoundInline, SheetInline), row_of, shown=(JudgingInline,)
)
