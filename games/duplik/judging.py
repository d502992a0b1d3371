"""Change a round that is being judged. Each function is one transaction, shows on all screens, and
may be repeated: a tap says what shall be, not what shall change."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from random import SystemRandom

from games.duplik.judged_rounds import Disputed, Judged, live_round, read_judged_rounds
from games.duplik.models import Judgement, Judging, Tick
from games.duplik.open_round import STARTED_OVER
from games.duplik.rules import (
    CRITERIA,
    JudgingRefusal,
    Refusal,
    Round,
    Side,
    State,
    authors_judged,
    laps_of,
    narrations_left,
)
from scoring.core.entries import check_next
from scoring.core.refusals import Refused, check_player, check_within
from scoring.documents.schema import check_label
from scoring.models import Session
from scoring.models.locks import lock_session
from scoring.models.transactions import write_transaction
from scoring.play.screen import refresh_screens
from scoring.play.taps import TapForm, record_tap
from scoring.play.timer import start_timer
from scoring.sessions.lifecycle import note
from scoring.sessions.loading import check_going_on, load, load_stored
from scoring.sessions.recording import Recorded
from scoring.web.table_access import Visit


@dataclass(frozen=True, slots=True)
class Live:
    """The round that is being judged, with the session's lock."""

    judged: Judged
    seats: dict[str, int]

    @property
    def row(self) -> Judging:
        return Judging.objects.get(pk=self.judged.pk)

    def seat(self, artist: str) -> int:
        if artist not in self.judged.sheets:
            raise Refused(("artist",), JudgingRefusal.NOT_AN_ARTIST, name=artist)
        return self.seats[artist]

    def disputed(self, artist: str, criterion: int) -> Disputed:
        dispute = self.judged.dispute(artist, criterion)
        if dispute is None:
            raise Refused(("criterion",), JudgingRefusal.NO_DISPUTE, number=criterion, name=artist)
        return dispute


def _locked(session: Session) -> tuple[Session, State, list[Judged], dict[str, int]]:
    refresh_screens(session)
    stored = load_stored(session)
    seats = stored.seats
    judged_rounds = read_judged_rounds(session, stored.document.state, seats)
    return stored.row, stored.document.state, judged_rounds, {seat.name: seat.pk for seat in seats}


def lock_round(session: Session, round: int) -> Live:
    """Lock the round that the page showed. Raises Refused if another one is being judged."""
    _session, state, judged_rounds, seats = _locked(session)
    live = live_round(state, judged_rounds)
    if live is None or live.pk != round:
        raise Refused((), JudgingRefusal.ROUND_IS_GONE)
    return Live(live, seats)


# The round


@write_transaction()
def begin(
    *, session: Session, at: int, narrator: str, super_criterion: int | None, title: str
) -> None:
    """Begin round number `at`, which the page offered; without a super criterion one is drawn."""
    _check_title(title)
    locked, state, judged_rounds, seats = _locked(session)
    check_next(state.rounds, at, ("rounds",))
    check_going_on(locked, ("rounds", at))
    check_player(narrator, state.players, ("narrator",))
    live = live_round(state, judged_rounds)
    if live is not None:
        _check_is_the_same(live, narrator, super_criterion)
        return
    if not narrations_left(state)[narrator]:
        raise Refused(("narrator",), Refusal.NARRATED_ENOUGH, name=narrator, laps=laps_of(state))
    drawn = super_criterion or SystemRandom().choice(CRITERIA)
    check_within(drawn, CRITERIA, ("super",))
    # One that nobody can go on with: its narrator has narrated in other rounds meanwhile.
    Judging.objects.filter(session=session, number=None).delete()
    Judging.objects.create(
        session=session, narrator_id=seats[narrator], super_criterion=drawn, title=title
    )


def _check_title(title: str) -> None:
    """Refuse a title at once that no document could have."""
    if title:
        check_label(title)


def _check_is_the_same(live: Judged, narrator: str, super_criterion: int | None) -> None:
    if live.narrator != narrator or super_criterion not in {None, live.super_criterion}:
        raise Refused(
            ("narrator",),
            JudgingRefusal.ALREADY_BEGUN,
            name=live.narrator,
            number=live.super_criterion,
        )


def check_may_start_over(judged: Judged, visit: Visit) -> None:
    """Refuse it to artists and judges: it deletes what others entered.

    The narrator leads the round, and begins and records it."""
    narrates = visit.seat is not None and visit.seat.name == judged.narrator
    if not (visit.hosts or narrates):
        raise Refused((), JudgingRefusal.NARRATOR_STARTS_OVER, name=judged.narrator)


@write_transaction()
def start_over(*, visit: Visit, round: int) -> None:
    """Delete what was entered of the round that is being judged; the history says who did it."""
    live = lock_round(visit.session, round)
    check_may_start_over(live.judged, visit)
    live.row.delete()
    note(session=visit.session, action=STARTED_OVER, by=visit.by())


@write_transaction()
def describe(*, session: Session, round: int, super_criterion: int, title: str) -> None:
    check_within(super_criterion, CRITERIA, ("super",))
    _check_title(title)
    row = lock_round(session, round).row
    row.super_criterion, row.title = super_criterion, title
    row.save(update_fields=["super_criterion", "title"])


@write_transaction()
def pass_on(*, session: Session, round: int, side: Side, at: datetime) -> None:
    """Set on which side the drawings are passed: their new holders judge them from now on."""
    live = lock_round(session, round)
    if live.judged.side == side:
        return
    row = live.row
    row.side = side
    row.save(update_fields=["side"])
    row.judgements.all().delete()
    judged = authors_judged(State(tuple(live.seats), rounds=()), live.judged.narrator, side)
    Judgement.objects.bulk_create(
        Judgement(
            judging=row,
            artist_id=live.seats[artist],
            judge_id=live.seats[judge],
            narrator_id=row.narrator_id,
        )
        for judge, artist in judged.items()
    )
    start_timer(session=session, seconds=0, at=at)


@write_transaction()
def call(*, session: Session, round: int, criterion: int | None) -> None:
    """Set the criterion that the narrator reads out now; None: none yet."""
    if criterion is not None:
        check_within(criterion, CRITERIA, ("criterion",))
    row = lock_round(session, round).row
    row.called = criterion
    row.save(update_fields=["called"])


# The drawings


@write_transaction()
def tick(
    *,
    session: Session,
    round: int,
    artist: str,
    met: Collection[int],
    before: Collection[int],
    box: int | None = None,
) -> None:
    """Tick the box that was tapped, or else all that differ from `before`, which the page showed.

    Other boxes may have been ticked on another phone, or be taken back on this one."""
    live = lock_round(session, round)
    seat = live.seat(artist)
    check_side(live.judged)
    tapped = {box} if box else {*met} ^ {*before}
    wanted = {number: number in met for number in tapped}
    wanted = {
        number: now
        for number, now in wanted.items()
        if now != (number in live.judged.sheets[artist])
    }
    if wanted and artist in live.judged.done:
        raise Refused(("artist",), JudgingRefusal.SHEET_IS_DONE, name=artist)
    for number, now in wanted.items():
        check_within(number, CRITERIA, ("criterion",))
        if live.judged.dispute(artist, number):
            raise Refused(
                ("criterion",), JudgingRefusal.BOX_IS_DISPUTED, number=number, name=artist
            )
        set_box(live.judged.pk, seat, number, now)
    if box and box == live.judged.called and box not in met:
        # That it is met is answer enough.
        Judgement.objects.filter(judging=live.judged.pk, artist=seat).update(found_not_met=box)


def check_side(judged: Judged) -> None:
    if not judged.side:
        raise Refused(("side",), JudgingRefusal.NO_SIDE)


def set_box(judging: int, artist: int, criterion: int, met: bool) -> None:
    box = {"judging_id": judging, "artist_id": artist, "criterion": criterion}
    if met:
        Tick.objects.bulk_create([Tick(**box)], ignore_conflicts=True)
    else:
        Tick.objects.filter(**box).delete()


@write_transaction()
def finish(*, session: Session, round: int, artist: str, done: bool) -> None:
    """Note whether the judge of this drawing is done."""
    live = lock_round(session, round)
    seat = live.seat(artist)
    check_side(live.judged)
    Judgement.objects.filter(judging=live.judged.pk, artist=seat).update(done=done)


# Recording


def check_judged(judged: Judged) -> None:
    """Refuse to record a round that is not completely judged."""
    check_side(judged)
    if judged.missing:
        raise Refused((), JudgingRefusal.JUDGES_MISSING, names=judged.missing)
    if judged.open_disputes:
        first = judged.open_disputes[0]
        raise Refused((), JudgingRefusal.VOTES_MISSING, number=first.criterion, name=first.artist)


@write_transaction()
def record_round(form: TapForm, visit: Visit) -> Recorded | None:
    """Record the round and keep how it was judged, for the case that it is undone."""
    session = lock_session(visit.session.pk)
    state: State = load(session).state
    live = live_round(state, read_judged_rounds(session, state))
    recorded = record_tap(form, visit)
    if recorded and not recorded.repeated:
        _keep(session, live, recorded.played.state)
    return recorded


def _keep(session: Session, live: Judged | None, state: State) -> None:
    """Store the round as it was recorded, which may differ from what the phones judged."""
    round: Round = state.rounds[-1]
    seats = dict(session.seats.values_list("name", "pk"))
    row = Judging.objects.get(pk=live.pk) if live else Judging(session=session)
    if live and live.narrator != round.narrator:
        row.judgements.all().delete()
        row.disputes.all().delete()
        row.side, row.called = "", None
    row.number = len(state.rounds)
    row.narrator_id = seats[round.narrator]
    row.super_criterion = round.super_criterion
    row.title = round.title or ""
    row.save()
    for artist, met in round.sheets.items():
        _write(row, seats[artist], {*met})


def _write(row: Judging, artist: int, met: set[int]) -> None:
    """Store the ticks of a recorded sheet; if they differ, the judge is no longer done."""
    ticked = {*row.ticks.filter(artist=artist).values_list("criterion", flat=True)}
    if ticked == met:
        return
    row.judgements.filter(artist=artist).update(done=False)
    for criterion in ticked ^ met:
        set_box(row.pk, artist, criterion, criterion in met)
