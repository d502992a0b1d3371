"""The tables of an evening: propose who sits where, and open them in one go."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction

from scoring.contract import Game
from scoring.evenings.assignment import Pair, assign, count_meetings, repeated, table_sizes
from scoring.evenings.tonight import Seated, seated_at, sessions_of
from scoring.models import Answer, Evening, Result, Season, Session
from scoring.models.locks import lock_evening
from scoring.models.revisions import By
from scoring.play.earlier_tables import latest_table, rules_of
from scoring.play.opening import OptionsForm, open_table, opening_document
from scoring.registry import get_game
from scoring.sessions.name_matching import name_key
from scoring.sessions.repeated_taps import opened_before

MOST_READ = 5_000  # seats of a season, among which meetings are counted
WITHOUT_SEASON = timedelta(days=365)  # for which meetings are counted
FEWEST = 2  # players of a table that is proposed


class PlaysAlready(Exception):
    """Somebody of a new table sits at another one, which goes on."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


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
class Proposal:
    tables: list[list[Present]]
    over: list[Present]  # who is too many
    repeated: int | None  # meetings of the season; None where people chose who sits where


def people_here(evening: Evening, seated: Seated) -> list[Present]:
    """Return who is here, and where they sit; of two with one name the first."""
    here: dict[str, Present] = {}
    for answer in Answer.objects.filter(evening=evening).here():
        name = answer.player.name if answer.player else answer.name
        key = name_key(name)
        here.setdefault(key, Present(answer.pk, name, answer.player_id, seated.get(key)))
    return list(here.values())


def propose(evening: Evening, free: Sequence[Present], game: Game[Any], most: int) -> Proposal:
    """Seat people with those whom they met least since the season began."""
    sizes = table_sizes(len(free), max(game.least_players, FEWEST), most)
    met = _meetings(evening, free)
    by_key = {person.key: person for person in free}
    tables = assign([person.key for person in free], sizes, met)
    seated = {key for table in tables for key in table}
    return Proposal(
        [[by_key[key] for key in table] for table in tables],
        [person for person in free if person.key not in seated],
        repeated(tables, met),
    )


def wanted_tables(here: Sequence[Present], values: Mapping[str, str]) -> list[list[Present]]:
    """Read from a form the number of each person's table; without one they do not play."""
    tables: dict[str, list[Present]] = {}
    for person in here:
        number = values.get(f"table-{person.key}", "")
        if number.isdecimal() and len(number) <= 2:
            tables.setdefault(number, []).append(person)
    return [tables[number] for number in sorted(tables, key=int)]


def _meetings(evening: Evening, free: Sequence[Present]) -> dict[Pair, int]:
    keys = {person.player: person.key for person in free if person.player is not None}
    seasons = Season.objects.on_day(evening.league_id, evening.day)
    since = seasons[0].starts_on if seasons else evening.day - WITHOUT_SEASON
    seated = Result.objects.seated_since(list(keys), since)[:MOST_READ]
    return dict(count_meetings((session, keys[player]) for session, player in seated))


def usual_rules(game: Game[Any], evening: Evening) -> OptionsForm:
    """Return the options of the group's latest table of the game, else the usual ones, as a form
    that was sent."""
    form, group = game.play.options or OptionsForm, evening.group
    initial = rules_of(latest_table("", group, game.slug), form, group)
    shown = form(initial=initial, group=group)
    return form({name: shown[name].value() for name in shown.fields}, group=group)


@transaction.atomic
def open_tables(
    *,
    evening: Evening,
    game: Game[Any],
    tables: Sequence[Sequence[str]],
    browser: str,
    by: By,
    at_two: Collection[str] = (),
) -> list[Session]:
    """Open a table for each list of names, by the rules of the latest one; all of them or none.

    `at_two`: who may sit at two tables, because the other one was left, or is played elsewhere.
    Raises Refused, and PlaysAlready for anybody else. Sent twice, it opens them once."""
    locked = lock_evening(evening.pk)
    locked.group = evening.group
    if were_opened(by.key):
        return []
    keys = [_key_of_table(by.key, at) for at in range(len(tables))]
    running = [session for session in sessions_of(locked) if session.finished_at is None]
    seated = seated_at(running)
    for name in (name for table in tables for name in table):
        if name_key(name) in seated and name not in at_two:
            raise PlaysAlready(name)
    return [
        _open(locked, game, names, browser, By(at=by.at, actor=by.actor, key=key))
        for names, key in zip(tables, keys, strict=True)
    ]


def were_opened(key: UUID | None) -> bool:
    """Return whether the same page opened its tables before."""
    return opened_before(_key_of_table(key, 0)) is not None


def _key_of_table(key: UUID | None, at: int) -> UUID | None:
    return uuid5(key, str(at)) if key else None


def _open(evening: Evening, game: Game[Any], names: Sequence[str], browser: str, by: By) -> Session:
    options = usual_rules(game, evening)
    options.is_valid()
    return open_table(
        document=opening_document(game, names, options),
        by=by,
        browser=browser,
        group=evening.group,
        league=evening.league,
    )
