"""Canvas: what the editions print, corrected in the admin. Sessions stay as they were."""

from collections import Counter
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.text import get_text_list
from django.utils.translation import gettext_lazy as _

from games.canvas.admin.forms import CardForm, KeepingForm, refusals_as_errors, rows_left
from games.canvas.cards import CARDS, CARDS_OF_ANY_EDITION, check_table
from games.canvas.conditions import ICONS
from games.canvas.models import (
    ArtCard,
    ArtIcon,
    CardInSet,
    CardSet,
    Edition,
    RibbonPoints,
    ScoringCard,
)
from scoring.admin.base import NamedFieldsFormSet
from scoring.core.refusals import check_count


@admin.register(Edition)
class EditionAdmin(admin.ModelAdmin):
    """The editions whose rules are known: none is added or deleted, but one may be hidden."""

    list_display = ("name", "slug", "about", "offered")
    ordering = ("place", "slug")
    readonly_fields = ("slug",)
    fields = ("slug", "name", "about", "place", "offered")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class PointsFormSet(NamedFieldsFormSet):
    """A points row without a gap that never falls; or none, if the points are only in print."""

    def clean(self) -> None:
        super().clean()
        row = sorted((form["ribbons"], form["points"]) for form in rows_left(self))
        if [ribbons for ribbons, _worth in row] != [*range(1, len(row) + 1)]:
            raise forms.ValidationError(_("Enter the points from one ribbon up, without a gap."))
        if row:
            with refusals_as_errors():
                check_table(tuple([worth for _ribbons, worth in row]), ("points",))


class RibbonPointsInline(admin.TabularInline):
    model = RibbonPoints
    formset = PointsFormSet
    extra = 0
    max_num = 5
    ordering = ("ribbons",)


class FormOfEdition(CardForm, KeepingForm):
    keeps = ("edition",)


@admin.register(ScoringCard)
class ScoringCardAdmin(admin.ModelAdmin):
    form = FormOfEdition
    list_display = ("name", "edition", "condition")
    list_filter = ("edition", "condition")
    list_select_related = ("edition",)
    search_fields = ("name",)
    ordering = ("edition", "name")
    inlines = (RibbonPointsInline,)


class CardsOfSetFormSet(NamedFieldsFormSet):
    """As many cards as a table of the edition plays, all of that edition."""

    def clean(self) -> None:
        super().clean()
        edition = self.instance.edition_id
        cards = [form["card"] for form in rows_left(self) if "card" in form]
        with refusals_as_errors():
            check_count(cards, CARDS.get(edition, CARDS_OF_ANY_EDITION), ("cards",))
        if strangers := [card.name for card in cards if card.edition_id != edition]:
            values = {"cards": get_text_list(strangers, _("and"))}
            raise forms.ValidationError(_("This set’s edition does not have %(cards)s.") % values)


class CardInSetInline(admin.TabularInline):
    model = CardInSet
    formset = CardsOfSetFormSet
    extra = 4
    max_num = 4
    ordering = ("place",)

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).select_related("card")


@admin.register(CardSet)
class CardSetAdmin(admin.ModelAdmin):
    form = FormOfEdition
    list_display = ("name", "edition", "place", "offered")
    list_filter = ("edition",)
    list_select_related = ("edition",)
    search_fields = ("name",)
    ordering = ("edition", "place", "pk")
    inlines = (CardInSetInline,)


class IconsFormSet(NamedFieldsFormSet):
    def clean(self) -> None:
        super().clean()
        slots = Counter(form["slot"] for form in rows_left(self))
        if any(icons not in ICONS for icons in slots.values()):
            raise forms.ValidationError(_("A slot can have at most two icons."))


class ArtIconInline(admin.TabularInline):
    model = ArtIcon
    formset = IconsFormSet
    extra = 0
    max_num = 10
    ordering = ("slot", "icon")


@admin.register(ArtCard)
class ArtCardAdmin(admin.ModelAdmin):
    form = CardForm
    list_display = ("name", "side")
    list_filter = ("side",)
    search_fields = ("name",)
    ordering = ("name",)
    inlines = (ArtIconInline,)
