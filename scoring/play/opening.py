"""Opening a table: who sits where, who begins, and the options of its game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any, ClassVar

from django import forms
from django.db import IntegrityError
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.contract import Game
from scoring.core.refusals import Code, Refused
from scoring.core.wording import Template, refusal_sentence
from scoring.documents.schema import FORMAT, Cover, given
from scoring.documents.scorer import SessionDocument, dump_document, read_document, shape_of
from scoring.models import Group, League, Phone, Session
from scoring.models.revisions import By
from scoring.models.transactions import write_transaction
from scoring.play.taps import field_for_refusal
from scoring.registry import get_game
from scoring.sessions.recording import Played, Recorded, record, start
from scoring.sessions.repeated_taps import opened_before
from scoring.sessions.seating import get_or_create_players
from scoring.sessions.typed_names import MatchedNames, NameQuestion

CHANGE_RULES = "change-rules"


@dataclass(frozen=True, slots=True)
class Seats:
    """The names in a form, in seat order, clockwise; some may still be empty."""

    names: tuple[str, ...]
    begins: int = 0  # the index of the name that begins
    questions: Mapping[str, NameQuestion] | None = None  # about names that are nearly players’

    def after(self, button: str, random: Random) -> "Seats":
        """Apply a button of the form: "up:2", "down:2", "remove:2", "add", "add:Sam", "draw"."""
        verb, _colon, value = button.partition(":")
        if verb == "add":
            return self._with_name(value.strip())
        if verb == "draw":
            return self._with_random_first(random)
        at = seat_at(value, len(self.names))
        if at is None:
            return self
        if verb == "remove":
            return self._without(at)
        other = at + {"up": -1, "down": 1}.get(verb, 0)
        return self._swapped(at, other) if other in range(len(self.names)) else self

    def _with_name(self, name: str) -> "Seats":
        """Put a name into the first free seat, unless it has one already."""
        if not name:
            return replace(self, names=(*self.names, ""))
        if name in self.names:
            return self
        if "" not in self.names:
            return replace(self, names=(*self.names, name))
        at = self.names.index("")
        return replace(self, names=(*self.names[:at], name, *self.names[at + 1 :]))

    def _without(self, at: int) -> "Seats":
        """Remove a seat; if its player was to begin, the next one does."""
        names = self.names[:at] + self.names[at + 1 :]
        begins = self.begins - (at < self.begins)
        return Seats(names, begins if begins < len(names) else 0)

    def _swapped(self, at: int, other: int) -> "Seats":
        names = list(self.names)
        names[at], names[other] = names[other], names[at]
        begins = {at: other, other: at}.get(self.begins, self.begins)
        return Seats(tuple(names), begins)

    def _with_random_first(self, random: Random) -> "Seats":
        taken = [at for at, name in enumerate(self.names) if name]
        return replace(self, begins=random.choice(taken)) if taken else self

    def with_default_names(self) -> "Seats":
        """Give every seat without a name one by its number: nobody has to type anything."""
        names = list(self.names)
        for at, name in enumerate(names):
            if not name:
                number = next(n for n in count(at + 1) if default_name(n) not in names)
                names[at] = default_name(number)
        return replace(self, names=tuple(names))

    def by_field(self) -> dict[str, str]:
        """Return the names by what the form calls their fields, to match them with players."""
        return {str(at): name for at, name in enumerate(self.names)}

    def matched(self, matched: MatchedNames) -> "Seats":
        """Return the seats with the names of players, and with what has to be asked about them."""
        names = tuple([matched.names[name] for name in self.by_field()])
        return replace(self, names=names, questions=matched.questions)

    def rows(self, wrong: Mapping[int | None, str], *, unnamed: str) -> list[dict[str, Any]]:
        """Return what a form shows of each seat; `unnamed`: the hint in an empty field, if it is
        not the name that the seat then has."""
        return [
            {
                "at": at,
                "name": name,
                "begins": at == self.begins,
                "wrong": wrong.get(at),
                "question": self.questions.get(str(at)) if self.questions else None,
                "default": unnamed or default_name(at + 1),
            }
            for at, name in enumerate(self.names)
        ]

    def first_empty(self) -> int | None:
        """Return the index of the first seat without a name, if there is one."""
        return self.names.index("") if "" in self.names else None

    def in_turn_order(self) -> tuple[str, ...]:
        """Return the names without empty seats, from the one who begins."""
        rotated = self.names[self.begins :] + self.names[: self.begins]
        return tuple([name for name in rotated if name])


def default_name(number: int) -> str:
    return _("Player %(number)d") % {"number": number}


def seat_at(text: str, seats: int) -> int | None:
    """Read the index of a seat from a form; None if there is no such seat."""
    at = int(text) if text.isdecimal() and len(text) <= 2 else seats
    return at if at < seats else None


class OptionField(forms.TypedChoiceField):
    """A choice among rules; the first one is chosen, unless `initial` says otherwise."""

    widget = forms.RadioSelect

    def __init__(self, *, choices: Sequence[tuple[Any, Template]], **kwargs: Any) -> None:
        super().__init__(choices=choices, **{"initial": choices[0][0], **kwargs})


class OptionsForm(forms.Form):
    """The options of a game for a new table; each choice says what it changes."""

    # A step of a refusal's path -> the field that shows the refusal, if called otherwise.
    refusal_fields: ClassVar[Mapping[str, str]] = {}

    def __init__(
        self, *args: Any, group: Group | None = None, browser: str = "", **kwargs: Any
    ) -> None:
        self.group = group
        self.browser = browser  # on which the table is opened; a game may remember things by it
        super().__init__(*args, **kwargs)

    def document(self) -> dict[str, Any]:
        """Return what the document of the new table says besides its players.

        By default each field is an option of the document, left out where nothing is chosen."""
        options = given(**{name: self.cleaned_data.get(name) for name in self.fields})
        return {"options": options} if options else {}

    @classmethod
    def values_of(
        cls,
        state: Any,
        group: Group | None,  # noqa: ARG003
        browser: str = "",  # noqa: ARG003
    ) -> dict[str, Any]:
        """Return the values of the fields that give a new table the rules of this one."""
        values = {name: getattr(state, name, None) for name in cls.base_fields}
        return {name: value for name, value in values.items() if value is not None}

    def reminder(self) -> str:
        """Return what to check before the table is opened, if anything is easily overlooked."""
        return ""

    def summary(self) -> str:
        """Return the chosen rules in one line: of each choice, what stands before its colon."""
        chosen = []
        for field in self:
            labels = {
                str(value): str(label) for value, label in getattr(field.field, "choices", ())
            }
            if value := str(field.value() or ""):
                chosen.append(labels.get(value, "").partition(":")[0].strip())
        return " · ".join(filter(None, chosen))

    def after(self, button: str, random: Random) -> dict[str, Any]:
        """Return the values of the fields after a button of the form (see Seats.after).

        A game may have buttons of its own, such as "setup:Family"."""
        return {name: self[name].value() for name in self.fields}

    def remember(self) -> None:
        """Store what the form of the next table starts with; called when this one is opened."""

    def refuse(self, refused: Refused, game: Game[Any]) -> None:
        field = field_for_refusal(refused, self, self.refusal_fields)
        self.add_error(field, refusal_sentence(refused, game.wording))


def opening_document(
    game: Game[Any], players: Sequence[str], options: OptionsForm
) -> SessionDocument[Any]:
    """Return the document of a table that has not begun. Raises Refused."""
    heading = {"format": FORMAT, "game": game.slug, "players": list(players)}
    document = read_document({**heading, **shape_of(game).empty(), **options.document()})
    game.score(document.state)
    return document


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
    document = played_today(document, by, group)
    try:
        return _open_table(document, by, browser, group, league, remember)
    except IntegrityError:
        # The same tap on another connection was a moment earlier.
        opened = opened_before(by.key)
        if opened is None:
            raise
        return opened


def played_today(document: Played, by: By, group: Group | None) -> Played:
    """Give a document without a day that of its group's time zone."""
    played_on = document.cover.played_on or timezone.localdate(by.at, group.zone if group else None)
    return replace(document, cover=replace(document.cover, played_on=played_on))


@write_transaction()
def _open_table(
    document: Played,
    by: By,
    browser: str,
    group: Group | None,
    league: League | None,
    remember: Callable[[], None] | None,
) -> Session:
    players = get_or_create_players(group, document.state.players)[0] if group else {}
    session = start(document=document, by=by, group=group, league=league, players=players)
    Phone.objects.get_or_create(
        session=session,
        browser=browser,
        defaults={
            "hosts": True,
            "joined_at": by.at,
            "account": by.actor,
            "user": by.actor if group else None,
        },
    )
    if remember:
        remember()
    return session


@write_transaction()
def change_rules(*, session: Session, options: OptionsForm, by: By) -> Recorded:
    """Give a table at which nothing was entered the rules of a form. Raises Refused."""
    game = get_game(session.game)

    def with_these_rules(state: Any) -> Any:
        if game.has_begun(state, game.score(state)):
            raise Refused(("options",), Code.RULES_ARE_FIXED)
        value = dump_document(SessionDocument(game, Cover(), state))
        value.pop("options", None)
        return read_document({**value, **options.document()}).state

    recorded = record(session=session, change=with_these_rules, action=CHANGE_RULES, by=by)
    options.remember()
    return recorded
