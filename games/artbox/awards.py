"""#ARTBOX: who gets which token, with the sentence why."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from games.artbox.round_results import award_order
from games.artbox.rules import Award, State, TieBreak, awards, tally
from games.artbox.wording import WORDING, right_guesses
from scoring.core.wording import numbered, why
from scoring.models import Seat


@dataclass(frozen=True, slots=True)
class AwardShown:
    award: str
    title: str
    seats: tuple[Seat, ...]
    names: str
    why: str


recognised = numbered(
    ngettext_lazy("%(number)d guess of the drawing", "%(number)d guesses of the drawing", "number")
)
# Within its round: "in the last round" would be wrong of any other.
RACE = replace(WORDING, rungs={**WORDING.rungs, TieBreak.RECOGNITION: recognised})


def awards_of(state: State, at: int, seats: Mapping[str, Seat]) -> list[AwardShown]:
    return [award_of(state, at, award, seats) for award in Award]


def award_of(state: State, at: int, award: Award, seats: Mapping[str, Seat]) -> AwardShown:
    outcome = award_order(state, at, award)
    first = [one.player for one in outcome.standings if one.rank == 1]
    reasons = [why(reason, RACE, finished=True) for reason in outcome.reasons()]
    reason = reasons[len(first) - 1] if first and len(first) <= len(reasons) else nobody(first)
    left_out = ruled_out(state, at) if award == Award.DRAWING and first else ""
    return AwardShown(
        award=award.value,
        title=title(award, experienced=state.variant == "experienced"),
        seats=tuple([seats[name] for name in first]),
        names=get_text_list(first, _("and")),
        why=f"{has_other_token(state, at, award, first)} {reason} {left_out}".strip(),
    )


def has_other_token(state: State, at: int, award: Award, first: list[str]) -> str:
    """Return the sentence about a sheet that only the drawing token kept from the token (R-A5)."""
    if award != Award.SHEET or state.variant == "simplified" or not first:
        return ""
    recognition, sheets = tally(state, at)
    best = max(sheets[name] for name in first)
    drawing = awards(state, state.rounds[at], recognition, sheets)["drawing"]
    return " ".join(
        _("%(name)s has %(held)s, but gets the Drawing token, and nobody gets both.")
        % {"name": name, "held": right_guesses(sheets[name])}
        for name in drawing
        if sheets[name] >= best
    )


def ruled_out(state: State, at: int) -> str:
    """Return the sentence about a drawing that only its requirements kept from the token (R-A4)."""
    round = state.rounds[at]
    all_valid = replace(state, rounds=(replace(round, invalid=None),))
    best = award_order(all_valid, 0, Award.DRAWING).standings[0].player
    if best not in (round.invalid or ()):
        return ""
    return _("%(name)s’s drawing was ahead, but it breaks the drawing rules.") % {"name": best}


def nobody(first: list[str]) -> str:
    if first:
        return ""
    return _("No drawing kept to the requirements, so nobody gets this token.")


def title(award: Award, *, experienced: bool) -> str:
    if award == Award.DRAWING:
        return _("Drawing token, red") if experienced else _("Drawing token")
    return _("Sheet token, gray") if experienced else _("Sheet token")
