"""Forms of evenings: when and where, and whether one comes."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.documents.schema import check_name
from scoring.evenings.proposal import Arrangement
from scoring.evenings.repeats import MOST_TIMES, Repeat
from scoring.models import Answer, Evening, Group, League, Player
from scoring.models.people import NAME_LENGTH
from scoring.models.sessions import MOST_SEATS
from scoring.play.cover_form import PlaceForm
from scoring.registry import installed_games
from scoring.sessions.typed_names import NameQuestion

OPEN = "open"  # the button of the form of tables that changes nothing in it
MOST_TABLES = 60  # that are opened at once
FARTHEST = timedelta(days=800)  # in which evenings can be entered
REPEATS = [
    (Repeat.NEVER.value, _("once")),
    (Repeat.WEEKLY.value, _("every week")),
    (Repeat.FORTNIGHTLY.value, _("every two weeks")),
    (Repeat.MONTHLY.value, _("every month, on the same weekday")),
]


class EveningForm(PlaceForm):
    """Change an evening."""

    day = forms.DateField(
        label=_("Day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    begins = forms.TimeField(
        label=_("Start time"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    league = forms.ModelChoiceField(
        League.objects.none(),
        label=_("League"),
        required=False,
        empty_label=_("none"),
        help_text=_(
            "The evening’s sessions count for this league, and its standings follow the league’s"
            " rules."
        ),
    )
    field_order = ("day", "begins", "location", "notes", "league")

    def __init__(self, group: Group, *args: Any, at: datetime, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        leagues = group.leagues.order_by("name", "pk")
        today = timezone.localdate(at, group.zone)
        self.fields["league"].queryset = leagues  # type: ignore[attr-defined]
        self.fields["day"].validators += [
            MinValueValidator(today, _("That day has passed.")),
            MaxValueValidator(today + FARTHEST, _("That day is too far ahead.")),
        ]


class NewEveningForm(EveningForm):
    """Enter an evening, or several at once."""

    repeat = forms.ChoiceField(label=_("Repeat"), choices=REPEATS, initial=Repeat.NEVER.value)
    # As text: a browser would hold the form back for a number that it cannot show.
    times = forms.IntegerField(
        label=_("Number of evenings"),
        min_value=2,
        max_value=MOST_TIMES,
        initial=4,
        required=False,
        widget=forms.TextInput({"inputmode": "numeric"}),
    )

    def clean_times(self) -> int:
        return self.cleaned_data["times"] or 2

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("repeat") == Repeat.NEVER:
            self.errors.pop("times", None)  # the field is hidden
            values["times"] = 1
        return values


HERE = "here"


def checked_name(typed: str) -> str:
    """Return a name that a player can have. Raises ValidationError."""
    name = typed.strip()
    try:
        check_name(name)
    except Refused as refused:
        raise forms.ValidationError(refusal_sentence(refused)) from None
    return name


class AnswerForm(forms.Form):
    """Say whether one comes, or that one is here."""

    name = forms.CharField(
        label=_("Your name"),
        max_length=NAME_LENGTH,
        widget=forms.TextInput({"list": "known-players", "autocomplete": "name"}),
    )
    coming = forms.ChoiceField(choices=[*Answer.Coming.choices, (HERE, _("I’m here"))])
    wants_mail = forms.BooleanField(
        label=_("Email me the day before, and when the standings are ready"), required=False
    )
    email = forms.EmailField(label=_("Email address"), required=False)
    question: NameQuestion | None = None

    def clean_name(self) -> str:
        return checked_name(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("wants_mail") and not values.get("email") and "email" not in self.errors:
            self.add_error("email", _("Enter your email address, or untick the box."))
        if not values.get("wants_mail"):
            values["email"] = ""
        return values


class HereForm(forms.Form):
    """Tick who is here: those who answered, other players of the group, and somebody new."""

    shown = forms.ModelMultipleChoiceField(Answer.objects.none(), required=False)
    answers = forms.ModelMultipleChoiceField(Answer.objects.none(), required=False)
    players = forms.ModelMultipleChoiceField(Player.objects.none(), required=False)
    name = forms.CharField(label=_("Someone else"), max_length=NAME_LENGTH, required=False)

    def __init__(self, evening: Evening, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("shown", "answers"):
            self.fields[name].queryset = evening.answers.all()  # type: ignore[attr-defined]
        self.fields["players"].queryset = evening.group.players.all()  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        typed: str = self.cleaned_data["name"]
        return checked_name(typed) if typed.strip() else ""


class SettleNameForm(forms.Form):
    """Say which player a guest is, or none."""

    player = forms.ModelChoiceField(Player.objects.none(), to_field_name="name", required=False)
    at_tables = forms.BooleanField(required=False)  # asked on the page of the tables

    def __init__(self, evening: Evening, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].queryset = evening.group.players.all()  # type: ignore[attr-defined]


class TablesForm(forms.Form):
    """The games of the tables that are proposed, and what people change of the proposal."""

    game = forms.MultipleChoiceField(label=_("Game"), required=False)
    most = forms.IntegerField(
        label=_("Most players at a table"), min_value=2, max_value=MOST_SEATS, required=False
    )
    by_hand = forms.BooleanField(required=False, widget=forms.HiddenInput)
    person = forms.IntegerField(required=False)
    do = forms.CharField(required=False, empty_value=OPEN)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = installed_games().items()
        self.fields["game"].choices = [(slug, game.name) for slug, game in games]  # type: ignore[attr-defined]

    @property
    def lacks_person(self) -> bool:
        """Return whether a table was tapped, and nobody before it."""
        return self.cleaned_data["do"].startswith("move:") and not self.cleaned_data["person"]

    def clean_do(self) -> str:
        button: str = self.cleaned_data["do"]
        if button.startswith("add:") and button.removeprefix("add:") not in installed_games():
            self.add_error("game", _("Choose a game."))
        return button

    def clean_game(self) -> tuple[str, ...]:
        return tuple(self.cleaned_data["game"][:MOST_TABLES])

    def arrangement(self, here: Iterable[int]) -> Arrangement:
        """Return the games, and the tables of these people, by the keys of their answers."""
        numbers = {key: str(self.data.get(f"table-{key}", "")) for key in here}
        return Arrangement(
            games=self.cleaned_data["game"],
            numbers={
                key: int(number)
                for key, number in numbers.items()
                if number.isdecimal() and len(number) <= 3
            },
            by_hand=self.cleaned_data["by_hand"],
        )
