"""A tap: a form that says one change to a State, and what becomes of it."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar
from uuid import uuid4

from django import forms
from django.utils.translation import gettext as _

from scoring.core.refusals import Refused
from scoring.core.wording import Wording, refusal_sentence
from scoring.models import Session
from scoring.registry import get_game
from scoring.sessions.effects import Effect, effect
from scoring.sessions.loading import load
from scoring.sessions.recording import Change, MovedOn, Recorded, record
from scoring.web.table_access import Visit


class KeyField(forms.UUIDField):
    """What makes a tap count once, however often it arrives."""

    widget = forms.HiddenInput

    def __init__(self) -> None:
        super().__init__(required=False, initial=uuid4)


class KeyForm(forms.Form):
    """A tap that says nothing but that it was made, and on what it was made."""

    key = KeyField()
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)


class TapForm(forms.Form):
    """One change, as a table says it. What the rules refuse is told beside its field."""

    action: ClassVar[str]
    # A step of a refusal's path, and the field that it is told at.
    told_at: ClassVar[Mapping[str, str]] = {}
    key = KeyField()

    def change(self, state: Any) -> Any:
        """State -> State; may refuse."""
        raise NotImplementedError

    def refuse(self, refused: Refused, wording: Wording) -> None:
        self.add_error(field_of(refused, self.told_at), refusal_sentence(refused, wording))


def field_of(refused: Refused, told_at: Mapping[str, str]) -> str | None:
    """Of the last step of its path that a field stands for; None tells it above the form."""
    steps = [str(step) for step in reversed(refused.path)]
    return next((told_at[step] for step in steps if step in told_at), None)


def take(form: TapForm, visit: Visit, seen: int | None = None) -> Recorded | None:
    """Record what the form says; None when it cannot be, and the form then says why.

    `seen`: the revision that it was said of, if it holds of that one only."""
    if not form.is_valid():
        return None
    change: Change = form.change
    by = visit.by(form.cleaned_data["key"])
    try:
        return record(session=visit.session, change=change, action=form.action, by=by, seen=seen)
    except MovedOn:
        form.add_error(None, _("Somebody entered something since; look, then tap again."))
        return None
    except Refused as refused:
        form.refuse(refused, get_game(visit.session.game).wording)
        return None


def tried(form: TapForm, session: Session) -> Effect | None:
    """What the form would do now; None when it cannot be, and the form then says why."""
    if not form.is_valid():
        return None
    game = get_game(session.game)
    state = load(session).state
    try:
        return effect(game.score(state), game.score(form.change(state)))
    except Refused as refused:
        form.refuse(refused, game.wording)
        return None


# What a game does instead of take() where more than the State changes, in the same transaction.
Take = Callable[[TapForm, Visit], Recorded | None]
