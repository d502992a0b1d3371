"""Canvas: typing in a score pad: a line for each painting, by its icons, art cards or by hand."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.translation import gettext as now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.canvas.conditions import BONUS_FOR, SLOTS, Element, Icon
from games.canvas.ribbons import cards_of, completed
from games.canvas.rules import (
    Details,
    Painting,
    State,
    edition_of,
    inspiration_in_play,
    paintings_of,
    pick,
    points_by_painting,
    put_paintings,
    set_inspiration,
)
from games.canvas.wording import ICONS, printed_name
from scoring.core.outcome import Outcome
from scoring.core.refusals import Path, Refused
from scoring.core.wording import Wording, refusal_sentence
from scoring.sheets.cells import (
    number_in,
    player_in,
    says_nothing,
    text,
)
from scoring.sheets.contract import Cells, Column, MoreFields, Sheet, WrongCell

PLAYER, BONUS, ART, TITLE = "player", "bonus", "art", "title"
BETWEEN_ART = " / "
TYPED_ICON = re.compile(r"(\+?)\s*(\w)")
BLANKS = re.compile(r"[\s,;./]+")
LETTERS: Mapping[Element, Any] = {
    "hue": pgettext_lazy("letter for hue", "h"),
    "shape": pgettext_lazy("letter for shape", "s"),
    "texture": pgettext_lazy("letter for texture", "t"),
    "tone": pgettext_lazy("letter for tone", "o"),
}
BONUSES: Mapping[str, Icon] = {element: icon for icon, element in BONUS_FOR.items()}


@dataclass(frozen=True, slots=True)
class Completed:
    """Hold a line: whose painting, and what it shows."""

    name: str
    painting: Painting


class TokensAndJudge(MoreFields):
    """Ask for the tokens that everyone has left, and whom the judge picked."""

    choice = forms.ChoiceField(label=_("The runner-up’s pick, after a tie"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        players = self.state.players
        choice: Any = self.fields.pop("choice")
        for at, name in enumerate(players):
            self.fields[_tokens(at)] = forms.IntegerField(
                label=now("Inspiration tokens left: %(name)s") % {"name": name},
                required=False,
                min_value=0,
                max_value=inspiration_in_play(self.state),
                widget=forms.TextInput({"inputmode": "numeric"}),
            )
        choice.choices = [("", "–"), *((name, name) for name in players)]
        self.fields["choice"] = choice

    @classmethod
    def values_of(cls, state: State) -> dict[str, Any]:
        tokens = {
            _tokens(at): state.inspiration[name]
            for at, name in enumerate(state.players)
            if name in state.inspiration
        }
        return {**tokens, "choice": state.judge_choice or ""}

    def change(self, state: State) -> State:
        typed = {name: self.cleaned_data[_tokens(at)] for at, name in enumerate(state.players)}
        tokens = {name: number for name, number in typed.items() if number is not None}
        return pick(set_inspiration(state, tokens), self.cleaned_data["choice"] or None)

    def refuse(self, refused: Refused, wording: Wording) -> bool:
        match refused.path:
            case ("inspiration", *rest):
                name = rest[0] if rest and rest[0] in self.state.players else self.state.players[0]
                field = _tokens(self.state.players.index(name))
            case ("judge_choice",):
                field = "choice"
            case _:
                return False
        self.add_error(field, refusal_sentence(refused, wording))
        return True


class CanvasSheet(Sheet[State, Completed]):
    line_name = _("Painting")
    more = TokensAndJudge

    @property
    def help(self) -> str:  # type: ignore[override]
        letters = ", ".join(f"{letter} {ICONS[element]}" for element, letter in LETTERS.items())
        sentences = now(
            "One line per painting: the player, by seat number or name, and the visible"
            " icons in each slot: %(letters)s, with + before a bonus icon, such as"
            " %(example)s. Or leave the slots empty and enter the ribbons of each card and"
            " the bonus points by hand."
        )
        return sentences % {"letters": letters, "example": f"{LETTERS['hue']}+{LETTERS['tone']}"}

    def columns(self, state: State) -> Sequence[Column]:
        slot = [
            Column(_slot(at), now("Slot %(number)d") % {"number": at + 1}, digits=False)
            for at in range(SLOTS)
        ]
        ribbons = [
            Column(_card(at), printed_name(card.name)) for at, card in enumerate(cards_of(state))
        ]
        art = [Column(ART, _("Or its art cards"), digits=False, wide=True)]
        return [
            Column(PLAYER, _("Player"), "1"),
            *slot,
            *ribbons,
            Column(BONUS, _("Bonus")),
            *(art if edition_of(state) == "r2i-2021" else []),
            Column(TITLE, _("Title"), digits=False, wide=True),
        ]

    def read(self, state: State, cells: Cells) -> Completed:
        name = player_in(cells, PLAYER, state.players)
        ribbons = {
            card.name: number_in(cells, _card(at))
            for at, card in enumerate(cards_of(state))
            if text(cells, _card(at))
        }
        painting = Painting(ribbons=ribbons, title=text(cells, TITLE) or None)
        if any(text(cells, _slot(at)) for at in range(SLOTS)):
            slots = tuple([_icons(cells, _slot(at)) for at in range(SLOTS)])
            painting = replace(painting, slots=slots)
        if art := text(cells, ART):
            painting = replace(painting, art=tuple([one.strip() for one in art.split("/")]))
        if text(cells, BONUS) or (painting.slots is None and painting.art is None):
            bonus = number_in(cells, BONUS) if text(cells, BONUS) else 0
            painting = replace(painting, bonus=bonus)
        if painting.bonus is not None and not (ribbons or text(cells, BONUS)):
            raise WrongCell(_slot(0), now("Enter icons, or ribbons and bonus points."))
        return Completed(name, painting)

    def fill(self, state: State, lines: Sequence[Completed]) -> State:
        return put_paintings(state, [(line.name, line.painting) for line in lines])

    def write(self, state: State) -> Sequence[Cells]:
        return [
            {PLAYER: str(state.players.index(name) + 1), **_cells(state, name, at)}
            for name, at in completed(state)
        ]

    def list_of(self, line: Completed) -> str:
        return line.name

    def plain(self, state: State) -> State:
        """Leave out the empty lists of players without a painting."""
        paintings = {name: own for name, own in state.paintings.items() if own}
        return replace(state, paintings=paintings)

    def find(self, state: State, lines: Sequence[Completed], path: Path) -> tuple[int, str] | None:
        match path:
            case ("paintings", str(name), int(nth), *rest):
                own = [at for at, line in enumerate(lines) if line.name == name]
                return (own[nth], _column(state, rest)) if nth < len(own) else None
        return None

    def points(
        self, state: State, lines: Sequence[Completed], outcome: Outcome[Details]
    ) -> Sequence[Mapping[str, int]]:
        done: Counter[str] = Counter()
        order = []
        for line in lines:
            order.append((line.name, done[line.name]))
            done[line.name] += 1
        return points_by_painting(state, outcome.details, order)


def _column(state: State, rest: Sequence[str | int]) -> str:
    """Return the column for the rest of a path, such as slots, 2 or ribbons, Unity."""
    match rest:
        case ["slots", int(slot), *_more]:
            return _slot(slot)
        case ["slots", *_more]:
            return _slot(0)
        case ["ribbons", str(card), *_more]:
            names = [one.name for one in cards_of(state)]
            return _card(names.index(card)) if card in names else ""
        case ["art" | "bonus" | "title" as column, *_more]:
            return column
    return ""


def _cells(state: State, name: str, at: int) -> Cells:
    painting = paintings_of(state, name)[at]
    cells = {
        _card(number): str(painting.ribbons[card.name])
        for number, card in enumerate(cards_of(state))
        if card.name in painting.ribbons
    }
    for slot, icons in enumerate(painting.slots or ()):
        cells[_slot(slot)] = "".join(map(_typed, icons)) or "-"
    if painting.art is not None:
        cells[ART] = BETWEEN_ART.join(painting.art)
    if painting.bonus is not None:
        cells[BONUS] = str(painting.bonus)
    return {**cells, TITLE: painting.title or ""}


def _typed(icon: Icon) -> str:
    if icon in BONUS_FOR:
        return f"+{LETTERS[BONUS_FOR[icon]]}"
    return str(LETTERS[icon])  # type: ignore[index]


def _icons(cells: Cells, key: str) -> tuple[Icon, ...]:
    typed = text(cells, key).casefold()
    if says_nothing(typed):
        return ()
    by_letter = {str(letter): element for element, letter in LETTERS.items()}
    icons = [
        BONUSES[by_letter[letter]] if plus else by_letter[letter]
        for plus, letter in TYPED_ICON.findall(typed)
        if letter in by_letter
    ]
    if sum(map(len, map(_typed, icons))) != len(BLANKS.sub("", typed)):
        letters = ", ".join(map(str, LETTERS.values()))
        sentence = now("Enter the letters of its icons: %(letters)s.")
        raise WrongCell(key, sentence % {"letters": letters})
    return tuple(icons)


def _slot(at: int) -> str:
    return f"slot{at + 1}"


def _card(at: int) -> str:
    return f"card{at + 1}"


def _tokens(at: int) -> str:
    return f"tokens{at + 1}"


SHEET = CanvasSheet()
