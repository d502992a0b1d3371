"""What decided a session: the winner and the next one, compared rung by rung of the ladder."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.core.outcome import POINTS, Reason
from scoring.core.wording import Wording
from scoring.play.screen import TableNow


@dataclass(frozen=True, slots=True)
class Compared:
    label: str
    above: int | None  # none where the rung decides in another way than by numbers
    below: int | None
    decides: bool
    says: str = ""  # then this


@dataclass(frozen=True, slots=True)
class Comparison:
    above: str
    below: str
    rows: Sequence[Compared]


def comparison(now: TableNow) -> Comparison | None:
    """Return what put the first below the winners; None if all win, nobody does, or places alone
    are known."""
    if not now.outcome.finished or now.outcome.pending or now.game.result_only:
        return None
    winners = now.outcome.winners
    reason = next(
        (one for one in now.outcome.reasons() if one.above in winners and one.below not in winners),
        None,
    )
    if reason is None or reason.apart is None:
        return None
    return Comparison(reason.above, reason.below, _rows(reason, now.game.wording))


def _rows(reason: Reason, wording: Wording) -> list[Compared]:
    labels = {POINTS: wording.total, **wording.ties}
    rows = [
        Compared(str(labels[rung]), number, number, decides=False)
        for rung, number in reason.tied_on
        if rung in labels and rung not in wording.decisions
    ]
    decided_by, (above, below) = reason.decided_by, reason.apart or (0, 0)
    label = str(labels.get(decided_by, ""))
    if decided_by in wording.decisions:
        values = {"above": reason.above, "below": reason.below}
        says = str(wording.decisions[decided_by]) % values
        return [*rows, Compared(label, None, None, decides=True, says=says)]
    return [*rows, Compared(label, above, below, decides=True)]
