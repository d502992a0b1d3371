"""Artem: a photo of the board at its end."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from games.artem.rules import Details, State
from scoring.core.outcome import Outcome
from scoring.core.photos import Folio, PhotoPlace


def lists(_state: State) -> Mapping[str, Sequence[object]]:
    return {}


def places(_state: State, _list: str, step: int) -> Sequence[PhotoPlace]:
    return [PhotoPlace(None)] if step == 0 else ()


def caption(
    _state: State, _outcome: Outcome[Details], _place: PhotoPlace, _step: int, _words: None
) -> str:
    return _("The board at the end")


FOLIO: Folio[State] = Folio(lists=lists, places=places, caption=caption, has_open_round=False)
