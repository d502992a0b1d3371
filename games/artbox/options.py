"""#ARTBOX: what a new table chooses."""

from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from scoring.documents.schema import given
from scoring.models import Group
from scoring.play.opening import OptionField, OptionsForm


def edition_of_language() -> str:
    return "fr-2019" if (get_language() or "").startswith("fr") else "en-2020"


class Options(OptionsForm):
    edition = OptionField(
        label=_("Rulebook"),
        initial=edition_of_language,
        choices=[
            ("en-2020", _("English, 2020: a tie on right guesses goes to the lower Number token")),
            (
                "fr-2019",
                _("French, 2019: a tie on right guesses goes to the drawing more people guessed"),
            ),
        ],
    )
    variant = OptionField(
        label=_("Rules"),
        help_text=_("The number of tokens that ends the game depends on the number of players."),
        choices=[
            ("standard", _("Standard: 5 tokens with 3 or 4 players, 4 with 5 or 6, 3 with 7 or 8")),
            (
                "experienced",
                _(
                    "Experienced: tokens in two colours. The game ends at 2 red and 2 gray, or 6 of"
                    " one colour; with 7 or 8 players at 1 red and 1 gray, or 4 of one colour"
                ),
            ),
            (
                "simplified",
                _(
                    "Simplified: no Number tokens, every drawing counts, everyone in a tie gets a"
                    " token. You need 2 tokens fewer with the English rulebook, 2 more with the"
                    " French"
                ),
            ),
        ],
    )
    two_drawings = OptionField(
        label=_("With three players"),
        required=False,
        choices=[
            ("", _("Two drawings each, as in the rulebook; with more players it is always one")),
            ("no", _("One drawing each, even with three players")),
        ],
    )

    @classmethod
    def values_of(cls, state: Any, group: Group | None, browser: str = "") -> dict[str, Any]:
        two_drawings = "no" if state.two_drawings is False else ""
        return {**super().values_of(state, group, browser), "two_drawings": two_drawings}

    def document(self) -> dict[str, Any]:
        chosen = self.cleaned_data
        two = False if chosen.get("two_drawings") == "no" else None
        options = given(variant=chosen.get("variant"), two_drawings=two)
        return {"edition": chosen.get("edition"), "options": options}
