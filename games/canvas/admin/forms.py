"""Canvas: what the forms for cards share."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from django import forms
from django.forms.models import BaseInlineFormSet

from games.canvas.wording import WORDING
from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.documents.scorer import opening_value, shape_of
from scoring.registry import get_game


@contextmanager
def refusals_as_errors() -> Iterator[None]:
    """Turn a refusal of the rules into an error of the form."""
    try:
        yield
    except Refused as refused:
        raise forms.ValidationError(refusal_sentence(refused, WORDING)) from None


def rows_left(formset: BaseInlineFormSet) -> list[dict[str, Any]]:
    """Return the values of the rows that are valid and not deleted."""
    return [
        form.cleaned_data
        for form in formset.forms
        if form.is_valid() and form.cleaned_data and not formset._should_delete_form(form)
    ]


def check_card(card: dict[str, Any]) -> None:
    """Refuse a card that no document could contain."""
    game = get_game("canvas")
    shape_of(game).read(opening_value(game, [], cards=[card]))


class CardForm(forms.ModelForm):
    """A card by a name that a document can contain."""

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        with refusals_as_errors():
            check_card({"name": name})
        return name


class KeepingForm(forms.ModelForm):
    """`keeps`: fields that are chosen once, then disabled; constraints need their values."""

    keeps: ClassVar[tuple[str, ...]]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.instance._state.adding:
            for name in self.keeps:
                self.fields[name].disabled = True
