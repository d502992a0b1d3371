"""Duplik: photos of the artists' drawings, secret until the round is recorded."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from games.duplik.rules import CRITERIA, Details, Round, State, artists
from scoring.core.outcome import Outcome
from scoring.core.photos import Folio, PhotoPlace


def lists(state: State) -> Mapping[str, Sequence[Round]]:
    return {"": state.rounds}


def places(state: State, _list: str, step: int) -> Sequence[PhotoPlace]:
    if step == 0:
        return ()
    is_recorded = step <= len(state.rounds)
    drawing = artists(state, state.rounds[step - 1].narrator) if is_recorded else state.players
    return [PhotoPlace(name) for name in drawing]


def caption(
    state: State, _outcome: Outcome[Details], place: PhotoPlace, step: int, _words: None
) -> str:
    round = state.rounds[step - 1]
    met = len(round.sheets.get(place.player or "", ()))
    values = {"name": place.player, "title": round.title, "met": met, "all": len(CRITERIA)}
    sentence = (
        _("%(name)s drew “%(title)s”: %(met)d of %(all)d criteria met")
        if round.title
        else _("A drawing by %(name)s: %(met)d of %(all)d criteria met")
    )
    return sentence % values


FOLIO: Folio[State] = Folio(lists=lists, places=places, caption=caption)
