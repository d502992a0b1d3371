"""What a group plays now, and what it played on its last evening."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.urls import reverse

from scoring.core.wording import headline
from scoring.documents.scorer import read_document
from scoring.groups.session_list import SessionLine, session_lines
from scoring.groups.visibility import seat_name
from scoring.models import Group, Revision, Session
from scoring.registry import get_game
from scoring.web.group_access import Guest

NEWEST = 24  # sessions of a group, among which are those of its last evening
MOST_TABLES = 3
AN_EVENING = timedelta(hours=12)  # a table that was opened longer ago was left


@dataclass(frozen=True, slots=True)
class RunningTable:
    game: str
    players: list[str]
    progress: str  # which round it is; members alone see it, as at the table
    leader: str
    url: str  # to join it; empty for who may not


@dataclass(frozen=True, slots=True)
class LastEvening:
    day: date
    lines: list[SessionLine]


def newest_sessions(group: Group) -> list[Session]:
    return list(group.sessions.not_deleted().latest_first()[:NEWEST])


def running_tables(newest: Sequence[Session], at: datetime) -> list[Session]:
    """Return the tables that are being played, the last one opened first."""
    begun = at - AN_EVENING
    return [one for one in newest if one.finished_at is None and one.created_at > begun][
        :MOST_TABLES
    ]


def sessions_of_last_evening(newest: Sequence[Session]) -> list[Session]:
    finished = [session for session in newest if session.finished_at is not None]
    return [session for session in finished if session.played_on == finished[0].played_on]


def shown_tables(running: Sequence[Session], guest: Guest) -> list[RunningTable]:
    """Say what is played at each table, and to members how it stands."""
    documents = {}
    if guest.belongs and running:
        documents = dict(Revision.objects.latest_documents([session.pk for session in running]))
    return [_shown_table(session, documents.get(session.pk), guest) for session in running]


def _shown_table(session: Session, document: object, guest: Guest) -> RunningTable:
    game = get_game(session.game)
    progress = leader = ""
    if document is not None:
        played = read_document(document)
        outcome = game.score(played.state)
        progress = game.play.progress(played.state, outcome)
        begun = game.play.steps(played.state, outcome)
        leader = headline(outcome) if begun else ""
    return RunningTable(
        game=game.name,
        players=[seat_name(seat, guest) for seat in session.seats.all()],
        progress=progress,
        leader=leader,
        url=reverse("table", args=[session.uuid]) if guest.belongs else "",
    )


def last_evening(sessions: Sequence[Session], guest: Guest) -> LastEvening | None:
    if not sessions or sessions[0].played_on is None:
        return None
    return LastEvening(sessions[0].played_on, session_lines(sessions, guest))
