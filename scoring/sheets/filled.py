"""Read a sheet with what was typed: of a new session, or of one that is corrected."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import SystemRandom
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.contract import Game
from scoring.core import entries
from scoring.core.refusals import Refused
from scoring.core.wording import refusal_sentence
from scoring.documents.schema import Cover
from scoring.documents.scorer import SessionDocument
from scoring.models import Group, Session
from scoring.play.opening import OptionsForm, opening_document
from scoring.sessions.loading import load
from scoring.sessions.typed_names import answered_name, match_names, names_of_new_people
from scoring.sheets.cells import without_empty_end
from scoring.sheets.contract import STORED_AS, Cells, MoreFields, sheet_of
from scoring.sheets.forms import CorrectionFields, HeadForm, StoppedForm
from scoring.sheets.lines import (
    CELL,
    MOST_LINES,
    NamedSeat,
    Shown,
    ShownCell,
    ShownLine,
    after_button,
    posted_lines,
    with_empty_end,
)
from scoring.sheets.reading import Reading, read_lines

LOOK, CHECK, SAVE, NEXT = "look", "check", "save", "next"
LINE_BUTTONS = {"insert", "delete", "up", "down", "add"}
MOST_FIELD_VALUES = 4_000  # of lines that are kept while no column is known


class FilledSheet:
    """Share what new sheets and corrections have in common."""

    fields: forms.Form  # with `stopped` and `key`
    players: tuple[str, ...] = ()
    stored: Any = None  # the State that is corrected

    def __init__(
        self, game: Game[Any], group: Group | None, data: QueryDict | None, browser: str
    ) -> None:
        self.game, self.group, self.data, self.browser = game, group, data, browser
        self.sheet = sheet_of(game)
        self.button = data.get("do", CHECK) if data is not None else ""
        self.verb = self.button.partition(":")[0]
        self.wrong: list[str] = []  # about the whole sheet
        self.wrong_names: dict[int, str] = {}

    @property
    def saves(self) -> bool:
        return self.verb in {SAVE, NEXT}

    @property
    def key(self) -> UUID | None:
        return self.fields.cleaned_data.get("key") if self.fields.is_valid() else None

    @cached_property
    def options(self) -> OptionsForm:
        """Return the form of the rules; after a button of its own with the values that it sets."""
        form = self.game.options or OptionsForm
        more: dict[str, Any] = {"group": self.group, "browser": self.browser}
        if self.data is None:
            return form(initial=self.first_rules, **more)
        posted = form(self.data, initial=self.first_rules, **more)
        known = {LOOK, CHECK, SAVE, NEXT, *LINE_BUTTONS}
        if self.verb in known:
            return posted
        return form(initial=posted.after(self.button, SystemRandom()), **more)

    @property
    def first_rules(self) -> dict[str, Any]:
        """Return the values of the form of the rules before anybody changed them."""
        raise NotImplementedError

    @cached_property
    def base(self) -> Any:
        """Return the State without lines; None while its players or rules are not known."""
        if not self.options.is_bound or not self.options.is_valid():
            return None
        try:
            document = opening_document(self.game, self.players, self.options)
        except Refused as refused:
            self.refuse(refused)
            return None
        return document.state

    @cached_property
    def more(self) -> MoreFields | None:
        if self.base is None:
            return None
        values = self.sheet.more.values_of(self.stored or self.base)
        return self.sheet.more(self.data, state=self.base, initial=values)

    @cached_property
    def typed(self) -> list[Cells]:
        """Return the lines as they are in the form, after a button that changes them."""
        if self.base is None:
            return []
        if self.data is None:
            return self.stored_lines
        lines = posted_lines(self.data, self.sheet.columns(self.base))
        if len(lines) > MOST_LINES:
            sentence = _("A score sheet can have at most %(most)d lines.")
            self.wrong.append(sentence % {"most": MOST_LINES})
            lines = lines[:MOST_LINES]
        if not lines and self.stored and not self.has_cells:
            return self.stored_lines
        return after_button(lines, self.button) if self.verb in LINE_BUTTONS else lines

    @property
    def stored_lines(self) -> list[Cells]:
        """Return the lines of the recorded session, each with its position."""
        lines = self.sheet.write(self.stored) if self.stored else ()
        return [{**cells, STORED_AS: str(at)} for at, cells in enumerate(lines)]

    @property
    def has_cells(self) -> bool:
        return any(name.startswith(CELL) for name in self.data or ())

    @cached_property
    def kept(self) -> list[tuple[str, str]]:
        """Return the cells that a page without lines posts again, so that none is lost."""
        if self.base is not None or self.data is None:
            return []
        cells = [
            (name, value)
            for name, values in self.data.lists()
            if name.startswith(CELL)
            for value in values
        ]
        return cells[:MOST_FIELD_VALUES]

    @cached_property
    def reading(self) -> Reading:
        if self.base is None:
            return Reading()
        reading = read_lines(self.game, self.base, self.typed, self._complete)
        if reading.refused is not None:
            self.refuse(reading.refused)
        return reading

    def _complete(self, state: Any) -> Any:
        """Add what is asked for below the lines."""
        if self.stopped:
            state = self.game.stop(state, True)
        if self.more is None or not self.more.is_bound:
            return state
        if not self.more.is_valid():
            return state
        return self.more.change(state)

    @property
    def stopped(self) -> bool:
        return bool(self.fields["stopped"].value())

    @property
    def is_right(self) -> bool:
        """Return whether everything that was typed can be recorded."""
        return (
            self.reading.state is not None
            and not self.wrong
            and not self.wrong_names
            and all(form.is_valid() for form in (self.fields, self.options, self.more) if form)
        )

    def refuse(self, refused: Refused) -> None:
        """Show a refusal that no cell is to blame for."""
        sentence = refusal_sentence(refused, self.game.wording)
        first = refused.path[0] if refused.path else ""
        if first == "players":
            seats = [at for at, name in enumerate(self.names) if name]
            if len(refused.path) > 1:
                self.wrong_names[seats[int(refused.path[1])]] = sentence
            elif self.verb != LOOK:
                self.wrong.append(sentence)
        elif first == "stopped":
            self.fields.add_error("stopped", sentence)
        elif self.options.is_bound and first in {"options", "edition", "cards"}:
            self.options.refuse(refused, self.game)
            self.wrong.append(sentence)
        elif "more" in self.__dict__ and self.more and self.more.is_bound:
            if not (self.more.is_valid() and self.more.refuse(refused, self.game.wording)):
                self.wrong.append(sentence)
        else:
            self.wrong.append(sentence)

    @property
    def names(self) -> Sequence[str]:
        return self.players

    # The page

    @property
    def shown(self) -> Shown | None:
        """Return the lines as the page shows them; None while no columns are known."""
        if self.base is None:
            return None
        columns = self.sheet.columns(self.base)
        lines = with_empty_end(self.typed, 0 if self.stored else self.usual_lines)
        return Shown(columns, [self._shown_line(at, cells) for at, cells in enumerate(lines)])

    @property
    def posted(self) -> Sequence[ShownLine]:
        """Return the lines that the page has already."""
        return self.shown.lines[: len(self.typed)] if self.shown else ()

    @property
    def usual_lines(self) -> int:
        return len(self.players) + 1

    def _shown_line(self, at: int, cells: Cells) -> ShownLine:
        columns = self.sheet.columns(self.base)
        wrong = self.reading.wrong.get(at, {})
        known = {column.key for column in columns}
        after = self.reading.points.get(at, {})
        return ShownLine(
            at,
            [
                ShownCell(column, cells.get(column.key, ""), wrong.get(column.key, ""))
                for column in columns
            ],
            wrong=[sentence for column, sentence in wrong.items() if column not in known],
            points=[(name, after[name]) for name in self.players if name in after],
            stored_as=cells.get(STORED_AS, ""),
            stored=self.stored_line(at, cells),
            focused=self.button == f"insert:{at}",
        )

    def stored_line(self, at: int, cells: Cells) -> str:
        return ""


@dataclass(frozen=True, slots=True)
class Beginning:
    """Hold what a new sheet begins with."""

    head: Mapping[str, Any]
    names: Sequence[str]
    known: Sequence[str]  # the players of the group
    rules: dict[str, Any]  # of the latest table


class NewSheet(FilledSheet):
    """Read the sheet of a session that is not recorded yet."""

    group: Group

    def __init__(
        self,
        game: Game[Any],
        group: Group,
        data: QueryDict | None,
        browser: str,
        begins_with: Beginning,
    ) -> None:
        super().__init__(game, group, data, browser)
        self.head = HeadForm(group, data, initial={**begins_with.head, "key": uuid4()})
        self.known = begins_with.known
        self._rules = begins_with.rules
        seats = game.most_players
        names = begins_with.names if data is None else data.getlist("name")
        typed = [
            answered_name(data or QueryDict(), str(at), name)
            for at, name in enumerate([*names[:seats], *[""] * seats][:seats])
        ]
        by_seat = {str(at): name for at, name in enumerate(typed)}
        self._in_group = group.players.merged_by_name()
        self._matched = match_names(self._in_group, by_seat)
        self._names = list(self._matched.names.values())
        self.players = tuple([name for name in self._names if name])
        self.stop_field = StoppedForm(data)
        self.fields = self.head

    @property
    def first_rules(self) -> dict[str, Any]:
        return self._rules

    @property
    def names(self) -> Sequence[str]:
        return self._names

    @property
    def stopped(self) -> bool:
        return bool(self.stop_field["stopped"].value())

    @cached_property
    def seats(self) -> list[NamedSeat]:
        new = names_of_new_people(self.data or QueryDict(), self._names)
        _read_first = self.reading
        return [
            NamedSeat(
                at,
                name,
                is_new=bool(name) and name not in self._in_group,
                question=self._matched.questions.get(str(at)),
                is_confirmed=name in new,
                wrong=self.wrong_names.get(at, ""),
            )
            for at, name in enumerate(self._names)
        ]

    @property
    def is_right(self) -> bool:
        return super().is_right and not any(seat.is_open for seat in self.seats)

    def document(self) -> SessionDocument[Any]:
        """Return what is recorded; call it if everything is right."""
        said = self.head.cleaned_data
        cover = Cover(
            played_on=said["played_on"],
            location=said["location"] or None,
            notes=said["notes"] or None,
            minutes=said["minutes"],
        )
        return SessionDocument(self.game, cover, self.reading.state)


class Correction(FilledSheet):
    """Read the sheet of a session that is recorded."""

    fields: CorrectionFields

    def __init__(
        self, session: Session, game: Game[Any], data: QueryDict | None, browser: str
    ) -> None:
        super().__init__(game, session.group, data, browser)
        self.session = session
        self.stored = load(session).state
        self.players = self.stored.players
        initial = {"stopped": self.stored.stopped, "seen": session.revision, "key": uuid4()}
        self.fields = CorrectionFields(data, initial=initial)
        self.stop_field = self.fields

    @property
    def first_rules(self) -> dict[str, Any]:
        form = self.game.options or OptionsForm
        values: dict[str, Any] = form.values_of(self.stored, self.group, self.browser)
        return values

    @cached_property
    def base(self) -> Any:
        """Return the stored State, with other rules only where somebody changed these."""
        if self.data is None or (self.options.is_bound and not self.options.has_changed()):
            return entries.stop(self.stored, stopped=False)
        return super().base

    @property
    def moved_on(self) -> bool:
        """Return whether something else was recorded since the page was opened."""
        seen = self.fields["seen"].value()
        return self.data is not None and str(seen) != str(self.session.revision)

    @property
    def changes(self) -> bool:
        return not same(self.game, self.reading.state, self.stored)

    def stored_line(self, at: int, cells: Cells) -> str:
        """Return what was recorded in a line meanwhile, if something else is typed there."""
        if not self.moved_on:
            return ""
        stored = self.sheet.write(self.stored)
        own = stored[at] if at < len(stored) else {}
        columns = [column.key for column in self.sheet.columns(self.base)]
        if all(cells.get(key, "") == own.get(key, "") for key in columns):
            return ""
        return " · ".join(own.get(key, "") or "–" for key in columns)


def same(game: Game[Any], one: Any, other: Any) -> bool:
    """Return whether two States, or None, say the same as far as a sheet shows it."""
    if one is None or other is None:
        return one is other
    sheet = sheet_of(game)
    return bool(sheet.plain(one) == sheet.plain(other))


def fits(game: Game[Any], state: Any) -> bool:
    """Return whether a sheet shows all that the State has, so that saving it loses nothing."""
    sheet = sheet_of(game)
    cells = sheet.write(state)
    if len(cells) > MOST_LINES:
        return False
    base = entries.stop(state, stopped=False)
    more = sheet.more(initial=sheet.more.values_of(state), state=base)
    values = {field.html_name: field.value() for field in more}
    bound = sheet.more(values, state=base)

    def complete(filled: Any) -> Any:
        stopped = game.stop(filled, True) if state.stopped else filled
        return bound.change(stopped) if bound.is_valid() else None

    reading = read_lines(game, base, without_empty_end(cells), complete)
    return same(game, reading.state, state)
