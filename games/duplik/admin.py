"""Duplik: entering a session in the admin."""

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.duplik.judged_rounds import disputed
from games.duplik.models import Check, Judging, Round, Setup, Sheet
from games.duplik.rules import CRITERIA
from games.duplik.store import STORE
from games.duplik.table import how_decided
from scoring.admin.base import ReadOnlyInline
from scoring.admin.entry import (
    ENTRIES,
    EntryForm,
    NewRows,
    entry_of,
    several_field,
)
from scoring.models.rows import Row, Rows


class SetupForm(EntryForm):
    table = STORE.table(Setup)
    covers = (Setup,)
    laps = forms.IntegerField(label=_("laps"), required=False)


class RoundForm(EntryForm):
    table = STORE.table(Round)
    covers = (Round,)
    refusal_fields = {"super": "super_criterion"}


class SheetForm(EntryForm):
    table = STORE.table(Sheet)
    covers = (Sheet, Check)
    met = several_field(
        _("criteria met"), [(number, str(number)) for number in CRITERIA], coerce=int
    )

    def fill(self, key: Row, stored: Rows) -> None:
        self.initial["met"] = [row[-1] for row in stored[Check] if row[:-1] == key]

    def add_to(self, rows: NewRows) -> None:
        super().add_to(rows)
        met = self.cleaned_data["met"]
        rows[Check] |= {(*self.key(), criterion): (place,) for place, criterion in enumerate(met)}


class JudgingInline(ReadOnlyInline):
    """Who judged whose drawing, and how disputes were decided; read-only."""

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
        return "; ".join(
            how_decided(disputed(one, one.votes.all(), names)) for one in judging.disputes.all()
        )


def _names(judging: Judging) -> dict[int, str]:
    return {seat.pk: seat.name for seat in judging.session.seats.all()}


ENTRIES["duplik"] = entry_of(STORE, SetupForm, RoundForm, SheetForm, shown=(JudgingInline,))
