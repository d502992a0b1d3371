"""Taps: forms that make one change to a State, and recording what they say.

That a tap counts once is seen to by who records it: `open_session()` in sessions/recording.py."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self
from uuid import uuid4

from django import forms
from django.http import QueryDict
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from scoring.core.entries import EntryList
from scoring.core.outcome import Outcome
from scoring.core.refusals import Code, Refused
from scoring.core.wording import Wording, refusal_sentence
from scoring.models import Session
from scoring.models.revisions import By
from scoring.monitoring.metrics import TAPS
from scoring.noted.game import game_of
from scoring.sessions.recording import MovedOn, Recorded, action_between, record
from scoring.web.table_access import Visit


class KeyField(forms.UUIDField):
    """The key of a tap: however often it arrives, it counts once."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        super().__init__(required=False, initial=uuid4)


class KeyForm(forms.Form):
    """A tap without fields: its key, and the revision that the page showed.

    `entry`: the number of the entry of an open round that it undoes, if it is meant for that."""

    key = KeyField()
    entry = forms.IntegerField(required=False, min_value=1, max_value=2**31 - 1)
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)


class TapForm(forms.Form):
    """One change that somebody enters; what the rules refuse is shown at its field."""

    action: ClassVar[str]
    # A step of a refusal's path -> the field that shows the refusal, if called otherwise.
    refusal_fields: ClassVar[Mapping[str, str]] = {}
    key = KeyField()

    @classmethod
    def posted(cls, data: QueryDict, visit: Visit) -> Self:  # noqa: ARG003
        """Return the form of a tap at the table; override it where a form needs more."""
        return cls(data)

    def is_for(self, **values: object) -> bool:
        """Return whether these fields have these values, also in a form that was refused."""
        return all(str(self[name].value()) == str(value) for name, value in values.items())

    def change(self, state: Any) -> Any:
        """Return the State after the change. Raises Refused."""
        raise NotImplementedError

    def check(self, state: Any, outcome: Outcome[Any]) -> None:
        """Refuse what the change made of the State, though a document might have it."""

    def action_between(self, before: Any, after: Any) -> str:
        """Return the code of what the change did, which the history shows in words."""
        return action_between(self.action, before, after)

    def record(self, visit: Visit, by: By, seen: int | None = None) -> Recorded:
        """Record the change. Raises Refused, MovedOn."""
        return record(
            session=visit.session,
            change=self.change,
            action=self.action_between,
            by=by,
            seen=seen,
            check=self.check,
        )

    def offers_to_end(self, refused: Refused) -> bool:
        """Return whether the change is possible if the game ends where it was refused; from then on
        change() ends it there."""
        return False

    def refuse(self, refused: Refused, wording: Wording) -> None:
        field = field_for_refusal(refused, self, self.refusal_fields)
        self.add_error(field, refusal_sentence(refused, wording))


class NextEntryForm(TapForm):
    """Add an entry, such as a round, to a list of the State.

    `at` is its index, so that the same entry is not added on two phones."""

    entries: ClassVar[EntryList[Any, Any]]
    at = forms.IntegerField(min_value=0, max_value=10_000, widget=forms.HiddenInput)

    def entry(self, state: Any, at: int) -> Any:
        """Return the entry that the fields describe. Raises Refused."""
        raise NotImplementedError

    def change(self, state: Any) -> Any:
        at = self.cleaned_data["at"]
        self.entries.check_next(state, at)
        return self.entries.add(state, self.entry(state, at))


class CorrectionForm(NextEntryForm):
    """Replace an entry, or remove it where the field `out` is ticked, which each game labels.

    `state` is the one that the page of the correction shows, and `at` the index of the entry.
    `ends_after`: the number of the entry with which the game is over now, as the page offered;
    later ones are removed."""

    page: ClassVar[str]  # the page's template, which extends play/correct.html with the fields
    # The button that ends the game there: `last` is that number, `removed` are the later ones.
    end_label: ClassVar[Any] = ngettext_lazy(
        "End the game after number %(last)s (number %(removed)s is removed)",
        "End the game after number %(last)s (numbers %(removed)s are removed)",
        "many",
    )
    ends_after = forms.IntegerField(required=False, min_value=1, max_value=10_000)
    offered_end: int | None = None
    ends_elsewhere: Refused | None = None  # the refusal of a number that the page offered

    def __init__(self, *args: Any, session: Session, state: Any, at: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.session = session
        self.state = state
        self.before = self.entries.find(state, at)
        self.initial["at"] = at

    @property
    def last(self) -> int | None:
        """Return the number of the entry with which the correction ends the game, if it does."""
        last: int | None = self.offered_end or self.cleaned_data["ends_after"]
        return last

    def change(self, state: Any) -> Any:
        at = self.cleaned_data["at"]
        if self.cleaned_data["out"]:
            return self.entries.remove(state, at, self.last)
        return self.entries.replace(state, at, self.entry(state, at), self.last)

    def check(self, state: Any, outcome: Outcome[Any]) -> None:
        if self.last is not None:
            self.entries.check_ends(state, outcome, self.last)
        elif self.ends_elsewhere:
            raise self.ends_elsewhere

    def action_between(self, before: Any, after: Any) -> str:
        out = bool(self.cleaned_data["out"])
        fewer = len(self.entries.of(before)) - len(self.entries.of(after))
        if fewer > out:
            return f"{self.action}-ends-game"
        return super().action_between(before, after)

    def offers_to_end(self, refused: Refused) -> bool:
        if refused.code == Code.ENDS_ELSEWHERE and not self.ends_elsewhere:
            # Another end may be offered instead.
            self.ends_elsewhere, self.cleaned_data["ends_after"] = refused, None
            return True
        self.offered_end = self.entries.ends_after(refused)
        return self.offered_end is not None

    def end_button(self) -> str:
        """Return what the button says that ends the game where the preview does."""
        last = self.offered_end or 0
        left = len(self.entries.of(self.state)) - bool(self.cleaned_data["out"])
        first = last + 1
        removed = str(first) if first == left else f"{first}–{left}"
        if left == first + 1:
            removed = get_text_list([str(first), str(left)], _("and"))
        values = {"last": last, "removed": removed, "many": left - last}
        return str(self.end_label % values)


class DraftForm(forms.Form):
    """A tap that changes what is being entered, and no State yet."""

    # The fields that the button which undoes the tap tells of it; `seat` and `author` hold the
    # place of a seat.
    described_by: ClassVar[tuple[str, ...]] = ()

    def description(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.described_by}

    def arguments(self) -> dict[str, Any]:
        """Return what the verb that does it is called with."""
        return self.cleaned_data


def field_for_refusal(
    refused: Refused, form: forms.Form, refusal_fields: Mapping[str, str]
) -> str | None:
    """Return the field of the last step that has one; None shows the refusal above the form."""
    shown = [field.name for field in form.visible_fields()]
    steps = [str(step) for step in reversed(refused.path)]
    names = [refusal_fields.get(step, step) for step in steps]
    return next((name for name in names if name in shown), None)


def record_tap(form: TapForm, visit: Visit, seen: int | None = None) -> Recorded | None:
    """Record what the form says; if it is refused, return None and let the form say why, or offer
    to end the game there.

    `seen` is the revision that the page showed, where the change is meant for that one only."""
    if not form.is_valid():
        TAPS.labels("invalid").inc()
        return None
    try:
        recorded = form.record(visit, visit.by(form.cleaned_data["key"]), seen)
    except MovedOn:
        TAPS.labels("moved on").inc()
        form.add_error(None, changed_since())
        return None
    except Refused as refused:
        TAPS.labels("refused").inc()
        if not form.offers_to_end(refused):
            form.refuse(refused, game_of(visit.session).wording)
        return None
    TAPS.labels("repeated" if recorded.repeated else "recorded").inc()
    return recorded


def changed_since() -> str:
    return _("The table has changed since. Take a look, then tap again.")


# What a game does instead of record_tap() where more than the State changes, in one transaction.
RecordTap = Callable[[TapForm, Visit], Recorded | None]
