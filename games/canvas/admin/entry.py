"""Canvas: entering a session in the admin."""

from typing import Any, get_args

from django import forms
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from games.canvas.catalogue import ART_CARDS, EDITIONS
from games.canvas.conditions import SLOTS, Icon
from games.canvas.deck import CardOnOffer, art_cards, cards_on_offer, painting_of
from games.canvas.models import (
    Easel,
    HandCount,
    Inspiration,
    Painting,
    PaintingIcon,
    PaintingLayer,
    Setup,
    TableCard,
    TableCardPoints,
)
from games.canvas.rules import LAYERS, Refusal, State
from games.canvas.store import TABLES
from games.canvas.wording import CONDITIONS, WORDING
from games.canvas.wording import ICONS as ICON_WORDS
from scoring.admin.entry import (
    ENTRIES,
    Entry,
    EntryForm,
    EntryFormSet,
    EntryInline,
    NewRows,
    RowKey,
    SetupInline,
    WideInline,
    choice_field,
    several_field,
)
from scoring.core.refusals import Path
from scoring.models.rows import Row, Rows, Sitting

SETUP, TABLE_CARD, _POINTS, _EASEL, PAINTING, _ICON, _LAYER, _HAND, INSPIRATION = TABLES
SLOT_FIELDS = [f"slot_{slot}" for slot in range(1, SLOTS + 1)]
ART_FIELDS = [f"art_{layer}" for layer in range(1, LAYERS + 1)]
HAND_FIELDS = [f"hand_{place}" for place in range(1, 5)]
ICONS = [(icon, icon) for icon in get_args(Icon)]


class SetupForm(EntryForm):
    table = SETUP
    covers = (Setup,)


class TableCardForm(EntryForm):
    table = TABLE_CARD
    covers = (TableCard, TableCardPoints)
    words = CONDITIONS
    points = forms.CharField(
        label=_("points row"),
        help_text=_("1, 3, 9; empty: as the group copied it, or as the edition has it"),
        required=False,
        validators=[RegexValidator(r"^\s*\d{1,3}(\s*,\s*\d{1,3})*\s*$")],
    )

    def fill(self, key: Row, stored: Rows) -> None:
        points = sorted(stored[TableCardPoints].items())
        row = [worth for (place, _ribbons), (worth,) in points if (place,) == key]
        self.initial["points"] = ", ".join(map(str, row))

    def add_to(self, rows: NewRows) -> None:
        super().add_to(rows)
        row = [int(worth) for worth in self.cleaned_data["points"].split(",") if worth.strip()]
        rows[TableCardPoints] |= {(*self.key(), n): (worth,) for n, worth in enumerate(row, 1)}

    def is_bare(self) -> bool:
        """Return whether the card was just chosen, without points."""
        put_down = self.is_valid() and "name" in self.changed_data
        return put_down and not self.cleaned_data["points"]

    def take(self, offered: CardOnOffer) -> None:
        cleaned = self.cleaned_data
        cleaned["points"] = ", ".join(map(str, offered.points or ()))
        cleaned["condition"] = cleaned["condition"] or offered.condition


class TableCardFormSet(EntryFormSet):
    """Give a card that differs from the print its points, which the session then keeps."""

    def clean(self) -> None:
        super().clean()
        bare = {form.cleaned_data["name"]: form for form in self.entered() if form.is_bare()}
        edition = self.data.get("canvas_setup-0-edition") or "retail"
        if bare and edition in EDITIONS:
            for card in cards_on_offer(edition, self.instance.group):
                if card.name in bare and not card.as_printed:
                    bare[card.name].take(card)


class PaintingForm(EntryForm):
    """A painting in one row: its icons, its art cards, or bonus points by hand; and ribbons."""

    table = PAINTING
    covers = (Painting, PaintingIcon, PaintingLayer, HandCount)
    words = ICON_WORDS
    slot_1 = several_field(_("slot 1"), ICONS)
    slot_2 = several_field(_("slot 2"), ICONS)
    slot_3 = several_field(_("slot 3"), ICONS)
    slot_4 = several_field(_("slot 4"), ICONS)
    slot_5 = several_field(_("slot 5"), ICONS)
    art_1 = choice_field(_("bottom art card"), sorted(ART_CARDS))
    art_2 = choice_field(_("middle art card"), sorted(ART_CARDS))
    art_3 = choice_field(_("top art card"), sorted(ART_CARDS))
    hand_1 = forms.IntegerField(label=_("card 1 by hand"), min_value=0, required=False)
    hand_2 = forms.IntegerField(label=_("card 2 by hand"), min_value=0, required=False)
    hand_3 = forms.IntegerField(label=_("card 3 by hand"), min_value=0, required=False)
    hand_4 = forms.IntegerField(label=_("card 4 by hand"), min_value=0, required=False)

    def prepare(self, stored: Rows) -> None:
        self.cards = {place: name for (place,), (name, _condition) in stored[TableCard].items()}
        for place, field in enumerate(HAND_FIELDS, 1):
            self.fields[field].label = self.cards.get(place, "")
            if place not in self.cards:
                self.hide(field)

    def fill(self, key: Row, stored: Rows) -> None:
        for *painting, slot, icon in stored[PaintingIcon]:
            if tuple(painting) == key:
                self.initial.setdefault(f"slot_{slot}", []).append(icon)
        for (*painting, layer), (art,) in stored[PaintingLayer].items():
            if tuple(painting) == key:
                self.initial[f"art_{layer}"] = art
        for place, card in self.cards.items():
            counted = stored[HandCount].get((*key, card))
            self.initial[f"hand_{place}"] = counted and counted[0]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        ways = [
            any(cleaned.get(name) for name in SLOT_FIELDS),
            any(cleaned.get(name) for name in ART_FIELDS),
            cleaned.get("bonus") is not None,
        ]
        if not any(ways) and self.instance.way != Painting.Way.SLOTS:
            unknown = _("Enter its icons, its art cards, or bonus points by hand (0 if none).")
            self.add_error("bonus", unknown)
        if sum(ways) > 1:
            self.add_error(None, str(WORDING.refusals[Refusal.ONE_WAY]))
        _slots, by_art, by_hand = ways
        cleaned["way"] = Painting.Way.ART if by_art else Painting.Way.SLOTS
        if by_hand:
            cleaned["way"] = Painting.Way.BONUS
        cleaned["way"] = cleaned["way"].value
        if by_art and {*ART_FIELDS} & {*self.changed_data}:
            cleaned |= self._by_its_icons(cleaned)
        return cleaned

    def _by_its_icons(self, cleaned: dict[str, Any]) -> dict[str, Any]:
        """Return the icons of the painting, if an admin corrected one of its art cards."""
        painting = painting_of(
            [cleaned[name] for name in ART_FIELDS if cleaned.get(name)], art_cards()
        )
        if painting.slots is None:
            return {}
        return {
            "way": Painting.Way.SLOTS.value,
            "title": cleaned.get("title") or painting.title or "",
            **dict.fromkeys(ART_FIELDS, ""),
            **dict(zip(SLOT_FIELDS, painting.slots, strict=True)),
        }

    def add_to(self, rows: NewRows) -> None:
        super().add_to(rows)
        key, cleaned = self.key(), self.cleaned_data
        rows[Easel][key[:1]] = ()
        for slot, name in enumerate(SLOT_FIELDS, 1):
            icons = enumerate(cleaned[name])
            rows[PaintingIcon] |= {(*key, slot, icon): (place,) for place, icon in icons}
        art = [cleaned[name] for name in ART_FIELDS if cleaned[name]]
        rows[PaintingLayer] |= {(*key, layer): (name,) for layer, name in enumerate(art, 1)}
        for place, card in self.cards.items():
            if cleaned[f"hand_{place}"] is not None:
                rows[HandCount][(*key, card)] = (cleaned[f"hand_{place}"],)


class InspirationForm(EntryForm):
    table = INSPIRATION
    covers = (Inspiration,)

    def __init__(self, *args: Any, sitting: Sitting, **kwargs: Any) -> None:
        self.refusal_fields = dict.fromkeys(sitting.players, "tokens")
        super().__init__(*args, sitting=sitting, **kwargs)


class CanvasSetupInline(SetupInline):
    form = SetupForm


class TableCardInline(EntryInline):
    form = TableCardForm
    formset = TableCardFormSet
    extra = 0
    max_num = 4


class PaintingInline(WideInline):
    form = PaintingForm
    fields = (
        ("seat", "number", "title"),
        *SLOT_FIELDS,
        tuple(ART_FIELDS),
        "bonus",
        tuple(HAND_FIELDS),
    )


class InspirationInline(EntryInline):
    form = InspirationForm


def row_of(path: Path, _state: State, sitting: Sitting) -> RowKey | None:
    match path:
        case ("cards", int(at), *_):
            return TableCard, (at + 1,)
        case ("paintings", str(name), int(at), *_):
            return Painting, (sitting.seat(name), at + 1)
        case ("inspiration", str(name)):
            return Inspiration, (sitting.seat(name),)
        case ("judge_choice",):
            return Setup, ()
    return None


ENTRIES["canvas"] = Entry(
    (CanvasSetupInline, TableCardInline, PaintingInline, InspirationInline), row_of
)
