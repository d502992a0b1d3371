"""#ARTBOX: who gets which token, with the sentence why."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.artbox.round_results import award_order
from games.artbox.rules import Award, State
from games.artbox.wording import (
    RACE,
    has_other_token,
    nobody,
    ruled_out,
    title,
)
from scoring.core.wording import why
from scoring.models import Seat


@dataclass(frozen=True, slots=True)
class AwardShown:
    award: str
    title: str
    seats: tuple[Seat, ...]
    names: str
    why: str


# Within its round: "in the last round" would be wrong of any other.


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
