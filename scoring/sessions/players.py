"""Change who plays at a table, and in which order, before anything is entered."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Case, Value, When

from scoring.core.outcome import Outcome
from scoring.core.refusals import Code, Refused, check_different
from scoring.documents.schema import check_name
from scoring.documents.scorer import dump_document, read_document
from scoring.models import Merge, OpenEntry, Phone, Revision, Seat, SeatRequest, Session
from scoring.models.revisions import CHANGE_PLAYERS, By
from scoring.models.transactions import write_transaction
from scoring.sessions.naming import check_seated_once
from scoring.sessions.recording import MovedOn, Played, Recorded, open_session
from scoring.sessions.seating import get_or_create_players

PLAYERS = ("players",)


@write_transaction()
def change_players(
    *,
    session: Session,
    names: Sequence[str],
    by: By,
    unnamed: Collection[str] = (),
    knows_players: bool = True,
) -> Recorded:
    """Let these people play at a table, in this order, by the rules that were chosen for it.

    Those who stay keep their phones. A seat with one of the `unnamed` names keeps its phone when it
    gets another name. Undo does not go back to other players. New names of somebody who
    does not know the group's players are those of guests. Raises Refused, PlayerSitsElsewhere,
    MovedOn."""
    group = session.group
    _check_names(names)
    seated = session.seats.names()
    new = [name for name in names if name not in seated]
    players = get_or_create_players(group, new)[0] if group and knows_players else {}
    opened = open_session(session, by)  # after the group, which is always locked first
    if opened.repeated:
        return opened.repeated
    document, before = opened.document, opened.before.seats
    # Those who stay are the same players of the group, whatever they are called there by now.
    people: dict[str, int | None] = {} if knows_players else dict.fromkeys(new)
    people |= {name: player.pk for name, player in players.items()}
    people |= {seat.name: seat.player_id for seat in before}
    if opened.session.group_id != session.group_id or (group and not people.keys() >= {*names}):
        raise MovedOn
    if players_are_fixed(opened.session, document, opened.before.outcome):
        raise fixed_players()
    changed = read_document({**dump_document(document), "players": [*names]})
    # Before anybody moves: it refuses too few and too many.
    outcome = document.game.score(changed.state)
    places = places_after([seat.name for seat in before], names, unnamed)
    seats = _add_and_remove(opened.session, before, len(names))
    moves = {old.pk: seats[places[old.place] - 1] for old in before if old.place in places}
    _move_people(opened.session, before, moves)
    Seat.objects.filter(pk__in=[seat.pk for seat in before[len(names) :]]).delete()
    _name(seats, names, people)
    own = moves.get(by.seat.pk) if by.seat else None
    opened = replace(opened, by=replace(by, seat=own))
    document = replace(document, state=changed.state)
    return opened.save(CHANGE_PLAYERS, document, outcome=outcome, reseated=seats)


def players_are_fixed(
    session: Session, played: Played, outcome: Outcome[Any] | None = None
) -> bool:
    """Return whether something was entered, of a round that is open too, and not undone."""
    game, state = played.game, played.state
    if game.has_begun(state, outcome or game.score(state)):
        return True
    open_round = game.store.open_round
    if open_round is None:
        return False
    standing = Revision.objects.standing_number(session.pk)
    return OpenEntry.objects.of_round(session, open_round.number(state), standing).exists()


def fixed_players() -> Refused:
    return Refused(PLAYERS, Code.PLAYERS_ARE_FIXED)


def _check_names(names: Sequence[str]) -> None:
    for at, name in enumerate(names):
        try:
            check_name(name)
        except Refused as refused:
            raise Refused((*PLAYERS, at), refused.code, **refused.values) from None
    check_different(names, PLAYERS, Code.NAME_TWICE)


def places_after(
    before: Sequence[str], after: Sequence[str], unnamed: Collection[str]
) -> dict[int, int]:
    """Return the place before -> the place after of each person who stays at a table.

    People are told apart by their names. Those who had no name yet get the new names."""
    staying = {name: before.index(name) for name in after if name in before}
    nameless = [at for at, name in enumerate(before) if name in unnamed and name not in after]
    new = [at for at, name in enumerate(after) if name not in before]
    places = {at + 1: after.index(name) + 1 for name, at in staying.items()}
    return places | {was + 1: now + 1 for was, now in zip(nameless, new, strict=False)}


def _add_and_remove(session: Session, before: Sequence[Seat], many: int) -> list[Seat]:
    """Return so many seats of a table, clockwise; those beyond them are still there."""
    # No name begins with a blank, so that it is nobody's on the way.
    added = range(len(before) + 1, many + 1)
    new = [Seat(session=session, place=place, name=f" {place}") for place in added]
    return [*before[:many], *Seat.objects.bulk_create(new)]


def _move_people(session: Session, before: Sequence[Seat], moves: Mapping[int, Seat]) -> None:
    """Let phones, requests for seats, and the history follow their players to other seats.

    The seats keep their places, because the database lets no two of them change places."""
    phones = Phone.objects.of_seats(session)
    Phone.objects.filter(session=session).seated().update(seat=None)
    for old, phone in phones.items():
        if old in moves:
            Phone.objects.filter(pk=phone).update(seat=moves[old])
    moved = [When(seat=old, then=Value(to.pk)) for old, to in moves.items()]
    seats = [seat.pk for seat in before]
    SeatRequest.objects.filter(seat__in=seats).exclude(seat__in=moves.keys()).delete()
    if moved:
        SeatRequest.objects.filter(seat__in=seats).update(seat=Case(*moved))
    if session.has_photos:
        photos = session.photos.filter(seat__in=seats)
        photos.exclude(seat__in=moves.keys()).delete()
        if moved:
            photos.update(seat=Case(*moved))
    session.revisions.filter(seat__in=seats).update(seat=Case(*moved, default=None))


def _name(seats: Sequence[Seat], names: Sequence[str], people: Mapping[str, int | None]) -> None:
    """Seat people without saving it. To undo a merge gives no seat back that somebody else has."""
    was = {seat.pk: seat.player_id for seat in seats}
    for seat, name in zip(seats, names, strict=True):
        seat.name, seat.player_id = name, people.get(name)
    check_seated_once(seats)
    moved = [seat.pk for seat in seats if seat.player_id != was[seat.pk]]
    Merge.seats.through.objects.filter(seat__in=moved).delete()
