"""The forms of an import: the file, and what somebody chooses on the preview."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.exchange.importing.entries import Choices
from scoring.exchange.importing.plan import Name
from scoring.exchange.importing.text import DateOrder
from scoring.models import Group, League
from scoring.registry import installed_games

MOST_BYTES = 5 * 1024**2
MOST_PASTED = 200_000  # letters
MOST_NAMES = 1_000  # different players in a file
AS_NEW = "new"


class FileForm(forms.Form):
    """A file, or text that was pasted, and the league that its results count for."""

    file = forms.FileField(label=gettext_lazy("File"), required=False)
    text = forms.CharField(
        label=gettext_lazy("Or paste rows of a spreadsheet"),
        required=False,
        max_length=MOST_PASTED,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )
    league = forms.ModelChoiceField(
        League.objects.none(),
        label=gettext_lazy("League"),
        required=False,
        help_text=gettext_lazy("For which the results count; empty for none."),
    )

    def __init__(self, group: Group, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        leagues: Any = self.fields["league"]
        leagues.queryset = group.leagues.by_name()
        if not leagues.queryset.exists():
            del self.fields["league"]

    def clean(self) -> None:
        super().clean()
        file, text = self.cleaned_data.get("file"), self.cleaned_data.get("text") or ""
        if file is not None and (file.size or 0) > MOST_BYTES:
            sentence = _("This file is larger than %(most)s; import it in parts.")
            raise ValidationError(sentence % {"most": filesizeformat(MOST_BYTES)})
        if file is None and not text.strip():
            raise ValidationError(_("Choose a file, or paste something."))
        self.content = file.read() if file is not None else text.encode()
        self.name = (file.name if file is not None else _("what was pasted"))[:200]


class NamesForm(forms.Form):
    """A list of players, one name a line."""

    names = forms.CharField(
        label=gettext_lazy("Names, one a line"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )


def read_choices(data: QueryDict) -> Choices:
    order, game = data.get("order", ""), data.get("game", "")
    return Choices(
        DateOrder(order) if order in {*DateOrder} else None,
        game if game in installed_games() else "",
    )


def chosen_players(
    data: QueryDict, names: Sequence[str], in_group: Sequence[str]
) -> dict[str, str]:
    """Return the players that somebody chose for names in the file, by the numbers of the names."""
    players: dict[str, str] = {}
    known = set(in_group)
    for number, name in enumerate(names[:MOST_NAMES]):
        choice = data.get(f"as-{number}", "")
        if choice == AS_NEW:
            players[name] = name
        elif choice.removeprefix("=") in known and choice.startswith("="):
            players[name] = choice[1:]
    return players


def also_added(data: QueryDict) -> list[int]:
    """Return the numbers of results that are added although they look like others."""
    numbers = data.getlist("also")[:10_000]
    return [int(number) for number in numbers if number.isdecimal() and len(number) < 7]


def as_arguments(
    choices: Choices, players: Mapping[str, str], also: Sequence[int]
) -> dict[str, Any]:
    """Return what was chosen for the arguments of a job."""
    order = choices.date_order.value if choices.date_order else ""
    return {"order": order, "game": choices.game, "players": dict(players), "also": list(also)}


def questions(names: Sequence[Name]) -> list[tuple[int, Name]]:
    """Return the names that are not simply those of players, with their numbers."""
    return [(number, name) for number, name in enumerate(names) if not name.is_exact]
