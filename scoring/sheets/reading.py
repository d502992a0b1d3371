"""Read the lines of a sheet as a State, score it, and say at each cell what is wrong there."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.contract import Game
from scoring.core.outcome import Outcome
from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.documents.schema import Cover
from scoring.documents.scorer import SessionDocument, dump_document, read_document
from scoring.sheets.cells import is_empty, without_empty_end
from scoring.sheets.contract import Cells, WrongCell, sheet_of

MOST_READINGS = 3  # of shorter and shorter sheets, until the rules allow one

Complete = Callable[[Any], Any]  # adds what a sheet asks for below its lines; may refuse


@dataclass(slots=True)
class Reading:
    """Hold what a sheet says. Where anything is wrong, `outcome` is that of the lines before it."""

    state: Any = None  # None if something is wrong
    outcome: Outcome[Any] | None = None
    lines: int = 0  # how many of those typed say something
    wrong: dict[int, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    refused: Refused | None = None  # of the whole sheet
    points: dict[int, Mapping[str, int]] = field(default_factory=dict)  # after each line


def read_lines(game: Game[Any], base: Any, typed: Sequence[Cells], complete: Complete) -> Reading:
    """Read the lines into the State `base`, which has the players and the rules."""
    sheet = sheet_of(game)
    reading = Reading()
    lines: list[Any] = []
    numbers: list[int] = []  # of the lines that say something
    for at, cells in enumerate(without_empty_end(typed)):
        if is_empty(cells) and not sheet.counts_empty_lines:
            continue
        reading.lines += 1
        try:
            line = sheet.read(base, cells)
        except WrongCell as wrong:
            reading.wrong[at][wrong.column] = str(wrong.sentence)
        if not reading.wrong:
            lines.append(line)
            numbers.append(at)
    _score(game, base, lines, numbers, reading, complete)
    return reading


def _score(
    game: Game[Any],
    base: Any,
    lines: list[Any],
    numbers: list[int],
    reading: Reading,
    complete: Complete,
) -> None:
    """Score as many lines as the rules allow, and note what they refuse of the next one."""
    sheet = sheet_of(game)
    is_whole = not reading.wrong
    for _attempt in range(MOST_READINGS):
        try:
            state = sheet.fill(base, lines)
            outcome = _checked_score(game, state)
        except Refused as refused:
            is_whole = False
            found = sheet.find(base, lines, refused.path)
            if found is None or found[0] not in range(len(lines)):
                reading.refused = reading.refused or refused
                return
            at, column = found
            sentence = refusal_sentence(refused, game.wording)
            reading.wrong[numbers[at]].setdefault(column, sentence)
            lines = lines[:at]
            continue
        after = sheet.points(state, lines, outcome)
        reading.points = dict(zip(numbers, after, strict=False))
        reading.outcome = outcome
        if is_whole:
            _complete(game, state, reading, complete)
        return


def _checked_score(game: Game[Any], state: Any) -> Outcome[Any]:
    """Score the State, and refuse text that no document can hold."""
    outcome = game.score(state)
    game.play.check_end(state, outcome)
    read_document(dump_document(SessionDocument(game, Cover(), state)))
    return outcome


def _complete(game: Game[Any], state: Any, reading: Reading, complete: Complete) -> None:
    try:
        completed = complete(state)
        if completed != state:
            reading.outcome = _checked_score(game, completed)
    except Refused as refused:
        reading.refused = refused
    else:
        reading.state = completed
