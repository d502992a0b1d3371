"""Duplik: the rows of the round that is being judged, of which each tap can be undone."""

from games.duplik.models import Dispute, Judgement, Judging, Tick, Vote
from games.duplik.rules import JudgingRefusal, State
from scoring.contract import OpenRound
from scoring.core.refusals import Refused
from scoring.models import Seat
from scoring.models.rows import Rows
from scoring.sessions.open_rounds import as_dicts, rows_by_id

STARTED_OVER, PUT_BACK = "start-over", "put-back"

OF_JUDGING = ("judging",)
JUDGINGS = rows_by_id(Judging)
JUDGEMENTS = rows_by_id(Judgement, through=OF_JUDGING)
TICKS = rows_by_id(Tick, through=OF_JUDGING)
DISPUTES = rows_by_id(Dispute, through=OF_JUDGING)
VOTES = rows_by_id(Vote, through=("dispute", "judging"))

Box = tuple[int, int, int]  # judging, artist, criterion


def round_number(state: State) -> int:
    return len(state.rounds) + 1


def check_undo(before: Rows, after: Rows) -> None:
    """Refuse an undo that leaves a finished drawing or a decided vote as nobody said it."""
    disputes, disputes_after = _disputes(before), _disputes(after)
    done = _done(before) & _done(after)
    for box in sorted(_ticks(before) ^ _ticks(after)):
        judging, artist, criterion = box
        if disputes.get(box) != disputes_after.get(box):  # the box is as it was decided
            continue
        if (judging, artist) in done:
            raise _refused(JudgingRefusal.SHEET_IS_DONE, artist)
        if box in disputes:
            raise _refused(JudgingRefusal.BOX_IS_DISPUTED, artist, criterion)
    votes, votes_after = _votes(before), _votes(after)
    for _judging, artist, criterion in sorted(disputes.keys() & disputes_after.keys()):
        box = (_judging, artist, criterion)
        dispute, decision = disputes[box]
        same_votes = votes.get(dispute) == votes_after.get(dispute)
        if decision is not None and disputes_after[box] == disputes[box] and not same_votes:
            raise _refused(JudgingRefusal.ALREADY_DECIDED, artist, criterion)


def _refused(code: JudgingRefusal, artist: int, criterion: int | None = None) -> Refused:
    return Refused((), code, name=Seat.objects.get(pk=artist).name, number=criterion)


def _done(rows: Rows) -> set[tuple[int, int]]:
    judgements = as_dicts(JUDGEMENTS, rows)
    return {(one["judging_id"], one["artist_id"]) for one in judgements if one["done"]}


def _ticks(rows: Rows) -> set[Box]:
    return {_box(one) for one in as_dicts(TICKS, rows)}


def _disputes(rows: Rows) -> dict[Box, tuple[int, bool | None]]:
    """Return by box the dispute, and what was decided."""
    return {_box(one): (one["id"], one["met"]) for one in as_dicts(DISPUTES, rows)}


def _box(row: dict[str, int]) -> Box:
    return row["judging_id"], row["artist_id"], row["criterion"]


def _votes(rows: Rows) -> dict[int, set[tuple[int, bool]]]:
    votes: dict[int, set[tuple[int, bool]]] = {}
    for one in as_dicts(VOTES, rows):
        votes.setdefault(one["dispute_id"], set()).add((one["judge_id"], one["met"]))
    return votes


OPEN_ROUND = OpenRound(
    tables=(JUDGINGS, JUDGEMENTS, TICKS, DISPUTES, VOTES),
    number=round_number,
    by_number=False,
    after_undo=check_undo,
    history={"start_over": PUT_BACK},
)
