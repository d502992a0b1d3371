"""Duplik: read the rounds that are or were judged on phones, and find the recorded round of each.

Recorded rounds are undone, corrected and removed without them, so they are compared each time."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Model

from games.duplik.models import Dispute, Judgement, Judging, SaidOnPhone, Tick, Vote
from games.duplik.rules import Round, Sheet, State, artists, narrations_left
from scoring.models import Seat, Session
from scoring.models.rows import Row, Table
from scoring.sessions import rows


@dataclass(frozen=True, slots=True)
class Disputed:
    artist: str
    criterion: int
    judged: bool
    author_says: bool | None
    met: bool | None  # None: not decided yet
    votes: Mapping[str, bool]
    # The person who said something -> the seat of the phone, "" for that of a host without a seat.
    # What was said before this was stored is not in it.
    phones: Mapping[str, str]

    @property
    def ayes(self) -> int:
        return sum(self.votes.values())

    @property
    def noes(self) -> int:
        return len(self.votes) - self.ayes


@dataclass(frozen=True, slots=True)
class Judged:
    pk: int
    number: int | None
    narrator: str
    super_criterion: int
    title: str
    side: str
    called: int | None
    judges: Mapping[str, str]  # artist -> who judges the drawing
    done: frozenset[str]  # the artists whose drawings are judged
    sheets: Mapping[str, Sheet]
    disputes: tuple[Disputed, ...]
    answered: frozenset[str]  # the artists whose judges answered the criterion that is called

    @property
    def open_disputes(self) -> tuple[Disputed, ...]:
        return tuple([dispute for dispute in self.disputes if dispute.met is None])

    @property
    def missing(self) -> tuple[str, ...]:
        """Return the judges who are not done yet."""
        return tuple([judge for artist, judge in self.judges.items() if artist not in self.done])

    @property
    def unanswered(self) -> tuple[str, ...]:
        """Return the judges who have not answered the criterion that is called."""
        if self.called is None:
            return ()
        return tuple(
            [
                judge
                for artist, judge in self.judges.items()
                if artist not in self.done | self.answered and not self.dispute(artist, self.called)
            ]
        )

    @property
    def begun(self) -> bool:
        """Return whether anything is ticked or done."""
        return bool(self.done) or any(self.sheets.values())

    def round(self) -> Round:
        return Round(self.narrator, self.super_criterion, self.sheets, self.title or None)

    def dispute(self, artist: str, criterion: int) -> Disputed | None:
        at_box = (d for d in self.disputes if (d.artist, d.criterion) == (artist, criterion))
        return next(at_box, None)


JUDGING = ("number", "narrator_id", "super_criterion", "title", "side", "called")
DISPUTE = ("artist_id", "criterion", "judged", "author_says", "met", "phone_of_id", "phone_hosts")
VOTE = ("met", "phone_of_id", "phone_hosts")
TABLES = (
    Table(Judging, ("id",), JUDGING),
    # The key of each of these begins with the row that it belongs to.
    Table(
        Judgement, ("judging_id", "artist_id"), ("judge_id", "done", "found_not_met"), ("judging",)
    ),
    Table(Tick, ("judging_id", "artist_id", "criterion"), (), ("judging",)),
    Table(Dispute, ("judging_id", "id"), DISPUTE, ("judging",)),
    Table(Vote, ("dispute_id", "judge_id"), VOTE, ("dispute", "judging")),
)

ByOwner = Mapping[int, Sequence[Row]]


def read_judged_rounds(session: Session, state: State, seats: Iterable[Seat] = ()) -> list[Judged]:
    """Return all judged rounds of a session; one query, and one more without its `seats`."""
    names = {seat.pk: seat.name for seat in seats or session.seats.all()}
    stored = rows.read(TABLES, session.pk)
    parts = {table.model: _by_owner(stored[table.model]) for table in TABLES}
    return [
        _judged(Judging(id=pk, **dict(zip(JUDGING, values, strict=True))), parts, names, state)
        for (pk,), values in stored[Judging].items()
    ]


def _by_owner(stored: Mapping[Row, Row]) -> ByOwner:
    """Return the rows, without the first column of their key, of each row that this leads to."""
    by_owner: dict[int, list[Row]] = defaultdict(list)
    for (owner, *key), values in stored.items():
        by_owner[owner].append((*key, *values))
    return by_owner


def _judged(
    row: Judging,
    parts: Mapping[type[Model], ByOwner],
    names: Mapping[int, str],
    state: State,
) -> Judged:
    narrator = names[row.narrator_id]
    drawn = artists(state, narrator)
    judgements = {
        names[one]: (names[judge], *said) for one, judge, *said in parts[Judgement][row.pk]
    }
    ticked = sorted((names[artist], criterion) for artist, criterion in parts[Tick][row.pk])
    disputes = [
        disputed(
            Dispute(id=pk, **dict(zip(DISPUTE, values, strict=True))),
            [
                Vote(judge_id=judge, **dict(zip(VOTE, said, strict=True)))
                for judge, *said in parts[Vote][pk]
            ],
            names,
        )
        for pk, *values in parts[Dispute][row.pk]
    ]
    return Judged(
        pk=row.pk,
        number=row.number,
        narrator=narrator,
        super_criterion=row.super_criterion,
        title=row.title,
        side=row.side,
        called=row.called,
        judges={name: judgements[name][0] for name in drawn if name in judgements},
        done=frozenset(name for name, (_judge, done, _last) in judgements.items() if done),
        sheets={name: tuple([box for artist, box in ticked if artist == name]) for name in drawn},
        disputes=tuple(sorted(disputes, key=lambda one: (one.artist, one.criterion))),
        answered=frozenset(
            name
            for name, (_judge, _done, last) in judgements.items()
            if row.called and (last == row.called or (name, row.called) in ticked)
        ),
    )


def disputed(row: Dispute, cast: Iterable[Vote], names: Mapping[int, str]) -> Disputed:
    # The author's vote counted once: decisions of that time stay, and open votes go on without it.
    votes = [vote for vote in cast if row.met is not None or vote.judge_id != row.artist_id]
    answers: list[tuple[int, SaidOnPhone]] = [(vote.judge_id, vote) for vote in votes]
    if row.author_says is not None:
        answers.append((row.artist_id, row))
    return Disputed(
        artist=names[row.artist_id],
        criterion=row.criterion,
        judged=row.judged,
        author_says=row.author_says,
        met=row.met,
        votes={names[vote.judge_id]: vote.met for vote in votes},
        phones={
            names[seat]: names.get(one.phone_of_id or 0, "")
            for seat, one in answers
            if one.phone_of_id or one.phone_hosts
        },
    )


def by_recorded_round(state: State, judged_rounds: Iterable[Judged]) -> dict[int, Judged]:
    """Return how each recorded round was judged, by its index.

    First come rounds with the same sheets, whatever their number is now; then a corrected round is
    matched by its number, if its narrator and super criterion are still the same."""
    left = [judged for judged in judged_rounds if judged.number is not None]
    matched: dict[int, Judged] = {}
    for same in (_is_same, _moved, _corrected):
        for at, round in enumerate(state.rounds):
            judged = next((one for one in left if at not in matched and same(one, at, round)), None)
            if judged:
                matched[at] = judged
                left.remove(judged)
    return matched


def _is_same(judged: Judged, at: int, round: Round) -> bool:
    return judged.number == at + 1 and _holds(judged, round)


def _moved(judged: Judged, at: int, round: Round) -> bool:  # noqa: ARG001
    """Return whether the round has the same sheets at another number, unless they are blank."""
    return any(round.sheets.values()) and _holds(judged, round)


def _corrected(judged: Judged, at: int, round: Round) -> bool:
    return judged.number == at + 1 and (judged.narrator, judged.super_criterion) == (
        round.narrator,
        round.super_criterion,
    )


def _holds(judged: Judged, round: Round) -> bool:
    return (
        (judged.narrator, judged.super_criterion) == (round.narrator, round.super_criterion)
        and {*judged.sheets} == {*round.sheets}
        and all({*met} == {*judged.sheets[name]} for name, met in round.sheets.items())
    )


def live_round(state: State, judged_rounds: list[Judged]) -> Judged | None:
    """Return the round that is being judged; one that was recorded and undone comes first."""
    recorded = {judged.pk for judged in by_recorded_round(state, judged_rounds).values()}
    waiting = [
        judged
        for judged in judged_rounds
        if judged.pk not in recorded
        and (judged.number is None or judged.number > len(state.rounds))
    ]
    waiting.sort(key=lambda judged: (judged.number is None, judged.number or 0, -judged.pk))
    left = narrations_left(state)
    return next((judged for judged in waiting if left[judged.narrator]), None)


def facts(judged: Judged, round: Round) -> tuple[dict[str, str], tuple[Disputed, ...]]:
    """Return who judged which drawing, and decided disputes, as far as the sheets agree."""
    sheets = round.sheets
    judges = {
        artist: judge
        for artist, judge in judged.judges.items()
        if artist in judged.done and {*sheets.get(artist, ())} == {*judged.sheets[artist]}
    }
    disputes = [
        dispute
        for dispute in judged.disputes
        if dispute.met is not None
        and dispute.artist in sheets
        and dispute.met == (dispute.criterion in sheets[dispute.artist])
    ]
    return judges, tuple(disputes)
