"""The verbs of a round that is being entered: each is one transaction, shows on every screen, and
may be repeated without counting twice."""

from collections.abc import Sequence
from enum import StrEnum
from random import Random
from typing import get_args

from django.db import transaction

from games.artbox.models import (
    BallotLine,
    Drawing,
    OpenBallot,
    OpenBroken,
    OpenFinish,
    OpenGuess,
    OpenRound,
    Word,
)
from games.artbox.rules import (
    DICE,
    Refusal,
    Shape,
    State,
    drawings_each,
    is_simplified,
    score,
)
from scoring.access import Visit
from scoring.changes import check_going_on, check_next
from scoring.models import Seat, Session
from scoring.phones import shown
from scoring.refusals import Code, Refused, check_within
from scoring.sessions import Recorded, load
from scoring.taps import TapForm, take


class LiveRefusal(StrEnum):
    """What cannot be entered yet, or no longer."""

    NOT_GONE_THROUGH = "not-gone-through"
    STILL_DRAWING = "still-drawing"
    REVEALED = "revealed"
    HANDED_IN = "handed-in"
    NO_WORDS = "no-words"
    PLACE_TAKEN = "place-taken"
    SAME_WORD = "same-word"
    OWN_NUMBER = "own-number"
    NOT_TOLD = "not-told"
    WAITING = "waiting"


def entering(session: Session, number: int) -> State:
    """Lock the session; refuse if that round is no longer the one to enter."""
    locked = shown(session)
    state: State = load(locked).state
    check_next(state.rounds, number - 1, ("rounds",))
    check_going_on(score(state), ("rounds", number - 1))
    return state


def seat_at(session: Session, place: int) -> Seat:
    seat = session.seats.at(place)
    if seat is None:
        raise Refused(("players",), Code.MALFORMED)
    return seat


def open_round(session: Session, number: int) -> OpenRound:
    return OpenRound.objects.get_or_create(session=session, number=number)[0]


@transaction.atomic
def finish(*, session: Session, number: int, seat: int) -> None:
    """The next Number token is theirs, unless they have one."""
    state = entering(session, number)
    if is_simplified(state):
        raise Refused(("rounds", number - 1, "finish"), Refusal.NO_NUMBER_TOKENS)
    done = OpenFinish.objects.filter(session=session, number=number)
    who = seat_at(session, seat)
    if not done.filter(seat=who).exists():
        done.create(session=session, number=number, seat=who, place=done.count() + 1)


@transaction.atomic
def unfinish(*, session: Session, number: int, seat: int) -> None:
    """They are still drawing: whoever came after them moves up."""
    entering(session, number)
    done = OpenFinish.objects.filter(session=session, number=number).order_by("place")
    left = [one.seat for one in done.select_related("seat") if one.seat.place != seat]
    if len(left) == done.count():
        return
    done.delete()
    OpenFinish.objects.bulk_create(
        OpenFinish(session=session, number=number, seat=one, place=place)
        for place, one in enumerate(left, 1)
    )


@transaction.atomic
def judge(*, session: Session, number: int, seat: int, broken: bool) -> None:
    """Whether a drawing broke the requirements (R-A3)."""
    state = entering(session, number)
    if is_simplified(state):
        raise Refused(("rounds", number - 1, "invalid"), Refusal.NO_VALIDITY)
    who = seat_at(session, seat)
    if broken:
        OpenBroken.objects.get_or_create(session=session, number=number, seat=who)
    else:
        OpenBroken.objects.filter(session=session, number=number, seat=who).delete()


@transaction.atomic
def set_die(*, session: Session, number: int, die: int, shape: str) -> None:
    """No shape takes the die up again."""
    entering(session, number)
    check_within(die, range(1, DICE + 1), ("dice",))
    row = open_round(session, number)
    setattr(row, f"die_{die}", shape)
    row.save(update_fields=[f"die_{die}"])


@transaction.atomic
def roll(*, session: Session, number: int, random: Random) -> None:
    """The dice that do not lie yet; so that a second tap changes nothing."""
    entering(session, number)
    row = open_round(session, number)
    empty = [f"die_{die}" for die, shape in enumerate(row.dice, 1) if not shape]
    for name in empty:
        setattr(row, name, random.choice(get_args(Shape)))
    row.save(update_fields=empty)


@transaction.atomic
def take_up_dice(*, session: Session, number: int) -> None:
    entering(session, number)
    dice = {f"die_{die}": "" for die in range(1, DICE + 1)}
    OpenRound.objects.filter(session=session, number=number).update(**dice)


@transaction.atomic
def choose_way(*, session: Session, number: int, way: str) -> None:
    entering(session, number)
    row = open_round(session, number)
    row.way = way
    row.save(update_fields=["way"])


@transaction.atomic
def guess(*, session: Session, number: int, author: int, guesser: int, right: int) -> None:
    """How many of the author's drawings the guesser had right; guesser 0: nobody had any."""
    state = entering(session, number)
    drawn_by = seat_at(session, author)
    path = ("rounds", number - 1, "guesses")
    check_within(right, range(drawings_each(state) + 1), path)
    if guesser == author:
        raise Refused(path, Refusal.OWN_DRAWING, name=drawn_by.name)
    if guesser:
        _note(session, number, drawn_by, [seat_at(session, guesser)], right)
    else:
        others = session.seats.exclude(pk=drawn_by.pk).order_by("place")
        _note(session, number, drawn_by, list(others), 0)


def _note(
    session: Session, number: int, author: Seat, guessers: Sequence[Seat], right: int
) -> None:
    for guesser in guessers:
        OpenGuess.objects.update_or_create(
            session=session,
            number=number,
            author=author,
            guesser=guesser,
            defaults={"right": right},
        )


@transaction.atomic
def forget(*, session: Session, number: int, author: int) -> None:
    """Nobody has gone through this author's drawings after all."""
    entering(session, number)
    OpenGuess.objects.filter(session=session, number=number, author__place=author).delete()


@transaction.atomic
def correct_round(form: TapForm, visit: Visit, *, number: int) -> Recorded | None:
    """And, if it takes a round out, what was entered for those after it moves up with them."""
    Session.objects.locked(visit.session.pk)
    recorded = take(form, visit)
    if recorded and not recorded.repeated and form.cleaned_data["out"]:
        _close_gap(visit.session, number)
    return recorded


def _close_gap(session: Session, number: int) -> None:
    for model in (
        BallotLine,
        Drawing,
        OpenBallot,
        OpenBroken,
        OpenFinish,
        OpenGuess,
        OpenRound,
        Word,
    ):
        rows = model._default_manager.filter(session=session)
        rows.filter(number=number).delete()
        later = rows.filter(number__gt=number).order_by("number").values_list("number", flat=True)
        for one in later.distinct():
            rows.filter(number=one).update(number=one - 1)
