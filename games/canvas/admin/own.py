"""Canvas: a group's own cards, which its owners see and correct."""

from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.canvas.admin.forms import CardForm, KeepingForm
from games.canvas.cards import no_condition
from games.canvas.models import GroupCard
from games.canvas.models.own import POINTS_COLUMNS
from games.canvas.wording import WORDING
from scoring.admin.base import ManagedAdmin
from scoring.core.wording import refusal_sentence


class GroupCardForm(CardForm, KeepingForm):
    keeps = ("group", "edition")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        name, edition = cleaned.get("name"), cleaned.get("edition")
        if name and edition and not cleaned.get("condition") and not edition.has_card(name):
            self.add_error("condition", refusal_sentence(no_condition(name), WORDING))
        return cleaned


@admin.register(GroupCard)
class GroupCardAdmin(ManagedAdmin):
    form = GroupCardForm
    fields = ("group", "edition", "name", "condition", POINTS_COLUMNS)
    list_display = ("name", "group", "edition", "condition", "points_row")
    list_filter = (("group", admin.RelatedOnlyFieldListFilter), "edition")
    list_select_related = ("group", "edition")
    search_fields = ("name",)
    ordering = ("name", "pk")

    @admin.display(description=_("points row"))
    def points_row(self, card: GroupCard) -> str:
        return ", ".join(map(str, card.points))
