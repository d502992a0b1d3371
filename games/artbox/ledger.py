"""#ARTBOX: who won which Victory tokens in which rounds, read from the tokens that are stored."""

from collections import defaultdict
from dataclasses import dataclass

from games.artbox.models import VictoryToken
from games.artbox.rules import Award
from games.artbox.wording import title
from scoring.models import Seat
from scoring.play.screen import TableNow


@dataclass(frozen=True, slots=True)
class LedgerRow:
    seat: Seat
    rounds: list[list[int]]  # of each kind of token: in which it was won

    @property
    def tokens(self) -> int:
        return sum(map(len, self.rounds))


@dataclass(frozen=True, slots=True)
class Ledger:
    titles: list[str]  # of the kinds
    rows: list[LedgerRow]


def token_ledger(now: TableNow) -> Ledger:
    rounds: dict[tuple[int, str], list[int]] = defaultdict(list)
    tokens = VictoryToken.objects.of_session(now.session)
    for seat, kind, number in tokens.values_list("seat_id", "kind", "number"):
        rounds[seat, kind].append(number)
    experienced = now.state.variant == "experienced"
    return Ledger(
        titles=[title(award, experienced=experienced) for award in Award],
        rows=[
            LedgerRow(seat, [rounds[seat.pk, award.value] for award in Award])
            for seat in now.seats.values()
        ],
    )
