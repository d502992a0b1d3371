"""Duplik: what the admin shows of rounds that were judged on phones."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.duplik.judged_rounds import disputed
from games.duplik.models import Judging
from games.duplik.wording import how_decided
from scoring.admin.base import ReadOnlyInline
from scoring.admin.recorded_rows import SHOWN


class JudgingInline(ReadOnlyInline):
    """The judge of each drawing, and the decisions on disputes; read-only."""

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


SHOWN["duplik"] = (JudgingInline,)
