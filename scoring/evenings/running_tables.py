"""What is being played, for the page of a group and for that of an evening."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.urls import reverse

from scoring.core.wording import headline
from scoring.groups.visibility import seat_name, visible_cover
from scoring.models import Session
from scoring.registry import get_game
from scoring.sessions.loading import StoredSession, load_many
from scoring.web.group_access import Guest


@dataclass(frozen=True, slots=True)
class RunningTable:
    game: str
    players: list[str]
    progress: str  # which round it is; members alone see it, as at the table
    leader: str
    url: str  # to join it; empty for who may not
    cover: str  # as far as it is; only for members
    host: str  # the account that opened it, if it was read; only for members
    elsewhere: list[str]  # who sits at another of these tables too; only for members
    is_own: bool = False  # the reader sits there


def shown_tables(running: Sequence[Session], guest: Guest) -> list[RunningTable]:
    """Say what is played at each table, and to members how it stands."""
    read = load_many(running) if guest.belongs else []
    played = {each.session: each for each in read}
    tables_of = Counter(seat.player_id for session in running for seat in session.seats.all())
    twice = {player for player, tables in tables_of.items() if player and tables > 1}
    return [_shown_table(session, played.get(session.pk), guest, twice) for session in running]


def _shown_table(
    session: Session, played: StoredSession | None, guest: Guest, twice: Collection[int]
) -> RunningTable:
    game = get_game(session.game)
    progress = leader = ""
    if played is not None:
        state, outcome = played.document.state, played.outcome
        progress = game.play.progress(state, outcome)
        some_lead = any(standing.rank > 1 for standing in outcome.standings)
        leader = headline(outcome) if some_lead else ""
    return RunningTable(
        game=game.name,
        players=[seat_name(seat, guest) for seat in session.seats.all()],
        progress=progress,
        leader=leader,
        cover=visible_cover(session, guest),
        url=reverse("table", args=[session.uuid]) if guest.membership else "",
        host=(getattr(session, "host", "") or "") if guest.belongs else "",
        elsewhere=[seat.name for seat in session.seats.all() if seat.player_id in twice]
        if guest.belongs
        else [],
    )
