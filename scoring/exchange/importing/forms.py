"""Ask for the file of an import, its columns, its players, and choices for rows of its plan."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.documents.file_formats import Unreadable
from scoring.exchange.importing.columns import NOT_USED, PERSON
from scoring.exchange.importing.figures import BY_POINTS
from scoring.exchange.importing.names import GUEST, IS
from scoring.exchange.importing.reading import names_of, read_names
from scoring.exchange.importing.text import DateOrder
from scoring.exchange.importing.verbs import is_name
from scoring.models import Group, Import, League, PlannedSession
from scoring.models.uploads import ROWS_OF_A_PAGE
from scoring.registry import installed_games

MOST_BYTES = 10 * 1024**2
MOST_BYTES_OF_NAMES = 1024**2
MOST_PLAYERS = 900  # that are added at a time: each is a field of a form
MOST_PASTED = 200_000  # letters
MOST_NAMES = 1_000  # different players in a file
LONGEST_TABLE = 20  # letters of the number of a table
KINDS = {
    NOT_USED: gettext_lazy("not used"),
    "date": gettext_lazy("the day"),
    "game": gettext_lazy("the game"),
    "player": gettext_lazy("the player"),
    "points": gettext_lazy("points"),
    "place": gettext_lazy("the place"),
    "winner": gettext_lazy("who won"),
    "location": gettext_lazy("the location"),
    "minutes": gettext_lazy("the length"),
    "notes": gettext_lazy("notes"),
    "session": gettext_lazy("the table’s number"),
    "players": gettext_lazy("all players in one cell"),
    PERSON: gettext_lazy("this player’s points"),
}


class LeagueForm(forms.Form):
    """Ask for the league that results count for, if the group has any."""

    league = forms.ModelChoiceField(
        League.objects.none(),
        label=gettext_lazy("League"),
        required=False,
        help_text=gettext_lazy("The league these results count for; leave empty for none."),
    )

    def __init__(self, group: Group, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        leagues: Any = self.fields["league"]
        leagues.queryset = group.leagues.by_name()
        if not leagues.queryset.exists():
            del self.fields["league"]


class FileForm(LeagueForm):
    """Take a file, or text that was pasted."""

    file = forms.FileField(label=gettext_lazy("File"), required=False)
    text = forms.CharField(
        label=gettext_lazy("Or paste rows from a spreadsheet"),
        required=False,
        max_length=MOST_PASTED,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )
    field_order = ("file", "text", "league")

    def clean(self) -> None:
        super().clean()
        file, text = self.cleaned_data.get("file"), self.cleaned_data.get("text") or ""
        if file is not None and (file.size or 0) > MOST_BYTES:
            sentence = _("This file is larger than %(most)s. Import it in parts.")
            raise ValidationError(sentence % {"most": filesizeformat(MOST_BYTES)})
        if file is None and not text.strip():
            raise ValidationError(_("Choose a file, or paste some rows."))
        self.content = file.read() if file is not None else text.encode()
        self.name = (file.name if file is not None else _("Pasted rows"))[:200]


class NamesForm(forms.Form):
    """Take a list of players: one name a line, or a file with a column of names."""

    names = forms.CharField(
        label=gettext_lazy("Names, one per line"),
        required=False,
        max_length=60_000,
        widget=forms.Textarea(attrs={"rows": 4, "spellcheck": "false"}),
    )
    players = forms.FileField(label=gettext_lazy("Or a file with names"), required=False)

    def clean(self) -> None:
        super().clean()
        file, text = self.cleaned_data.get("players"), self.cleaned_data.get("names") or ""
        if file is not None and (file.size or 0) > MOST_BYTES_OF_NAMES:
            sentence = _("This file is larger than %(most)s. Import it in parts.")
            raise ValidationError(sentence % {"most": filesizeformat(MOST_BYTES_OF_NAMES)})
        try:
            self.pasted = read_names(file.read()) if file is not None else names_of(text)
        except Unreadable as problem:
            raise ValidationError(str(problem)) from None
        if not self.pasted:
            raise ValidationError(_("Choose a file, or paste some rows."))
        if len(self.pasted) > MOST_PLAYERS:
            sentence = _(
                "The list has %(number)d names, but at most %(most)d can be added at once."
                " Split the list."
            )
            raise ValidationError(sentence % {"number": len(self.pasted), "most": MOST_PLAYERS})


class ColumnsForm(forms.Form):
    """Ask what each column of a file is, and what else its cells do not say."""

    def __init__(self, source: Import, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.columns = source.reading["columns"]
        if source.reading["asks_date_order"]:
            self.fields["order"] = forms.ChoiceField(
                label=gettext_lazy("Which comes first in the dates?"),
                choices=[
                    (DateOrder.DAY_FIRST.value, gettext_lazy("the day, as in 31/12/2025")),
                    (DateOrder.MONTH_FIRST.value, gettext_lazy("the month, as in 12/31/2025")),
                ],
                widget=forms.RadioSelect,
                initial=source.choices.get("order"),
            )
        if source.reading["asks_game"]:
            games = [(game.slug, game.name) for game in installed_games().values()]
            self.fields["game"] = forms.ChoiceField(
                label=gettext_lazy("Which game was played?"),
                choices=[("", "–"), *games],
                initial=source.choices.get("game"),
            )
        for column in self.columns:
            if not column["heading"]:
                continue
            own = [] if column["kind"] in KINDS else [(column["kind"], column["kind"])]
            self.fields[f"column-{column['index']}"] = forms.ChoiceField(
                label=column["heading"][:60],
                choices=[*own, *KINDS.items()],
                required=False,
                initial=column["kind"],
                help_text=", ".join(sample[:40] for sample in column["samples"]),
            )

    def chosen(self, choices: Mapping[str, Any]) -> dict[str, Any]:
        """Return the choices of an import with those of this form."""
        named = dict(choices.get("columns", {}))
        for column in self.columns:
            field = f"column-{column['index']}"
            if field in self.cleaned_data:
                named[column["heading"]] = self.cleaned_data[field]
        asked = [key for key in ("order", "game") if key in self.fields]
        own: dict[str, Any] = {key: self.cleaned_data[key] for key in asked}
        return {**choices, "columns": named, "asked_columns": True, **own}


class PeopleForm(forms.Form):
    """Ask who each name is that is not simply a player's: one question for each."""

    def __init__(self, source: Import, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = source.reading["names"][:MOST_NAMES]
        for number, name in enumerate(self.names):
            choices = _who(name)
            meant = GUEST if name["is_guest"] else f"{IS}{name['player']}"
            is_listed = meant in dict(choices)
            who = forms.ChoiceField(
                label=name["label"],
                choices=choices,
                widget=forms.RadioSelect,
                help_text=_together(name),
                initial=meant if is_listed else f"{IS}{name['label']}",
            )
            other = forms.CharField(
                label=_("%(name)s is someone else") % {"name": name["label"]},
                max_length=60,
                required=False,
                widget=forms.TextInput(attrs={"list": "players", "autocomplete": "off"}),
                initial="" if is_listed else name["player"],
            )
            self.fields[f"who-{number}"], self.fields[f"other-{number}"] = who, other

    def clean(self) -> None:
        super().clean()
        for key, value in list(self.cleaned_data.items()):
            if key.startswith("other-") and value and not is_name(value):
                self.add_error(key, _("This cannot be a name. Enter another one."))

    @property
    def questions(self) -> list[tuple[Any, Any]]:
        return self._pairs(asks=True)

    @property
    def others(self) -> list[tuple[Any, Any]]:
        return self._pairs(asks=False)

    def _pairs(self, *, asks: bool) -> list[tuple[Any, Any]]:
        return [
            (self[f"who-{number}"], self[f"other-{number}"])
            for number, name in enumerate(self.names)
            if name["asks"] is asks
        ]

    def chosen(self, choices: Mapping[str, Any]) -> dict[str, Any]:
        players = dict(choices.get("players", {}))
        for number, name in enumerate(self.names):
            other = self.cleaned_data[f"other-{number}"]
            who = self.cleaned_data[f"who-{number}"]
            players[name["label"]] = f"{IS}{other}" if other else who
        return {**choices, "players": players, "asked_who": True}


def _who(name: Mapping[str, Any]) -> list[tuple[str, str]]:
    label, similar = name["label"], name["similar"]
    same = [(f"{IS}{similar}", _("the same as %(name)s") % {"name": similar})] if similar else []
    return [
        *same,
        (f"{IS}{label}", _("a player with this name")),
        (GUEST, _("a guest: has a seat, but no rank in the standings")),
    ]


def _together(name: Mapping[str, Any]) -> str:
    if not name["similar"]:
        return ""
    if not name["together"]:
        return _("Has never played with %(name)s.") % {"name": name["similar"]}
    sentence = ngettext(
        "Played %(number)d session with %(name)s: two people.",
        "Played %(number)d sessions with %(name)s: two people.",
        name["together"],
    )
    return sentence % {"number": name["together"], "name": name["similar"]}


# Choices for the rows of the preview

TICKS = {"also": "also", "left_out": "out", "correct": "correct"}  # choice -> its box in a row


def unapplied(source: Import, data: QueryDict) -> dict[str, Any] | None:
    """Return the choices with what was chosen on a page of a preview, if they are not applied."""
    shown = {
        int(row)
        for row in data.getlist("shown")[:ROWS_OF_A_PAGE]
        if row.isdecimal() and len(row) < 8
    }
    none: dict[str, Any] = {**{name: [] for name in TICKS}, "winners": {}, "tables": {}}
    before = none | source.choices
    chosen = row_choices(before, data, list(source.planned.filter(row__in=shown)))
    return None if chosen == before else chosen


def row_choices(
    choices: Mapping[str, Any], data: QueryDict, rows: Sequence[PlannedSession]
) -> dict[str, Any]:
    """Return the choices with what was chosen for these rows of a preview."""
    ticked = {name: {*choices.get(name, ())} for name in TICKS}
    winners, tables = dict(choices.get("winners", {})), dict(choices.get("tables", {}))
    for planned in rows:
        row = planned.row
        for name, box in TICKS.items():
            ticked[name] = ticked[name] - {row} | ({row} if f"{box}-{row}" in data else set())
        winner = data.get(f"winner-{row}")
        if winner == "":
            winners.pop(str(row), None)
        elif winner in {BY_POINTS, *(player[0] for player in planned.details["players"])}:
            winners[str(row)] = winner
        for of_file in planned.details["rows"]:
            table = data.get(f"table-{of_file}", None)
            if table is not None and table.strip():
                tables[str(of_file)] = table.strip()[:LONGEST_TABLE]
            elif table is not None:
                tables.pop(str(of_file), None)
    return {
        **choices,
        **{name: sorted(rows_ticked) for name, rows_ticked in ticked.items()},
        "winners": winners,
        "tables": tables,
    }
