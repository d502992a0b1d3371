"""#ARTBOX: photos of the drawings of each round, secret until the round is recorded."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Sum, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.artbox.models import Drawing, Guess
from games.artbox.rules import (
    TWO_DRAWINGS_PLAYERS,
    Details,
    Round,
    State,
    drawings_each,
    drawings_of_others,
)
from scoring.core.outcome import Outcome
from scoring.core.photos import Folio, PhotoFilter, PhotoPlace
from scoring.models import Photo, Seat

Words = Mapping[tuple[int, int, int], str]  # round, place of the artist, which drawing -> word


def lists(state: State) -> Mapping[str, Sequence[Round]]:
    return {"": state.rounds}


def places(state: State, _list: str, step: int) -> Sequence[PhotoPlace]:
    if step == 0:
        return ()
    drawings = range(1, drawings_each(state) + 1)
    return [PhotoPlace(name, nth) for name in state.players for nth in drawings]


def load_words(sessions: Sequence[int]) -> Mapping[int, Words]:
    """Return the words of the drawings of these sessions, where their artists said them."""
    rows = Drawing.objects.filter(session__in=sessions, word__isnull=False)
    words: dict[int, dict[tuple[int, int, int], str]] = {}
    for session, number, place, nth, text in rows.values_list(
        "session_id", "number", "author__place", "nth", "word__text"
    ):
        words.setdefault(session, {})[number, place, nth] = text
    return words


def caption(
    state: State, outcome: Outcome[Details], place: PhotoPlace, step: int, words: Words | None
) -> str:
    name = place.player or ""
    word = (words or {}).get((step, state.players.index(name) + 1, place.nth), "")
    values = {"name": name, "word": word, "all": drawings_of_others(state)}
    values["right"] = outcome.details["rounds"][step - 1]["recognition"][name]
    if drawings_each(state) > 1:  # it is not known which of the two was guessed
        known = _("%(name)s drew “%(word)s”") if word else _("A drawing by %(name)s")
        return known % values
    sentence = (
        _("%(name)s drew “%(word)s”: %(right)d of %(all)d recognised it")
        if word
        else _("A drawing by %(name)s: %(right)d of %(all)d recognised it")
    )
    return sentence % values


def _with_recognition(photos: "QuerySet[Photo]") -> Any:
    """Count the right guesses of the artist's drawings in that round, and all that were made."""
    of_round = Guess.objects.filter(
        session=OuterRef("session"), number=OuterRef("step"), author=OuterRef("seat")
    )
    right = of_round.order_by().values("author").annotate(all=Sum("right")).values("all")
    seats = Seat.objects.filter(session=OuterRef("session")).order_by().values("session")
    others = seats.annotate(all=Count("pk") - 1).values("all")
    recorded = photos.filter(session__game="artbox", recorded_in__isnull=False, step__isnull=False)
    return recorded.annotate(
        right=Coalesce(Subquery(right, IntegerField()), Value(0)),
        others=Subquery(others, IntegerField()),
    )


def nobody_recognised(photos: "QuerySet[Photo]") -> Any:
    return _with_recognition(photos).filter(right=0)


def all_recognised(photos: "QuerySet[Photo]") -> Any:
    two = Q(session__artbox_setup__two_drawings=True) | Q(
        Q(session__artbox_setup=None) | Q(session__artbox_setup__two_drawings=None),
        others=TWO_DRAWINGS_PLAYERS - 1,
    )
    all_right = (two & Q(right=F("others") * 2)) | (~two & Q(right=F("others")))
    return _with_recognition(photos).filter(all_right)


FOLIO: Folio[State] = Folio(
    lists=lists,
    places=places,
    load_words=load_words,
    caption=caption,
    filters={
        "nobody": PhotoFilter(gettext_lazy("Recognised by nobody"), nobody_recognised),
        "all": PhotoFilter(gettext_lazy("Recognised by everyone"), all_recognised),
    },
)
