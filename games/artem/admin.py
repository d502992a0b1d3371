"""Artem: entering a session in the admin."""

from typing import get_args

from django.utils.translation import gettext_lazy as _

from games.artem.models import Claim, Setup, Turn
from games.artem.rules import DeckOut, Directions, State, Variant
from games.artem.store import TABLES
from scoring.admin.entry import (
    ENTRIES,
    Entry,
    EntryForm,
    EntryInline,
    RowKey,
    SetupInline,
    choice_field,
)
from scoring.core.refusals import Path
from scoring.models.rows import Sitting

SETUP, TURN, CLAIM = TABLES


class SetupForm(EntryForm):
    table = SETUP
    covers = (Setup,)
    variant = choice_field(_("variant"), get_args(Variant))
    directions = choice_field(_("directions"), get_args(Directions))
    deck_out = choice_field(_("deck that ran out"), get_args(DeckOut))


class TurnForm(EntryForm):
    table = TURN
    covers = (Turn,)
    refusal_fields = {"player": "seat"}


class ClaimForm(EntryForm):
    table = CLAIM
    covers = (Claim,)
    refusal_fields = {"play": "play", "length": "length", "color": "color"}


class ArtemSetupInline(SetupInline):
    form = SetupForm


class TurnInline(EntryInline):
    form = TurnForm


class ClaimInline(EntryInline):
    form = ClaimForm


def row_of(path: Path, state: State, sitting: Sitting) -> RowKey | None:
    match path:
        case ("turns", int(at), "claims", int(which), *_):
            return Claim, (at + 1, state.turns[at].claims[which].play)
        case ("turns", int(at), *_):
            return Turn, (at + 1,)
    return None


ENTRIES["artem"] = Entry((ArtemSetupInline, TurnInline, ClaimInline), row_of)
