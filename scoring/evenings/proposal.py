"""Propose the tables of an evening, and let people change them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from scoring.contract import Game
from scoring.evenings.assignment import (
    Limits,
    Pair,
    assign,
    count_meetings,
    enough_tables,
    repeated,
    table_sizes,
)
from scoring.evenings.tonight import Seated
from scoring.models import Answer, Evening, Result, Season, Session
from scoring.registry import get_game
from scoring.sessions.name_matching import name_key

MOST_READ = 5_000  # seats of a season, among which meetings are counted
WITHOUT_SEASON = timedelta(days=365)  # for which meetings are counted
FEWEST = 2  # players of a table that is proposed
AGAIN_TONIGHT = 100  # meetings of the season weigh less than one of this evening


@dataclass(frozen=True, slots=True)
class Present:
    """Somebody who is here."""

    key: int  # of the answer
    name: str
    player: int | None
    table: Session | None  # that goes on, where they sit

    @property
    def game(self) -> str:
        return get_game(self.table.game).name if self.table else ""


@dataclass(frozen=True, slots=True)
class ProposedTable:
    game: Game[Any]
    people: list[Present]

    @property
    def has_wrong_number(self) -> bool:
        """Return whether people sit there, and the game takes fewer or more."""
        least, most = self.game.least_players, self.game.most_players
        return bool(self.people) and not least <= len(self.people) <= most


@dataclass(frozen=True, slots=True)
class Proposal:
    tables: list[ProposedTable] = field(default_factory=list)
    over: list[Present] = field(default_factory=list)  # who sits nowhere
    playing: list[Present] = field(default_factory=list)  # at a table that goes on
    # Meetings of the season and of the evening; None where people chose who sits where.
    repeated: int | None = None
    repeated_tonight: int = 0

    @property
    def seats_somebody(self) -> bool:
        return any(table.people for table in self.tables)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What the form says: the game of each table, and the number of each person's table."""

    games: tuple[str, ...]
    numbers: Mapping[int, int] = field(default_factory=dict)  # by the keys of people
    by_hand: bool = False  # somebody was moved, so nobody is dealt another table
    fills: bool = False  # more tables of these games, until everyone has a seat

    def after(self, button: str, person: int | None) -> "Arrangement":
        """Apply a button of the form: "add:duplik", "remove:2", "move:2", "deal"."""
        verb, _colon, value = button.partition(":")
        if verb == "add":
            return replace(self, games=(*self.games, value))
        if verb == "deal":
            return replace(self, by_hand=False, fills=True)
        number = int(value) if value.isdecimal() and len(value) <= 3 else 0
        if verb == "move" and person is not None:
            return replace(self, numbers={**self.numbers, person: number}, by_hand=True)
        if verb == "remove" and 0 < number <= len(self.games):
            others = {key: at for key, at in self.numbers.items() if at != number}
            return replace(
                self,
                games=self.games[: number - 1] + self.games[number:],
                numbers={key: at - (at > number) for key, at in others.items()},
            )
        return self


def people_here(evening: Evening, seated: Seated) -> list[Present]:
    """Return who is here, and where they sit; of two with one name the first."""
    here: dict[str, Present] = {}
    for answer in Answer.objects.filter(evening=evening).here():
        name = answer.player.name if answer.player else answer.name
        key = name_key(name)
        here.setdefault(key, Present(answer.pk, name, answer.player_id, seated.get(key)))
    return list(here.values())


def arranged(here: Sequence[Present], arrangement: Arrangement) -> Proposal:
    """Return the tables as the form has them; without a number people do not play."""
    tables = [
        ProposedTable(
            get_game(game), [one for one in here if arrangement.numbers.get(one.key) == number]
        )
        for number, game in enumerate(arrangement.games, 1)
    ]
    return _with_others(here, Proposal(tables))


def propose(
    evening: Evening,
    here: Sequence[Present],
    arrangement: Arrangement,
    *,
    most: int | None = None,
    sessions: Sequence[Session] = (),
) -> Proposal:
    """Seat people with those whom they met least: this evening, and since the season began.

    Who sits at a table that goes on is proposed for none. `sessions`: those of the evening."""
    free = [person for person in here if person.table is None]
    games = [get_game(game) for game in arrangement.games]
    limits = [_limits(game, most) for game in games]
    if arrangement.fills:
        played = enough_tables(len(free), limits)
        games, limits = [games[at] for at in played], [limits[at] for at in played]
    sizes = table_sizes(len(free), limits)
    season, tonight = _meetings_of_season(evening, free), _meetings_of_tonight(sessions, free)
    weights = season + Counter({pair: AGAIN_TONIGHT * number for pair, number in tonight.items()})
    keys = assign([person.key for person in free], sizes, weights)
    by_key = {person.key: person for person in free}
    tables = [
        ProposedTable(game, [by_key[key] for key in table])
        for game, table in zip(games, keys, strict=True)
        if table or not arrangement.fills
    ]
    proposal = Proposal(tables, [], [], repeated(keys, season), repeated(keys, tonight))
    return _with_others(here, proposal)


def _with_others(here: Sequence[Present], proposal: Proposal) -> Proposal:
    seated = {person.key for table in proposal.tables for person in table.people}
    others = [person for person in here if person.key not in seated]
    return replace(
        proposal,
        over=[person for person in others if person.table is None],
        playing=[person for person in others if person.table is not None],
    )


def _limits(game: Game[Any], most: int | None) -> Limits:
    fewest = max(game.least_players, FEWEST)
    return fewest, max(fewest, min(most or game.most_players, game.most_players))


def _meetings_of_season(evening: Evening, free: Sequence[Present]) -> Counter[Pair]:
    keys = {person.player: person.key for person in free if person.player is not None}
    seasons = Season.objects.on_day(evening.league_id, evening.day)
    since = seasons[0].starts_on if seasons else evening.day - WITHOUT_SEASON
    seated = Result.objects.seated_since(list(keys), since)[:MOST_READ]
    return count_meetings((session, keys[player]) for session, player in seated)


def _meetings_of_tonight(sessions: Sequence[Session], free: Sequence[Present]) -> Counter[Pair]:
    """Count also what is not finished, and guests who are no players of the group."""
    by_player = {person.player: person.key for person in free if person.player is not None}
    by_name = {name_key(person.name): person.key for person in free}
    seats = [(session.pk, seat) for session in sessions for seat in session.seats.all()]
    keys = [
        (session, by_player.get(seat.player_id or 0) or by_name.get(name_key(seat.name)))
        for session, seat in seats
    ]
    return count_meetings((session, key) for session, key in keys if key is not None)
