"""Opening a table: who sits where, who begins, and what the game lets a table choose."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar

from django import forms
from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.contract import Game
from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.documents.schema import FORMAT
from scoring.documents.scorer import SessionDocument, read_document
from scoring.models import Group, League, Phone, Player, Session
from scoring.models.revisions import By
from scoring.play.taps import field_of
from scoring.sessions.recording import Played, start
from scoring.sessions.seating import seated

REGULARS = 16


@dataclass(frozen=True, slots=True)
class Seats:
    """The names in seat order, clockwise, as they are being written; some may still be empty."""

    names: tuple[str, ...]
    begins: int = 0  # whose place; the seats are turned so that this one is the first

    def edited(self, do: str, random: Random) -> "Seats":
        """After a button of the page: "up:2", "down:2", "remove:2", "add", "add:Sam", "draw"."""
        verb, _colon, value = do.partition(":")
        if verb == "add":
            return self._with(value.strip())
        if verb == "draw":
            return self._drawn(random)
        at = seat_at(value, len(self.names))
        if at is None:
            return self
        if verb == "remove":
            return self._without(at)
        other = at + {"up": -1, "down": 1}.get(verb, 0)
        return self._swapped(at, other) if other in range(len(self.names)) else self

    def _with(self, name: str) -> "Seats":
        """In the first free seat; somebody who sits already stays there."""
        if not name:
            return replace(self, names=(*self.names, ""))
        if name in self.names:
            return self
        if "" not in self.names:
            return replace(self, names=(*self.names, name))
        at = self.names.index("")
        return replace(self, names=(*self.names[:at], name, *self.names[at + 1 :]))

    def _without(self, at: int) -> "Seats":
        """The next one begins, if the one who did is gone."""
        names = self.names[:at] + self.names[at + 1 :]
        begins = self.begins - (at < self.begins)
        return Seats(names, begins if begins < len(names) else 0)

    def _swapped(self, at: int, other: int) -> "Seats":
        names = list(self.names)
        names[at], names[other] = names[other], names[at]
        begins = {at: other, other: at}.get(self.begins, self.begins)
        return Seats(tuple(names), begins)

    def _drawn(self, random: Random) -> "Seats":
        taken = [at for at, name in enumerate(self.names) if name]
        return replace(self, begins=random.choice(taken)) if taken else self

    def as_played(self) -> tuple[str, ...]:
        """Without the empty seats, from the one who begins."""
        turned = self.names[self.begins :] + self.names[: self.begins]
        return tuple([name for name in turned if name])


def seat_at(said: str, seats: int) -> int | None:
    """Of what a form says, the place from 0; None if there is no such seat."""
    at = int(said) if said.isdecimal() and len(said) <= 2 else seats
    return at if at < seats else None


class OptionsForm(forms.Form):
    """What a game lets a new table choose; each choice says what it changes."""

    told_at: ClassVar[Mapping[str, str]] = {}

    def __init__(self, *args: Any, group: Group | None = None, **kwargs: Any) -> None:
        self.group = group
        super().__init__(*args, **kwargs)

    def document(self) -> dict[str, Any]:
        """The game's part of the document of a table that has not begun, but its players."""
        raise NotImplementedError

    def edited(self, do: str, random: Random) -> dict[str, Any]:
        """What stands in the fields after a button of the page, as it stands there.

        A game has its own buttons by their verb, such as "setup:Family" (see Seats.edited)."""
        return {name: self[name].value() for name in self.fields}

    def remember(self) -> None:
        """While the table is opened, or not at all: what the next one need not say again."""

    def refuse(self, refused: Refused, game: Game[Any]) -> None:
        self.add_error(field_of(refused, self.told_at), refusal_sentence(refused, game.wording))


def opening_document(
    game: Game[Any], players: Sequence[str], options: OptionsForm
) -> SessionDocument[Any]:
    """Refuses what the rules refuse of a table that has not begun."""
    value = {"format": FORMAT, "game": game.slug, "players": list(players), **options.document()}
    played = read_document(value)
    game.score(played.state)
    return played


def regulars(group: Group) -> list[str]:
    """Who played most in this group comes first."""
    known = Player.objects.filter(group=group, merges_away=None).most_played_first()
    return [player.name for player in known[:REGULARS]]


def last_table(browser: str, group: Group | None) -> tuple[str, ...]:
    """Who sat at the group's latest table, or at the latest that this browser opened."""
    if group is not None:
        session = Session.objects.filter(group=group, deleted_at=None).order_by("-pk").first()
    else:
        hosted = Phone.objects.filter(browser=browser, hosts=True).select_related("session")
        phone = hosted.order_by("-pk").first() if browser else None
        session = phone.session if phone else None
    if session is None:
        return ()
    return tuple(session.seats.order_by("place").values_list("name", flat=True))


def open_table(
    *,
    document: Played,
    by: By,
    browser: str,
    group: Group | None = None,
    league: League | None = None,
    remember: Callable[[], None] | None = None,
) -> Session:
    """Start a session, hosted by this browser; played today, unless the document says when.

    `remember` stores, in the same transaction, what the form of the next table starts with."""
    played_on = document.cover.played_on or timezone.localdate(by.at, group.zone if group else None)
    document = replace(document, cover=replace(document.cover, played_on=played_on))
    try:
        return _open_table(document, by, browser, group, league, remember)
    except IntegrityError:
        # The same tap on another connection was a moment earlier.
        opened = Session.objects.opened_with(by.key) if by.key else None
        if opened is None:
            raise
        return opened


@transaction.atomic
def _open_table(
    document: Played,
    by: By,
    browser: str,
    group: Group | None,
    league: League | None,
    remember: Callable[[], None] | None,
) -> Session:
    players = seated(group, document.state.players)[0] if group else {}
    session = start(document=document, by=by, group=group, league=league, players=players)
    Phone.objects.get_or_create(
        session=session,
        browser=browser,
        defaults={"hosts": True, "joined_at": by.at, "user": by.actor if group else None},
    )
    if remember:
        remember()
    return session
