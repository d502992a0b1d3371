"""Give seats of a session other names, at the table or after its end."""

from collections.abc import Iterable, Mapping

from scoring.core.refusals import Code, check_different
from scoring.documents.schema import check_name
from scoring.models import Merge, Seat, Session
from scoring.models.revisions import By
from scoring.models.transactions import write_transaction
from scoring.sessions.recording import MovedOn, Recorded, open_session
from scoring.sessions.seating import get_or_create_players
from scoring.sessions.undo import standing_revision

NAME = "name-players"


class PlayerSitsElsewhere(Exception):
    """Raised where a name is that of a player of the group who has another seat at the table."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@write_transaction()
def name_seats(
    *, session: Session, names: Mapping[int, str], by: By, knows_players: bool = True
) -> Recorded:
    """Give seats other names, by their places; what was played stays as it was recorded.

    In a group, the player of that name sits there from now on, and is created if need be. Undo and
    redo pass over it. Of somebody who does not know the group's players the names are those of
    guests, until a scorekeeper says who they are. Raises Refused, PlayerSitsElsewhere, MovedOn."""
    group = session.group
    for name in names.values():
        check_name(name)
    players = get_or_create_players(group, names.values())[0] if group and knows_players else {}
    opened = open_session(session, by)  # after the group, which is always locked first
    if opened.repeated:
        return opened.repeated
    if opened.session.group_id != session.group_id:
        raise MovedOn
    seats = opened.before.seats
    before = {seat.pk: seat.player_id for seat in seats}
    for seat in seats:
        new = names.get(seat.place)
        if new and (new != seat.name or seat.player_id is None):
            seat.name = new
            seat.player = players.get(seat.name)
    check_different([seat.name for seat in seats], ("players",), Code.NAME_TWICE)
    check_seated_once(seats)
    # To undo a merge gives seats back that came with it, but not those that were named since.
    moved = [seat.pk for seat in seats if seat.player_id != before[seat.pk]]
    if moved:
        Merge.seats.through.objects.filter(seat__in=moved).delete()
    return opened.save(
        NAME,
        opened.before.called([seat.name for seat in seats]),
        returned_to=standing_revision(opened.session.revisions.steps()),
        reseated=seats,
    )


def check_seated_once(seats: Iterable[Seat]) -> None:
    """Raise PlayerSitsElsewhere if two seats have one player.

    A player has one seat at a table; other names may lead to who was merged into them."""
    seated: set[int] = set()
    for seat in seats:
        if seat.player_id in seated:
            raise PlayerSitsElsewhere(seat.name)
        if seat.player_id is not None:
            seated.add(seat.player_id)
