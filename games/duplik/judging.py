"""Change a round that is being judged. Each function is one transaction, shows on all screens, and
may be repeated: a tap says what shall be, not what shall change."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from random import SystemRandom
from typing import Any

from django.db import transaction

from games.duplik.judged_rounds import Disputed, Judged, live_round, read_judged_rounds
from games.duplik.models import Dispute, Judgement, Judging, Tick, Vote
from games.duplik.rules import (
    CRITERIA,
    JudgingRefusal,
    Refusal,
    Round,
    Side,
    State,
    authors_judged,
    decision,
    is_even,
    laps_of,
    narrations_left,
    score,
    voters,
)
from scoring.core.entries import check_going_on, check_next
from scoring.core.refusals import Refused, check_player, check_within
from scoring.documents.schema import check_label
from scoring.models import Phone, Session
from scoring.models.locks import lock_session
from scoring.play.screen import refresh_screens
from scoring.play.taps import TapForm, record_tap
from scoring.play.timer import start_timer
from scoring.sessions.loading import load
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


def _locked(session: Session) -> tuple[State, list[Judged], dict[str, int]]:
    locked = refresh_screens(session)
    state: State = load(locked).state
    seats = dict(locked.seats.order_by("place").values_list("name", "pk"))
    return state, read_judged_rounds(locked, state), seats


def _live(session: Session, round: int) -> Live:
    """Lock the round that the page showed. Raises Refused if another one is being judged."""
    state, judged_rounds, seats = _locked(session)
    live = live_round(state, judged_rounds)
    if live is None or live.pk != round:
        raise Refused((), JudgingRefusal.ROUND_IS_GONE)
    return Live(live, seats)


# The round


@transaction.atomic
def begin(
    *, session: Session, at: int, narrator: str, super_criterion: int | None, title: str
) -> None:
    """Begin round number `at`, which the page offered; without a super criterion one is drawn."""
    _check_title(title)
    state, judged_rounds, seats = _locked(session)
    check_next(state.rounds, at, ("rounds",))
    check_going_on(score(state), ("rounds", at))
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


@transaction.atomic
def start_over(*, session: Session, round: int) -> None:
    """Delete what was entered of the round that is being judged."""
    _live(session, round).row.delete()


@transaction.atomic
def describe(*, session: Session, round: int, super_criterion: int, title: str) -> None:
    check_within(super_criterion, CRITERIA, ("super",))
    _check_title(title)
    row = _live(session, round).row
    row.super_criterion, row.title = super_criterion, title
    row.save(update_fields=["super_criterion", "title"])


@transaction.atomic
def pass_on(*, session: Session, round: int, side: Side, at: datetime) -> None:
    """Set on which side the drawings are passed: their new holders judge them from now on."""
    live = _live(session, round)
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


@transaction.atomic
def call(*, session: Session, round: int, criterion: int | None) -> None:
    """Set the criterion that the narrator reads out now; None: none yet."""
    if criterion is not None:
        check_within(criterion, CRITERIA, ("criterion",))
    row = _live(session, round).row
    row.called = criterion
    row.save(update_fields=["called"])


# The drawings


@transaction.atomic
def tick(
    *,
    session: Session,
    round: int,
    artist: str,
    met: Collection[int],
    before: Collection[int],
    box: int | None = None,
) -> None:
    """Tick a judge's boxes as far as they differ from `before`, which the page showed.

    Other boxes may have been ticked on another phone. `box`: the one that was tapped."""
    live = _live(session, round)
    seat = live.seat(artist)
    _check_side(live.judged)
    wanted = {number: number in met for number in {*met} ^ {*before} | ({box} if box else set())}
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
        _set(live.judged.pk, seat, number, now)


def _check_side(judged: Judged) -> None:
    if not judged.side:
        raise Refused(("side",), JudgingRefusal.NO_SIDE)


def _set(judging: int, artist: int, criterion: int, met: bool) -> None:
    box = {"judging_id": judging, "artist_id": artist, "criterion": criterion}
    if met:
        Tick.objects.get_or_create(None, **box)
    else:
        Tick.objects.filter(**box).delete()


@transaction.atomic
def finish(*, session: Session, round: int, artist: str, done: bool) -> None:
    """Note whether the judge of this drawing is done."""
    live = _live(session, round)
    seat = live.seat(artist)
    _check_side(live.judged)
    Judgement.objects.filter(judging=live.judged.pk, artist=seat).update(done=done)


# Disputes


def _check_may_argue(live: Live, visit: Visit) -> None:
    """Refuse disputes of the narrator, unless theirs may be the table's only phone."""
    if visit.seat and visit.seat.name == live.judged.narrator and not visit.hosts:
        raise Refused((), JudgingRefusal.NARRATOR_KEEPS_OUT)


def _phone_speaking_for(live: Live, visit: Visit, name: str) -> dict[str, Any]:
    """Return the columns that say which phone spoke for a seat.

    Raises Refused unless it is the seat's own, or the seat has none. Seats are read again, because
    the phone may have lost its own before the session was locked."""
    phones = Phone.objects.of_seats(visit.session)
    if phones.get(live.seats[name], visit.phone.pk) != visit.phone.pk:
        raise Refused(("judge",), JudgingRefusal.OWN_PHONE, name=name)
    seats = {phone: seat for seat, phone in phones.items()}
    seat = seats.get(visit.phone.pk)
    return {"phone_of_id": seat, "phone_hosts": seat is None}


@transaction.atomic
def dispute(*, visit: Visit, round: int, artist: str, criterion: int) -> None:
    live = _live(visit.session, round)
    seat = live.seat(artist)
    _check_side(live.judged)
    _check_may_argue(live, visit)
    check_within(criterion, CRITERIA, ("criterion",))
    Dispute.objects.get_or_create(
        judging_id=live.judged.pk,
        artist_id=seat,
        criterion=criterion,
        defaults={"judged": criterion in live.judged.sheets[artist]},
    )


@transaction.atomic
def withdraw(*, visit: Visit, round: int, artist: str, criterion: int) -> None:
    """Delete a dispute: the box is again as it was judged."""
    live = _live(visit.session, round)
    seat = live.seat(artist)
    _check_may_argue(live, visit)
    disputed = live.judged.dispute(artist, criterion)
    if disputed is not None:
        _dispute_row(live, disputed).delete()
        _set(live.judged.pk, seat, criterion, disputed.judged)


@transaction.atomic
def vote(*, visit: Visit, round: int, artist: str, criterion: int, judge: str, met: bool) -> None:
    live = _live(visit.session, round)
    voter = live.seat(judge)
    _check_may_argue(live, visit)
    if judge == artist:
        raise Refused(("judge",), JudgingRefusal.AUTHOR_DOES_NOT_VOTE, name=artist)
    phone = _phone_speaking_for(live, visit, judge)
    disputed = live.disputed(artist, criterion)
    if disputed.votes.get(judge) == met:
        return
    _check_open(disputed)
    Vote.objects.update_or_create(
        dispute=_dispute_row(live, disputed),
        judge_id=voter,
        narrator_id=live.seats[live.judged.narrator],
        defaults={"met": met, **phone},
    )
    _settle(live, disputed, {**disputed.votes, judge: met}, disputed.author_says)


@transaction.atomic
def author_decides(*, visit: Visit, round: int, artist: str, criterion: int, met: bool) -> None:
    live = _live(visit.session, round)
    _check_may_argue(live, visit)
    disputed = live.disputed(artist, criterion)
    phone = _phone_speaking_for(live, visit, artist)
    if disputed.author_says == met:
        return
    _check_open(disputed)
    if {*disputed.votes} != {*voters(live.judged.sheets, artist)} or not is_even(disputed.votes):
        raise Refused(("criterion",), JudgingRefusal.NOT_EVEN, name=artist)
    Dispute.objects.filter(pk=_dispute_row(live, disputed).pk).update(author_says=met, **phone)
    _settle(live, disputed, disputed.votes, met)


def _check_open(disputed: Disputed) -> None:
    if disputed.met is not None:
        raise Refused(
            ("criterion",),
            JudgingRefusal.ALREADY_DECIDED,
            number=disputed.criterion,
            name=disputed.artist,
        )


def _dispute_row(live: Live, disputed: Disputed) -> Dispute:
    return Dispute.objects.get(
        judging=live.judged.pk, artist=live.seats[disputed.artist], criterion=disputed.criterion
    )


def _settle(
    live: Live, disputed: Disputed, votes: Mapping[str, bool], author_says: bool | None
) -> None:
    """Store the decision in the box once everyone has voted."""
    met = decision(voters(live.judged.sheets, disputed.artist), votes, author_says)
    if met is not None:
        row = _dispute_row(live, disputed)
        row.met = met
        row.save(update_fields=["met"])
        _set(live.judged.pk, live.seats[disputed.artist], disputed.criterion, met)


# Recording


def check_judged(judged: Judged) -> None:
    """Refuse to record a round that is not completely judged."""
    _check_side(judged)
    if judged.missing:
        raise Refused((), JudgingRefusal.JUDGES_MISSING, names=judged.missing)
    if judged.open_disputes:
        first = judged.open_disputes[0]
        raise Refused((), JudgingRefusal.VOTES_MISSING, number=first.criterion, name=first.artist)


@transaction.atomic
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
        _set(row.pk, artist, criterion, criterion in met)
