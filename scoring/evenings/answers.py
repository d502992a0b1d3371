"""Answering whether one comes to an evening, without an account: each verb is one transaction."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count, islice

from django.db.models import Q

from scoring.evenings.mail_consent import ask
from scoring.groups.mail_opt_out import has_opted_out
from scoring.models import Answer, AnswerAddress, Evening, Player
from scoring.models.evenings.answers import MOST_ANSWERS
from scoring.models.locks import lock_evening
from scoring.models.people import NAME_LENGTH
from scoring.models.transactions import write_transaction

BY_MISTAKE = timedelta(minutes=10)  # a tick can be taken back; later it says that they have left


class EveningIsFull(Exception):
    """An evening has as many answers as it may have."""


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """What somebody says of themselves.

    `is_own`: the signed-in reader is this player, so that an answer that somebody else gave for
    them becomes theirs."""

    name: str
    player: Player | None
    is_own: bool
    coming: str
    email: str = ""
    has_confirmed_email: bool = False  # the signed-in reader; another address is asked first
    is_here: bool = False
    is_guest: bool = False  # no player, although one has a name like theirs


@write_transaction()
def give_answer(*, evening: Evening, browser: str, given: GivenAnswer, at: datetime) -> Answer:
    """Store what this browser says; what it said before is replaced. Raises EveningIsFull.

    Someone who said that they are here, and then whether they come, is not here after all.
    Nobody takes an answer away from another browser, unless it is about themselves: then this one
    is stored beside it, by its name alone. So is a "no" to a player whom a scorekeeper has ticked
    as being here."""
    lock_evening(evening.pk)
    player = given.player
    mine = Answer.objects.of_browser(evening, browser)
    theirs = Answer.objects.of_player(evening, player) if player else None
    if theirs and theirs != mine:
        is_denied = theirs.here_at is not None and given.coming == Answer.Coming.NO
        if given.is_own or not (theirs.browser or is_denied):
            if mine:
                mine.delete()
            mine = theirs
        else:
            player = None
    if mine is None:
        if evening.answers.count() >= MOST_ANSWERS:
            raise EveningIsFull
        mine = Answer(evening=evening)
    # The tick of a scorekeeper is taken back by nobody who merely knows the name.
    takes_back = given.is_own or (mine.browser == browser and not mine.is_ticked)
    values = {
        "browser": browser,
        "name": given.name,
        "player": player,
        "coming": given.coming,
        "is_guest": given.is_guest,
    }
    for field, value in values.items():
        setattr(mine, field, value)
    mine.changed_at = at
    if given.is_here:
        mine.here_at, mine.left_at = mine.here_at or at, None
    elif takes_back:
        mine.here_at = mine.left_at = None
    changed = [*values, "changed_at", "here_at", "left_at"]
    mine.save(update_fields=changed if mine.pk else None)
    _set_address(mine, given, at)
    return mine


def _set_address(answer: Answer, given: GivenAnswer, at: datetime) -> None:
    AnswerAddress.objects.filter(answer=answer).exclude(email=given.email).delete()
    if not given.email or has_opted_out(given.email):
        return
    consent = None
    if not given.has_confirmed_email:
        consent = ask(answer.evening.group, given.email, at)
        if consent.declined_at:
            return
    values = {"email": given.email, "consent": consent}
    AnswerAddress.objects.update_or_create(answer=answer, defaults=values)


@write_transaction()
def say_who_is_here(
    *,
    evening: Evening,
    shown: Collection[Answer],
    answers: Collection[Answer],
    players: Collection[Player],
    name: str,
    at: datetime,
) -> None:
    """Tick these of the answers that the page showed, players who had not answered, and a new name.

    People who came since the page was shown stay. Those who were here for a while and are not
    ticked have left. Raises EveningIsFull."""
    lock_evening(evening.pk)
    of_evening = evening.answers.all()
    here = {answer.pk for answer in answers}
    unticked = [answer.pk for answer in shown if answer.pk not in here]
    absent = of_evening.filter(pk__in=unticked)
    absent.filter(here_at__gt=at - BY_MISTAKE).update(here_at=None, left_at=None, is_ticked=False)
    absent.filter(here_at__isnull=False, left_at=None).update(left_at=at)
    ticked = of_evening.filter(Q(pk__in=here) | Q(player__in=[player.pk for player in players]))
    ticked.filter(here_at=None).update(here_at=at, is_ticked=True)
    ticked.update(left_at=None)
    answered = {*of_evening.values_list("player_id", flat=True)}
    new = [Answer(name=one.name, player=one) for one in players if one.pk not in answered]
    if name:
        player = evening.group.players.filter(name=name).exclude(pk__in=answered - {None}).first()
        new.append(Answer(name=name, player=player))
    if of_evening.count() + len(new) > MOST_ANSWERS:
        raise EveningIsFull
    for one in new:
        one.evening, one.changed_at, one.here_at, one.is_ticked = evening, at, at, True
    Answer.objects.bulk_create(new)


@write_transaction()
def leave(*, answer: Answer, at: datetime) -> None:
    """Say that somebody who was here has left; nothing for anybody else."""
    lock_evening(answer.evening_id)
    Answer.objects.filter(pk=answer.pk).here().update(left_at=at)


@write_transaction()
def forget_browser(*, answer: Answer, is_here: bool) -> None:
    """Take an answer from the browser that gave it, for whom it is not.

    `is_here`: they are here, without a phone of their own; else what the browser said is taken
    back, but not the tick of a scorekeeper."""
    lock_evening(answer.evening_id)
    if is_here or answer.is_ticked:
        Answer.objects.filter(pk=answer.pk).update(browser="")
    else:
        Answer.objects.filter(pk=answer.pk).delete()


@write_transaction()
def settle_name(*, answer: Answer, player: Player | None) -> None:
    """Say which player gave an answer, or that none did whom the group knows.

    A guest who is called exactly like a player gets a number, because results are a player's by
    the name at the table. A player who has answered meanwhile stays as they are."""
    evening = lock_evening(answer.evening_id)
    if player is None:
        name = _name_of_guest(answer, evening)
        Answer.objects.filter(pk=answer.pk).update(is_guest=True, player=None, name=name)
    elif not evening.answers.filter(player=player).exists():
        Answer.objects.filter(pk=answer.pk).update(player=player)


def _name_of_guest(answer: Answer, evening: Evening) -> str:
    start = answer.name[: NAME_LENGTH - 4]
    taken = {*evening.group.players.filter(name__startswith=start).names()}
    taken |= {*evening.answers.exclude(pk=answer.pk).values_list("name", flat=True)}
    numbered = (f"{start} {number}" for number in count(2))
    return next(name for name in (answer.name, *islice(numbered, len(taken))) if name not in taken)


@write_transaction()
def remove_answer(*, answer: Answer) -> None:
    answer.delete()


@write_transaction()
def stop_mail(*, address: AnswerAddress) -> None:
    """Forget where to write about an evening."""
    address.delete()
