"""What is kept of any game: people, sessions, what was recorded when, and results."""

from scoring.models.people import Group, Membership, Player
from scoring.models.phones import Phone
from scoring.models.results import Result
from scoring.models.revisions import Revision
from scoring.models.seasons import League, Season
from scoring.models.sessions import Merge, OfSession, Seat, Session

__all__ = [
    "Group",
    "League",
    "Membership",
    "Merge",
    "OfSession",
    "Phone",
    "Player",
    "Result",
    "Revision",
    "Season",
    "Seat",
    "Session",
]
