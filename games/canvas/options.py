"""Canvas: what a new table chooses: its edition, and its scoring cards with their points."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, cast

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.canvas.cards import (
    CARDS,
    NOT_COPIED,
    NUMBERS,
    TABLE_LENGTHS,
    Card,
    no_condition,
)
from games.canvas.catalogue import SETUPS, Edition
from games.canvas.conditions import BY_HAND
from games.canvas.deck import (
    CardOnOffer,
    Source,
    as_document,
    cards_on_offer,
    editions,
    keep_points,
    setups,
)
from games.canvas.rules import State, edition_of
from games.canvas.wording import CONDITIONS, WORDING, printed_name
from scoring.contract import Game
from scoring.core.refusals import Refused
from scoring.core.wording import Template, refusal_sentence
from scoring.models import Group
from scoring.play.opening import OptionsForm

EASY: Edition = "r2i-2021"  # its points rows are known
OPENING: Mapping[str, Any] = {
    "edition": EASY,
    "cards": [{"name": name} for name in SETUPS[EASY]["First game"]],
    "paintings": {},
}
OWN_CARDS = range(4)  # as many as lie on a table
BLANK = {"placeholder": " "}  # by which the style sheet knows whether a name was typed


class PointsWidget(forms.MultiWidget):
    """A number for each place of a points row."""

    template_name = "canvas/points/_numbers.html"

    def __init__(self) -> None:
        numbers = {"min": NUMBERS[0], "max": NUMBERS[-1], "inputmode": "numeric"}
        super().__init__([forms.NumberInput(numbers) for _length in TABLE_LENGTHS])

    def decompress(self, value: Sequence[int] | None) -> list[Any]:
        return [*(value or ())]


class PointsField(forms.MultiValueField):
    """The points of one ribbon, of two together, and so on; the rest stays empty."""

    def __init__(self) -> None:
        number = forms.IntegerField(min_value=NUMBERS[0], max_value=NUMBERS[-1])
        super().__init__(
            [number for _length in TABLE_LENGTHS],
            label=_("Points printed on the card"),
            required=False,
            require_all_fields=False,
            widget=PointsWidget,
        )
        for each in self.fields:
            each.required = False

    def compress(self, data_list: list[int | None]) -> tuple[int, ...]:
        numbers = [*data_list]
        while numbers and numbers[-1] is None:
            numbers.pop()
        if None in numbers:
            raise forms.ValidationError(
                _("Leave no gap: enter the points for each number of ribbons.")
            )
        return tuple([number for number in numbers if number is not None])


@dataclass(frozen=True, slots=True)
class CardRow:
    """A card that can be chosen, as the page shows it."""

    card: CardOnOffer
    condition: Template
    chosen: bool
    points: forms.BoundField | None  # where the table may copy them

    @property
    def typed(self) -> bool:
        return self.points is not None and any(self.points.value() or ())


@dataclass(frozen=True, slots=True)
class OwnRow:
    number: int
    name: forms.BoundField
    condition: forms.BoundField
    points: forms.BoundField


class Options(OptionsForm):
    edition = forms.ChoiceField(label=_("Edition"), widget=forms.RadioSelect)
    cards = forms.MultipleChoiceField(
        label=_("Scoring cards"), required=False, widget=forms.CheckboxSelectMultiple
    )
    # The edition whose cards the page showed: of another one, none was chosen yet.
    cards_of = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = editions()
        self.of = self._edition([edition.slug for edition in offered])
        self.offer = cards_on_offer(self.of, self.group, self.browser)
        self.setups = setups(self.of)
        self._choices("edition").choices = [
            (edition.slug, f"{printed_name(edition.name)}: {printed_name(edition.about)}")
            for edition in offered
        ]
        self._choices("cards").choices = [
            (card.name, printed_name(card.name)) for card in self.offer
        ]
        self.initial = {**self._first_choice(), **self.initial}
        for card in self.offer:
            if card.points is None:
                self.fields[_points_name(card)] = PointsField()
        for number in OWN_CARDS:
            self._add_own(number)

    def _edition(self, offered: list[Edition]) -> Edition:
        """Return the edition that was chosen, or the easiest."""
        chosen = self.data.get("edition") if self.is_bound else self.initial.get("edition")
        return next((slug for slug in (chosen, EASY) if slug in offered), EASY)

    def _choices(self, name: str) -> forms.ChoiceField:
        return cast("forms.ChoiceField", self.fields[name])

    def _first_choice(self) -> dict[str, Any]:
        cards = [*self.setups[0].cards] if self.setups else []
        return {"edition": self.of, "cards_of": self.of, "cards": cards}

    def _add_own(self, number: int) -> None:
        conditions = [(code, sentence) for code, sentence in CONDITIONS.items() if code != BY_HAND]
        self.fields[f"own_name_{number}"] = forms.CharField(
            label=_("Name of the card"),
            required=False,
            max_length=60,
            widget=forms.TextInput(BLANK),
        )
        self.fields[f"own_condition_{number}"] = forms.ChoiceField(
            label=_("Condition for a ribbon"),
            required=False,
            choices=[("", "–"), (BY_HAND, CONDITIONS[BY_HAND]), *conditions],
        )
        self.fields[f"own_points_{number}"] = PointsField()

    # The page

    def rows(self) -> Iterator[CardRow]:
        chosen = self["cards"].value() or []
        for card in self.offer:
            name = _points_name(card)
            points = self[name] if name in self.fields else None
            yield CardRow(card, CONDITIONS[card.condition], card.name in chosen, points)

    def own_rows(self) -> Iterator[OwnRow]:
        for number in OWN_CARDS:
            fields = [self[f"own_{what}_{number}"] for what in ("name", "condition", "points")]
            yield OwnRow(number + 1, *fields)

    def has_own(self) -> bool:
        return any(row.name.value() for row in self.own_rows())

    def numbers(self) -> list[int]:
        """Return how many cards can be drawn, the usual number first."""
        return sorted(CARDS[self.of], reverse=True)

    def chosen_setup(self) -> str | None:
        chosen = {*(self["cards"].value() or ())}
        return next((setup.name for setup in self.setups if {*setup.cards} == chosen), None)

    def after(self, button: str, random: Random) -> dict[str, Any]:
        """Choose cards by "setup:Family" or "draw-cards:3"; a change of edition chooses others."""
        verb, _colon, value = button.partition(":")
        shown = super().after(button, random)
        if shown["cards_of"] != self.of:
            shown |= self._first_choice()
        if verb == "setup":
            known = {setup.name: setup.cards for setup in self.setups}
            shown["cards"] = [*known.get(value, shown["cards"])]
        if verb == "draw-cards" and (number := self._number(value)):
            names = [card.name for card in self.offer]
            shown["cards"] = random.sample(names, min(number, len(names)))
        return shown

    def _number(self, text: str) -> int | None:
        return next((number for number in self.numbers() if str(number) == text), None)

    def _edition_name(self) -> str:
        edition = next((edition.name for edition in editions() if edition.slug == self.of), "")
        return printed_name(edition)

    def reminder(self) -> str:
        """Return the edition: each counts bonus icons in its own way (R-C6)."""
        sentence = gettext("Scored as: %(edition)s.") % {"edition": self._edition_name()}
        if self.of == EASY:
            hint = gettext("Is your copy from a shop? Then change the rules to the retail edition.")
            return f"{sentence} {hint}"
        return sentence

    def summary(self) -> str:
        own = [str(row.name.value()) for row in self.own_rows() if row.name.value()]
        chosen = {*(self["cards"].value() or ())}
        cards = [printed_name(card.name) for card in self.offer if card.name in chosen]
        return " · ".join([self._edition_name(), ", ".join([*cards, *own])])

    @classmethod
    def values_of(cls, state: State, group: Group | None, browser: str = "") -> dict[str, Any]:
        """Return also the points that the table copied from its cards, and its own cards."""
        edition = edition_of(state)
        offer = {card.name: card for card in cards_on_offer(edition, group, browser)}
        values: dict[str, Any] = {"edition": edition, "cards_of": edition, "cards": []}
        own_cards = iter(OWN_CARDS)
        for card in state.cards:
            known = offer.get(card.name)
            copied = None if card.points == NOT_COPIED else card.points
            if known is None or (copied and known.points not in {None, copied}):
                number = next(own_cards)
                values[f"own_name_{number}"] = card.name
                values[f"own_condition_{number}"] = card.condition or ""
                values[f"own_points_{number}"] = copied
            else:
                values["cards"].append(card.name)
                values[_points_name(known)] = copied
        return values

    # What it says

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("cards_of") not in {"", self.of}:
            self.add_error("edition", _("These are the cards of this edition: choose among them."))
        self._check_own_conditions(cleaned)
        return cleaned

    def _check_own_conditions(self, cleaned: dict[str, Any]) -> None:
        """Refuse a card without a condition that the edition does not have."""
        known = {card.name for card in self.offer}
        for number in OWN_CARDS:
            name, field = cleaned.get(f"own_name_{number}"), f"own_condition_{number}"
            if name and name not in known and cleaned.get(field) == "":
                self.add_error(field, refusal_sentence(no_condition(name), WORDING))

    def chosen(self) -> list[tuple[str, CardOnOffer]]:
        """Yield each chosen card with the field that shows what is wrong with it."""
        cleaned = self.cleaned_data
        known = [
            (
                _points_name(card),
                replace(card, points=card.points or cleaned[_points_name(card)] or NOT_COPIED),
            )
            for card in self.offer
            if card.name in cleaned["cards"]
        ]
        return [*known, *self._own_cards()]

    def _own_cards(self) -> Iterator[tuple[str, CardOnOffer]]:
        cleaned = self.cleaned_data
        conditions = {card.name: card.condition for card in self.offer}
        for number in OWN_CARDS:
            if name := cleaned[f"own_name_{number}"]:
                condition = cleaned[f"own_condition_{number}"] or conditions[name]
                points = cleaned[f"own_points_{number}"] or NOT_COPIED
                card = CardOnOffer(self.of, name, condition, points, Source.OWN)
                yield f"own_points_{number}", card

    def document(self) -> dict[str, Any]:
        cards = as_document([card for _field, card in self.chosen()])
        return {"edition": self.of, "cards": cards, "paintings": {}}

    def refuse(self, refused: Refused, game: Game[Any]) -> None:
        """Show a refusal beside the card that it is about."""
        if refused.path[0] != "cards" or len(refused.path) < 2:
            return super().refuse(refused, game)
        field, _card = self.chosen()[int(refused.path[1])]
        refusal_fields = field if field in self.fields else "cards"
        return self.add_error(refusal_fields, refusal_sentence(refused, game.wording))

    def remember(self) -> None:
        if self.group:
            cards = [Card(card.name, card.condition, card.points) for _field, card in self.chosen()]
            keep_points(group=self.group, edition=self.of, cards=tuple(cards))


def _points_name(card: CardOnOffer) -> str:
    return f"points-{card.edition}-{slugify(card.name, allow_unicode=True)}"
