"""The tables of an evening: propose who sits where, and open them in one go."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction

from scoring.contract import Game
from scoring.evenings.assignment import Pair, assign, count_meetings, repeated, table_sizes
from scoring.evenings.tonight import names_at, sessions_of
from scoring.models import Answer, Evening, Result, Season, Session
from scoring.models.locks import lock_evening
from scoring.models.revisions import By
from scoring.play.earlier_tables import latest_table, rules_of
from scoring.play.opening import OptionsForm, open_table, opening_document
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
class Free:
    """Somebody who is here and sits at no table."""

    key: int  # of the answer
    name: str
    player: int | None


@dataclass(frozen=True, slots=True)
class Proposal:
    tables: list[list[Free]]
    over: list[Free]  # who is too many
    repeated: int  # meetings of the season


def free_people(evening: Evening, busy: frozenset[str]) -> list[Free]:
    """Return who is here and plays nowhere; of two with one name the first."""
    free: dict[str, Free] = {}
    for answer in Answer.objects.filter(evening=evening).here():
        name = answer.player.name if answer.player else answer.name
        if name not in busy:
            free.setdefault(name, Free(answer.pk, name, answer.player_id))
    return list(free.values())


def propose(evening: Evening, free: Sequence[Free], game: Game[Any], most: int) -> Proposal:
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


def wanted_tables(free: Sequence[Free], values: Mapping[str, str]) -> list[list[Free]]:
    """Read from a form the number of each person's table; without one they do not play."""
    tables: dict[str, list[Free]] = {}
    for person in free:
        number = values.get(f"table-{person.key}", "")
        if number.isdecimal() and len(number) <= 2:
            tables.setdefault(number, []).append(person)
    return [tables[number] for number in sorted(tables, key=int)]


def _meetings(evening: Evening, free: Sequence[Free]) -> dict[Pair, int]:
    keys = {person.player: person.key for person in free if person.player is not None}
    season = Season.objects.on_day(evening.league_id, evening.day) if evening.league_id else None
    since = season.starts_on if season else evening.day - WITHOUT_SEASON
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
    *, evening: Evening, game: Game[Any], tables: Sequence[Sequence[str]], browser: str, by: By
) -> list[Session]:
    """Open a table for each list of names, by the rules of the latest one; all of them or none.

    Raises Refused, and PlaysAlready. Sent twice, it opens them once."""
    locked = lock_evening(evening.pk)
    locked.group = evening.group
    if were_opened(by.key):
        return []
    keys = [_key_of_table(by.key, at) for at in range(len(tables))]
    running = [session for session in sessions_of(locked) if session.finished_at is None]
    busy = names_at(running)
    for name in (name for table in tables for name in table):
        if name in busy:
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
