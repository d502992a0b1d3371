"""Open the tables of an evening in one go."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID, uuid5

from scoring.contract import Game
from scoring.core.refusals import Refused
from scoring.evenings.tonight import seated_at, sessions_of
from scoring.models import Answer, Evening, Seat, Session
from scoring.models.locks import lock_evening
from scoring.models.revisions import By
from scoring.models.transactions import write_transaction
from scoring.play.earlier_tables import latest_table, rules_of
from scoring.play.opening import OptionsForm, open_table, opening_document
from scoring.sessions.name_matching import name_key
from scoring.sessions.repeated_taps import opened_before


class PlaysAlready(Exception):
    """Somebody of a new table sits at another one, which goes on."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class TableRefused(Exception):
    """The rules of a game refuse one of the tables."""

    def __init__(self, number: int, game: Game[Any], refused: Refused) -> None:
        super().__init__(number)
        self.number, self.game, self.refused = number, game, refused


def usual_rules(game: Game[Any], evening: Evening) -> OptionsForm:
    """Return the options of the group's latest table of the game, else the usual ones, as a form
    that was sent."""
    form, group = game.options or OptionsForm, evening.group
    initial = rules_of(latest_table("", group, game.slug), form, group)
    shown = form(initial=initial, group=group)
    return form({name: shown[name].value() for name in shown.fields}, group=group)


@write_transaction()
def open_tables(
    *,
    evening: Evening,
    tables: Sequence[tuple[Game[Any], Sequence[str]]],
    browser: str,
    by: By,
    at_two: Collection[str] = (),
) -> list[Session]:
    """Open a table for each game and its names, by the rules of its latest one; all or none.

    `at_two`: who may sit at two tables, because the other one was left, or is played elsewhere.
    Raises TableRefused, and PlaysAlready for anybody else. Sent twice, it opens them once."""
    locked = lock_evening(evening.pk)
    locked.group = evening.group
    if were_opened(by.key):
        return []
    running = [session for session in sessions_of(locked) if session.finished_at is None]
    seated = seated_at(running)
    for name in (name for _game, names in tables for name in names):
        if name_key(name) in seated and name not in at_two:
            raise PlaysAlready(name)
    opened = []
    for at, (game, names) in enumerate(tables):
        by_table = By(at=by.at, actor=by.actor, key=_key_of_table(by.key, at))
        try:
            opened.append(_open(locked, game, names, browser, by_table))
        except Refused as refused:
            raise TableRefused(at + 1, game, refused) from None
    _tie_guests_to_players(locked, opened)
    return opened


def _tie_guests_to_players(evening: Evening, opened: Sequence[Session]) -> None:
    """Note the players that guests have become, so that nobody is asked who they are."""
    seats = Seat.objects.filter(session__in=opened).with_players()
    players = {seat.name: seat.player for seat in seats if seat.player}
    answers = list(evening.answers.all())
    answered = {answer.player for answer in answers}
    guests = [one for one in answers if one.player_id is None and one.is_here]
    for guest in guests:
        player = players.get(guest.name)
        if player not in answered:
            guest.player = player
            answered.add(player)
    Answer.objects.bulk_update(guests, ["player"])


def were_opened(key: UUID | None) -> bool:
    """Return whether the same page opened its tables before."""
    return opened_before(_key_of_table(key, 0)) is not None


def _key_of_table(key: UUID | None, at: int) -> UUID | None:
    return uuid5(key, str(at)) if key else None


def _open(evening: Evening, game: Game[Any], names: Sequence[str], browser: str, by: By) -> Session:
    options = usual_rules(game, evening)
    options.is_valid()
    document = opening_document(game, names, options)
    cover = replace(document.cover, location=evening.location or None)
    return open_table(
        document=replace(document, cover=cover),
        by=by,
        browser=browser,
        group=evening.group,
        league=evening.league,
    )
