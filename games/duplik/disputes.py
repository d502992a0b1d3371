"""Change the disputes of a round that is being judged: begin and withdraw one, vote, decide.

Each function is one transaction, shows on all screens, and may be repeated."""

from collections.abc import Mapping
from typing import Any

from games.duplik.dispute_rules import decision, is_even, voters
from games.duplik.judged_rounds import Disputed
from games.duplik.judging import Live, check_side, lock_round, set_box
from games.duplik.models import Dispute, Vote
from games.duplik.rules import CRITERIA, JudgingRefusal
from scoring.core.refusals import Refused, check_within
from scoring.models import Phone
from scoring.models.transactions import write_transaction
from scoring.web.table_access import Visit


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


@write_transaction()
def begin_dispute(*, visit: Visit, round: int, artist: str, criterion: int) -> None:
    live = lock_round(visit.session, round)
    seat = live.seat(artist)
    check_side(live.judged)
    _check_may_argue(live, visit)
    check_within(criterion, CRITERIA, ("criterion",))
    Dispute.objects.get_or_create(
        judging_id=live.judged.pk,
        artist_id=seat,
        criterion=criterion,
        defaults={"judged": criterion in live.judged.sheets[artist]},
    )


@write_transaction()
def withdraw_dispute(*, visit: Visit, round: int, artist: str, criterion: int) -> None:
    """Delete a dispute: the box is again as it was judged."""
    live = lock_round(visit.session, round)
    seat = live.seat(artist)
    _check_may_argue(live, visit)
    disputed = live.judged.dispute(artist, criterion)
    if disputed is not None:
        _dispute_row(live, disputed).delete()
        set_box(live.judged.pk, seat, criterion, disputed.judged)


@write_transaction()
def vote(*, visit: Visit, round: int, artist: str, criterion: int, judge: str, met: bool) -> None:
    live = lock_round(visit.session, round)
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


@write_transaction()
def author_decides(*, visit: Visit, round: int, artist: str, criterion: int, met: bool) -> None:
    live = lock_round(visit.session, round)
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
        set_box(live.judged.pk, live.seats[disputed.artist], disputed.criterion, met)
