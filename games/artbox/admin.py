"""#ARTBOX: entering a session in the admin."""

from typing import Any, get_args

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.artbox.forms import SHAPES
from games.artbox.models import Ballot, BrokenDrawing, Guess, NumberToken, Round, Setup
from games.artbox.rules import DICE, SEATS, Edition, Shape, State, Variant
from games.artbox.rules import TWO_DRAWINGS_PLAYERS as SMALL_TABLE
from games.artbox.store import TABLES
from scoring.admin.entry import (
    ENTRIES,
    Entry,
    EntryForm,
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

SETUP, ROUND, _NUMBER_TOKEN, _BROKEN, BALLOT, _GUESS = TABLES
DIE = [f"die_{number}" for number in range(1, DICE + 1)]
FINISH = [f"finish_{token}" for token in range(1, SEATS.stop)]


class SetupForm(EntryForm):
    table = SETUP
    covers = (Setup,)
    edition = choice_field(_("edition"), get_args(Edition))
    variant = choice_field(_("variant"), get_args(Variant))


class RoundForm(EntryForm):
    """A round in one row: the order of finishing, broken drawings, dice."""

    table = ROUND
    words = dict(SHAPES)
    covers = (Round, NumberToken, BrokenDrawing)
    broken = several_field(_("broke the requirements"), coerce=int)
    finish_1 = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)
    finish_2 = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)
    finish_3 = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)
    finish_4 = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)
    finish_5 = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)
    finish_6 = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)
    finish_7 = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)
    finish_8 = forms.TypedChoiceField(coerce=int, empty_value=None, required=False)
    die_1 = choice_field(_("first die"), get_args(Shape))
    die_2 = choice_field(_("second die"), get_args(Shape))
    die_3 = choice_field(_("third die"), get_args(Shape))
    die_4 = choice_field(_("fourth die"), get_args(Shape))

    def prepare(self, stored: Rows) -> None:
        players = self.seat_choices()
        self.fields["broken"].choices = players
        for token, name in enumerate(FINISH, 1):
            self.fields[name].label = gettext("Number token %(number)d") % {"number": token}
            self.fields[name].choices = [("", "–"), *players]
            if token > len(players):
                self.hide(name)

    def fill(self, key: Row, stored: Rows) -> None:
        self.initial["broken"] = [row[1] for row in stored[BrokenDrawing] if row[0] == key[0]]
        for (number, token), (seat,) in stored[NumberToken].items():
            if number == key[0]:
                self.initial[f"finish_{token}"] = seat

    def clean(self) -> dict[str, Any]:
        """Refuse gaps; a broken drawing means that the requirements were checked."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("broken"):
            cleaned["validity_noted"] = True
        taken = [cleaned.get(name) for name in FINISH]
        while taken and taken[-1] is None:
            taken.pop()
        if None in taken:
            self.add_error(FINISH[taken.index(None)], _("Nobody took this Number token?"))
        dice = [bool(cleaned.get(name)) for name in DIE]
        if any(dice) and not all(dice):
            self.add_error(DIE[dice.index(False)], _("Enter all four dice, or none."))
        return cleaned

    def add_to(self, rows: NewRows) -> None:
        super().add_to(rows)
        number = self.cleaned_data["number"]
        taken = [seat for seat in map(self.value_of, FINISH) if seat is not None]
        rows[NumberToken] |= {(number, token): (seat,) for token, seat in enumerate(taken, 1)}
        broken = self.cleaned_data["broken"]
        rows[BrokenDrawing] |= {(number, seat): (place,) for place, seat in enumerate(broken)}


class BallotForm(EntryForm):
    """What one player guessed right in one round."""

    table = BALLOT
    covers = (Ballot, Guess)
    right = several_field(_("guessed right"), coerce=int)
    right_twice = several_field(_("and their second drawing"), coerce=int)

    def prepare(self, stored: Rows) -> None:
        for name in ("right", "right_twice"):
            self.fields[name].choices = self.seat_choices()
        if len(self.sitting.seats) != SMALL_TABLE:
            self.hide("right_twice")

    def fill(self, key: Row, stored: Rows) -> None:
        guessed = {row[2]: right for row, (right,) in stored[Guess].items() if row[:2] == key}
        self.initial["right"] = [author for author, right in guessed.items() if right]
        self.initial["right_twice"] = [author for author, right in guessed.items() if right > 1]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if set(cleaned.get("right_twice", ())) - set(cleaned.get("right", ())):
            self.add_error("right_twice", _("Tick their first drawing as well."))
        return cleaned

    def add_to(self, rows: NewRows) -> None:
        super().add_to(rows)
        once, twice = self.cleaned_data["right"], self.cleaned_data["right_twice"]
        for author in dict.fromkeys([*once, *twice]):
            rows[Guess][(*self.key(), author)] = ((author in once) + (author in twice),)


class ArtboxSetupInline(SetupInline):
    form = SetupForm


class RoundInline(WideInline):
    form = RoundForm
    fields = (
        "number",
        tuple(FINISH[:4]),
        tuple(FINISH[4:]),
        ("broken", "validity_noted"),
        tuple(DIE),
    )


class BallotInline(EntryInline):
    form = BallotForm


def row_of(path: Path, state: State, sitting: Sitting) -> RowKey | None:
    match path:
        case ("options", *_):
            return Setup, ()
        case ("rounds", int(at), "guesses", str(guesser), *_):
            return Ballot, (at + 1, sitting.seat(guesser))
        case ("rounds", int(at), *_):
            return Round, (at + 1,)
    return None


ENTRIES["artbox"] = Entry((ArtboxSetupInline, RoundInline, BallotInline), row_of)
