"""Change a round that is being entered. Each function is one transaction, shows on all screens, and
may be repeated without counting twice."""

from collections.abc import Sequence
from random import Random
from typing import Any, get_args

from django.db.models import F, QuerySet

from games.artbox.models import (
    Drawing,
    GuessSheetLine,
    HiddenEntry,
    OpenBroken,
    OpenFinish,
    OpenGuess,
    OpenGuessSheet,
    OpenRound,
    Word,
)
from games.artbox.open_round import still_finished
from games.artbox.rules import (
    DICE,
    EntryRefusal,
    Refusal,
    Round,
    Shape,
    State,
    drawings_each,
    is_simplified,
)
from scoring.core.entries import check_next
from scoring.core.refusals import Code, Refused, check_within
from scoring.models import OfSession, Seat, Session
from scoring.models.transactions import write_transaction
from scoring.play.screen import refresh_screens
from scoring.sessions.loading import check_going_on, load_stored
from scoring.sessions.undo import RESTORE


def entering(session: Session, number: int) -> State:
    """Lock the session and return its State. Raises Refused if another round is entered now."""
    refresh_screens(session)
    stored = load_stored(session)
    state: State = stored.document.state
    check_next(state.rounds, number - 1, ("rounds",))
    check_going_on(stored.row, ("rounds", number - 1))
    return state


def seat_at(session: Session, place: int) -> Seat:
    seat = session.seats.at(place)
    if seat is None:
        raise Refused(("players",), Code.MALFORMED)
    return seat


def open_round(session: Session, number: int) -> OpenRound:
    return OpenRound.objects.get_or_create(session=session, number=number)[0]


def with_guess_sheets(session: Session, number: int) -> State:
    """Lock the session and return its State. Raises Refused if the guesses are revealed."""
    state = entering(session, number)
    if open_round(session, number).is_closed:
        raise Refused(("rounds", number - 1), EntryRefusal.REVEALED)
    return state


@write_transaction()
def finish(*, session: Session, number: int, seat: int) -> None:
    """Give the player the next Number token, unless they have one; who is left has the last."""
    state = entering(session, number)
    if is_simplified(state):
        raise Refused(("rounds", number - 1, "finish"), Refusal.NO_NUMBER_TOKENS)
    done = OpenFinish.objects.filter(session=session, number=number)
    who = seat_at(session, seat)
    finished = [*done.values_list("seat", flat=True)]
    if who.pk in finished:
        return
    left = [one for one in session.seats.clockwise() if one.pk not in {*finished, who.pk}]
    next_ones = [who, *left] if len(left) == 1 else [who]
    OpenFinish.objects.bulk_create(
        OpenFinish(session=session, number=number, seat=one, place=place)
        for place, one in enumerate(next_ones, len(finished) + 1)
    )


@write_transaction()
def unfinish(*, session: Session, number: int, seat: int) -> None:
    """Take back a Number token: who finished later moves up, but for one who never said so."""
    state = entering(session, number)
    who = seat_at(session, seat).pk
    done = OpenFinish.objects.filter(session=session, number=number).order_by("place")
    before = [*done.values_list("seat", flat=True)]
    if who not in before:
        return
    left = still_finished(before, [one for one in before if one != who], len(state.players))
    done.delete()
    OpenFinish.objects.bulk_create(
        OpenFinish(session=session, number=number, seat_id=one, place=place)
        for place, one in enumerate(left, 1)
    )


@write_transaction()
def judge(*, session: Session, number: int, seat: int, broken: bool) -> None:
    """Note whether a drawing broke the requirements (R-A3)."""
    state = entering(session, number)
    if is_simplified(state):
        raise Refused(("rounds", number - 1, "invalid"), Refusal.NO_VALIDITY)
    who = seat_at(session, seat)
    if broken:
        OpenBroken.objects.get_or_create(session=session, number=number, seat=who)
    else:
        OpenBroken.objects.filter(session=session, number=number, seat=who).delete()


@write_transaction()
def set_die(*, session: Session, number: int, die: int, shape: str) -> None:
    """Set the shape of a die; an empty shape takes it up again."""
    entering(session, number)
    check_within(die, range(1, DICE + 1), ("dice",))
    row = open_round(session, number)
    setattr(row, f"die_{die}", shape)
    row.save(update_fields=[f"die_{die}"])


@write_transaction()
def roll(*, session: Session, number: int, random: Random) -> None:
    """Roll the dice without a shape, so that a second tap changes nothing."""
    entering(session, number)
    row = open_round(session, number)
    empty = [f"die_{die}" for die, shape in enumerate(row.dice, 1) if not shape]
    for name in empty:
        setattr(row, name, random.choice(get_args(Shape)))
    row.save(update_fields=empty)


@write_transaction()
def take_up_dice(*, session: Session, number: int) -> None:
    entering(session, number)
    dice = {f"die_{die}": "" for die in range(1, DICE + 1)}
    OpenRound.objects.filter(session=session, number=number).update(**dice)


@write_transaction()
def choose_way(*, session: Session, number: int, way: str) -> None:
    entering(session, number)
    row = open_round(session, number)
    if row.is_closed and way != row.way:
        raise Refused(("rounds", number - 1), EntryRefusal.REVEALED)
    row.way = way
    row.save(update_fields=["way"])


@write_transaction()
def guess(*, session: Session, number: int, author: int, guesser: int, right: int) -> None:
    """Note how many of the author's drawings a guesser had right; guesser 0: nobody else any."""
    state = entering(session, number)
    path = ("rounds", number - 1, "guesses")
    check_within(right, range(drawings_each(state) + 1), path)
    seats = {seat.place: seat for seat in session.seats.clockwise()}
    if not {author, guesser or author} <= seats.keys():
        raise Refused(("players",), Code.MALFORMED)
    drawn_by = seats.pop(author)
    if guesser == author:
        raise Refused(path, Refusal.OWN_DRAWING, name=drawn_by.name)
    about: dict[str, Any] = {"session": session, "number": number, "author": drawn_by}
    if guesser:
        OpenGuess.objects.bulk_create(
            [OpenGuess(**about, guesser=seats[guesser], right=right)],
            update_conflicts=True,
            update_fields=["right"],
            unique_fields=["session", "number", "guesser", "author"],
        )
    else:
        others = [OpenGuess(**about, guesser=seat, right=0) for seat in seats.values()]
        OpenGuess.objects.bulk_create(others, ignore_conflicts=True)


# Rounds that come and go

ENTERED = (
    GuessSheetLine,
    Drawing,
    HiddenEntry,
    OpenGuessSheet,
    OpenBroken,
    OpenFinish,
    OpenGuess,
    OpenRound,
    Word,
)
OUT_OF_THE_WAY = 20_000  # beyond every round, so that no two meet while they move


def renumber_rounds(session: Session, before: State, after: State, action: str) -> None:
    """Renumber what was entered for later rounds after a round was removed or put back.

    What was entered for a round that is recorded, or undone, keeps its number."""
    if action == "round":
        return
    if number := _missing(before.rounds, after.rounds, action):
        for model in ENTERED:
            _rows(model, session).filter(number=number).delete()
        _move(session, number + 1, -1)
    elif number := _missing(after.rounds, before.rounds, action):
        _move(session, number, 1)


def _missing(more: Sequence[Round], fewer: Sequence[Round], action: str) -> int:
    """Return the number of the only round that the longer list has; 0 if more differs."""
    if len(more) != len(fewer) + 1:
        return 0
    pairs = enumerate(zip(more, fewer, strict=False))
    at = next((at for at, (one, other) in pairs if one != other), len(fewer))
    if tuple(more[at + 1 :]) != tuple(fewer[at:]):
        return 0
    # Restored, the last one may just have been recorded or taken back.
    return 0 if action == RESTORE and at == len(fewer) else at + 1


def _move(session: Session, first: int, by: int) -> None:
    """Move what was entered for the rounds from that number on."""
    for model in ENTERED:
        rows = _rows(model, session)
        rows.filter(number__gte=first).update(number=F("number") + OUT_OF_THE_WAY)
        rows.filter(number__gt=OUT_OF_THE_WAY).update(number=F("number") + by - OUT_OF_THE_WAY)


def _rows(model: type[OfSession], session: Session) -> QuerySet[Any]:
    return model._default_manager.filter(session=session)
