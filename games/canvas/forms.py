"""Canvas: the forms of its taps."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Self, cast, get_args

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.canvas import models as stored
from games.canvas.cards import NUMBERS, CardRefusal, PlayedCard
from games.canvas.catalogue import Edition
from games.canvas.conditions import BY_HAND, SLOT_NUMBERS, Icon
from games.canvas.deck import art_cards, painting_of
from games.canvas.options import PointsField
from games.canvas.ribbons import cards_of
from games.canvas.rules import (
    LAYER_NUMBERS,
    Painting,
    Refusal,
    State,
    change_painting,
    check_end,
    check_pick,
    complete_painting,
    copy_points,
    edition_of,
    inspiration_in_play,
    paintings_of,
    pick,
    remove_painting,
    set_inspiration,
)
from games.canvas.wording import ICONS, printed_name
from scoring.core.entries import check_next
from scoring.core.outcome import Outcome
from scoring.core.refusals import Refused
from scoring.core.wording import Wording, refusal_sentence
from scoring.models import Session
from scoring.play.taps import TapForm
from scoring.sessions.loading import load
from scoring.sessions.recording import action_between
from scoring.web.table_access import Visit

UNSAID = {"placeholder": "–", "inputmode": "numeric"}  # nobody said nought
INCOMPLETE = "incomplete"  # nothing wrong yet: there is more to say
WAYS = [
    ("slots", _("By its icons")),
    ("art", _("By its art cards")),
    ("hand", _("Counted by hand")),
]


WAYS_STORED = {"slots": "slots", "art": "art", "bonus": "hand"}
_TOO_SHORT = _(
    "%(name)s already has more ribbons of “%(card)s”, counted by hand. Correct that painting first,"
    " or copy a longer row."
)
LAYER_NAMES = (_("At the bottom"), _("In the middle"), _("On top"))
ART_LIST = {"list": "canvas-art", "autocapitalize": "words", "spellcheck": "false"}


def _ribbons_field(card: PlayedCard) -> forms.TypedChoiceField:
    counts = [(count, str(count)) for count in range(1, len(card.points) + 1)]
    return forms.TypedChoiceField(
        label=printed_name(card.name),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("0", "–"), *counts],
        initial="0",
        widget=forms.RadioSelect,
    )


class DropsPick(TapForm):
    """A tap that may end a tie; what it did then says that the pick no longer counts (R-C10)."""

    def action_between(self, before: State, after: State) -> str:
        dropped = before.judge_choice is not None and after.judge_choice is None
        action = f"{self.action}-drops-pick" if dropped else self.action
        return action_between(action, before, after)


class CopiesPoints(TapForm):
    """A tap that may note what is printed on cards; a row that is left empty says nothing."""

    asked: tuple[str, ...] = ()  # the cards whose rows the page shows, besides those with numbers

    def add_rows(self, state: State) -> None:
        self.cards = cards_of(state)
        for number, card in enumerate(self.cards, 1):
            field = self.fields[f"points_{number}"] = PointsField()
            field.label = printed_name(card.name)

    def points_fields(self) -> list[forms.BoundField]:
        return [
            self[f"points_{number}"]
            for number, card in enumerate(self.cards, 1)
            if card.name in self.asked or any(self[f"points_{number}"].value() or ())
        ]

    def copied(self) -> dict[str, tuple[int, ...]]:
        rows = {
            card.name: self.cleaned_data[f"points_{number}"]
            for number, card in enumerate(self.cards, 1)
        }
        return {name: points for name, points in rows.items() if points}

    def refuse(self, refused: Refused, wording: Wording) -> None:
        if refused.code == Refusal.POINTS_MISSING:
            self.asked = cast("tuple[str, ...]", refused.values["cards"])
        match refused.path:
            case ["cards", int(at), *_rest]:
                self.add_error(f"points_{at + 1}", refusal_sentence(refused, wording))
            case _:
                self.add_error(None, refusal_sentence(refused, wording))


class PaintingForm(CopiesPoints):
    """A painting, in one of three ways; the fields of the other ways are ignored.

    If it would end the game while points of cards are missing, it asks for these."""

    action = "painting"
    player = forms.CharField(max_length=60, widget=forms.HiddenInput)
    at = forms.IntegerField(min_value=0, max_value=100, widget=forms.HiddenInput)
    way = forms.ChoiceField(
        label=_("How do you want to enter it?"),
        choices=WAYS,
        initial="slots",
        widget=forms.RadioSelect,
    )
    bonus = forms.IntegerField(
        label=_("Bonus points"),
        required=False,
        min_value=NUMBERS[0],
        max_value=NUMBERS[-1],
        widget=forms.NumberInput(UNSAID),
    )
    title = forms.CharField(label=_("Title (optional)"), required=False, max_length=200)

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_rows(state)
        if edition_of(state) == "retail":
            way = cast("forms.ChoiceField", self.fields["way"])
            way.choices = [choice for choice in WAYS if choice[0] != "art"]
        for slot in SLOT_NUMBERS:
            self.fields[f"slots_{slot}"] = forms.MultipleChoiceField(
                required=False,
                choices=[(icon, ICONS[icon]) for icon in get_args(Icon)],
                widget=forms.CheckboxSelectMultiple,
            )
        for layer, label in zip(LAYER_NUMBERS, LAYER_NAMES, strict=True):
            self.fields[f"art_{layer}"] = forms.CharField(
                label=label, required=False, max_length=60, widget=forms.TextInput(ART_LIST)
            )
        for number, card in enumerate(self.cards, 1):
            self.fields[f"ribbons_{number}"] = _ribbons_field(card)

    @classmethod
    def posted(cls, data: QueryDict, visit: Visit) -> Self:
        return cls(data, state=load(visit.session).state)

    def slot_fields(self) -> list[forms.BoundField]:
        return [self[f"slots_{slot}"] for slot in SLOT_NUMBERS]

    def art_fields(self) -> list[forms.BoundField]:
        return [self[f"art_{layer}"] for layer in LAYER_NUMBERS]

    def ribbon_fields(self) -> list[tuple[forms.BoundField, bool]]:
        """Return the fields of ribbons, and whether the card is always counted by hand."""
        return [
            (self[f"ribbons_{number}"], card.condition == BY_HAND)
            for number, card in enumerate(self.cards, 1)
        ]

    def wrongs(self) -> list[str]:
        """Return the errors that are shown above the fields."""
        wrong = [error for error in self._above() if error.code != INCOMPLETE]
        return [sentence for error in wrong for sentence in error.messages]

    def hints(self) -> list[str]:
        return [str(error.message) for error in self._above() if error.code == INCOMPLETE]

    def _above(self) -> list[forms.ValidationError]:
        return [
            error
            for field, errors in self.errors.as_data().items()
            if field in {"__all__", "player", "at", "way", "key"}
            for error in errors
        ]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            self._check_complete(cleaned)
        if not self.errors:
            self.painting = self._painting(cleaned)
        return cleaned

    def _check_complete(self, cleaned: Mapping[str, Any]) -> None:
        if cleaned["way"] == "slots" and not any(self._slots(cleaned)):
            self.add_error(None, _incomplete(_("Tap the visible icons, slot by slot.")))
        if cleaned["way"] == "art" and not all(cleaned[f"art_{layer}"] for layer in LAYER_NUMBERS):
            self.add_error(None, _incomplete(_("Choose its three art cards, bottom first.")))

    def _slots(self, cleaned: Mapping[str, Any]) -> list[tuple[Icon, ...]]:
        return [tuple(cleaned[f"slots_{slot}"]) for slot in SLOT_NUMBERS]

    def _painting(self, cleaned: Mapping[str, Any]) -> Painting:
        if cleaned["way"] == "art":
            art = [cleaned[f"art_{layer}"] for layer in LAYER_NUMBERS]
            painting = painting_of(art, art_cards())
        elif cleaned["way"] == "slots":
            painting = Painting(slots=tuple(self._slots(cleaned)))
        else:
            painting = Painting(bonus=cleaned["bonus"] or 0)
        return replace(
            painting, title=cleaned["title"] or painting.title, ribbons=self._ribbons(cleaned)
        )

    def _ribbons(self, cleaned: Mapping[str, Any]) -> dict[str, int]:
        return {
            card.name: cleaned[f"ribbons_{number}"]
            for number, card in enumerate(self.cards, 1)
            if cleaned[f"ribbons_{number}"]
            and (cleaned["way"] == "hand" or card.condition == BY_HAND)
        }

    def change(self, state: State) -> State:
        name, at = self.cleaned_data["player"], self.cleaned_data["at"]
        check_next(paintings_of(state, name), at, ("paintings", name))
        return complete_painting(copy_points(state, self.copied()), name, self.painting)

    def check(self, state: State, outcome: Outcome[Any]) -> None:
        check_end(state, outcome)

    def refuse(self, refused: Refused, wording: Wording) -> None:
        if refused.path[0] == "cards":
            super().refuse(refused, wording)
        else:
            self.add_error(self._field_at(refused), refusal_sentence(refused, wording))

    def _field_at(self, refused: Refused) -> str | None:
        """Return the field for a path such as paintings, Abby, 0, slots, 2."""
        match refused.path[3:]:
            case ["slots" | "art" as part, int(at), *_rest]:
                field = f"{part}_{at + 1}"
            case ["ribbons", str(card), *_rest]:
                names = [each.name for each in self.cards]
                field = f"ribbons_{names.index(card) + 1}" if card in names else ""
            case ["bonus", *_rest]:
                field = "bonus"
            case _:
                field = ""
        return field if field in self.fields else None


def _incomplete(sentence: Any) -> forms.ValidationError:
    return forms.ValidationError(sentence, code=INCOMPLETE)


def noted_way(painting: Painting) -> str:
    if painting.slots is not None:
        return "slots"
    return "hand" if painting.art is None else "art"


def way_before(session: Session, edition: Edition) -> str:
    """Return the way in which the table before this rematch noted its last painting, if it did."""
    way = WAYS_STORED.get(stored.Painting.objects.way_before(session), "")
    return "" if way == "art" and edition == "retail" else way


def painting_values(painting: Painting, form: PaintingForm) -> dict[str, Any]:
    """Return the values that the fields of the form have for a painting."""
    values: dict[str, Any] = {"title": painting.title, "bonus": painting.bonus}
    values["way"] = noted_way(painting)
    if painting.slots is not None:
        values |= {f"slots_{at}": [*icons] for at, icons in enumerate(painting.slots, 1)}
    if painting.art is not None:
        values |= {f"art_{at}": name for at, name in enumerate(painting.art, 1)}
    for number, card in enumerate(form.cards, 1):
        values[f"ribbons_{number}"] = painting.ribbons.get(card.name, 0)
    return values


class PaintingCorrection(DropsPick, PaintingForm):
    action = "correct-painting"
    out = forms.BooleanField(
        label=_("This painting was never completed: delete it"), required=False
    )

    def _check_complete(self, cleaned: Mapping[str, Any]) -> None:
        if not cleaned["out"]:
            super()._check_complete(cleaned)

    def change(self, state: State) -> State:
        name, at = self.cleaned_data["player"], self.cleaned_data["at"]
        if self.cleaned_data["out"]:
            return remove_painting(state, name, at)
        return change_painting(copy_points(state, self.copied()), name, at, self.painting)

    def check(self, state: State, outcome: Outcome[Any]) -> None:
        if not self.cleaned_data["out"]:
            super().check(state, outcome)


class CardPointsForm(DropsPick, CopiesPoints):
    """The points printed on cards that scored before anyone copied them."""

    action = "points"
    correcting = False

    def __init__(
        self, *args: Any, state: State, asked: tuple[str, ...] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.add_rows(state)
        self.asked = asked

    @classmethod
    def posted(cls, data: QueryDict, visit: Visit) -> Self:
        return cls(data, state=load(visit.session).state)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors and not self.copied():
            self.add_error(None, _("Copy the points of at least one card."))
        return cleaned

    def rows(self) -> list[tuple[forms.BoundField, bool]]:
        """Return the fields that are asked for, and whether what was typed there was refused."""
        return [
            (field, self.is_bound and any(field.value() or ())) for field in self.points_fields()
        ]

    def change(self, state: State) -> State:
        return copy_points(state, self.copied(), correcting=self.correcting)

    def refuse(self, refused: Refused, wording: Wording) -> None:
        if refused.code == CardRefusal.RIBBONS_GONE:
            values = {"name": refused.path[1], "card": refused.values["card"]}
            self.add_error(None, _TOO_SHORT % values)
        else:
            super().refuse(refused, wording)


class CardPointsCorrection(CardPointsForm):
    action = "correct-points"
    correcting = True


class InspirationForm(DropsPick):
    """The tokens that everyone has left; who is left empty was not counted."""

    action = "inspiration"

    def __init__(self, *args: Any, state: State, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.players = state.players
        most = inspiration_in_play(state)
        for number, name in enumerate(state.players, 1):
            self.fields[f"tokens_{number}"] = forms.IntegerField(
                label=name,
                required=False,
                min_value=0,
                max_value=most,
                initial=state.inspiration.get(name),
                widget=forms.NumberInput(UNSAID),
            )

    @classmethod
    def posted(cls, data: QueryDict, visit: Visit) -> Self:
        return cls(data, state=load(visit.session).state)

    def change(self, state: State) -> State:
        tokens_left = {
            name: self.cleaned_data[f"tokens_{at}"] for at, name in enumerate(self.players, 1)
        }
        counted = {name: tokens for name, tokens in tokens_left.items() if tokens is not None}
        return set_inspiration(state, counted)

    def refuse(self, refused: Refused, wording: Wording) -> None:
        name = refused.path[-1]
        at = self.players.index(str(name)) + 1 if name in self.players else 0
        field = f"tokens_{at}" if at else None
        self.add_error(field, refusal_sentence(refused, wording))


class JudgeForm(TapForm):
    action = "judge"
    choice = forms.CharField(required=False, max_length=60)

    def change(self, state: State) -> State:
        return pick(state, self.cleaned_data["choice"] or None)

    def check(self, state: State, outcome: Outcome[Any]) -> None:
        check_pick(state, outcome)
