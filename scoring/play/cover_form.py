"""What a form asks about a session beside its rounds."""

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.core.limits import LETTERS_OF_NOTES
from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.documents.schema import MINUTES, check_text
from scoring.play.taps import KeyField


class PlaceForm(forms.Form):
    """Place and notes, of a session or of an evening."""

    location = forms.CharField(label=_("Location"), required=False, max_length=200)
    notes = forms.CharField(
        label=_("Notes"),
        required=False,
        max_length=LETTERS_OF_NOTES,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def clean_location(self) -> str:
        return self._text("location")

    def clean_notes(self) -> str:
        return self._text("notes")

    def _text(self, name: str) -> str:
        text: str = self.cleaned_data[name].replace("\r\n", "\n").strip()
        try:
            if text:
                check_text(name, text)
        except Refused as refused:
            raise forms.ValidationError(refusal_sentence(refused)) from None
        return text


class CoverForm(PlaceForm):
    """Length, place and notes; whether the day is required, each form says itself."""

    minutes = forms.IntegerField(
        label=_("Length in minutes"),
        required=False,
        min_value=MINUTES[0],
        max_value=MINUTES[-1],
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    key = KeyField()
