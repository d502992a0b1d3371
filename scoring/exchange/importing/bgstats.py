"""Read exports of the app BG Stats: its plays of our games as results without rounds."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.contract import Game
from scoring.core.limits import LETTERS_OF_NOTES
from scoring.documents.file_formats import Unreadable
from scoring.documents.schema import MINUTES, RESULT_FORMAT
from scoring.exchange.importing.entries import (
    Choices,
    Entry,
    Parsed,
    Remark,
    game_called,
    game_of_bgg,
)
from scoring.exchange.importing.figures import Said, take_apart
from scoring.exchange.importing.tables import LONGEST_SHOWN, MISREAD
from scoring.exchange.importing.text import DateOrder, Misread, read_date, read_number

Row = Mapping[str, Any]
Id = int | float | str | None
LONGEST_NAME, LONGEST_PLACE = 60, 200
MOST_OF_A_NAME = 20  # who are told apart at one table


def is_export(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("plays"), list) and "games" in value


def read_export(value: Row, choices: Choices) -> Parsed:
    """Return the plays of our games; those of other games are counted."""
    export = _Export(value, choices)
    entries: list[Entry] = []
    skipped: Counter[str] = Counter()
    for number, play in enumerate(_rows(value, "plays"), 1):
        if play.get("ignored"):
            continue
        name, game = export.game(play)
        if game is None:
            skipped[name] += 1
        else:
            entries.append(export.entry(number, play, game))
    return Parsed("BG Stats", entries, skipped, rows="play", known_as=export.known_as)


def _rows(value: Row, key: str) -> Sequence[Row]:
    rows = value.get(key)
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _by_id(value: Row, key: str) -> dict[Id, Row]:
    rows = _rows(value, key)
    return {_id(row["id"]): row for row in rows if "id" in row}


def _id(value: object) -> Id:
    """Return the id by which others name a row, or None. Raises Unreadable if it is a list."""
    if value is None or isinstance(value, int | float | str):
        return value
    raise Unreadable(
        _("This BG Stats export is damaged: some of its ids are lists. Export it again.")
    )


def _text(value: object, most: int) -> str:
    """Return a text as documents allow it: printable, without white space at its ends."""
    text = value if isinstance(value, str) else ""
    lines = ("".join(c for c in line if c.isprintable()) for line in text.splitlines())
    return "\n".join(lines)[:most].strip()


class _Export:
    """Hold the tables of an export, by the numbers that tie them together."""

    def __init__(self, value: Row, choices: Choices) -> None:
        self.choices = choices
        self.players = _by_id(value, "players")
        self.games = _by_id(value, "games")
        self.locations = _by_id(value, "locations")
        self.labels = self._labels()
        names = {id: _text(row.get("name"), LONGEST_NAME) for id, row in self.players.items()}
        # Several players of one name, whom only their ids tell apart.
        self.known_as = {
            label: names[id] for id, label in self.labels.items() if names[id] not in {"", label}
        }

    def _labels(self) -> dict[Id, str]:
        """Return a label for each player: the name, and a number where several have that name."""
        labels: dict[Id, str] = {}
        taken: set[str] = set()
        for id, row in self.players.items():
            name = label = _text(row.get("name"), LONGEST_NAME) or "?"
            number = 2
            while label in taken:
                end = f" ({number})"
                label, number = name[: LONGEST_NAME - len(end)] + end, number + 1
            taken.add(label)
            labels[id] = label
        return labels

    def game(self, play: Row) -> tuple[str, Game[Any] | None]:
        row = self.games.get(_id(play.get("gameRefId")), {})
        name = _text(row.get("name"), LONGEST_NAME) or "?"
        return name, game_of_bgg(row.get("bggId")) or game_called(name)

    def entry(self, number: int, play: Row, game: Game[Any]) -> Entry:
        key = play.get("uuid")
        remarks: list[Remark] = []
        cover = self._cover(play, remarks)
        said, guests, problems = self._said(play)
        figures = take_apart(said, game, self.choices.winners.get(number, ""))
        if play.get("usesTeams"):
            problems.append(_("It was played in teams."))
        return Entry(
            {**cover, "game": game.slug, "players": figures.players},
            (number,),
            key=f"bgstats {key.lower()}" if isinstance(key, str) else "",
            problem=" ".join(problems) or figures.problem,
            remarks=[*remarks, *map(Remark, figures.remarks)],
            winners=() if problems else figures.winners,
            has_points=figures.has_points,
            guests=frozenset(guests),
        )

    def _cover(self, play: Row, remarks: list[Remark]) -> dict[str, Any]:
        day = read_date(str(play.get("playDate") or ""), DateOrder.DAY_FIRST)
        if day is None:
            remarks.append(Remark(_("It has no date, so it does not count for any standings.")))
        minutes = play.get("durationMin")
        location = self.locations.get(_id(play.get("locationRefId")), {})
        place = _text(location.get("name"), LONGEST_PLACE).replace("\n", " ")
        notes = _text(play.get("comments"), LETTERS_OF_NOTES)
        return {
            "format": RESULT_FORMAT,
            **({"played_on": day.isoformat()} if day else {}),
            **({"minutes": minutes} if type(minutes) is int and minutes in MINUTES else {}),
            **({"location": place} if place else {}),
            **({"notes": notes} if notes else {}),
        }

    def _said(self, play: Row) -> tuple[list[Said], set[str], list[str]]:
        """Return what a play says of its players; who are guests; what is wrong with it."""
        rows = list(_rows(play, "playerScores"))
        seats = [row.get("seatOrder") for row in rows]
        if all(type(seat) is int and seat > 0 for seat in seats):
            rows.sort(key=lambda row: row["seatOrder"])
        said: list[Said] = []
        guests: set[str] = set()
        problems: list[str] = []
        taken: set[str] = set()
        for row in rows:
            label = self.labels.get(_id(row.get("playerRefId")), "?")
            if self.players.get(_id(row.get("playerRefId")), {}).get("isAnonymous"):
                label = _free_name(_text(row.get("anonymousName"), LONGEST_NAME) or label, taken)
                guests.add(label)
            taken.add(label)
            points, problem = _points(row.get("score"))
            if problem:
                problems.append(label + _(":") + f" {problem}")
            rank = row.get("rank")
            place = rank if type(rank) is int and rank > 0 else None
            said.append(Said(label, points, place, bool(row.get("winner"))))
        return said, guests, problems


def _points(score: object) -> tuple[int | None, str]:
    """Return the points of a score, which is text or a number; why they cannot be read, if so."""
    if score is None or score == "":
        return None, ""
    if isinstance(score, bool) or not isinstance(score, int | float | str):
        return None, str(MISREAD[Misread.NO_NUMBER])
    text = str(score).strip()
    if not text:
        return None, ""
    number = read_number(text, has_decimals=True)
    if number.problem:
        return None, f"“{text[:LONGEST_SHOWN]}”. {MISREAD[number.problem]}"
    return number.value, ""


def _free_name(name: str, taken: Collection[str]) -> str:
    """Return a name that nobody has at this table yet."""
    free, number = name, 2
    while free in taken and number <= MOST_OF_A_NAME:
        end = f" {number}"
        free, number = name[: LONGEST_NAME - len(end)] + end, number + 1
    return free
