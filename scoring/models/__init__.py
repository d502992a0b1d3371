"""The database tables of all games: people, sessions and their revisions, results and totals."""

from scoring.models.careers import Career, GameFact, Meeting, PlayerFact
from scoring.models.evenings.answers import Answer, AnswerAddress, MailConsent
from scoring.models.evenings.evenings import Calendar, Evening
from scoring.models.invitations import Invitation
from scoring.models.jobs import FilePart, Job
from scoring.models.merges import Merge
from scoring.models.outbox import MailOptOut, OutgoingMail
from scoring.models.people import Group, Membership, Player
from scoring.models.phones import HostRequest, Phone, SeatRequest
from scoring.models.photos import Photo
from scoring.models.results import NotedEdition, NotedPlace, Result, SeasonSession
from scoring.models.revisions import OpenEntry, Revision
from scoring.models.seasons import League, Season, SeasonGame
from scoring.models.sessions import OfSession, Rematch, Seat, Session
from scoring.models.site import Backup, CachedValue
from scoring.models.tallies import (
    ClosedSeasonChange,
    PlayerDay,
    RankMove,
    SkillCheckpoint,
    Tally,
)
from scoring.models.uploads import (
    CorrectedSession,
    Import,
    ImportedPlayer,
    ImportedSession,
    PlannedSession,
)

__all__ = [
    "Answer",
    "AnswerAddress",
    "Backup",
    "CachedValue",
    "Calendar",
    "Career",
    "ClosedSeasonChange",
    "CorrectedSession",
    "Evening",
    "FilePart",
    "GameFact",
    "Group",
    "HostRequest",
    "Import",
    "ImportedPlayer",
    "ImportedSession",
    "Invitation",
    "Job",
    "League",
    "MailConsent",
    "MailOptOut",
    "Meeting",
    "Membership",
    "Merge",
    "NotedEdition",
    "NotedPlace",
    "OfSession",
    "OpenEntry",
    "OutgoingMail",
    "Phone",
    "Photo",
    "PlannedSession",
    "Player",
    "PlayerDay",
    "PlayerFact",
    "RankMove",
    "Rematch",
    "Result",
    "Revision",
    "Season",
    "SeasonGame",
    "SeasonSession",
    "Seat",
    "SeatRequest",
    "Session",
    "SkillCheckpoint",
    "Tally",
]
