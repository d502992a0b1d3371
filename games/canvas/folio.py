"""Canvas: a photo of each painting, with its title and what it earned."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.canvas.rules import Details, Painting, State, paintings_of
from scoring.core.outcome import Outcome
from scoring.core.photos import Folio, PhotoPlace


def lists(state: State) -> Mapping[str, Sequence[Painting]]:
    return {name: paintings_of(state, name) for name in state.players}


def places(state: State, name: str, step: int) -> Sequence[PhotoPlace]:
    return [PhotoPlace(name)] if 0 < step <= len(paintings_of(state, name)) else ()


def caption(
    _state: State, outcome: Outcome[Details], place: PhotoPlace, step: int, _words: None
) -> str:
    painting = outcome.details["paintings"][place.player or ""][step - 1]
    ribbons = sum(painting["ribbons"].values())
    won = ngettext("%(number)d ribbon", "%(number)d ribbons", ribbons) % {"number": ribbons}
    values = {"name": place.player, "title": painting["title"], "ribbons": won, "number": step}
    sentence = (
        _("“%(title)s” by %(name)s: %(ribbons)s")
        if painting["title"]
        else _("Painting %(number)d of %(name)s: %(ribbons)s")
    )
    return sentence % values


FOLIO: Folio[State] = Folio(lists=lists, places=places, caption=caption, has_open_round=False)
