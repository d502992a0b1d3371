"""Compare what phones were told with what the database holds."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from deploy.drill.ledger import Tap
from games.artem.rules import Claim, State, Turn
from scoring.models import Session
from scoring.sessions.loading import load


@dataclass(frozen=True)
class Difference:
    """Numbers of accepted taps that are not stored, and of those stored once too often."""

    lost: int
    doubled: int


def compare(taps: Iterable[Tap], *, since: datetime) -> Difference:
    """Compare all accepted taps with the tables that were opened `since` the drill began."""
    by_table: dict[str, list[Tap]] = defaultdict(list)
    openings = 0
    for tap in taps:
        if tap.accepted:
            by_table[tap.table].append(tap)
            openings += tap.at < 0
    opened = Session.objects.filter(created_at__gte=since, game="artem", group=None).count()
    differences = [_compare_table(table, taps) for table, taps in by_table.items()]
    return Difference(
        lost=sum(difference.lost for difference in differences),
        doubled=sum(difference.doubled for difference in differences) + max(opened - openings, 0),
    )


def _compare_table(table: str, taps: list[Tap]) -> Difference:
    session = Session.objects.filter(uuid=table).first()
    if session is None:
        return Difference(lost=len(taps), doubled=0)
    turns = [tap for tap in taps if tap.at >= 0]
    stored_keys = set(session.revisions.values_list("key", flat=True))
    state: State = load(session).state
    return Difference(
        lost=sum(tap.key not in stored_keys or not _is_turn(state.turns, tap) for tap in turns),
        doubled=max(len(state.turns) - len(turns), 0),
    )


def _is_turn(turns: tuple[Turn, ...], tap: Tap) -> bool:
    """Return whether the turn is stored in its place, as it was entered."""
    return tap.at < len(turns) and claims_of(turns[tap.at].claims) == tap.claim


def claims_of(claims: tuple[Claim, ...]) -> str:
    return " ".join(f"{claim.play}x{claim.length}" for claim in claims)
