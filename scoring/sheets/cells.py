"""Read what people write into a cell: numbers, players by their seat or name."""

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.sessions.name_matching import name_key
from scoring.sheets.contract import STORED_AS, Cells, Column, WrongCell

SEPARATORS = re.compile(r"[\s,;.+/]+")
NOTHING = {"-", "–", "—", "0"}  # written where somebody scored nothing
MOST_LETTERS = 400  # of a cell


def seat_columns(players: Sequence[str], example: str = "") -> list[Column]:
    """Return a column for each player, in seat order: "seat1", "seat2"…"""
    return [Column(seat_key(at), name, example) for at, name in enumerate(players)]


def numbered_seat_columns(players: Sequence[str], example: str = "") -> list[Column]:
    """Return a column for each player, with the seat numbers by which other cells name them."""
    return seat_columns([f"{at} {name}" for at, name in enumerate(players, 1)], example)


def seat_key(at: int) -> str:
    return f"seat{at + 1}"


def text(cells: Cells, key: str) -> str:
    return cells.get(key, "").strip()


def says_nothing(typed: str) -> bool:
    """Return whether a cell says that there is nothing: "-" or "0"; an empty one says nothing."""
    return typed in NOTHING


def player_in(cells: Cells, key: str, players: Sequence[str]) -> str:
    """Return the player whom a cell means by a seat number, a name, or the beginning of one name.

    Raises WrongCell."""
    typed = text(cells, key)
    if typed.isdecimal() and len(typed) < 3 and 1 <= int(typed) <= len(players):
        return players[int(typed) - 1]
    wanted = name_key(typed)
    exactly = [name for name in players if name_key(name) == wanted]
    found = exactly or [name for name in players if wanted and name_key(name).startswith(wanted)]
    if len(found) == 1:
        return found[0]
    sentence = _("Enter who it is: a seat number from 1 to %(most)d, or a name.")
    raise WrongCell(key, sentence % {"most": len(players)})


def players_in(cells: Cells, key: str, players: Sequence[str]) -> tuple[str, ...]:
    """Return the players that a cell lists by their seat numbers: "3 1 2" or "312".

    Raises WrongCell."""
    return tuple([players[number - 1] for number in digits_in(cells, key, len(players))])


def digits_in(cells: Cells, key: str, most: int) -> list[int]:
    """Return the numbers from 1 to `most`, below 10, that a cell lists. Raises WrongCell."""
    numbers = [int(digit) for digit in _joined(cells, key) if digit.isdecimal()]
    if len(numbers) != len(_joined(cells, key)) or not all(1 <= one <= most for one in numbers):
        sentence = _("Enter seat numbers from 1 to %(most)d, such as %(example)s.")
        raise WrongCell(key, sentence % {"most": most, "example": "3 1 2"})
    return numbers


def _joined(cells: Cells, key: str) -> str:
    typed = text(cells, key)
    return "" if says_nothing(typed) else SEPARATORS.sub("", typed)


def number_in(cells: Cells, key: str) -> int:
    """Return the whole number in a cell. Raises WrongCell."""
    typed = text(cells, key)
    if not (typed.isascii() and typed.isdecimal() and len(typed) <= 4):
        raise WrongCell(key, _("Enter a whole number."))
    return int(typed)


def seat_numbers(names: Sequence[str], players: Sequence[str]) -> str:
    """Write players as players_in() reads them."""
    return " ".join(str(players.index(name) + 1) for name in names)


def is_empty(cells: Cells) -> bool:
    return not any(cell.strip() for key, cell in cells.items() if key != STORED_AS)


def without_empty_end(lines: Sequence[Cells]) -> list[Cells]:
    """Return the lines up to the last one in which something is typed."""
    filled = [at for at, cells in enumerate(lines) if not is_empty(cells)]
    return list(lines[: filled[-1] + 1]) if filled else []
