"""Canvas: a group's own cards, seen and corrected by those who own the group."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.canvas.admin.forms import CardForm, KeepingForm
from games.canvas.models import GroupCard
from games.canvas.models.own import POINTS_COLUMNS
from scoring.admin.base import ManagedAdmin


class GroupCardForm(CardForm, KeepingForm):
    keeps = ("group", "edition")


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
