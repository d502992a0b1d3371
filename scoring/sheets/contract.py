"""Define what a game provides so that its sessions can be typed in from a score pad.

A sheet has a line for each round and a cell for each thing that the score pad asks for. The game
reads the cells of a line and writes them; what is allowed is decided by its rules alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from django import forms

from scoring.contract import Game
from scoring.core.outcome import Outcome
from scoring.core.refusals import Path, Refused
from scoring.core.wording import Template, Wording, refusal_sentence
from scoring.play.taps import field_for_refusal

State = TypeVar("State")
Line = TypeVar("Line")  # what a line of cells says, such as a round
Cells = Mapping[str, str]  # the key of a column -> what is typed there
STORED_AS = "stored-as"  # the key of the position that a line has in the recorded session, if any


@dataclass(frozen=True, slots=True)
class Column:
    """Describe a cell that every line has."""

    key: str
    label: Template
    example: str = ""
    digits: bool = True  # whether digits alone can say it, so that a phone shows its number keys
    wide: bool = False  # a text of several words


class WrongCell(Exception):
    """Raised for a cell that cannot be understood; `sentence` says why, and what to enter."""

    def __init__(self, column: str, sentence: Template) -> None:
        super().__init__(column, sentence)
        self.column = column
        self.sentence = sentence


class MoreFields(forms.Form):
    """Ask for what a sheet has below its lines, such as why the game ended."""

    # A step of a refusal's path -> the field that shows the refusal, if called otherwise.
    refusal_fields: ClassVar[Mapping[str, str]] = {}

    def __init__(self, *args: Any, state: Any, **kwargs: Any) -> None:
        """`state`: of the table, with its players and rules."""
        super().__init__(*args, **kwargs)
        self.state = state

    @classmethod
    def values_of(cls, state: Any) -> dict[str, Any]:  # noqa: ARG003
        """Return the values that the fields have for a session."""
        return {}

    def change(self, state: Any) -> Any:
        """Return the State with what the fields say. Raises Refused."""
        return state

    def refuse(self, refused: Refused, wording: Wording) -> bool:
        """Show a refusal at its field; return whether one of the fields is meant."""
        field = field_for_refusal(refused, self, self.refusal_fields)
        if field is not None:
            self.add_error(field, refusal_sentence(refused, wording))
        return field is not None


class Sheet(Generic[State, Line]):
    """Define how a game is typed in, line by line."""

    help: Template  # how the cells are typed, in a few sentences
    line_name: Template  # what a line is: "Round"
    more: type[MoreFields] = MoreFields
    # Whether an empty line above others says something: a round in which nobody scored.
    counts_empty_lines = False

    def columns(self, state: State) -> Sequence[Column]:
        raise NotImplementedError

    def read(self, state: State, cells: Cells) -> Line:
        """Return what a line says. Raises WrongCell."""
        raise NotImplementedError

    def fill(self, state: State, lines: Sequence[Line]) -> State:
        """Return the State with these lines instead of its own. Raises Refused."""
        raise NotImplementedError

    def write(self, state: State) -> Sequence[Cells]:
        """Return the lines of a State, as read() understands them."""
        raise NotImplementedError

    def list_of(self, line: Line) -> str:
        """Return whose list of the State a line is for, by name; "" for that of all players."""
        return ""

    def plain(self, state: State) -> State:
        """Return the State without what makes no difference and no cell shows."""
        return state

    def find(self, state: State, lines: Sequence[Line], path: Path) -> tuple[int, str] | None:
        """Return the line, and the column or "", that a refusal is about; None for the whole."""
        raise NotImplementedError

    def points(
        self, state: State, lines: Sequence[Line], outcome: Outcome[Any]
    ) -> Sequence[Mapping[str, int]]:
        """Return everybody's points after each line."""
        raise NotImplementedError


def sheet_of(game: Game[Any]) -> Sheet[Any, Any]:
    """Return the sheet of a game that has one."""
    if game.sheet is None:
        raise LookupError(game.slug)
    return game.sheet
