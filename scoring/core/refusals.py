"""Refusals as data: where something is not allowed, which rule forbids it, and the values involved.

The sentence is made in `wording.py` of the game, in the reader's language."""

from collections.abc import Collection, Sequence
from enum import StrEnum

Path = tuple[str | int, ...]


class Code(StrEnum):
    """The refusals that all games share; those of one game are in its rules.py."""

    MALFORMED = "malformed"
    NOT_AN_OBJECT = "not-an-object"
    NOT_A_LIST = "not-a-list"
    NOT_TEXT = "not-text"
    NOT_A_WHOLE_NUMBER = "not-a-whole-number"
    NOT_YES_OR_NO = "not-yes-or-no"
    NOT_A_DATE = "not-a-date"
    NOT_A_UUID = "not-a-uuid"
    NOT_A_CHOICE = "not-a-choice"
    NOT_PRINTABLE = "not-printable"
    BLANK_AT_ENDS = "blank-at-ends"
    TEXT_LENGTH = "text-length"
    MISSING_KEY = "missing-key"
    UNKNOWN_KEY = "unknown-key"
    KEY_TWICE = "key-twice"
    TOO_DEEP = "too-deep"
    TOO_MANY_KEYS = "too-many-keys"
    WRONG_FORMAT = "wrong-format"
    UNKNOWN_GAME = "unknown-game"
    PLAYER_COUNT = "player-count"
    NAME_TWICE = "name-twice"
    UNKNOWN_PLAYER = "unknown-player"
    OUT_OF_RANGE = "out-of-range"
    WRONG_COUNT = "wrong-count"
    LISTED_TWICE = "listed-twice"
    AFTER_THE_END = "after-the-end"
    NOTHING_TO_STOP = "nothing-to-stop"
    ENDS_ELSEWHERE = "ends-elsewhere"
    NO_SUCH_ENTRY = "no-such-entry"
    ENTERED_MEANWHILE = "entered-meanwhile"
    TOO_MANY_ENTRIES = "too-many-entries"
    TOO_MANY_CHANGES = "too-many-changes"
    HISTORY_IS_FULL = "history-is-full"
    RULES_ARE_FIXED = "rules-are-fixed"
    PLAYERS_ARE_FIXED = "players-are-fixed"


class Refused(Exception):
    """Raised for one thing that is not allowed. `path` leads to it in the session document."""

    def __init__(self, path: Path, code: StrEnum, **values: object) -> None:
        super().__init__(path, code, values)
        self.path = path
        self.code = code
        self.values = values

    @property
    def where(self) -> str:
        """Return the path as people write it, such as `rounds[2].finish`."""
        return path_text(self.path)


def path_text(path: Path) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")


def after_the_end(path: Path) -> Refused:
    """Return the refusal of a round or turn after the end; its index ends the path."""
    return Refused(path, Code.AFTER_THE_END, number=int(path[-1]) + 1)


def check_players(players: Sequence[str], seats: range) -> None:
    if len(players) not in seats:
        raise Refused(("players",), Code.PLAYER_COUNT, least=seats[0], most=seats[-1])
    check_different(players, ("players",), Code.NAME_TWICE)


def check_player(name: str, players: Collection[str], path: Path) -> None:
    if name not in players:
        raise Refused(path, Code.UNKNOWN_PLAYER, name=name)


def check_names(names: Sequence[str], players: Collection[str], path: Path) -> None:
    """Refuse a list of names with a stranger in it, or with somebody twice."""
    if len({*names}) == len(names) and {*names}.issubset(players):
        return
    for at, name in enumerate(names):
        check_player(name, players, (*path, at))
    check_different(names, path, Code.NAME_TWICE)


def check_different(items: Sequence[object], path: Path, code: StrEnum = Code.LISTED_TWICE) -> None:
    if len({*items}) == len(items):
        return
    seen = set()
    for at, item in enumerate(items):
        if item in seen:
            raise Refused((*path, at), code, item=item)
        seen.add(item)


def check_all_within(numbers: Sequence[int], allowed: range, path: Path) -> None:
    if numbers and (min(numbers) not in allowed or max(numbers) not in allowed):
        for at, number in enumerate(numbers):
            check_within(number, allowed, (*path, at))


def check_within(number: int, allowed: range, path: Path) -> None:
    if number not in allowed:
        raise Refused(path, Code.OUT_OF_RANGE, number=number, least=allowed[0], most=allowed[-1])


def check_count(items: Collection[object], allowed: range, path: Path) -> None:
    if len(items) not in allowed:
        raise Refused(path, Code.WRONG_COUNT, count=len(items), wanted=allowed)
