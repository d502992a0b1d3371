"""The export of the app BG Stats: its plays of our games as results without rounds."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.contract import Game
from scoring.core.limits import LETTERS_OF_NOTES
from scoring.documents.file_formats import Unreadable
from scoring.documents.schema import MINUTES, RESULT_FORMAT
from scoring.exchange.importing.entries import Entry, Parsed, game_called, game_of_bgg
from scoring.exchange.importing.text import DateOrder, read_date, read_number

Row = Mapping[str, Any]
Id = int | float | str | None
LONGEST_NAME, LONGEST_PLACE = 60, 200


def is_export(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("plays"), list) and "games" in value


def read_export(value: Row) -> Parsed:
    """Return the plays of our games; those of other games are counted."""
    export = _Export(value)
    entries: list[Entry] = []
    skipped: Counter[str] = Counter()
    for play in _rows(value, "plays"):
        if play.get("ignored"):
            continue
        name, game = export.game(play)
        if game is None:
            skipped[name] += 1
        else:
            entries.append(export.entry(play, game))
    return Parsed("BG Stats", entries, skipped)


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
    raise Unreadable(_("This export of BG Stats has ids that are lists. Export it again."))


def _text(value: object, most: int) -> str:
    """Return a text as documents allow it: printable, without white space at its ends."""
    text = value if isinstance(value, str) else ""
    lines = ("".join(c for c in line if c.isprintable()) for line in text.splitlines())
    return "\n".join(lines)[:most].strip()


class _Export:
    """The tables of an export, by the numbers that tie them together."""

    def __init__(self, value: Row) -> None:
        self.players = _by_id(value, "players")
        self.games = _by_id(value, "games")
        self.locations = _by_id(value, "locations")

    def game(self, play: Row) -> tuple[str, Game[Any] | None]:
        row = self.games.get(_id(play.get("gameRefId")), {})
        name = _text(row.get("name"), LONGEST_NAME) or "?"
        return name, game_of_bgg(row.get("bggId")) or game_called(name)

    def entry(self, play: Row, game: Game[Any]) -> Entry:
        key = play.get("uuid")
        identity = f"bgstats {key.lower()}" if isinstance(key, str) else ""
        if play.get("usesTeams"):
            return Entry(self._document(play, game), identity, _("It was played in teams."))
        return Entry(self._document(play, game), identity)

    def _document(self, play: Row, game: Game[Any]) -> dict[str, Any]:
        day = read_date(str(play.get("playDate") or ""), DateOrder.DAY_FIRST)
        minutes = play.get("durationMin")
        location = self.locations.get(_id(play.get("locationRefId")), {})
        place = _text(location.get("name"), LONGEST_PLACE).replace("\n", " ")
        notes = _text(play.get("comments"), LETTERS_OF_NOTES)
        return {
            "format": RESULT_FORMAT,
            "game": game.slug,
            **({"played_on": day.isoformat()} if day else {}),
            **({"minutes": minutes} if type(minutes) is int and minutes in MINUTES else {}),
            **({"location": place} if place else {}),
            **({"notes": notes} if notes else {}),
            "players": self._players(play, game),
        }

    def _players(self, play: Row, game: Game[Any]) -> list[dict[str, Any]]:
        rows = list(_rows(play, "playerScores"))
        seats = [row.get("seatOrder") for row in rows]
        if all(type(seat) is int and seat > 0 for seat in seats):
            rows.sort(key=lambda row: row["seatOrder"])
        return noted_players(
            [
                (
                    self._name(row),
                    read_number(str(row.get("score") or "")),
                    row["rank"] if type(row.get("rank")) is int and row["rank"] > 0 else None,
                    bool(row.get("winner")),
                )
                for row in rows
            ],
            game,
        )

    def _name(self, row: Row) -> str:
        player = self.players.get(_id(row.get("playerRefId")), {})
        name = row.get("anonymousName") if player.get("isAnonymous") else None
        return _text(name or player.get("name"), LONGEST_NAME) or "?"


Said = tuple[str, int | None, int | None, bool]  # name, points, place, winner


def noted_players(rows: Sequence[Said], game: Game[Any]) -> list[dict[str, Any]]:
    """Return the players of a document, with what is needed of points, places and winners.

    Apps and tables say all three at once. Points come first; places and winners are taken where
    points leave a tie that the game breaks, or where nobody has points."""
    has_points = all(points is not None for _name, points, _place, _won in rows)
    has_places = all(place is not None for _name, _points, place, _won in rows)
    points = [number for _name, number, _place, _won in rows]
    best = max((number for number in points if number is not None), default=None)
    times = Counter(points)
    level_on_top = has_points and times[best] > 1 and game.breaks_ties
    someone_wins = any(won and number == best for _name, number, _place, won in rows)
    players = []
    for name, number, place, won in rows:
        player: dict[str, Any] = {"name": name}
        if has_points:
            player["points"] = number
            if has_places and game.breaks_ties and times[number] > 1:
                player["place"] = place
            elif level_on_top and someone_wins and won and number == best and not has_places:
                player["winner"] = True
        elif has_places:
            player["place"] = place
        elif won:
            player["winner"] = True
        players.append(player)
    return players
